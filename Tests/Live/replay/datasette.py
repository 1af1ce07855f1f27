"""Datasette: tables, rows, pages, a query, and failures."""
import os

from driver import datasette as live
from driver import installed

from . import loop

SERVICE = "datasette"
REQUESTS = [{"request": f"GET {path}"} for path in (
    "/-/versions.json", "/-/databases.json", "/ships.json", "/ships/ships.json", "/ships/ships.json?_size=2",
    "/ships/ships.json?_size=2&_next=2", "/ships/ships.json?_size=2&_next=4", "/ships/ships.json?port_id=2",
    "/ships/ships/1.json", "/ships/ships/7.json", "/ships/ships/999.json", "/ships/ports.json", "/ships/ports/2.json",
    "/ships.json?sql=select+1+as+one", "/ships.json?sql=select+name+from+ports+order+by+id", "/ships.json?sql=selec",
    "/ships/ships.json?_shape=array", "/ships/ships/1.json")]


def missing():
    """Says what this machine lacks; None where it has all."""
    return installed.missing(SERVICE)


def settled(body):
    """A body without the time that its query took."""
    return {name: value for name, value in body.items() if name != "query_ms"} if isinstance(body, dict) else body


def run(plumbline, folder, processes):
    """What is wrong, a line each, and what plumbline printed."""
    place = os.path.join(folder, "server")
    os.makedirs(place)
    server = live.Server(place, processes)
    try:
        way = loop.way(plumbline, SERVICE, server.url, folder, processes)
        return loop.Loop(REQUESTS, settled=settled).run(way), way.printed
    finally:
        server.watched.end()
