"""A chat as openai and ollama have it: recorded while it comes, and replayed event by event."""
import json
import os
import threading
import time

from . import chat_client, chat_server, session

SERVICE = "chat"
# What an endpoint of the draft is called.
ENDPOINT = "chat.completions"
BIRD = chat_server.PROMPTS[0]


def missing():
    """Says what this machine lacks; None where it has all."""
    return session.missing("openai", "ollama")


class Bench:
    """What the checks share."""

    def __init__(self, plumbline, folder, processes):
        self.plumbline, self.folder, self.processes = plumbline, folder, processes
        self.ways, self.whole = [], None

    def way(self, name, server):
        way = session.Session(self.plumbline, SERVICE, server.url, os.path.join(self.folder, name), self.processes)
        self.ways.append(way)
        return way

    def recorded(self):
        """The session in which all that the clients ask was recorded, and its contract: for the checks that replay it."""
        if self.whole is None:
            with chat_server.Server() as server:
                self.whole = self.way("whole", server)
                with self.whole.recorded() as url:
                    through = chat_client.asked(url)
                    self.sent = {prompt: chat_client.raw(url, prompt) for prompt in chat_server.PROMPTS}
                self.real = chat_client.asked(server.url)
            self.wrong = session.differences("through record", self.real, through) + self.whole.drafted()
        return self.whole


def recorded(bench):
    """A client gets through `record` what it gets without; a contract is drafted, and no key is on the disk."""
    way = bench.recorded()
    wrong = list(bench.wrong)
    for prompt, body in bench.sent.items():
        if body != "".join(chat_server.events(prompt)).encode():
            wrong.append(f"{prompt} through record, byte for byte: {session.brief(body)}")
    wrong += [f"the key is in {path}" for path in way.holding(chat_server.KEY)]
    return wrong


def replayed(bench):
    """The clients get from the mock what they got from the server: to each prompt its own events, in their order."""
    with bench.recorded().served() as (url, key):
        wrong = session.differences("the mock", bench.real, chat_client.asked(url, key))
        for prompt in chat_server.PROMPTS:
            if (body := chat_client.raw(url, prompt, key)) != bench.sent[prompt]:
                wrong.append(f"{prompt} from the mock, byte for byte: {session.brief(body)}")
    return wrong


def plain(bench):
    """Another program gets the same: what the recorded client says of itself isn't what the API asks for."""
    with bench.recorded().served() as (url, key):
        body = chat_client.plain(url, BIRD, key)
    return [] if body == bench.sent[BIRD] else [session.brief(body)]


def early(bench):
    """`record` gives a client the first part of a stream before the server sends the second, which waits for that."""
    acknowledged = threading.Event()
    with chat_server.Server(acknowledged) as server:
        way = bench.way("early", server)
        with way.recorded() as url:
            events = list(chat_client.stream(url, BIRD, first=acknowledged.set))
            acknowledged.clear()
            lines = list(chat_client.lines(url, BIRD, first=acknowledged.set))
        wrong = [f"{path}: record kept the first part until the second was sent" for path in server.held]
    # What was held back would be whole all the same: so was the stream that nothing kept.
    if len(events) != len(chat_server.events(BIRD)) - 1 or len(lines) != len(chat_server.lines(BIRD)):
        wrong.append(f"{len(events)} events and {len(lines)} lines came")
    return wrong


def paced(bench):
    """The mock keeps what comes together as it was, whatever the pace; and as recorded takes as long as it took."""
    way = bench.recorded()
    wrong, wanted = [], bench.real[f"{BIRD} in events"]
    times = event_times(way)
    if times != sorted(times) or len(times) != len(chat_server.events(BIRD)):
        wrong.append(f"the times of the events: {times}")
    for pace, least in (("none", 0), ("recorded", max(times, default=0) / 1000), ("20ms", 0.02 * (len(wanted) - 1))):
        with way.served("--pace", pace) as (url, key):
            began = time.monotonic()
            events = list(chat_client.stream(url, BIRD, key))
            seconds = time.monotonic() - began
        # Nothing can be faster than the pace; how much slower it is, is the machine's.
        if events != wanted or seconds < least:
            wrong.append(f"--pace {pace}: {seconds:.3f} s, at least {least:.3f}: {session.brief(events)}")
    return wrong


def event_times(way):
    """When each event of a stream came, in milliseconds from the head on, as the recording says."""
    for path in way.recordings():
        with open(os.path.join(way.folder, path), encoding="utf-8") as file:
            recording = json.load(file)
        body = recording["request"].get("body") or {}
        if recording["response"].get("encoding") == "events" and body.get("messages") == chat_client.said(BIRD) \
                and recording["request"]["path"] == "/v1/chat/completions":
            return [part["at"] for part in recording["response"]["body"]]
    return []


def broken(bench):
    """A stream that breaks off after two events is two events and an error, not an end, to the client."""
    way, count = bench.recorded(), 2
    wanted = bench.real[f"{BIRD} in events"]
    with way.served("--fault", f"break-off-{count}@{ENDPOINT}") as (url, key):
        got, error = [], None
        try:
            for event in chat_client.stream(url, BIRD, key):
                got.append(event)
        except Exception as raised:  # Whatever the client's transport calls it.
            error = raised
    if got != wanted[:count] or error is None:
        return [f"break-off-{count}: {error!r} after {len(got)} events: {session.brief(got)}"]
    return []


CHECKS = {"record": recorded, "replay": replayed, "plain": plain, "early": early, "pace": paced, "break-off": broken}


def run(plumbline, folder, processes, only=None):
    """What is wrong, a line each, and what plumbline printed."""
    bench, wrong = Bench(plumbline, folder, processes), []
    for name, check in CHECKS.items():
        if not only or name in only:
            try:
                wrong += [f"{name}: {line}" for line in check(bench)]
            except Exception as error:  # The clients have many; one check that fails leaves the others.
                wrong.append(f"{name}: {error!r}")
    return wrong, [line for way in bench.ways for line in way.printed]
