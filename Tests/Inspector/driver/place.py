"""Mocks that the browser looks into, and who asks them."""
import os
import re
import shutil
import socket
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request

CREDENTIALS = {"X-API-Key": "demo-key", "Authorization": "Bearer agent-token"}
SHORTEST_LINE = re.compile(r"http://\S+")


# What an answer of the flood begins with, and nothing else in it does.
ANSWERED = b"HTTP/1.1 200 "


class Mock:
    """A mock that runs, and what it printed when it started."""

    def __init__(self, process, lines):
        self.process = process
        self.lines = lines
        self.url = next(found.group(0) for found in map(SHORTEST_LINE.search, lines) if found)
        self.port = urllib.parse.urlsplit(self.url).port
        self.local = f"http://127.0.0.1:{self.port}"

    def ask(self, path, method="GET", body=None, **headers):
        """A status and a text."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.local + path, method=method, data=body.encode() if body else None, headers=fields)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def agent(self, path, method="GET", body=None, **headers):
        """The same as the persona agent."""
        more = {"Content_Type": "application/json"} if body else {}
        return self.ask(path, method, body, **CREDENTIALS, **more, **headers)

    def flood(self, count):
        """Asks so often as fast as it goes, over some connections."""
        head = "".join(f"{name}: {value}\r\n" for name, value in CREDENTIALS.items())
        request = f"GET /api/v2/tickets/1042 HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n".encode()
        each = [count // 4] * 3 + [count - count // 4 * 3]
        failures = []
        threads = [threading.Thread(target=self._poured, args=(request, number, failures)) for number in each]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise RuntimeError(failures[0])

    def _poured(self, request, count, failures):
        try:
            self._pour(request, count)
        except OSError as error:
            failures.append(f"a connection of the flood fails: {error}")

    def _pour(self, request, count):
        """Sends requests in bundles, and reads until each has its answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=120) as connection:
            left, rest = count, b""
            while left > 0:
                bundle = min(32, left)
                connection.sendall(request * bundle)
                seen = 0
                while seen < bundle:
                    piece = connection.recv(1 << 18)
                    if not piece:
                        raise ConnectionError(f"the mock closed it with {left - seen} answers to come")
                    parts = (rest + piece).split(ANSWERED)
                    seen += len(parts) - 1
                    # The beginning of a status line may be in the next piece.
                    rest = parts[-1][-len(ANSWERED) + 1:]
                left -= bundle


class Place:
    def __init__(self, plumbline, root, folder, processes, flood):
        self.plumbline = plumbline
        self.root = root
        self.folder = folder
        self.processes = processes
        self.flood = flood
        self.mock = None
        self.recordings = os.path.join(folder, "Recordings")
        shutil.copytree(os.path.join(root, "Recordings", "truelog"), os.path.join(self.recordings, "truelog"))

    def serve(self, *arguments, token=None):
        environment = {name: value for name, value in os.environ.items() if name != "PLUMBLINE_TOKEN"}
        if token:
            environment["PLUMBLINE_TOKEN"] = token
        process = self.processes.start(
            [self.plumbline, "serve", "truelog", "--port", "0", "--contracts", os.path.join(self.root, "Contracts"),
             "--recordings", self.recordings, *arguments],
            cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        lines = []
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("Press Ctrl-C"):
                # Nobody reads on: what it prints must not stop it.
                threading.Thread(target=lambda: [None for _ in process.stdout], daemon=True).start()
                return Mock(process, lines)
        raise RuntimeError("plumbline serve ended: " + " ".join(lines))
