"""Datasette with a small database: tables, rows, pages, a query, and failures."""
import os
import shutil
import socket
import sqlite3
import subprocess
import time
import urllib.request

from watched import NotStarted, Watched

from . import loop

SERVICE, VERSION, PATIENCE = "datasette", "0.65.5", 120
REQUESTS = [{"request": f"GET {path}"} for path in (
    "/-/versions.json", "/-/databases.json", "/ships.json", "/ships/ships.json", "/ships/ships.json?_size=2",
    "/ships/ships.json?_size=2&_next=2", "/ships/ships.json?_size=2&_next=4", "/ships/ships.json?port_id=2",
    "/ships/ships/1.json", "/ships/ships/7.json", "/ships/ships/999.json", "/ships/ports.json", "/ships/ports/2.json",
    "/ships.json?sql=select+1+as+one", "/ships.json?sql=select+name+from+ports+order+by+id", "/ships.json?sql=selec",
    "/ships/ships.json?_shape=array", "/ships/ships/1.json")]


def missing():
    """Says what this machine lacks; None where it has all."""
    command = shutil.which("datasette")
    told = command and subprocess.run([command, "--version"], capture_output=True, text=True).stdout
    if told and VERSION in told:
        return None
    return f"there is no datasette {VERSION} on PATH (pip install -r Tests/Live/Datasette/requirements.txt)"


class Server:
    """Three ports and twelve ships."""

    def __init__(self, folder, processes):
        place = os.path.join(folder, "ships.db")
        with sqlite3.connect(place) as database:
            database.execute("create table ports (id integer primary key, name text)")
            database.execute("create table ships (id integer primary key, name text, port_id integer references ports(id))")
            database.executemany("insert into ports values (?, ?)", [(1, "Singapore"), (2, "Hamburg"), (3, "Busan")])
            database.executemany("insert into ships values (?, ?, ?)", [(i, f"Ship {i}", i % 3 + 1) for i in range(1, 13)])
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.watched = Watched(processes, [shutil.which("datasette"), "serve", place, "-p", str(port)], cwd=folder)
        wait(self.watched, self.url + "/-/versions.json")


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def wait(watched, url):
    """Waits until a server answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if watched.over or time.monotonic() > end:
                raise NotStarted(f"{url} doesn't answer:\n" + "\n".join(watched.lines[-20:])) from None
            time.sleep(0.1)


def settled(body):
    """A body without the time that its query took."""
    return {name: value for name, value in body.items() if name != "query_ms"} if isinstance(body, dict) else body


def run(plumbline, folder, processes):
    """What is wrong, a line each, and what plumbline printed."""
    place = os.path.join(folder, "server")
    os.makedirs(place)
    server = Server(place, processes)
    try:
        way = loop.way(plumbline, SERVICE, server.url, folder, processes)
        return loop.Loop(REQUESTS, settled=settled).run(way), way.printed
    finally:
        server.watched.end()
