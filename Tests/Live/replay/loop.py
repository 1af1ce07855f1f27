"""The whole way of a service that is known by its traffic alone: record, infer, lint, check, serve, and the same requests again."""
import os
import re

from driver import session as driver

from . import session

# Addresses of persons are replaced in recordings, and said.
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# The server names its own address, and so does the mock.
OWN = re.compile(r"(?:127\.0\.0\.1|localhost):[0-9]+")


class Loop:
    """Requests to one server, each `{ "request": "GET /x", "query": …, "json": …, "as": … }`, and what is compared of the answers."""

    def __init__(self, requests, credentials=None, mocked=None, settled=lambda body: body, strange=()):
        self.requests, self.credentials, self.mocked = requests, credentials or {}, mocked or {}
        # `strange`: no endpoint of the service has them, so the mock rejects them in its own words, by the same status.
        self.settled, self.strange = settled, strange

    def run(self, way):
        """What is wrong, a line each."""
        with way.recorded() as url:
            real = self._asked(url, self.credentials)
        lines = way.drafted()
        with way.served() as (url, _):
            return lines + session.differences("the mock", real, self._asked(url, self.mocked))

    def _asked(self, url, credentials):
        got = {}
        for number, request in enumerate(self.requests):
            answer = driver.ask(url, request, credentials)
            name = driver.name(request)
            kind = answer.headers.get("content-type")
            shown = (answer.status,)
            # How a server describes the content that a HEAD lacks is its own affair.
            if request["request"] not in self.strange and not name.startswith("HEAD "):
                shown = (answer.status, kind, self.settled(anonymous(answer.body)))
            got[f"{number} {name}"] = shown
        return got


def anonymous(value):
    """A body without the addresses of persons, and without that of the server."""
    if isinstance(value, dict):
        return {name: anonymous(one) for name, one in value.items()}
    if isinstance(value, list):
        return [anonymous(one) for one in value]
    return OWN.sub("server", ADDRESS.sub("person", value)) if isinstance(value, str) else value


def way(plumbline, service, upstream, folder, processes):
    """A session with empty folders of its own."""
    place = os.path.join(folder, "loop")
    os.makedirs(place)
    return session.Session(plumbline, service, upstream, place, processes)
