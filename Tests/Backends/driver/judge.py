"""Decides whether a run lost something: from the dumps before and after it, and from what its report says.

A run that only reads has to leave the same database. A run that writes may leave rows that it made, history and timestamps;
whatever else is otherwise than before has to be told in its report as left behind, with the item and the member.
"""
import base64
import json
import re
from urllib.parse import quote

from .dump import differences

# Tables that only grow; nobody calls what the server notes there lost.
HISTORY = {"asset_history", "accessory_transactions"}
# What the server notes about logins and repeated requests is no business of ours.
ASIDE = {"login_audit", "sessions", "idempotency_keys"}
# The server's own clock and counters.
TIMESTAMPS = {"updated_at"}
# How the API calls columns that it doesn't show by their own name.
SHOWN_AS = {
    ("assets", "customer_id"): ("customer",),
    ("assets", "customer_text"): ("customer",),
    ("tickets", "assigned_to_id"): ("assigned_to",),
    ("accessories", "available_quantity"): ("checked_out", "total_quantity"),
    ("accounts", "photo_url"): ("photoURL", "avatar"),
    ("inquiries", "contact_preference"): ("contactPreference",),
    ("inquiries", "last_message"): ("lastMessage",),
    ("inquiries", "last_message_at"): ("lastMessageAt",),
    ("inquiries", "unread_count"): ("unreadCount",),
    ("notification_preferences", "by_email"): ("byEmail",),
    ("notification_preferences", "inquiry_replies"): ("inquiryReplies",),
    ("notification_preferences", "new_listings"): ("newListings",),
}
# The variables that name what may be removed.
REMOVABLE = {
    "removable_ticket_id": "tickets",
    "removable_asset_id": "assets",
    "removable_accessory_id": "accessories",
    "removable_busy_accessory_id": "accessories",
    "removable_customer_id": "customers",
    "removable_depended_customer_id": "customers",
}
# What goes together with the item that it belongs to.
BELONGS_TO = {"comments": ("tickets", "ticket_id")}
# What the server answers for a user who never saved preferences, so a row that says this is no change.
DEFAULT_PREFERENCES = {
    "theme": {"mode": "light"},
    "layout": {"default_homepage": "dashboard"},
    "notifications": {"email_enabled": True, "sound_enabled": True},
}
# What every item made by a run carries in one of its texts.
MARK = re.compile(r"plumbline-[A-Za-z0-9]+")


def unchanged(before, after):
    """What a run that only reads did all the same, one line each."""
    return [line(difference) for difference in differences(before, after) if difference.table not in ASIDE]


def undone(before, after, told, row):
    """What a run that writes neither put back nor told, one line each.

    `told` are the report's sentences about what is left behind; `row` is the table's row with its exceptions.
    """
    found = differences(meant(before), meant(after))
    found = [difference for difference in found if not is_own_business(difference) and not is_excused(difference, row)]
    wrong = [(difference.table, said) for difference in found for said in judge(difference, told, row)]
    known = row.get("leaves", {})
    lines = [said for name, said in wrong if name not in known]
    idle = sorted(set(known) - {name for name, _ in wrong})
    lines += [f"nothing is left in {name} that the report doesn't tell; say so in the table" for name in idle]
    return lines + held_otherwise(before, after, told, row)


def meant(dump):
    """A dump without what no client can see: the text of an asset's customer while its id is set, and default preferences."""
    assets = {
        key: {**row, "customer_text": None} if row.get("customer_id") is not None else row
        for key, row in dump.get("assets", {}).items()
    }
    saved = {key: {**row, "body": json.loads(row["body"])} for key, row in dump.get("preferences", {}).items()}
    preferences = {key: row for key, row in saved.items() if row["body"] != DEFAULT_PREFERENCES}
    return {**dump, "assets": assets, "preferences": preferences}


def is_own_business(difference):
    """Whether the server notes this for itself whenever something is written."""
    if difference.table in ASIDE or difference.table == "sqlite_sequence":
        return True
    if difference.table in HISTORY:
        return difference.kind == "new"
    return difference.kind == "changed" and difference.column in TIMESTAMPS


def is_excused(difference, row):
    """Whether the table says that the server itself does this, so that no run can know or undo it."""
    return any(
        excuse["table"] == difference.table
        and excuse["kind"] == difference.kind
        and excuse.get("column", "") == difference.column
        and ("before" not in excuse or excuse["before"] == difference.before)
        for excuse in row.get("excused", [])
    )


def judge(difference, told, row):
    """What is wrong with one difference: nothing where the report tells it."""
    if difference.kind == "new":
        return judge_remaining(difference, told, row)
    if difference.kind == "gone":
        return judge_gone(difference, told, row)
    names = (difference.column, *SHOWN_AS.get((difference.table, difference.column), ()))
    about = [text for text in told if names_item(text, difference.table, difference.key)]
    if difference.table == "preferences" and about:
        # They are one object, so a sentence about them names what is within.
        return []
    about = [text for text in about if any(re.search(rf"\b{name}\b", text) for name in names)]
    if not about:
        return [line(difference) + ", and the report doesn't say so"]
    if isinstance(difference.before, str) and not any(holds(text, difference.before) for text in about):
        return [line(difference) + ", and the report doesn't tell the whole value from before"]
    return []


def judge_remaining(difference, told, row):
    """A row that a run made and left: it carries the run's mark and is told, unless the table says why not."""
    marks = {found for value in difference.after.values() if isinstance(value, str) for found in MARK.findall(value)}
    # A request without an answer has no id, so its item is told by the mark and by where it went.
    is_told = any(
        names_item(text, difference.table, difference.key)
        or (re.search(rf"\b{difference.table}\b", text) and any(mark in text for mark in marks))
        for text in told
    )
    lacks = []
    if not is_told:
        lacks.append("the report doesn't say that it is left behind")
    if not marks and difference.table not in row.get("unmarked", {}):
        lacks.append("it carries no mark")
    return [line(difference) + ", and " + " and ".join(lacks)] if lacks else []


