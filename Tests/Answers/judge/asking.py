"""Asks a mock everything that a document has, and judges each answer by the document's schemas."""
import http.client
import json
import re
import socket
import urllib.parse

from .schemas import NotJudged
from .values import made

# What a mock answers of its own accord where the document has no answer: to a credential, a path, a request that is wrong.
# Where no success is documented, 200 or 204 is its own as well.
OWN = (400, 401, 403, 404, 405, 406, 409, 411, 412, 413, 415, 422, 428)
# Items are created before they are read, and deleted last.
ORDER = ("POST", "PUT", "GET", "QUERY", "PATCH", "DELETE")


class Asked:
    """What came of asking for all operations of a document."""

    def __init__(self, document, schemas, url):
        self.document, self.schemas = document, schemas
        self.host = urllib.parse.urlsplit(url).netloc
        self.answers = self.judged = self.successes = 0
        self.findings, self.not_judged, self.ids = {}, {}, {}
        self.connection = None

    def all(self):
        operations = sorted(self.document.operations(), key=lambda operation: ORDER.index(operation.method))
        for operation in operations:
            for body in self.bodies(operation):
                self.ask(operation, body)
        for operation in operations:
            body = self.bodies(operation)[0]
            for status in operation.responses():
                code = {"default": "500"}.get(status, re.sub("[Xx]", "0", status))
                if operation.method != "DELETE" or not code.startswith("2"):
                    self.ask(operation, body, {"Prefer": f"code={code}"})
        if self.connection:
            self.connection.close()
        return len(operations)

    def bodies(self, operation):
        """The bodies to try: the first example, one with what is required, and one with everything; `None` is no body."""
        for kind, schema, examples in operation.bodies():
            if "json" not in kind and kind not in ("application/x-www-form-urlencoded", "multipart/form-data", "*/*"):
                continue
            values = examples[:1]
            for whole in (False, True):
                value = made(self.document, schema, whole=whole)
                if value not in values:
                    values.append(value)
            return [encoded(kind, value) for value in values]
        return [None]

    def ask(self, operation, body, more=None):
        headers, query = operation.credentials()
        headers.update(more or {})
        path = operation.path
        for parameter in operation.parameters:
            name, place = parameter.value["name"], parameter.value.get("in")
            if place != "path" and parameter.value.get("required") is not True:
                continue
            value = self.value(operation, parameter)
            if place == "path":
                path = re.sub(r"\{[+/.;]?" + re.escape(name) + r"\*?\}", lambda _: quoted(value), path)
            elif place == "query":
                query[name] = value
            elif place == "header" and name.lower() not in ("accept", "content-type", "authorization"):
                headers[name] = text(value).encode("utf-8").decode("latin-1")
        if query:
            pairs = [(name, text(part)) for name, value in query.items()
                     for part in (value if isinstance(value, list) else [value])]
            path += "?" + urllib.parse.urlencode(pairs)
        if body:
            headers["Content-Type"] = body[0]
        self.send(operation, path, body[1] if body else None, headers)

    def value(self, operation, parameter):
        """The value of a parameter: an item's that was seen, an example, or one that is made."""
        name = parameter.value["name"]
        if parameter.value.get("in") == "path":
            collection = operation.path.partition("{" + name + "}")[0].rstrip("/")
            seen = self.ids.get(collection)
            if seen:
                for key in (name, "id", name.rpartition("_")[2], "name", "key"):
                    if isinstance(seen.get(key), (str, int)) and seen[key] != "":
                        return seen[key]
        examples = operation.examples(parameter)
        return examples[0] if examples else made(self.document, operation.schema_of(parameter))

    def send(self, operation, path, body, headers):
        try:
            if not self.connection:
                self.connection = http.client.HTTPConnection(self.host, timeout=10)
            self.connection.request(operation.method, path, body, headers)
            answer = self.connection.getresponse()
            kind = (answer.getheader("Content-Type") or "").partition(";")[0].strip().lower()
            if kind == "text/event-stream":
                self.leave()
                return
            content = answer.read()
        except socket.timeout:
            self.leave()
            self.note("an answer took longer than 10 s")
            return
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.leave()
            self.find(operation, f"no answer: {error!r}")
            return
        self.answers += 1
        self.successes += 200 <= answer.status < 300
        self.judge(operation, answer.status, kind, content)
        if 200 <= answer.status < 300:
            self.remember(path.partition("?")[0].rstrip("/"), content)

    def leave(self):
        self.connection.close()
        self.connection = None

    def judge(self, operation, status, kind, content):
        responses = operation.responses()
        documented = next((responses[key] for key in (str(status), f"{status // 100}XX", f"{status // 100}xx", "default")
                           if key in responses), None)
        if documented is None:
            hides_success = any(key[0] in "2d" for key in responses)
            if status not in OWN and (status >= 300 or hides_success):
                self.find(operation, f"{status} isn't documented")
            return
        if not content or not documented:
            return
        schema = next((schema for name, schema in documented.items() if name.partition(";")[0].strip().lower() == kind), None)
        if schema is None:
            schema = next((schema for name, schema in documented.items() if covers(name, kind)), None)
        if schema is None:
            self.find(operation, f"{status} comes as {kind or 'nothing'}, and is documented as {', '.join(documented)}")
        elif kind == "application/json" or kind.endswith("+json"):
            self.judge_json(operation, status, schema, content)
        else:
            self.note(f"{kind or 'an unnamed type'} is no JSON")

    def judge_json(self, operation, status, schema, content):
        try:
            value = json.loads(content)
        except ValueError as error:
            self.find(operation, f"{status} is no JSON: {error}")
            return
        try:
            problems = self.schemas.problems(schema, value)
        except NotJudged as error:
            self.note(f"a schema: {error}")
            return
        self.judged += 1
        if problems and value in operation.response_examples(status):
            self.note("an example of the document's own, whose schema refuses it")
            return
        for problem in problems:
            self.find(operation, f"{status} {problem}")

    def remember(self, path, content):
        """Keeps an item of a collection, by which it is asked for later."""
        try:
            value = json.loads(content)
        except ValueError:
            return
        lists = [value] + (list(value.values()) if isinstance(value, dict) else [])
        items = [part[0] for part in lists if isinstance(part, list) and part and isinstance(part[0], dict)]
        items += [part for part in lists if isinstance(part, dict)]
        if items:
            self.ids[path] = items[0]

    def find(self, operation, text):
        key = f"{operation}: {text}"
        self.findings[key] = self.findings.get(key, 0) + 1

    def note(self, text):
        self.not_judged[text] = self.not_judged.get(text, 0) + 1


def covers(name, kind):
    """Whether a range of media types takes one."""
    name = name.partition(";")[0].strip().lower()
    return name == "*/*" or (name.endswith("/*") and kind.startswith(name[:-1]))


def text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)


def quoted(value):
    value = value[0] if isinstance(value, list) and value else value
    return urllib.parse.quote(text(value), safe="") or "text"


def encoded(kind, value):
    """A body with its media type."""
    if kind == "application/x-www-form-urlencoded" and isinstance(value, dict):
        return kind, urllib.parse.urlencode([(name, text(member)) for name, member in value.items()])
    if kind == "multipart/form-data" and isinstance(value, dict):
        parts = "".join(f'--part\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{text(member)}\r\n'
                        for name, member in value.items())
        return f"{kind}; boundary=part", (parts + "--part--\r\n").encode()
    return "application/json" if kind == "*/*" else kind, json.dumps(value).encode()
