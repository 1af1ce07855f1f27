"""A Datasette with a small database: three ports and twelve ships."""
import os
import shutil
import sqlite3
import urllib.request

from watched import Watched, free_port


class Server:
    """Runs from now on; `watched.end()` ends it."""

    def __init__(self, folder, processes, path=None):
        self.database, port = os.path.join(folder, "ships.db"), free_port()
        with sqlite3.connect(self.database) as database:
            database.execute("create table ports (id integer primary key, name text)")
            database.execute("create table ships (id integer primary key, name text, port_id integer references ports(id))")
            database.executemany("insert into ports values (?, ?)", [(1, "Singapore"), (2, "Hamburg"), (3, "Busan")])
            database.executemany("insert into ships values (?, ?, ?)", [(i, f"Ship {i}", i % 3 + 1) for i in range(1, 13)])
        self.url = f"http://127.0.0.1:{port}"
        command = [shutil.which("datasette", path=path), "serve", self.database, "-p", str(port)]
        self.watched = Watched(processes, command, cwd=folder)
        self.watched.until(lambda: urllib.request.urlopen(self.url + "/-/versions.json", timeout=5).status == 200)
