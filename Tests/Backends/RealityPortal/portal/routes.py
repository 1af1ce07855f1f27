"""Endpoints by method and path, who may ask them, and how their answers leave."""
import json
import re
from typing import NamedTuple

from . import accounts, inquiries, listings
from .views import Answer, Failure, invalid, not_found, snake

# Method, path, who may ask (anybody, guest or member, member, holder of a refresh token), and what answers.
ROUTES = [
    ("POST", "/auth/login", "anybody", accounts.login),
    ("POST", "/auth/register", "anybody", accounts.register),
    ("POST", "/auth/refresh", "refresh", accounts.refresh),
    ("POST", "/auth/logout", "member", accounts.logout),
    ("GET", "/profile", "member", accounts.profile),
    ("PATCH", "/profile", "member", accounts.edit),
    ("PUT", "/profile/photo", "member", accounts.photo),
    ("PUT", "/profile/password", "member", accounts.password),
    ("GET", "/profile/notifications", "member", accounts.preferences),
    ("PUT", "/profile/notifications", "member", accounts.choose),
    ("POST", "/push-tokens", "member", accounts.device),
    ("GET", "/listings/featured", "guest", listings.featured),
    ("GET", "/listings", "guest", listings.search),
    ("GET", "/listings/{id}", "guest", listings.detail),
    ("GET", "/favorites", "member", listings.favorites),
    ("PUT", "/favorites/{id}", "member", listings.like),
    ("DELETE", "/favorites/{id}", "member", listings.unlike),
    ("GET", "/inquiries", "member", inquiries.all_of_ones_own),
    ("POST", "/inquiries", "member", inquiries.ask),
    ("GET", "/inquiries/{id}", "member", inquiries.detail),
    ("GET", "/inquiries/{id}/messages", "member", inquiries.conversation),
    ("POST", "/inquiries/{id}/messages", "member", inquiries.send),
]
PREFIX = "/api/v1"


class Call(NamedTuple):
    """A request as endpoints see it; `account` and `session` are nothing where a guest asks."""

    portal: object
    id: str
    query: dict
    headers: object
    bytes: bytes
    account: object
    session: object

    @property
    def store(self):
        return self.portal.store

    @property
    def views(self):
        return self.portal.views

    def drifts(self, name):
        return name in self.portal.drifts

    def body(self, required, optional=None):
        """The body's documented members, each of its type; `required` and `optional` give a test for each member."""
        if "json" not in (self.headers.get("Content-Type") or ""):
            raise invalid("The body has to be JSON.")
        try:
            sent = json.loads(self.bytes)
        except ValueError:
            raise invalid("The body is no JSON.") from None
        if not isinstance(sent, dict):
            raise invalid("The body has to be an object.")
        tests = {**required, **(optional or {})}
        for name, test in tests.items():
            if name in sent and not test(sent[name]) or name in required and name not in sent:
                raise invalid(f"{name} is missing or isn't as documented.")
        return {name: sent[name] for name in tests if name in sent}


class Portal:
    """The portal in one state of health: its store, and what is switched on."""

    def __init__(self, store, drifts, options, views):
        self.store, self.drifts, self.options, self.views = store, set(drifts), options, views
        # What drifts remember: how many searches came, who read what, and what accounts had before a change.
        self.searches, self.read, self.former_emails, self.former_passwords = 0, set(), {}, {}

    def answer(self, method, path, query, headers, body):
        """Answers a request; failures are answers, too."""
        try:
            return self.shown(self.carried_out(method, path, query, headers, body))
        except Failure as failure:
            return self.refused(failure)

    def carried_out(self, method, path, query, headers, body):
        known = [(route, found) for route in ROUTES if (found := re.fullmatch(pattern(route[1]), path))]
        if "push-gone" in self.drifts:
            known = [(route, found) for route, found in known if route[1] != "/push-tokens"]
        if not known:
            raise not_found()
        asked = "GET" if method == "HEAD" else method
        methods = sorted({route[0] for route, _ in known})
        methods += ["HEAD"] * ("GET" in methods)
        if method == "OPTIONS":
            return Answer(204, headers={"Allow": ", ".join([*methods, "OPTIONS"])})
        for (wanted, _, who, endpoint), found in known:
            if wanted == asked:
                account, session = accounts.caller(self, who, headers)
                place = found.groupdict().get("id")
                return endpoint(Call(self, place, query, headers, body, account, session))
        raise Failure(405, "METHOD_NOT_ALLOWED", "This path knows other methods.", {"Allow": ", ".join(methods)})

    def shown(self, answer):
        body = answer.body
        if "snake-case" in self.drifts:
            body = snake(body)
        if "data-envelope" in self.drifts and body is not None:
            body = {"data": body}
        return answer._replace(body=body)

    def refused(self, failure):
        status, code = failure.status, failure.code
        if "validation-400" in self.drifts and status == 422:
            status = 400
        if "expired-differently" in self.drifts and code in ("UNAUTHORIZED", "TOKEN_EXPIRED"):
            status, code = 419, "SESSION_EXPIRED"
        body = {"error": code, "message": failure.message}
        if "error-code-missing" in self.drifts:
            del body["error"]
        if "error-envelope" in self.drifts:
            body = {"error": {"code": code, "message": failure.message}}
        return Answer(status, body, failure.headers)


def pattern(path):
    """A route's path as a regular expression."""
    return PREFIX + path.replace("{id}", "(?P<id>[A-Za-z0-9_-]{1,64})")
