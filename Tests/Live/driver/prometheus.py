"""A Prometheus with data of our own: samples of New Year 2026, a target, rules and alerts."""
import http.server
import json
import os
import shutil
import subprocess
import threading
import urllib.request

from watched import NotStarted, Watched

SERVICE = "prometheus"
VERSION = "2.42.0"
MISSING = f"prometheus {VERSION} and its promtool aren't on PATH (Debian 12 has them: apt-get download prometheus, dpkg -x)"
ENVIRONMENT = {}
# Nobody needs to say who they are.
CREDENTIALS = MOCKED = {}


def found(_):
    """Whether this machine has one, of the version that the contract describes."""
    if not shutil.which("prometheus") or not shutil.which("promtool"):
        return False
    told = subprocess.run(["prometheus", "--version"], capture_output=True, text=True)
    return f"version {VERSION}" in told.stdout + told.stderr


class Server:
    """Runs from the beginning to the end of a `with`; `path` is what every path begins with."""

    path = ""

    def __init__(self, options, data, folder, processes):
        self.data, self.folder, self.processes = data, folder, processes

    def __enter__(self):
        self.scraped = Scraped(os.path.join(self.data, "scraped.om"))
        shutil.copy(os.path.join(self.data, "rules.yml"), self.folder)
        with open(os.path.join(self.data, "prometheus.yml")) as text:
            configuration = text.read().replace("@SCRAPED@", str(self.scraped.port))
        with open(os.path.join(self.folder, "prometheus.yml"), "w") as file:
            file.write(configuration)
        samples = os.path.join(self.data, "samples.om")
        subprocess.run(["promtool", "tsdb", "create-blocks-from", "openmetrics", samples, "data"],
                       cwd=self.folder, check=True, capture_output=True)
        # Port 0: it takes a free one, and says which.
        self.watched = Watched(self.processes, [
            "prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=data", "--log.format=json",
            "--storage.tsdb.retention.time=100y", "--web.listen-address=127.0.0.1:0", "--web.enable-admin-api",
            "--web.enable-lifecycle", "--web.enable-remote-write-receiver", "--enable-feature=exemplar-storage",
            "--web.external-url=http://prometheus.example/", "--web.route-prefix=/"], cwd=self.folder)
        address = self.watched.said(r'"address":"(127\.0\.0\.1:[1-9][0-9]*)".*"Listening on"').group(1)
        self.url = f"http://{address}"
        self.watched.said("Server is ready to receive web requests")
        self._settle()
        return self

    def _settle(self):
        """Waits until the target was scraped and every rule evaluated: what it then answers stays."""
        def settled():
            rules = [rule for group in self._asked("rules")["groups"] for rule in group["rules"]]
            states = sorted(f"{rule['state']} {rule['health']}" for rule in rules if "state" in rule)
            health = sorted(target["health"] for target in self._asked("targets")["activeTargets"])
            counted = self._asked("query?query=job:up:count")["result"]
            return states == ["firing ok", "inactive err", "pending ok"] and health == ["unknown", "up"] and counted

        # Each request to the target is an event after which there may be something new.
        for _ in range(60):
            if settled():
                return
            self.scraped.served.acquire(timeout=5)
        raise NotStarted("Prometheus didn't scrape its target and evaluate its rules")

    def _asked(self, path):
        with urllib.request.urlopen(f"{self.url}/api/v1/{path}", timeout=10) as answer:
            return json.load(answer)["data"]

    def reset(self):
        """Nothing to do: no request of the session changes what another one sees."""

    def __exit__(self, *_):
        if hasattr(self, "watched"):
            self.watched.end()
        self.scraped.end()


class Scraped:
    """A target that says the same at all times."""

    def __init__(self, path):
        with open(path, "rb") as file:
            text = file.read()
        served = self.served = threading.Semaphore(0)

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "application/openmetrics-text; version=1.0.0; charset=utf-8")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)
                served.release()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def end(self):
        self.server.shutdown()
        self.server.server_close()
