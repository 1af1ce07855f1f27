"""Kinto by what two callers and nobody read of it: Basic credentials, lists with filters and pages, conditions, and refusals."""
import os
import types

from driver import kinto as live
from driver import session as driver

from . import loop

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Kinto")
STRANGE = ("GET /nothing",)
# The draft's callers are in the order of the session, with credentials of their own.
DRAFTED = {"alice": "caller:demo", "bob": "caller2:demo"}


def missing():
    """Says what this machine lacks; None where it has all."""
    return None if live.found(types.SimpleNamespace(kinto=None)) else live.MISSING


def requests():
    """What is read before anything is written, and depends on nothing but the request."""
    read = driver.read(os.path.join(DATA, "requests.json"), live.CREDENTIALS)
    return [one for one in read
            if one["request"].startswith(("GET ", "HEAD ")) and not {"state", "follow"} & set(one)]


def settled(body):
    """A body without secrets, and without the server's own URL, which are replaced."""
    if isinstance(body, dict):
        return {name: settled(value) for name, value in body.items() if name not in ("password", "url")}
    return [settled(value) for value in body] if isinstance(body, list) else body


def run(plumbline, folder, processes):
    """What is wrong, a line each, and what plumbline printed."""
    place = os.path.join(folder, "server")
    os.makedirs(place)
    with live.Server(types.SimpleNamespace(kinto=None), DATA, place, processes) as server:
        way = loop.way(plumbline, live.SERVICE, server.url, folder, processes)
        held = loop.Loop(requests(), live.CREDENTIALS, DRAFTED, settled, STRANGE)
        return held.run(way), way.printed
