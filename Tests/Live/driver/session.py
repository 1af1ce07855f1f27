"""What is asked of a server, in order: Prometheus/requests.json and Kinto/requests.json."""
import base64
import http.client
import json
import urllib.parse

# Which members a request may have.
MEMBERS = {"request", "query", "headers", "json", "form", "text", "as", "status", "state", "awaits", "follow", "new"}


def read(path, personas):
    """The requests of a file, checked: a member with a wrong name would change nothing, unseen."""
    with open(path) as file:
        requests = json.load(file)["requests"]
    for number, request in enumerate(requests):
        unknown = sorted(set(request) - MEMBERS)
        if unknown or "request" not in request or "status" not in request:
            raise ValueError(f"{path}: request {number} has wrong members {unknown}, or lacks request or status")
        if request.get("as") not in (None, *personas):
            raise ValueError(f"{path}: request {number} is sent as {request['as']}, who isn't known")
    return requests


def name(request):
    """What it is called in what is printed."""
    query = urllib.parse.urlencode(request.get("query", {}), doseq=True)
    who = f" as {request['as']}" if request.get("as") else ""
    return request["request"] + ("?" + query if query else "") + who


def followed(request, previous):
    """The request, with the query of the URL in that header of the answer before; the server makes tokens by chance."""
    if "follow" not in request:
        return request
    url = previous.headers.get(request["follow"], "") if previous else ""
    return {**request, "query": urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)}


class Asked:
    """An answer, as a recording would hold it."""

    def __init__(self, status, headers, data):
        self.status, self.headers = status, {key.lower(): value.strip() for key, value in headers}
        self.body = data.decode("utf-8", "replace")
        kind = self.headers.get("content-type", "").split(";")[0]
        if data and (kind == "application/json" or kind.endswith("+json")):
            self.body = json.loads(data)

    def tree(self, request):
        """What is compared; of a request that nobody recorded, whether it was taken or refused, and in which form."""
        if request.get("new"):
            kind = self.headers.get("content-type", "").split(";")[0]
            return {"response": {"status": self.status, "headers": {"content-type": kind}}}
        return {"response": {"status": self.status, "headers": dict(self.headers), "body": self.body}}


def ask(base, request, credentials):
    """Sends a request to a base URL, by a connection of its own."""
    url = urllib.parse.urlsplit(base)
    method, path = request["request"].split(" ", 1)
    target = url.path.rstrip("/") + path
    if request.get("query"):
        target += "?" + urllib.parse.urlencode(request["query"], doseq=True)
    headers = {"Accept": "*/*", **request.get("headers", {})}
    body = None
    if "json" in request:
        body, kind = json.dumps(request["json"]), "application/json"
    elif "form" in request:
        body, kind = urllib.parse.urlencode(request["form"], doseq=True), "application/x-www-form-urlencoded"
    elif "text" in request:
        body, kind = request["text"], "text/plain"
    if body is not None:
        headers.setdefault("Content-Type", kind)
    if request.get("as"):
        pair = credentials[request["as"]].encode()
        headers["Authorization"] = "Basic " + base64.b64encode(pair).decode()
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
    try:
        connection.request(method, target, body=body, headers=headers)
        answer = connection.getresponse()
        return Asked(answer.status, answer.getheaders(), answer.read())
    finally:
        connection.close()
