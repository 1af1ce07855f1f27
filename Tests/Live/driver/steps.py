"""What a server and its contract are taken through; each step says what it did, and what is wrong."""
import json
import os
import subprocess

from . import compare, mistakes, session
from watched import PIPED, Watched

NAMES = ["lint", "verify", "compare", "mistakes"]


class Bench:
    """A server that runs, its contract, and the plumbline that holds the one to the other."""

    def __init__(self, server, running, plumbline, here, data, processes, keep):
        self.server, self.running, self.plumbline, self.data = server, running, plumbline, data
        self.processes, self.keep = processes, keep
        self.contracts, self.recordings = (os.path.join(here, name) for name in ("Contracts", "Recordings"))
        self.folders = ["--contracts", self.contracts, "--recordings", self.recordings]
        # Nothing of the caller's own PLUMBLINE_… variables changes what is found.
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PLUMBLINE_")}
        self.environment = {**kept, **server.ENVIRONMENT, "NO_COLOR": "1"}

    def requests(self):
        return session.read(os.path.join(self.data, "requests.json"), self.server.CREDENTIALS)

    def remembers(self):
        """Whether the contract has state, so that the mock remembers what it is sent."""
        folder = os.path.join(self.contracts, self.server.SERVICE)
        texts = (open(os.path.join(folder, name)).read() for name in os.listdir(folder))
        return any(not {"resources", "collections"}.isdisjoint(json.loads(text)) for text in texts)

    def run(self, name, *arguments, folders=None):
        """Runs plumbline: its exit status, what it printed, and its JSON report."""
        report = os.path.join(self.running.folder, name + ".json")
        command = [self.plumbline, *arguments, *(folders or self.folders), "--report", "console", "--report", f"json={report}"]
        process = self.processes.start(command, env=self.environment, **PIPED)
        try:
            printed = process.communicate(timeout=600)[0]
        finally:
            self.processes.end(process)
        told = {}
        if os.path.exists(report):
            with open(report) as file:
                told = json.load(file)
        self.note(name, printed)
        return process.returncode, printed, told

    def note(self, name, text):
        """Leaves a text in the folder that --keep names."""
        if self.keep:
            os.makedirs(self.keep, exist_ok=True)
            with open(os.path.join(self.keep, f"{self.server.SERVICE}-{name}.txt"), "w") as file:
                file.write(text)


def run(bench, step):
    return {"lint": lint, "verify": verify, "compare": compared, "mistakes": planted}[step](bench)


def lint(bench):
    status, printed, _ = bench.run("lint", "lint", bench.server.SERVICE)
    return "contracts and recordings", [] if status == 0 else [f"exit {status}", *printed.splitlines()]


def verify(bench):
    """A contract that says what the server does finds nothing there, and that on the first run."""
    bench.running.reset()
    status, printed, report = bench.run(
        "verify", "verify", bench.server.SERVICE, "--direct", "--server", bench.running.url)
    wrong = [] if status == 0 else [f"exit {status}"]
    wrong += [mistakes.told(drift) for drift in report.get("drift", [])]
    wrong += [f"{call['endpoint']}: {call['name']}: {call.get('reason', '')}"
              for call in report.get("calls", []) if call["outcome"] == "failed"]
    if not report.get("calls"):
        wrong += printed.splitlines() or ["nothing was said"]
    outcomes = [call["outcome"] for call in report.get("calls", [])]
    return f"{len(outcomes)} calls, {outcomes.count('skipped')} skipped", wrong


def compared(bench):
    """Asks the server and the mock the same, in the same order."""
    bench.running.reset()
    volatile = compare.Volatile(compare.read(os.path.join(bench.data, "volatile.json")))
    mock = Watched(bench.processes, [
        bench.plumbline, "serve", bench.server.SERVICE, "--port", "0", *bench.folders], env=bench.environment)
    base = mock.said(r"(http://(?:localhost|127\.0\.0\.1):[0-9]+)").group(1).replace("localhost", "127.0.0.1")
    wrong, requests, waiting = [], bench.requests(), []
    real = mocked = None
    for request in requests:
        real = session.ask(bench.running.url, session.followed(request, real), bench.server.CREDENTIALS)
        mocked = session.ask(base + bench.running.path, session.followed(request, mocked), bench.server.MOCKED)
        lines = volatile.differences(request, real.tree(request), mocked.tree(request))
        if real.status != request["status"]:
            wrong.append(f"{session.name(request)}: the server answers {real.status}, not {request['status']}")
        waits = "awaits" in request or request.get("state") and not bench.remembers()
        if waits and lines:
            waiting += [f"{session.name(request)}: {request.get('awaits', 'state')}", *("  " + line for line in lines)]
        if "awaits" in request and not lines:
            wrong.append(f"{session.name(request)}: it is answered rightly; what it awaits is there")
        elif lines and not waits:
            wrong += [session.name(request), *("  " + line for line in lines)]
    wrong += [f"volatile.json: this row is of no use: {json.dumps(row)}" for row in volatile.unused()]
    mock.interrupt()
    bench.note("waiting", "\n".join(waiting) + "\n")
    count = sum(not line.startswith("  ") for line in waiting)
    return f"{len(requests)} requests" + (f", {count} wait for what isn't there yet" if count else ""), wrong


def planted(bench):
    """Plants each mistake in a copy of the contract, and looks whether it is found."""
    rows = mistakes.read(os.path.join(bench.data, "mistakes.json"))
    wrong = []
    # Once is enough: none of them writes.
    bench.running.reset()
    # A copy without a mistake: what is found in the others is found because of them.
    status, _, report = mistakes.verified(bench, {"name": "none", "edits": []}, None)
    wrong += [f"a copy without a mistake: exit {status}, {mistakes.told(drift)}" for drift in report.get("drift", [])]
    if status != 0 and not wrong:
        wrong.append(f"a copy without a mistake: exit {status}")
    waiting = 0
    for row in rows:
        lines = mistakes.try_one(bench, row)
        waiting += bool("awaits" in row and lines)
        if "awaits" in row:
            lines = [] if lines else ["it is found; what it awaits is there"]
        wrong += [f"{row['name']}: {line}" for line in lines]
    return f"{len(rows)} mistakes" + (f", {waiting} wait for what isn't there yet" if waiting else ""), wrong
