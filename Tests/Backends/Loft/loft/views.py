"""Rows as the API shows them, and the failures that it knows."""
import datetime
import hashlib
import json
from typing import NamedTuple


class Answer(NamedTuple):
    """A status, a body (JSON, bytes or none) with its media type, and other header fields."""

    status: int
    body: object = None
    headers: dict = {}
    type: str = "application/json"


class Failure(Exception):
    """An answer that isn't a success."""

    def __init__(self, status, code, message, param=None, headers=None):
        super().__init__(message)
        self.status, self.code, self.message, self.param, self.headers = status, code, message, param, headers or {}


def missing(what):
    return Failure(404, "resource_missing", f"No such {what}.", "id")


def invalid(param, message):
    return Failure(400, "parameter_invalid", message, param)


# The types of errors by status; all others are invalid_request_error.
TYPES = {401: "authentication_error", 403: "authentication_error", 422: "idempotency_error", 429: "rate_limit_error"}


class Views:
    """Rows as answers have them, with the drifts of members."""

    def __init__(self, store, drifts, origin, options):
        self.store, self.drifts, self.origin, self.options = store, drifts, origin, options

    def moment(self, seconds):
        if "created-milliseconds" in self.drifts:
            return seconds * 1000
        if "created-text" in self.drifts:
            return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return seconds

    def customer(self, row):
        shown = {
            "id": row["id"], "object": "customer", "name": row["name"], "email": row["email"], "phone": row["phone"],
            "metadata": json.loads(row["metadata"]), "created": self.moment(row["created"]),
            "updated": self.moment(row["updated_at"])}
        if "email-null" in self.drifts:
            shown["email"] = None
        if "phone-renamed" in self.drifts:
            shown["phone_number"] = shown.pop("phone")
        return shown

    def line(self, row):
        return {
            "id": row["id"], "object": "line", "order": row["order_id"], "description": row["description"],
            "quantity": row["quantity"], "unit_amount": row["unit_amount"], "amount": row["quantity"] * row["unit_amount"],
            "created": self.moment(row["created"])}

    def lines(self, order):
        return self.store.rows("SELECT * FROM lines WHERE order_id = ? AND deleted = 0 ORDER BY rowid DESC", order)

    def order(self, row, expanded=()):
        lines = self.lines(row["id"])
        counted = [line for line in lines if not ("total-stale" in self.drifts and row["made"])]
        shown = {
            "id": row["id"], "object": "order", "customer": row["customer_id"], "status": row["status"],
            "currency": row["currency"], "amount_total": sum(line["quantity"] * line["unit_amount"] for line in counted),
            "note": row["note"], "shipping": json.loads(row["shipping"]) if row["shipping"] else None,
            "metadata": json.loads(row["metadata"]), "created": self.moment(row["created"]),
            "updated": self.moment(row["updated_at"])}
        if "expand-ignored" in self.drifts:
            expanded = ()
        if "customer" in expanded or "expand-always" in self.drifts:
            owner = self.store.one("SELECT * FROM customers WHERE id = ?", row["customer_id"])
            if owner is not None:
                shown["customer"] = tombstone("customer", owner) if owner["deleted"] else self.customer(owner)
        if "lines" in expanded:
            shown["lines"] = self.list([self.line(line) for line in lines], False, f"/v1/orders/{row['id']}/lines")
        return self.drifted(shown)

    def drifted(self, shown):
        if "status-new" in self.drifts and shown["status"] == "open":
            shown["status"] = "processing"
        if "object-missing" in self.drifts:
            del shown["object"]
        if "amount-text" in self.drifts:
            shown["amount_total"] = str(shown["amount_total"])
        if "livemode-added" in self.drifts:
            shown["livemode"] = False
        return shown

    def file(self, row):
        data = row["filename"].encode() if "digest-wrong" in self.drifts else row["bytes"]
        address = f"/v1/files/{row['id']}/content"
        return {
            "id": row["id"], "object": "file", "purpose": row["purpose"], "title": row["title"],
            "filename": "upload.bin" if "filename-lost" in self.drifts else row["filename"], "type": row["type"],
            "size": str(len(row["bytes"])) if "size-text" in self.drifts else len(row["bytes"]),
            "digest": "sha256:" + hashlib.sha256(data).hexdigest(),
            "url": address if "url-relative" in self.drifts else self.origin + address,
            "created": self.moment(row["created"])}

    def list(self, items, has_more, url):
        shown = {"object": "list", "url": url, "has_more": has_more, "data": items}
        if "list-url-missing" in self.drifts:
            del shown["url"]
        return shown

    def tag(self, shown):
        """The entity tag of what a read shows: a digest of it, so that what is put back has its former tag."""
        text = "constant" if "etag-constant" in self.drifts else json.dumps(shown, sort_keys=True)
        return '"' + hashlib.sha256(text.encode()).hexdigest()[:16] + '"'

    def tagged(self, shown):
        return {} if "etag-missing" in self.drifts else {"ETag": self.tag(shown)}


def tombstone(kind, row):
    """What stays of a deleted item."""
    return {"id": row["id"], "object": kind, "deleted": True}


def error(failure):
    """A failure's body."""
    shown = {"type": TYPES.get(failure.status, "invalid_request_error"), "code": failure.code, "message": failure.message}
    return {"error": {**shown, "param": failure.param} if failure.param else shown}
