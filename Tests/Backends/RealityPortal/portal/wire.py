"""HTTP as the portal speaks it, with what a gateway in front of it gets wrong."""
import json
import threading
import time
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from .views import Answer, Failure

# So many requests in so many seconds are answered where the portal limits them; whoever asks more waits a second.
LIMIT, SECONDS = 20, 2
SLASHED = "/api/v1/inquiries/"


class Server(ThreadingHTTPServer):
    """Listens on this machine only."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port, portal, log=None):
        self.portal, self.log, self.turn, self.recent = portal, log, threading.Lock(), deque()
        super().__init__(("127.0.0.1", port), Handler)

    def limited(self):
        """The failure of a request that is one too many."""
        if not self.portal.options.rate_limit:
            return None
        while self.recent and self.recent[0] < time.monotonic() - SECONDS:
            self.recent.popleft()
        if len(self.recent) >= LIMIT:
            return Failure(429, "TOO_MANY_REQUESTS", "Ask again in a second.", {"Retry-After": "1"})
        self.recent.append(time.monotonic())
        return None


class Handler(BaseHTTPRequestHandler):
    """One connection; its requests are answered one after another."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "portal", ""
    disable_nagle_algorithm = True
    wbufsize = -1

    def handle_any(self):
        url = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.server.turn:
            answer = self.answered(url, body)
        if self.server.log:
            with open(self.server.log, "a", encoding="utf-8") as log:
                log.write(f"{self.command} {self.path} {self.headers.get('Authorization', '-')[-6:]} {body[:300]!r}\n")
                log.write(f"  {answer.status} {json.dumps(answer.body, ensure_ascii=False)[:300]}\n")
        self.send(answer)

    def answered(self, url, body):
        portal, path = self.server.portal, url.path
        failure = self.server.limited()
        if failure:
            return portal.refused(failure)
        if self.command == "HEAD" and "head-fails" in portal.drifts:
            return portal.refused(Failure(500, "SERVER_ERROR", "HEAD isn't handled."))
        if self.command == "OPTIONS" and "options-fails" in portal.drifts:
            return portal.refused(Failure(500, "SERVER_ERROR", "OPTIONS isn't handled."))
        if "post-redirected" in portal.drifts:
            if self.command == "POST" and path == SLASHED[:-1]:
                return Answer(301, None, {"Location": SLASHED})
            path = SLASHED[:-1] if path == SLASHED else path
        query = dict(parse_qsl(url.query, keep_blank_values=True))
        return portal.answer(self.command, path, query, self.headers, body)

    def send(self, answer):
        drifts = self.server.portal.drifts
        body = b"" if answer.body is None else json.dumps(answer.body, ensure_ascii=False).encode()
        if answer.status == 204 and "no-content-body" in drifts and self.command != "OPTIONS":
            body = b'{"ok":true}'
            self.close_connection = True
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if body and "no-content-type" not in drifts:
            self.send_header("Content-Type", "application/json; charset=utf-8")
            if "two-content-types" in drifts:
                self.send_header("Content-Type", "text/html")
        if answer.status != 204 or body:
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = handle_any

    def log_message(self, *_):
        """Prints nothing."""
