"""A Kinto with memory backends, accounts, and the objects of Kinto/seed.json: times are fixed where it lets us fix them."""
import json
import os
import shutil
import subprocess

from . import session
from watched import NotStarted, Watched

SERVICE = "kinto"
VERSION = "26.5.0"
MISSING = f"there is no kinto {VERSION} (pip install -r Tests/Live/Kinto/requirements.txt; --kinto names its folder)"
# Made for the run, and gone with it.
CREDENTIALS = {"alice": "alice:plumb-alice", "bob": "bob:plumb-bob"}
# What the contract's personas present to the mock.
MOCKED = CREDENTIALS
ENVIRONMENT = {"KINTO_ACCOUNT": CREDENTIALS["alice"], "KINTO_ACCOUNT_BOB": CREDENTIALS["bob"]}


def command(options):
    return shutil.which("kinto", path=options.kinto)


def found(options):
    """Whether this machine has one, of the version that the contract describes."""
    if not command(options):
        return False
    told = subprocess.run([command(options), "version"], capture_output=True, text=True)
    return VERSION in told.stdout


class Server:
    """Runs from the beginning to the end of a `with`; `path` is what every path begins with."""

    path = ""

    def __init__(self, options, data, folder, processes):
        self.command, self.data, self.folder, self.processes = command(options), data, folder, processes
        self.changed = True

    def __enter__(self):
        for name in ("kinto.ini", "version.json"):
            shutil.copy(os.path.join(self.data, name), self.folder)
        self.watched = Watched(self.processes, [self.command, "start", "--ini", "kinto.ini"], cwd=self.folder,
                               env={**os.environ, "PYTHONUNBUFFERED": "1"})
        self.url = self.watched.said(r"(http://127\.0\.0\.1:[1-9][0-9]*)").group(1) + "/v1"
        self._seed()
        return self

    def _seed(self):
        for request in session.read(os.path.join(self.data, "seed.json"), CREDENTIALS):
            answer = session.ask(self.url, request, CREDENTIALS)
            if answer.status != request["status"]:
                raise NotStarted(f"Kinto answers {answer.status} to {session.name(request)}: {json.dumps(answer.body)}")

    def reset(self):
        """Forgets everything, and begins anew."""
        flush = {"request": "POST /__flush__", "as": "alice"}
        if (answer := session.ask(self.url, flush, CREDENTIALS)).status != 202:
            raise NotStarted(f"Kinto answers {answer.status} to POST /__flush__: {json.dumps(answer.body)}")
        self._seed()

    def __exit__(self, *_):
        self.watched.end()
