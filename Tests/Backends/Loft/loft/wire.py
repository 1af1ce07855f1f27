"""HTTP as Loft speaks it: forms in, JSON out."""
import json
import sys
import threading
import time
from collections import deque
from email.message import Message
from email.parser import Parser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from .views import Failure, invalid

# So many requests in so many seconds are answered where Loft limits them.
LIMIT, SECONDS = 40, 2
LARGEST = 4_000_000


class Server(ThreadingHTTPServer):
    """Listens on this machine only."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port, log=None):
        self.loft, self.log, self.turn, self.recent = None, log, threading.Lock(), deque()
        super().__init__(("127.0.0.1", port), Handler)
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        """Says nothing of clients that left."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def limited(self):
        """The failure of a request that is one too many."""
        if not self.loft.options.rate_limit:
            return None
        while self.recent and self.recent[0] < time.monotonic() - SECONDS:
            self.recent.popleft()
        if len(self.recent) >= LIMIT:
            return Failure(429, "rate_limit", "Ask again in a second.", headers={"Retry-After": "1"})
        self.recent.append(time.monotonic())
        return None


class Handler(BaseHTTPRequestHandler):
    """One connection; its requests are answered one after another."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "loft", ""
    disable_nagle_algorithm = True
    wbufsize = -1

    def handle_any(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > LARGEST:
            self.close_connection = True
        body = b"" if length > LARGEST else self.rfile.read(length)
        url, loft = urlsplit(self.path), self.server.loft
        with self.server.turn:
            failure = self.server.limited()
            if length > LARGEST:
                failure = Failure(413, "too_large", "A request may have 4 MB.")
            query = parse_qsl(url.query, keep_blank_values=True)
            answer = loft.refused(failure) if failure else loft.answer(
                self.command, url.path, query, self.headers, body)
        if self.server.log:
            with open(self.server.log, "a", encoding="utf-8") as log:
                names = ("If-Match", "Idempotency-Key", "Content-Type")
                shown = {name: self.headers[name] for name in names if name in self.headers}
                log.write(f"{self.command} {self.path} {shown} {body[:300]!r}\n  {answer.status} {answer.body!r:.300}\n")
        self.send(answer)

    def send(self, answer):
        body = answer.body
        if body is None:
            body = b""
        elif not isinstance(body, bytes):
            body = json.dumps(body, ensure_ascii=False).encode()
        self.send_response(answer.status)
        for name, value in {"Content-Type": answer.type, **answer.headers}.items():
            if name != "Content-Type" or body:
                self.send_header(name, value)
        if answer.status != 204:
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


def nested(pairs):
    """Pairs of a form as a tree: `metadata[tier]=2` is a member of metadata, `expand[]=customer` an element of expand."""
    tree = {}
    for name, value in pairs:
        words = name.replace("]", "").split("[")
        if name.endswith("[]"):
            tree.setdefault(words[0], []).append(value)
        elif len(words) == 2:
            branch = tree.setdefault(words[0], {})
            if not isinstance(branch, dict):
                raise invalid(words[0], f"{words[0]} is given both as a value and as an object.")
            branch[words[1]] = value
        elif len(words) == 1:
            tree[name] = value
        else:
            raise invalid(words[0], f"{name} lies deeper than anything that Loft takes.")
    return tree


def form(headers, body):
    """The members of a form's body."""
    if not body:
        return {}
    if (headers.get("Content-Type") or "").split(";")[0].strip() != "application/x-www-form-urlencoded":
        raise Failure(415, "media_type", "Send a form: application/x-www-form-urlencoded.")
    try:
        return nested(parse_qsl(body.decode(), keep_blank_values=True))
    except UnicodeDecodeError:
        raise invalid(None, "The form isn't UTF-8.") from None


def parts(headers, body):
    """The parts of a multipart body by name: the text of a field, or the file's name, type and bytes."""
    kind = Message()
    kind["Content-Type"] = headers.get("Content-Type") or ""
    boundary = kind.get_param("boundary")
    if kind.get_content_type() != "multipart/form-data" or not boundary:
        raise Failure(415, "media_type", "Send multipart/form-data.")
    found = {}
    for piece in (b"\r\n" + body).split(b"\r\n--" + boundary.encode())[1:]:
        head, gap, data = piece.partition(b"\r\n\r\n")
        part = Parser().parsestr(head.decode("utf-8", "replace").strip(), headersonly=True)
        name = part.get_param("name", header="content-disposition")
        if gap and name is not None:
            file = part.get_filename()
            found[name] = data.decode("utf-8", "replace") if file is None else (file, part.get_content_type(), data)
    return found
