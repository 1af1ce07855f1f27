"""The provider's states: TrueLog's backend is laid out as an interaction of a pact asks, and gives the values that no pact has."""
import http.server
import json
import re
import sqlite3
import threading

TABLES = {
    "accessory": "accessories", "asset": "assets", "comment": "comments", "customer": "customers", "ticket": "tickets",
    "user": "users",
}
# The caller's id, and the end of the variables that hold its credentials, by the contract's personas.
CALLERS = {"agent": (2, ""), "viewer": (3, "_VIEWER"), "client": (4, "_CLIENT")}
# Texts that no two rows share.
UNIQUE = {"assets": ("serial_num", "asset_tag"), "users": ("email",)}


class StateServer:
    """Answers a verifier that sets up states, as long as it is open.

    Every interaction begins with its caller, so the database is a fresh one from there. Items that a state names are copies of
    others where the backend has none with that id.
    """

    def __init__(self, seed, database, secrets, addresses):
        self.seed, self.database, self.values = seed, database, {**secrets, **addresses}
        self.caller, self.unknown = "agent", []
        states = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
                body = json.dumps(states.set_up(asked.get("state") or "", asked.get("params") or {})).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/states"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def set_up(self, state, parameters):
        """Brings a state about; returns the values of the pact's generators."""
        caller = re.fullmatch(r"the caller is (\w+)", state)
        item = re.fullmatch(r"an? (\w+) (\S+) exists", state)
        if caller and caller.group(1) in CALLERS:
            self.caller = caller.group(1)
            restore(self.seed, self.database)
        elif item and item.group(1) in TABLES:
            self.add(TABLES[item.group(1)], parameters)
        elif state and not item and not re.fullmatch(r"\w+ exist", state):
            self.unknown.append(state)
        return self.credentials()

    def credentials(self):
        ending = CALLERS[self.caller][1]
        return {
            "apiKey": self.values["TRUELOG_API_KEY"], "session": self.values[f"TRUELOG_TOKEN{ending}"],
            "email": self.values[f"TRUELOG_LOGIN_EMAIL{ending}"], "password": self.values[f"TRUELOG_LOGIN_PASSWORD{ending}"],
        }

    def add(self, table, parameters):
        """Gives an item these members, or makes it of a copy of another one; a comment is the caller's."""
        database = sqlite3.connect(self.database, timeout=10)
        database.row_factory = sqlite3.Row
        try:
            wanted = dict(parameters, **({"user_id": CALLERS[self.caller][0]} if table == "comments" else {}))
            # The item itself comes first.
            found = database.execute(f"SELECT * FROM {table} ORDER BY id <> ?, id LIMIT 1", (wanted["id"],)).fetchone()
            row = {**found, **wanted}
            for column in UNIQUE.get(table, ()) if found["id"] != wanted["id"] else ():
                row[column] = f"{row[column]}-{wanted['id']}"
            marks = ",".join("?" * len(row))
            database.execute(f"REPLACE INTO {table} ({','.join(row)}) VALUES ({marks})", list(row.values()))
            database.commit()
        finally:
            database.close()


def restore(seed, database):
    """Gives a database the content of another."""
    source, target = sqlite3.connect(seed), sqlite3.connect(database, timeout=10)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
