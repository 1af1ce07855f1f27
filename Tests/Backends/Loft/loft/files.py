"""Files: uploads, what is known of them, and their bytes."""
import hashlib

from . import wire
from .parameters import choice, created, deleted, page, text
from .store import now
from .views import Answer, Failure, missing, tombstone

PURPOSES = ["drawing", "contract"]


def row_of(call, living=True):
    row = call.store.one("SELECT * FROM files WHERE id = ?", call.id)
    if row is None or row["deleted"] and living:
        raise missing("file")
    return row


def all_of_them(call):
    return page(call, "files", {"purpose": choice(call.query, "purpose", PURPOSES)}, call.views.file, "/v1/files")


def create(call):
    given = wire.parts(call.headers, call.body)
    purpose, title = choice(given, "purpose", PURPOSES, required=True), text(given, "title")
    file = given.get("file")
    if not isinstance(file, tuple):
        raise Failure(400, "parameter_missing", "file is missing.", "file")
    name, kind, data = file
    key = call.store.new_id("file")
    call.store.insert(
        "files", id=key, purpose=purpose, title=title or None, filename=name, type=kind, bytes=data, created=now())
    shown = call.views.file(row_of_key(call, key))
    return Answer(created(call), shown, {"Location": f"{call.loft.origin}/v1/files/{key}"})


def row_of_key(call, key):
    return call.store.one("SELECT * FROM files WHERE id = ?", key)


def detail(call):
    row = row_of(call, living=False)
    return Answer(200, tombstone("file", row) if row["deleted"] else call.views.file(row))


def delete(call):
    row = row_of(call)
    call.store.update("files", row["id"], deleted=1)
    return deleted(call, tombstone("file", row))


def content(call):
    row = row_of(call)
    data = row["bytes"][:-1] if call.drifts("content-cut") else row["bytes"]
    headers = {
        "ETag": '"' + hashlib.sha256(row["bytes"]).hexdigest()[:16] + '"',
        "Content-Disposition": f'attachment; filename="{row["filename"]}"'}
    return Answer(200, data, headers, "text/html" if call.drifts("content-type-lost") else row["type"])
