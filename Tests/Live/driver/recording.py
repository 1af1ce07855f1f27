"""Makes the recordings: sends what requests.json says to the server through `plumbline record`."""
import os
import shutil

from . import session
from watched import Watched


def record(bench):
    """Replaces the recordings of a service: whether the server answered as requests.json says."""
    folder = os.path.join(bench.recordings, bench.server.SERVICE)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(bench.recordings, exist_ok=True)
    bench.running.reset()
    watched = Watched(bench.processes, [
        bench.plumbline, "record", bench.server.SERVICE, "--upstream", bench.running.url, "--port", "0", "--allow-writes",
        "--refresh", *bench.folders], env=bench.environment)
    base = watched.said(r": (http://127\.0\.0\.1:[0-9]+)").group(1)
    right, answer = True, None
    for request in bench.requests():
        # What was written before shows in it: no answer for a mock that has just begun. Or the mock is to answer by itself.
        asked = bench.running.url if request.get("state") or request.get("new") else base + bench.running.path
        answer = session.ask(asked, session.followed(request, answer), bench.server.CREDENTIALS)
        if answer.status != request["status"]:
            print(f"{session.name(request)}: {answer.status}, not {request['status']}: {answer.body}")
            right = False
    watched.interrupt()
    print("\n".join(watched.lines))
    return right
