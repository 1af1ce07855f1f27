"""Prefect with two flows: filters and counts as POST, flows by id and by name, and the failures of FastAPI."""
import json
import os
import urllib.request

from driver import installed
from driver import prefect as live

from . import loop

SERVICE, PATIENCE = "prefect", 60
NAMES = ("load", "moor")


def missing():
    """Says what this machine lacks; None where it has all."""
    return installed.missing(SERVICE)


class Server(live.Server):
    """Has two flows."""

    def __init__(self, folder, processes):
        super().__init__(folder, processes)
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
