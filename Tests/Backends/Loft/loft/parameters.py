"""Parameters as forms and queries have them, read and refused; pages of lists."""
import re

from .views import Answer, Failure, invalid

LARGEST_PAGE, PAGE = 100, 10


def text(given, name, required=False, longest=500):
    """A text, or nothing; a required one isn't empty."""
    value = given.get(name)
    if value is not None and not isinstance(value, str):
        raise invalid(name, f"{name} is a text.")
    if required and not (value or "").strip():
        raise Failure(400, "parameter_missing", f"{name} is missing.", name)
    if value is not None and len(value) > longest:
        raise invalid(name, f"{name} has at most {longest} characters.")
    return value


def email(given, required=False):
    value = text(given, "email", required)
    if value and not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", value):
        raise invalid("email", "email isn't an address.")
    return value


def number(given, name, least, most, otherwise=None):
    value = given.get(name, otherwise)
    if value is None:
        raise Failure(400, "parameter_missing", f"{name} is missing.", name)
    if not isinstance(value, int) and not re.fullmatch(r"-?[0-9]{1,12}", str(value)) or not least <= int(value) <= most:
        raise invalid(name, f"{name} is a whole number from {least} to {most}.")
    return int(value)


def choice(given, name, values, required=False):
    value = text(given, name, required)
    if value is not None and value not in values:
        raise invalid(name, f"{name} is one of {', '.join(values)}.")
    return value


def texts(given, name):
    """An object whose members are texts."""
    value = given.get(name, {})
    if value == "":
        return {}
    if not isinstance(value, dict):
        raise invalid(name, f"{name} is an object: {name}[member]=value.")
    return value


def merged(old, given, name, call):
    """An object after a change: an empty value takes its member away, what isn't sent stays; nothing at all empties it."""
    sent = given.get(name)
    if sent is None:
        return old
    if sent == "":
        return {}
    changes = texts(given, name)
    if name == "metadata" and call.drifts("metadata-numbers"):
        changes = {key: int(value) if value.isdigit() else value for key, value in changes.items()}
    replaced = call.drifts(f"{name}-replaced")
    result = dict(changes) if replaced else {**old, **changes}
    if name == "metadata" and call.drifts("metadata-empty-kept"):
        return result
    return {key: value for key, value in result.items() if value != ""}


def expansions(given, allowed):
    names = given.get("expand", [])
    for name in names if isinstance(names, list) else [names]:
        if name not in allowed:
            raise invalid("expand", f"{name} can't be expanded.")
    return set(names)


def page(call, table, conditions, shown, url):
    """A page of a table, newest first, from behind the item that starting_after names."""
    limit = number(call.query, "limit", 1, LARGEST_PAGE, PAGE)
    if call.drifts("limit-ignored"):
        limit = PAGE
    conditions = {name: value for name, value in conditions.items() if value is not None}
    query = f"SELECT rowid AS place, * FROM {table} WHERE " + " AND ".join(["1", *(f"{name} = ?" for name in conditions)])
    if not (call.drifts("deleted-listed") and table == "orders"):
        query += " AND deleted = 0"
    if call.drifts("new-not-listed") and table == "orders":
        query += " AND made = 0"
    rows = call.store.rows(query + " ORDER BY place", *conditions.values())
    if not call.drifts("oldest-first"):
        rows.reverse()
    rows = behind(call, table, rows)
    has_more = len(rows) > limit
    if call.drifts("has-more-early"):
        has_more = False
    if call.drifts("has-more-always"):
        has_more = True
    items = [shown(row) for row in rows[:limit]]
    if call.drifts("list-bare") and table == "customers":
        return Answer(200, items)
    return Answer(200, call.views.list(items, has_more, url))


def behind(call, table, rows):
    """The rows behind the cursor; that may be an item that was deleted or no longer fits the filter."""
    cursor = call.query.get("starting_after")
    if cursor is None or call.drifts("cursor-ignored"):
        return rows
    found = call.store.one(f"SELECT rowid AS place FROM {table} WHERE id = ?", cursor)
    if found is None:
        raise invalid("starting_after", f"There is no item {cursor}.")
    inclusive = int(call.drifts("cursor-inclusive"))
    if call.drifts("oldest-first"):
        return [row for row in rows if row["place"] > found["place"] - inclusive]
    return [row for row in rows if row["place"] < found["place"] + inclusive]


def held(call, shown):
    """Refuses a change whose If-Match isn't the tag of what a read shows now."""
    given = call.headers.get("If-Match")
    if given is None:
        if call.drifts("if-match-optional"):
            return
        if call.drifts("if-match-as-412"):
            raise Failure(412, "precondition_failed", "If-Match is missing.")
        raise Failure(428, "precondition_required", "Send the ETag of the last read as If-Match.")
    tags = [tag.strip() for tag in given.split(",")]
    if tags != ["*"] and call.views.tag(shown) not in tags and not call.drifts("if-match-ignored"):
        raise Failure(412, "precondition_failed", "It was changed meanwhile.")


def deleted(call, shown):
    """The answer to a DELETE."""
    return Answer(204) if call.drifts("delete-204") else Answer(200, shown)


def created(call):
    return 200 if call.drifts("create-200") else 201
