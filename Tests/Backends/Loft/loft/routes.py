"""Endpoints by method and path, who may ask them, and how their answers leave."""
import json
import re
from typing import NamedTuple
from urllib.parse import parse_qsl

from . import customers, exports, files, oauth, orders, wire
from .views import Answer, Failure, Views, error, invalid

# Method, path, the scope that is needed, what answers, and the parameters that are documented.
PAGE = {"limit", "starting_after"}
CUSTOMER = {"name", "email", "phone", "metadata"}
ORDER = {"customer", "currency", "note", "shipping", "metadata", "expand"}
ROUTES = [
    ("POST", "/oauth/token", None, oauth.token, None),
    ("POST", "/oauth/revoke", None, oauth.revoke, None),
    ("GET", "/v1/customers", "read", customers.all_of_them, PAGE | {"email"}),
    ("POST", "/v1/customers", "write", customers.create, CUSTOMER),
    ("GET", "/v1/customers/{id}", "read", customers.detail, set()),
    ("PATCH", "/v1/customers/{id}", "write", customers.change, CUSTOMER),
    ("DELETE", "/v1/customers/{id}", "write", customers.delete, set()),
    ("GET", "/v1/orders", "read", orders.all_of_them, PAGE | {"status", "customer", "expand"}),
    ("POST", "/v1/orders", "write", orders.create, ORDER),
    ("GET", "/v1/orders/{id}", "read", orders.detail, {"expand"}),
    ("PATCH", "/v1/orders/{id}", "write", orders.change, ORDER - {"customer", "currency"}),
    ("DELETE", "/v1/orders/{id}", "write", orders.delete, set()),
    ("POST", "/v1/orders/{id}/submit", "write", orders.submit, set()),
    ("GET", "/v1/orders/{id}/lines", "read", orders.lines, PAGE),
    ("POST", "/v1/orders/{id}/lines", "write", orders.add, {"description", "quantity", "unit_amount"}),
    ("DELETE", "/v1/orders/{id}/lines/{line}", "write", orders.remove, set()),
    ("GET", "/v1/files", "read", files.all_of_them, PAGE | {"purpose"}),
    ("POST", "/v1/files", "write", files.create, None),
    ("GET", "/v1/files/{id}", "read", files.detail, set()),
    ("DELETE", "/v1/files/{id}", "write", files.delete, set()),
    ("GET", "/v1/files/{id}/content", "read", files.content, set()),
    ("POST", "/v1/exports", "write", exports.create, {"kind"}),
    ("GET", "/v1/exports/{id}", "read", exports.detail, set()),
    ("GET", "/v1/exports/{id}/result", "read", exports.result, set()),
]


class Call(NamedTuple):
    """A request as endpoints see it."""

    loft: object
    place: dict
    query: dict
    headers: object
    body: bytes
    path: str

    @property
    def id(self):
        return self.place["id"]

    @property
    def store(self):
        return self.loft.store

    @property
    def views(self):
        return self.loft.views

    def drifts(self, name):
        return name in self.loft.drifts

    def form(self):
        """The members of the form that was sent, without white space around them where Loft trims."""
        given = wire.form(self.headers, self.body)
        if self.loft.options.trim:
            given = {name: value.strip() if isinstance(value, str) else value for name, value in given.items()}
        return given


class Loft:
    """The backend in one state of health: its store, and what is switched on."""

    def __init__(self, store, options, origin):
        self.store, self.drifts, self.options, self.origin = store, set(options.drift), options, origin
        self.views = Views(store, self.drifts, origin, options)

    def answer(self, method, path, query, headers, body):
        """Answers a request; failures are answers, too."""
        try:
            return self.carried_out(method, path, query, headers, body)
        except Failure as failure:
            return self.refused(failure)

    def carried_out(self, method, path, query, headers, body):
        known = [(route, found) for route in ROUTES if (found := re.fullmatch(pattern(route[1]), path))]
        if "export-gone" in self.drifts:
            known = [(route, found) for route, found in known if route[3] is not exports.detail]
        if not known:
            raise Failure(404, "unknown_path", "Loft has no such path.")
        asked = "GET" if method == "HEAD" else method
        methods = sorted({route[0] for route, _ in known})
        methods += ["HEAD"] * ("GET" in methods)
        if method == "OPTIONS":
            return Answer(204, headers={"Allow": ", ".join([*methods, "OPTIONS"])})
        for (wanted, _, scope, endpoint, documented), found in known:
            if wanted != asked:
                continue
            if not ("auth-off" in self.drifts and endpoint is orders.all_of_them):
                oauth.admit(self, scope, headers)
            call = Call(self, found.groupdict(), wire.nested(query), headers, body, path)
            if self.options.strict and documented is not None:
                only(call, documented, wanted)
            if wanted == "POST" and scope is not None:
                return self.once(call, endpoint)
            return endpoint(call)
        raise Failure(405, "method_not_allowed", "This path knows other methods.", headers={"Allow": ", ".join(methods)})

    def once(self, call, endpoint):
        """Carries out a POST, or repeats the answer that its Idempotency-Key got before."""
        key = call.headers.get("Idempotency-Key")
        if key is None or "idempotency-ignored" in self.drifts:
            return endpoint(call)
        request = "POST" if "idempotency-mixed" in self.drifts else f"POST {call.path}"
        row = self.store.one("SELECT * FROM idempotency_keys WHERE id = ?", f"{request} {key}")
        body = comparable(call)
        if row is None:
            answer = endpoint(call)
            if isinstance(answer.body, dict):
                self.store.insert(
                    "idempotency_keys", id=f"{request} {key}", request=call.path, body=body, status=answer.status,
                    answer=json.dumps(answer.body), headers=json.dumps(answer.headers))
            return answer
        if row["body"] != body and not self.drifts & {"idempotency-body-unchecked", "idempotency-mixed"}:
            raise Failure(422, "idempotency_key_reused", "This Idempotency-Key came with another body before.")
        headers = {**json.loads(row["headers"]), "Idempotent-Replayed": "true"}
        return Answer(row["status"], json.loads(row["answer"]), headers)

    def refused(self, failure):
        status = failure.status
        if status == 404 and failure.code == "resource_missing":
            if "error-html" in self.drifts:
                return Answer(404, b"<!doctype html><title>404</title><h1>Not found</h1>", type="text/html")
            if "missing-as-400" in self.drifts:
                status = 400
        if status == 401 and failure.code == "authentication_required" and "auth-as-403" in self.drifts:
            status = 403
        if isinstance(failure, oauth.Refusal) and "oauth-error-wrapped" not in self.drifts:
            body = {"error": failure.code, "error_description": failure.message}
        elif "error-flat" in self.drifts:
            body = {"code": failure.code, "message": failure.message}
        else:
            body = error(failure)
        return Answer(status, body, failure.headers)


def pattern(path):
    """A route's path as a regular expression."""
    return re.sub(r"\{(\w+)\}", r"(?P<\1>[A-Za-z0-9_-]{1,80})", path)


def only(call, documented, method):
    """Refuses parameters that nobody documented."""
    given = call.query if method == "GET" else call.form()
    unknown = sorted(set(given) - documented)
    if unknown:
        raise invalid(unknown[0], f"Unknown parameter: {unknown[0]}.")


def comparable(call):
    """A body as an Idempotency-Key holds it: a form's pairs in order, and any other body without its boundary."""
    kind = call.headers.get("Content-Type") or ""
    if kind.startswith("multipart/"):
        return repr(sorted(wire.parts(call.headers, call.body).items(), key=str))
    return repr(sorted(parse_qsl(call.body.decode("utf-8", "replace"), keep_blank_values=True)))
