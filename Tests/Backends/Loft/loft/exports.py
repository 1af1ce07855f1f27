"""Exports: jobs that are pending, then running, then done, by the clock."""
import json
import time

from .parameters import choice, created
from .views import Answer, Failure, missing

KINDS = ["orders", "customers"]
# The seconds after which a job runs, and after which it is done.
RUNS, DONE = 0.2, 0.6


def row_of(call):
    row = call.store.one("SELECT * FROM exports WHERE id = ?", call.id)
    if row is None:
        raise missing("export")
    return row


def status_of(call, row):
    age = (time.time() - row["begun"]) / (5 if call.loft.options.slow_exports else 1)
    status = "pending" if age < RUNS else "running" if age < DONE else "done"
    if status == "done" and call.drifts("export-never-done"):
        status = "running"
    if status == "pending" and call.drifts("export-status-new"):
        status = "queued"
    return status


def shown(call, row):
    status = status_of(call, row)
    return {
        "id": row["id"], "object": "export", "kind": row["kind"], "status": status,
        "result_url": f"{call.loft.origin}/v1/exports/{row['id']}/result" if status == "done" else None,
        "created": call.views.moment(int(row["begun"]))}


def create(call):
    kind = choice(call.form(), "kind", KINDS, required=True)
    key = call.store.new_id("exp")
    call.store.insert("exports", id=key, kind=kind, begun=time.time())
    row = call.store.one("SELECT * FROM exports WHERE id = ?", key)
    return Answer(202, shown(call, row), {"Location": f"{call.loft.origin}/v1/exports/{key}"})


def detail(call):
    body = shown(call, row_of(call))
    return Answer(200, body, {} if body["status"] == "done" else {"Retry-After": "1"})


def result(call):
    row = row_of(call)
    if status_of(call, row) != "done":
        if call.drifts("export-result-early"):
            return Answer(200, b"\n", type="application/x-ndjson")
        raise Failure(409, "export_not_done", "The export isn't done.")
    view = call.views.order if row["kind"] == "orders" else call.views.customer
    items = [view(item) for item in call.store.rows(f"SELECT * FROM {row['kind']} WHERE deleted = 0 ORDER BY rowid")]
    if call.drifts("export-lines-listed"):
        return Answer(200, json.dumps(items).encode(), type="application/x-ndjson")
    lines = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
    return Answer(200, lines.encode(), type="application/x-ndjson")
