"""The way from a real server to its mock: `plumbline record`, then infer, lint and check, then `plumbline serve`."""
import contextlib
import importlib.metadata
import os
import re
import subprocess

from watched import Watched

REQUIREMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "requirements.txt")


def missing(*names):
    """Says which of the clients this Python lacks in the version that requirements.txt pins; None where it has all."""
    with open(REQUIREMENTS, encoding="utf-8") as file:
        pinned = dict(line.strip().split("==") for line in file if line.strip())
    for name in names:
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found = None
        if found != pinned[name]:
            return f"this Python has no {name} {pinned[name]} (pip install -r Tests/Live/replay/requirements.txt)"
    return None


class Session:
    """A service that is known by nothing but what goes through, with a folder for its contract and recordings."""

    def __init__(self, plumbline, service, upstream, folder, processes):
        self.plumbline, self.service, self.upstream = plumbline, service, upstream
        self.folder, self.processes, self.printed = folder, processes, []
        # Nothing of the caller's own PLUMBLINE_… variables changes what is found.
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PLUMBLINE_")}
        self.environment = {**kept, "NO_COLOR": "1"}
        for name in ("Contracts", "Recordings"):
            os.makedirs(os.path.join(folder, name))

    @contextlib.contextmanager
    def recorded(self):
        """Yields the URL at which a client's session is recorded; the files are written at the end."""
        command = [self.plumbline, "record", self.service, "--upstream", self.upstream, "--allow-writes", "--port", "0"]
        with self._running(command) as watched:
            yield watched.said(rf"^{self.service}: (http://\S+)").group(1)

    @contextlib.contextmanager
    def served(self, *options):
        """Yields the URL of the mock, and the token that its contract's first persona shows, if it has one."""
        command = [self.plumbline, "serve", self.service, "--port", "0", *options]
        with self._running(command) as watched:
            url = watched.said(rf"^{self.service}: (http://\S+)").group(1)
            watched.said("Press Ctrl-C to stop")
            tokens = (re.search(r"curl -H 'Authorization: Bearer ([^']+)'", line) for line in watched.lines)
            yield url, next((token.group(1) for token in tokens if token), None)

    @contextlib.contextmanager
    def _running(self, command):
        watched = Watched(self.processes, command, cwd=self.folder, env=self.environment)
        try:
            yield watched
            if status := watched.interrupt():
                raise subprocess.CalledProcessError(status, command, "\n".join(watched.lines[-20:]))
        finally:
            watched.end()
            self.printed += ["$ " + " ".join(command[1:]), *watched.lines]

    def drafted(self):
        """Has a contract drafted: what is wrong with it, or with what was recorded, one line each."""
        wrong = self._told("infer", self.service) or self._told("lint", self.service)
        return wrong or self._told("check", *self.recordings())

    def _told(self, *words):
        """What a command prints that fails, one line each."""
        done = subprocess.run([self.plumbline, *words], cwd=self.folder, env=self.environment, capture_output=True,
                              text=True, timeout=120)
        lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
        self.printed += ["$ " + " ".join(words), *lines]
        return [f"{words[0]}: exit {done.returncode}", *(line for line in lines if line)] if done.returncode else []

    def recordings(self):
        """The paths of all recordings and drafts, from the folder on."""
        found = []
        for folder, _, names in os.walk(os.path.join(self.folder, "Recordings")):
            paths = (os.path.join(folder, name) for name in names if name.endswith(".json"))
            found += [os.path.relpath(path, self.folder) for path in paths]
        return sorted(found)

    def holding(self, secret):
        """The files on the disk that hold a text."""
        found = []
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                    if secret in file.read():
                        found.append(os.path.relpath(os.path.join(folder, name), self.folder))
        return sorted(found)


def differences(what, wanted, got):
    """Where a client got something else than from the server, a line for each thing that it asked for."""
    names = [*wanted, *(name for name in got if name not in wanted)]
    return [f"{name}: the server: {brief(wanted.get(name))}, {what}: {brief(got.get(name))}"
            for name in names if wanted.get(name) != got.get(name)]


def brief(value):
    text = repr(value)
    return text if len(text) <= 300 else text[:297] + "…"
