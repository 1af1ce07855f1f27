"""aria2: every call of JSON-RPC is a POST to one path, and every call of XML-RPC to another; the body tells them apart."""
import json
import os
import shutil
import urllib.error
import urllib.request
import xmlrpc.client

from watched import Watched, free_port

from . import session

SERVICE = "aria2"
PATIENCE = 60
GID = "00000000000000a1"
# A download that never begins, as it is paused.
ADDED = ["http://127.0.0.1:9/ship.iso"], {"gid": GID, "pause": "true"}
OTHER = "http://127.0.0.1:9/port.iso"
CALLS = [
    ("aria2.getVersion",), ("aria2.getGlobalStat",), ("aria2.tellStopped", 0, 10), ("aria2.tellStopped", 0, 5), ("system.listMethods",),
    ("aria2.tellStatus", "ffffffffffffffff"), ("aria2.noSuchMethod",),
    # The same question gets three answers, in this order.
    ("aria2.addUri", *ADDED), ("aria2.tellStatus", GID, ["gid", "status"]), ("aria2.getUris", GID),
    ("aria2.changeUri", GID, 1, [], [OTHER]), ("aria2.getUris", GID), ("aria2.changeUri", GID, 1, ADDED[0], []),
    ("aria2.getUris", GID), ("aria2.forceRemove", GID), ("aria2.tellStatus", GID, ["gid", "status"]),
    ("system.multicall", [{"methodName": "aria2.getVersion", "params": []}, {"methodName": "aria2.tellActive", "params": []}]),
]
BATCH = [{"jsonrpc": "2.0", "id": 1, "method": "aria2.getVersion"}, {"jsonrpc": "2.0", "id": "two", "method": "aria2.tellActive"}]


def missing():
    """Says what this machine lacks; None where it has all."""
    return None if shutil.which("aria2c") else "aria2c isn't on PATH (apt-get install aria2)"


class Server:
    """An aria2 with nothing to download."""

    def __init__(self, folder, processes):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.watched = Watched(processes, [shutil.which("aria2c"), "--no-conf", "--enable-rpc", "--rpc-listen-all=false",
                                           f"--rpc-listen-port={port}", f"--dir={folder}"], cwd=folder)
        self.watched.until(lambda: post(self.url, BATCH[0])[0] == 200)

    def end(self):
        self.watched.end()


def post(url, body):
    """The status and the body of a call of JSON-RPC, or of a batch."""
    request = urllib.request.Request(url + "/jsonrpc", json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def over_json(url):
    """The answers to all calls, in their order; ids are texts, numbers and of both kinds in one batch."""
    got = {}
    for number, (method, *params) in enumerate(CALLS):
        ident = number if number % 2 else f"q{number}"
        got[f"{number} {method}"] = post(url, {"jsonrpc": "2.0", "id": ident, "method": method, "params": params})
    got["a batch"] = post(url, BATCH)
    return got


def over_xml(url):
    """The same as Python's own client reads them."""
    got = {}
    with xmlrpc.client.ServerProxy(url + "/rpc") as server:
        for number, (method, *params) in enumerate(CALLS):
            try:
                got[f"{number} {method}"] = getattr(server, method)(*params)
            except (xmlrpc.client.Fault, xmlrpc.client.ProtocolError) as error:
                got[f"{number} {method}"] = repr(error)
    return got


def run(plumbline, folder, processes):
    """What is wrong, a line each, and what plumbline printed."""
    wrong, printed = [], []
    os.makedirs(os.path.join(folder, "server"))
    server = Server(os.path.join(folder, "server"), processes)
    try:
        for name, asked in (("JSON-RPC", over_json), ("XML-RPC", over_xml)):
            way = session.Session(plumbline, SERVICE, server.url, os.path.join(folder, name), processes)
            real = asked(server.url)
            with way.recorded() as url:
                through = asked(url)
            lines = honest(real) + session.differences("through record", real, through) + way.drafted()
            with way.served() as (url, _):
                lines += session.differences("the mock", real, asked(url))
            wrong += [f"{name}: {line}" for line in lines]
            printed += way.printed
    finally:
        server.end()
    return wrong, printed


def honest(real):
    """What the server itself doesn't give as it should: then nothing is proved by the mock that does likewise."""
    answers = [repr(value) for name, value in real.items() if name.endswith("getUris")]
    counts = [(answer.count(ADDED[0][0]), answer.count(OTHER)) for answer in answers]
    return [] if counts == [(1, 0), (1, 1), (0, 1)] else [f"the server: getUris: {session.brief(answers)}"]
