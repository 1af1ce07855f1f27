"""Prefect: filters and counts as POST, flows by id and by name, and the failures of FastAPI."""
import json
import os
import shutil
import subprocess
import urllib.request

from watched import Watched

from . import loop
from .datasette import free_port, wait

SERVICE, VERSION, PATIENCE = "prefect", "3.9.1", 60
NAMES = ("load", "moor")


def missing():
    """Says what this machine lacks; None where it has all."""
    command = shutil.which("prefect")
    told = command and subprocess.run([command, "--version"], capture_output=True, text=True).stdout
    if told and VERSION in told:
        return None
    return f"there is no prefect {VERSION} on PATH (pip install -r Tests/Live/Prefect/requirements.txt)"


class Server:
    """A Prefect with two flows, without its services, which would write by themselves."""

    def __init__(self, folder, processes):
        port = free_port()
        own = {"PREFECT_HOME": folder, "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "PREFECT_LOGGING_LEVEL": "ERROR"}
        environment = {**{name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}, **own}
        self.url = f"http://127.0.0.1:{port}/api"
        command = [shutil.which("prefect"), "server", "start", "--host", "127.0.0.1", "--port", str(port), "--no-services"]
        self.watched = Watched(processes, command, cwd=folder, env=environment)
        wait(self.watched, self.url + "/health")
        self.flows = [self._post("/flows/", {"name": name, "tags": ["port"]})["id"] for name in NAMES]

    def _post(self, path, body):
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def requests(self):
        nowhere = "00000000-0000-4000-8000-000000000000"

        def filtered(**more):
            return {"request": "POST /flows/filter", "json": {"sort": "NAME_ASC", **more}}

        return [
            {"request": "GET /health"}, {"request": "GET /admin/version"}, filtered(), filtered(limit=1),
            filtered(limit=1, offset=1), filtered(flows={"name": {"any_": [NAMES[1]]}}), filtered(limit=-1),
            {"request": "POST /flows/count", "json": {}},
            {"request": "POST /flows/count", "json": {"flows": {"name": {"any_": [NAMES[0]]}}}},
            *({"request": f"GET /flows/{flow}"} for flow in self.flows),
            {"request": f"GET /flows/{nowhere}"}, {"request": "GET /flows/seven"},
            *({"request": f"GET /flows/name/{name}"} for name in NAMES), {"request": "GET /flows/name/nobody"},
        ]


def run(plumbline, folder, processes):
    """What is wrong, a line each, and what plumbline printed."""
    place = os.path.join(folder, "server")
    os.makedirs(place)
    server = Server(place, processes)
    try:
        way = loop.way(plumbline, SERVICE, server.url, folder, processes)
        return loop.Loop(server.requests()).run(way), way.printed
    finally:
        server.watched.end()
