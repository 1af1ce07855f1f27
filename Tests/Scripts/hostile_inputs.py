#!/usr/bin/env python3
"""Writes inputs that are made to be slow, to nest deeply or to unpack to very much, for the commands that read files.

    python3 Tests/Scripts/hostile_inputs.py FOLDER [NAME…]

Each is to end within 5 seconds of the processor's time and 500 MB, with a right result or with a message that says what
was left out. What can be measured within one process is in the table of `plumbline-bench hostile` instead.

    segments      a path of 50,000 segments           lint, verify --direct, check, probe
    min-contains  a list of a thousand million        verify --direct, a GET to the mock
    one-of        a choice among 8,000 constants      verify --direct
    any-of        20,000 choices in one another       lint, verify --direct
    references    a chain of 20,000 $ref              lint, verify --direct
    required      100,000 required members            lint, verify --direct
    pattern       a?…a?a…a, a thousand of each        lint, verify --direct
    endpoints     10,000 endpoints                    lint, verify --direct
    paths         4,000 paths, all different          infer, import har
    deep-path     one path of 50,000 segments         check, infer (left out)
    members       an object of 100,000 members        infer
    fields        32,000 fields of a request          infer
    answer-fields 32,000 fields of an answer          infer
    bomb          3.5 MB of gzip, 3.6 GB unpacked     check, infer, import har
    server        a packed answer of 40 MB (serves)   verify --direct --server http://127.0.0.1:19471
"""

import gzip
import http.server
import json
import os
import sys


def document(paths, schemas=None):
    root = {
        "openapi": "3.1.0", "info": {"title": "hostile", "version": "1"},
        "servers": [{"url": "http://127.0.0.1:19471"}], "paths": paths,
    }
    if schemas:
        root["components"] = {"schemas": schemas}
    return root


def operation(schema, name="x"):
    content = {"application/json": {"schema": schema}}
    return {"get": {"operationId": name, "responses": {"200": {"description": "Done", "content": content}}}}


def entry(url, body='{"a":1}', sent=(), received=()):
    received = [{"name": "content-type", "value": "application/json"}, *received]
    return {
        "startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {},
        "timings": {"send": 0, "wait": 1, "receive": 0},
        "request": {
            "method": "GET", "url": url, "httpVersion": "HTTP/1.1", "headers": list(sent), "queryString": [],
            "cookies": [], "headersSize": -1, "bodySize": -1,
        },
        "response": {
            "status": 200, "statusText": "", "httpVersion": "HTTP/1.1", "headers": received, "cookies": [],
            "content": {"size": len(body), "mimeType": "application/json", "text": body},
            "redirectURL": "", "headersSize": -1, "bodySize": -1,
        },
    }


def capture(*entries):
    return {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": list(entries)}}


def fields(count):
    return [{"name": f"X-H{number}", "value": f"v{number}"} for number in range(count)]


def chain(count, link):
    schemas = {f"S{number}": link({"$ref": f"#/components/schemas/S{number + 1}"}) for number in range(count)}
    schemas[f"S{count}"] = {"type": "string"}
    return document({"/a": operation({"$ref": "#/components/schemas/S0"})}, schemas)


def required(count):
    names = [f"m{number}" for number in range(count)]
    members = {name: {"type": "integer"} for name in names}
    return document({"/a": operation({"type": "object", "required": names, "properties": members})})


DOCUMENTS = {
    "segments": lambda: document({"/s" * 50_000: operation({"type": "object"})}),
    "min-contains": lambda: document(
        {"/a": operation({"type": "array", "contains": {"type": "integer"}, "minContains": 1_000_000_000})}),
    "one-of": lambda: document({"/a": operation({"oneOf": [{"const": number} for number in range(8_000)]})}),
    "any-of": lambda: chain(20_000, lambda reference: {"anyOf": [reference]}),
    "references": lambda: chain(20_000, lambda reference: reference),
    "required": lambda: required(100_000),
    "pattern": lambda: document({
        "/a": operation({
            "type": "object", "minProperties": 1,
            "patternProperties": {"a?" * 1_000 + "a" * 1_000: {"type": "integer"}},
        })
    }),
    "endpoints": lambda: document(
        {f"/e{number}/x": operation({"type": "object"}, f"o{number}") for number in range(10_000)}),
}

CAPTURES = {
    "paths": lambda: capture(
        *(entry(f"http://api.test/p{number}/q{number * 7919 % 4000}") for number in range(4_000))),
    "deep-path": lambda: capture(entry("http://api.test" + "/s7" * 50_000)),
    "members": lambda: capture(
        entry("http://api.test/a", json.dumps({f"m{number}": number for number in range(100_000)}))),
    "fields": lambda: capture(entry("http://api.test/a", sent=fields(32_000))),
    "answer-fields": lambda: capture(entry("http://api.test/a", received=fields(32_000))),
}


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
    print(path)


def bomb(path):
    with gzip.open(path, "wb", 9) as file:
        file.write(b'{"log":{"version":"1.2","entries":[')
        for _ in range(3_600):
            file.write(b" " * 1_000_000)
    print(path)


def serve():
    body = gzip.compress(b"[" + b"0," * 20_000_000 + b"0]", 9)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    http.server.ThreadingHTTPServer(("127.0.0.1", 19471), Handler).serve_forever()


def main(folder, names):
    for name, make in DOCUMENTS.items():
        if not names or name in names:
            write(f"{folder}/{name}/openapi.json", make())
    for name, make in CAPTURES.items():
        if not names or name in names:
            write(f"{folder}/{name}.har", make())
    if not names or "bomb" in names:
        bomb(f"{folder}/bomb.har.gz")
    if "server" in names:
        serve()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
