"""Prometheus by the requests of Prometheus/requests.json: queries as GET and as forms, failures, and orders to the server."""
import os
import types

from driver import prometheus as live
from driver import session as driver

from . import loop

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Prometheus")
STRANGE = ("GET /-/reload", "DELETE /api/v1/query", "GET /api/v1/nothing")


def missing():
    """Says what this machine lacks; None where it has all."""
    return None if live.found(types.SimpleNamespace()) else live.MISSING


def run(plumbline, folder, processes):
    """What is wrong, a line each, and what plumbline printed."""
    place = os.path.join(folder, "server")
    os.makedirs(place)
    requests = driver.read(os.path.join(DATA, "requests.json"), live.CREDENTIALS)
    with live.Server(types.SimpleNamespace(), DATA, place, processes) as server:
        way = loop.way(plumbline, live.SERVICE, server.url, folder, processes)
        return loop.Loop(requests, strange=STRANGE).run(way), way.printed