def judge_gone(difference, told, row):
    """A row that was there before is gone only where somebody named it as removable, and the report tells it too."""
    if not is_removable(difference, row):
        return [line(difference) + ", and nobody said that it may be removed"]
    return [] if is_told_gone(difference, told) else [line(difference) + ", and the report doesn't say so"]


def is_removable(difference, row):
    """Whether a variable names the row, or the item it belongs to, or the table says why nobody can know."""
    items = {difference.table: difference.key}
    if difference.table in BELONGS_TO:
        owner, column = BELONGS_TO[difference.table]
        items[owner] = difference.before[column]
    named = {(REMOVABLE[name], key) for name, key in row.get("variables", {}).items() if name in REMOVABLE}
    return difference.table in row.get("gone", {}) or any(item in named for item in items.items())


def is_told_gone(difference, told):
    """Whether the report tells a row's end, or that of the item it belonged to together with what hung on it."""
    if any(names_item(text, difference.table, difference.key) for text in told):
        return True
    if difference.table not in BELONGS_TO:
        return False
    owner, column = BELONGS_TO[difference.table]
    return any(
        names_item(text, owner, difference.before[column]) and re.search(rf"\b{difference.table}\b", text) for text in told
    )


def touched(before, after):
    """The tables in which a run wrote anything, also where it was put back: the server's clock and counters tell."""
    found = differences(before, after)
    return {difference.key if difference.table == "sqlite_sequence" else difference.table for difference in found}


def held_otherwise(before, after, told, row):
    """Who holds how many of an accessory that was there before; checking out and in again leaves it as it was."""
    if any(excuse["table"] == "accessory_transactions" for excuse in row.get("excused", [])):
        return []
    old, new = held(before), held(after)
    return [
        f"accessories {accessory} held by customer {customer}: before {old.get((accessory, customer), 0)}, "
        f"after {new.get((accessory, customer), 0)}, and the report doesn't say so"
        for accessory, customer in sorted(set(old) | set(new))
        if accessory in before.get("accessories", {})
        and old.get((accessory, customer), 0) != new.get((accessory, customer), 0)
        and not any(names_item(text, "accessories", accessory) for text in told)
    ]


def held(dump):
    """How many items of each accessory each customer has, by what was checked out and in."""
    total = {}
    for entry in dump.get("accessory_transactions", {}).values():
        place = (entry["accessory_id"], entry["customer_id"])
        total[place] = total.get(place, 0) + (entry["quantity"] if entry["type"] == "checkout" else -entry["quantity"])
    return total


def names_item(text, table, key):
    """Whether a sentence names an item: `customers 128`, or `customers 127, 128 and 129`; preferences have no id."""
    if table == "preferences":
        return re.search(r"\bpreferences\b", text) is not None
    return re.search(rf"\b{table}\b(?:[ ,]+(?:and +)?[0-9]+)*?[ ,]+(?:and +)?{key}\b", text) is not None


def holds(text, value):
    """Whether a sentence has a whole value in it, as it is or as JSON writes it."""
    return any(
        form in text for form in (value, json.dumps(value, ensure_ascii=False)[1:-1], json.dumps(value)[1:-1])
    )


def line(difference):
    """One difference for a reader: table, id, column, before and after."""
    place = f"{difference.table} {difference.key}"
    if difference.kind == "gone":
        return f"{place} is gone: it was {shown(difference.before)}"
    if difference.kind == "new":
        return f"{place} is new: {shown(difference.after)}"
    return f"{place} {difference.column}: before {shown(difference.before)}, after {shown(difference.after)}"


def shown(value):
    """A value in one line; passwords' hashes aren't for a log."""
    if isinstance(value, dict):
        value = {name: member for name, member in value.items() if name != "password"}
    return json.dumps(value, ensure_ascii=False)


def left_behind(report):
    """The sentences of a JSON report about what is left behind: what a call's line is called, and why."""
    calls = report.get("calls", [])
    return [f"{call['name']}: {call['reason']}" for call in calls if "left behind" in call.get("reason", "")]


def causes(report):
    """The findings that a person reads: of those that aren't notices, nor waived, one a cause and severity, as its rule and
    place."""
    told = {}
    for finding in report.get("drift", []):
        if finding["severity"] != "notice" and "waived" not in finding:
            place = f"{finding['rule']} at {finding['endpoint']} {finding.get('pointer', '')}".rstrip()
            told.setdefault((finding["severity"], finding.get("cause", finding["fingerprint"])), place)
    return list(told.values())


def complaints(report, command, status):
    """What a report lacks that says how a run ended."""
    lines = []
    if report.get("exit") != status:
        lines.append(f"the process ended with {status}, its report says {report.get('exit')}")
    listed = "verdicts" if command == "probe" else "calls"
    if status in (0, 1) and not report.get(listed):
        lines.append(f"the report lists no {listed}")
    if "summary" not in report:
        lines.append("the report has no summary")
    return lines


def leaks(texts, secrets):
    """Which secret stands in which text, as it is, in base64 or percent-encoded; secrets are told by name only."""
    lines = []
    for name, secret in secrets.items():
        forms = {secret, quote(secret, safe=""), base64.b64encode(secret.encode()).decode()}
        lines += [f"{name} stands in {place}" for place, text in texts.items() if any(form in text for form in forms)]
    session = re.compile(r"eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}")
    return lines + [f"a session's token stands in {place}" for place, text in texts.items() if session.search(text)]
