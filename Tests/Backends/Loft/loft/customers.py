"""Customers."""
import json

from .parameters import created, deleted, email, held, merged, page, text, texts
from .store import now
from .views import Answer, missing, tombstone


def row_of(call):
    row = call.store.one("SELECT * FROM customers WHERE id = ?", call.id)
    if row is None:
        raise missing("customer")
    return row


def all_of_them(call):
    wanted = None if call.drifts("email-filter-ignored") else text(call.query, "email")
    return page(call, "customers", {"email": wanted}, call.views.customer, "/v1/customers")


def create(call):
    given = call.form()
    key, moment = call.store.new_id("cus"), now()
    name, address = text(given, "name", required=True), email(given, required=True)
    metadata = {member: value for member, value in texts(given, "metadata").items() if value != ""}
    call.store.insert(
        "customers", id=key, name=name, email=address, phone=text(given, "phone") or None, metadata=metadata,
        created=moment, updated_at=moment)
    shown = call.views.customer(call.store.one("SELECT * FROM customers WHERE id = ?", key))
    headers = {**call.views.tagged(shown), "Location": f"{call.loft.origin}/v1/customers/{key}"}
    if call.drifts("create-wrong-id"):
        shown["id"] = call.store.one("SELECT id FROM customers WHERE deleted = 0 ORDER BY rowid LIMIT 1")["id"]
    return Answer(created(call), shown, headers)


def detail(call):
    row = row_of(call)
    if row["deleted"]:
        shown = tombstone("customer", row)
        return Answer(200, shown, call.views.tagged(shown))
    shown = call.views.customer(row)
    return Answer(200, shown, call.views.tagged(shown))


def change(call):
    row = row_of(call)
    if row["deleted"]:
        raise missing("customer")
    before = call.views.customer(row)
    held(call, before)
    given = call.form()
    changes = {"metadata": merged(json.loads(row["metadata"]), given, "metadata", call)}
    if "name" in given:
        changes["name"] = text(given, "name", required=True)
    if "email" in given:
        changes["email"] = email(given, required=True)
    if "phone" in given or call.drifts("update-clears-phone"):
        changes["phone"] = text(given, "phone") or None
    if call.drifts("update-noop"):
        return Answer(200, before, call.views.tagged(before))
    if call.drifts("update-echo"):
        after = {**before, **changes}
        return Answer(200, after, call.views.tagged(after))
    call.store.update("customers", row["id"], **changes, updated_at=max(now(), row["updated_at"]))
    shown = call.views.customer(row_of(call))
    return Answer(200, shown, call.views.tagged(shown))


def delete(call):
    row = row_of(call)
    if row["deleted"]:
        raise missing("customer")
    if not call.drifts("delete-noop"):
        call.store.update("customers", row["id"], deleted=1)
    return deleted(call, tombstone("customer", row))
