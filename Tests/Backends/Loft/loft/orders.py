"""Orders and their lines."""
import html
import json

from .parameters import choice, created, deleted, expansions, held, merged, number, page, text, texts
from .store import now
from .views import Answer, Failure, missing, tombstone

STATUSES = ["draft", "open", "fulfilled", "canceled"]
CURRENCIES = ["eur", "sek", "usd"]
EXPANDABLE = {"customer", "lines"}
ADDRESS = {"line1", "city", "country"}


def row_of(call, living=True):
    """The order that the path names; a deleted one is missing where it has to be living."""
    row = call.store.one("SELECT * FROM orders WHERE id = ?", call.id)
    if row is None or row["deleted"] and living:
        raise missing("order")
    return row


def all_of_them(call):
    expanded = expansions(call.query, {f"data.{name}" for name in EXPANDABLE})
    names = {name.removeprefix("data.") for name in expanded}
    status, customer = choice(call.query, "status", STATUSES), text(call.query, "customer")
    conditions = {
        "status": None if call.drifts("status-filter-ignored") else status,
        "customer_id": None if call.drifts("customer-filter-ignored") else customer}
    return page(call, "orders", conditions, lambda row: call.views.order(row, names), "/v1/orders")


def note_of(call, given):
    value = text(given, "note")
    if value and call.drifts("note-cut"):
        value = value[:20]
    if value and call.drifts("note-escaped"):
        value = html.escape(value, quote=False)
    return value or None


def address(old, given, call):
    """Where it is shipped to: nothing, or an object with members of its own."""
    texts(given, "shipping")
    result = merged(old or {}, given, "shipping", call)
    unknown = sorted(set(result) - ADDRESS)
    if unknown:
        raise Failure(400, "parameter_invalid", f"shipping has no member {unknown[0]}.", "shipping")
    return json.dumps(result) if result else None


def create(call):
    given = call.form()
    key, moment = call.store.new_id("ord"), now()
    customer = text(given, "customer", required=True)
    if not call.drifts("customer-unchecked"):
        if call.store.one("SELECT 1 FROM customers WHERE id = ? AND deleted = 0", customer) is None:
            raise Failure(400, "resource_missing", f"No such customer: {customer}.", "customer")
    metadata = {name: value for name, value in texts(given, "metadata").items() if value != ""}
    expanded = expansions(given, EXPANDABLE)
    call.store.insert(
        "orders", id=key, customer_id=customer, status="draft", currency=choice(given, "currency", CURRENCIES, True),
        note=note_of(call, given), shipping=address(None, given, call), metadata=metadata, made=1, created=moment,
        updated_at=moment)
    row = call.store.one("SELECT * FROM orders WHERE id = ?", key)
    headers = {**call.views.tagged(call.views.order(row)), "Location": f"{call.loft.origin}/v1/orders/{key}"}
    return Answer(created(call), call.views.order(row, expanded), headers)


def detail(call):
    expanded = expansions(call.query, EXPANDABLE)
    row = row_of(call, living=call.drifts("deleted-gone"))
    if row["deleted"] and not call.drifts("deleted-whole"):
        shown = tombstone("order", row)
        return Answer(200, shown, call.views.tagged(shown))
    return Answer(200, call.views.order(row, expanded), call.views.tagged(call.views.order(row)))


def change(call):
    row = row_of(call)
    held(call, call.views.order(row))
    given = call.form()
    expanded = expansions(given, EXPANDABLE)
    old = json.loads(row["shipping"]) if row["shipping"] else None
    changes = {"metadata": merged(json.loads(row["metadata"]), given, "metadata", call)}
    if "shipping" in given:
        changes["shipping"] = address(old, given, call)
    if "note" in given:
        changes["note"] = note_of(call, given)
    call.store.update("orders", row["id"], **changes, updated_at=max(now(), row["updated_at"]))
    row = row_of(call)
    return Answer(200, call.views.order(row, expanded), call.views.tagged(call.views.order(row)))


def delete(call):
    row = row_of(call)
    held(call, call.views.order(row))
    call.store.update("orders", row["id"], deleted=1)
    if call.drifts("delete-neighbour"):
        call.store.execute(
            "UPDATE orders SET deleted = 1 WHERE rowid = (SELECT MAX(rowid) FROM orders WHERE deleted = 0)")
    return deleted(call, tombstone("order", row))


def submit(call):
    row = row_of(call)
    if row["status"] != "draft" and not (call.drifts("submit-again") and row["status"] == "open"):
        raise Failure(409, "order_not_draft", f"The order is {row['status']}.")
    shown = {**call.views.order(row), "status": "open"}
    if not call.drifts("submit-noop"):
        call.store.update("orders", row["id"], status="open", updated_at=max(now(), row["updated_at"]))
        shown = call.views.order(row_of(call))
    return Answer(200, shown, call.views.tagged(shown))


def lines(call):
    row = row_of(call)
    return page(call, "lines", {"order_id": row["id"]}, call.views.line, f"/v1/orders/{row['id']}/lines")


def add(call):
    row = row_of(call)
    if row["status"] != "draft":
        raise Failure(409, "order_not_draft", f"The order is {row['status']}.")
    given, moment = call.form(), now()
    columns = {
        "order_id": row["id"], "description": text(given, "description", required=True),
        "quantity": number(given, "quantity", 1, 1000, 1), "unit_amount": number(given, "unit_amount", 0, 100_000_000),
        "created": moment}
    for _ in range(2 if call.drifts("line-twice") else 1):
        key = call.store.new_id("li")
        call.store.insert("lines", id=key, **columns)
    return Answer(created(call), call.views.line(call.store.one("SELECT * FROM lines WHERE id = ?", key)))


def remove(call):
    row = row_of(call)
    line = call.store.one(
        "SELECT * FROM lines WHERE id = ? AND order_id = ? AND deleted = 0", call.place["line"], row["id"])
    if line is None:
        raise missing("line")
    if row["status"] != "draft":
        raise Failure(409, "order_not_draft", f"The order is {row['status']}.")
    if not call.drifts("line-undeletable"):
        call.store.update("lines", line["id"], deleted=1)
    return deleted(call, tombstone("line", line))
