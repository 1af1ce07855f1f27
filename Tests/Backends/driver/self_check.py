"""Proves that the judge fails where it has to, on dumps made for that: a judge that always nods is worth nothing."""
import copy

from . import judge, services, table, trial

BEFORE = {
    "customers": {128: {"id": 128, "name": "Ming Dubois", "updated_at": "2026-02-22"}},
    "tickets": {5016: {"id": 5016, "status": "ON_HOLD", "assigned_to_id": 2, "updated_at": "2026-03-01"}},
    "comments": {21: {"id": 21, "ticket_id": 5016, "content": "Called."}},
    "assets": {3012: {"id": 3012, "customer_id": 104, "customer_text": None}},
    "accessories": {215: {"id": 215, "total_quantity": 21, "available_quantity": 16}},
    "accessory_transactions": {1: {"id": 1, "accessory_id": 215, "customer_id": 115, "type": "checkout", "quantity": 5}},
    "asset_history": {},
    "preferences": {2: {"user_id": 2, "body": '{"theme": {"mode": "dark"}}'}},
    "sqlite_sequence": {"customers": {"name": "customers", "seq": 130}},
    "login_audit": {},
}
DEFAULTS = (
    '{"theme": {"mode": "light"}, "layout": {"default_homepage": "dashboard"},'
    ' "notifications": {"sound_enabled": true, "email_enabled": true}}'
)


def edited(*edits):
    """The dump after some edits, each `(table, key, row or None)`; a row is merged into the one that is there."""
    after = copy.deepcopy(BEFORE)
    for name, key, row in edits:
        if row is None:
            del after[name][key]
        else:
            after[name][key] = {**after[name].get(key, {"id": key}), **row}
    return after


NAMED = {"id": 131, "name": "Kim plumbline-qxzvwk"}
UNMARKED = {"id": 131, "name": "Kim"}
LOST = [("customers", 128, None)]
LOST_TOLD = "left behind: customers 128 is gone"
RESOLVED = [("tickets", 5016, {"status": "NEW"})]
UNASSIGNED = ("tickets", 5016, {"assigned_to_id": None})
WITH_COMMENTS = [("tickets", 5016, None), ("comments", 21, None)]
OUT = ("accessory_transactions", 2, {"accessory_id": 215, "customer_id": 101, "type": "checkout", "quantity": 2})
IN = ("accessory_transactions", 3, {"accessory_id": 215, "customer_id": 101, "type": "checkin", "quantity": 2})

REMOVABLE = {"variables": {"removable_customer_id": 128}}
EDITABLE = {"variables": {"customer_id": 128, "removable_customer_id": 12}}
TICKET = {"variables": {"removable_ticket_id": 5016}}
UNKNOWABLE = {"gone": {"customers": "why"}}
NO_MARK = {"unmarked": {"customers": "why"}}
EXCUSED = {"excused": [{"table": "tickets", "kind": "changed", "column": "assigned_to_id", "before": 2}]}

# What is edited, what the report tells, the table's row, and how many lines the judge must say after a run that writes.
CASES = [
    ("nothing changed", [], [], {}, 0),
    ("a lost row", LOST, [], {}, 1),
    ("a lost row that is told", LOST, [LOST_TOLD], {}, 1),
    ("a lost row that might be removed", LOST, [], REMOVABLE, 1),
    ("a lost row that might be removed, and is told", LOST, [LOST_TOLD], REMOVABLE, 0),
    ("a lost row that may only be edited", LOST, [LOST_TOLD], EDITABLE, 1),
    ("a lost row, another is told", LOST, ["left behind: customers 12 is gone"], REMOVABLE, 1),
    ("a lost row, that of another kind is told", LOST, ["left behind: tickets 128 is gone"], REMOVABLE, 1),
    ("a lost row told among others", LOST, ["left behind: customers 12, 127 and 128"], REMOVABLE, 0),
    ("a lost row that nobody can know of", LOST, [LOST_TOLD], UNKNOWABLE, 0),
    ("another lost row might be removed", [("tickets", 5016, None)], ["left behind: tickets 5016 is gone"], REMOVABLE, 1),
    ("comments went with a ticket", WITH_COMMENTS, ["left behind: tickets 5016 is gone"], TICKET, 1),
    ("comments told with a ticket", WITH_COMMENTS, ["left behind: tickets 5016 is gone, with its comments"], TICKET, 0),
    ("comments are lost, no ticket is told", [("comments", 21, None)], ["left behind: comments"], TICKET, 1),
    ("counters grew", [("sqlite_sequence", "customers", {"seq": 131})], [], {}, 0),
    ("a changed column", RESOLVED, [], {}, 1),
    ("a told column", RESOLVED, ['left behind: tickets 5016: status was "ON_HOLD"'], {}, 0),
    ("a told column of another item", RESOLVED, ['left behind: tickets 50160: status was "ON_HOLD"'], {}, 1),
    ("another column is told", RESOLVED, ["left behind: tickets 5016: notes was ON_HOLD"], {}, 1),
    ("half the value is told", RESOLVED, ['left behind: tickets 5016: status was "ON_…"'], {}, 1),
    ("the API's name is told", [UNASSIGNED], ["left behind: tickets 5016: assigned_to was 2"], {}, 0),
    ("only a timestamp", [("tickets", 5016, {"updated_at": "now"})], [], {}, 0),
    ("what the server does by itself", [UNASSIGNED], [], EXCUSED, 0),
    ("more than the server does by itself", [UNASSIGNED, *RESOLVED], [], EXCUSED, 1),
    ("an untold leftover", [("customers", 131, NAMED)], [], {}, 1),
    ("a told leftover", [("customers", 131, NAMED)], ["left behind: customers 131"], {}, 0),
    ("a leftover told by its mark", [("customers", 131, NAMED)], ["may be left behind: customers, plumbline-qxzvwk"], {}, 0),
    ("a leftover told by another mark", [("customers", 131, NAMED)], ["left behind: customers, plumbline-abcdef"], {}, 1),
    ("a leftover without the mark", [("customers", 131, UNMARKED)], ["left behind: customers 131"], {}, 1),
    ("a leftover that can't have one", [("customers", 131, UNMARKED)], ["left behind: customers 131"], NO_MARK, 0),
    ("an untold leftover without the mark", [("customers", 131, UNMARKED)], [], {}, 1),
    ("history grew", [("asset_history", 1, {"action": "update"})], [], {}, 0),
    ("history is lost", [("accessory_transactions", 1, None)], [], {}, 2),
    ("items are still out", [OUT], [], {}, 1),
    ("items came back", [OUT, IN], [], {}, 0),
    ("what nobody sees", [("assets", 3012, {"customer_text": "Kim"})], [], {}, 0),
    ("preferences in another order", [("preferences", 2, {"body": '{ "theme": {"mode":"dark"} }'})], [], {}, 0),
    ("preferences changed", [("preferences", 2, {"body": '{"theme": {"mode": "auto"}}'})], [], {}, 1),
    ("preferences changed, and told", [("preferences", 2, {"body": "{}"})], ["left behind: preferences"], {}, 0),
    ("preferences changed, another told", [("preferences", 2, {"body": "{}"})], ["left behind: customers 2"], {}, 1),
    ("preferences saved as they are by default", [("preferences", 3, {"user_id": 3, "body": DEFAULTS})], [], {}, 0),
]


def failures():
    """What doesn't hold of the judge itself, one line each."""
    found = []
    for name, edits, told, row, expected in CASES:
        lines = judge.undone(BEFORE, edited(*edits), told, row)
        if len(lines) != expected:
            found.append(f"{name}: {len(lines)} lines, not {expected}: {lines}")
        # A run that only reads has no excuse: each edit shows.
        if bool(judge.unchanged(BEFORE, edited(*edits))) != bool(edits):
            found.append(f"{name}: a run that only reads isn't judged by it")
    return found + report_failures() + table_failures() + portal_failures() + loft_failures()


def portal_failures():
    """What doesn't hold of Reality Portal's rows, which go with others."""
    before = {
        "inquiries": {7001: {
            "id": 7001, "last_message": "No.", "last_message_at": "2026-11-03", "unread_count": 1, "status": "pending"}},
        "messages": {1: {"id": 1, "inquiry_id": 7001, "text": "No."}},
        "accounts": {"u-81": {"id": "u-81", "name": "Zuzana"}},
    }
    asked = {"inquiries": {7007: {"id": 7007, "last_message": "Hm? plumbline-qxzvwk"}}}
    first, again = ({"messages": {key: {"id": key, "inquiry_id": owner, "text": "Hm? plumbline-qxzvwk"}}}
                    for key, owner in ((2, 7007), (3, 7001)))
    written = {"inquiries": {7001: {**before["inquiries"][7001], "last_message": "Hm?", "unread_count": 0}}}
    closed = {"inquiries": {7001: {**before["inquiries"][7001], "status": "closed"}}}
    renamed = {"accounts": {"u-81": {"id": "u-81", "name": "Mara"}}}
    told, also = ["left behind: inquiries 7007"], ["may be left behind: POST x also changes inquiries, and nothing"]
    left = {"leaves": {"messages": "why"}}
    cases = [
        ("an inquiry with its first message", [asked, first], told, {}, 0),
        ("an inquiry that isn't told", [asked, first], [], {}, 1),
        ("a message that isn't told", [again], told, {}, 1),
        ("a message that isn't told, as the table knows", [again], told, left, 0),
        ("another table than the table knows", [asked], [], left, 2),
        ("nothing is left that the table knows", [], [], left, 1),
        ("what a message changes beside", [written], also, {}, 0),
        ("what a message changes beside, untold", [written], told, {}, 2),
        ("what no message changes", [closed], also, {}, 1),
        ("an account that is told without its id", [renamed], ['left behind: accounts was changed: name was "Zuzana"'], {}, 0),
        ("an account that isn't told", [renamed], ['left behind: favorites was changed: name was "Zuzana"'], {}, 1),
    ]
    found = []
    for name, edits, told, row, expected in cases:
        after = {table: {**rows, **{key: row for edit in edits for key, row in edit.get(table, {}).items()}}
                 for table, rows in before.items()}
        told = services.as_stored(services.REALITY_PORTAL, told)
        lines = judge.undone(before, services.settled(services.REALITY_PORTAL, before, after, told), told, row)
        if len(lines) != expected:
            found.append(f"{name}: {len(lines)} lines, not {expected}: {lines}")
    return found


def loft_failures():
    """What doesn't hold of Loft's rows, which stay when they are deleted."""
    before = {"orders": {"ord_2": {"id": "ord_2", "note": "Ring.", "deleted": 0}}}
    made = {"id": "ord_3", "note": "Ring. plumbline-qxzvwk"}
    cases = [
        ("a new row that is deleted by now", {"ord_3": {**made, "deleted": 1}}, [], 0),
        ("a new row that isn't deleted", {"ord_3": {**made, "deleted": 0}}, [], 1),
        ("a new row that isn't deleted, and is told", {"ord_3": {**made, "deleted": 0}}, ["left behind: orders ord_3"], 0),
        ("a row that was there and is deleted", {"ord_2": {**before["orders"]["ord_2"], "deleted": 1}}, [], 1),
    ]
    found = []
    for name, edits, told, expected in cases:
        after = {"orders": {**before["orders"], **edits}}
        lines = judge.undone(before, services.settled(services.LOFT, before, after, told), told, {})
        if len(lines) != expected:
            found.append(f"{name}: {len(lines)} lines, not {expected}: {lines}")
    return found


def report_failures():
    """What doesn't hold of how reports and outputs are read."""
    found = []
    told = {"name": "puts back", "reason": "left behind: tickets 1"}
    calls = [told, {"name": "reads", "reason": "skipped"}, {"name": "lists"}]
    if judge.left_behind({"calls": calls}) != ["puts back: left behind: tickets 1"]:
        found.append("what is left behind isn't read from a report")
    whole = {"exit": 1, "summary": {}, "calls": [{}]}
    if judge.complaints(whole, "verify", 1) or not judge.complaints(whole, "verify", 0):
        found.append("an exit status unlike the report's isn't seen")
    if not judge.complaints({"exit": 1, "calls": [{}]}, "verify", 1):
        found.append("a report without a summary isn't seen")
    if not judge.complaints({**whole, "calls": []}, "verify", 1):
        found.append("a report without calls isn't seen")
    found += cause_failures()
    for text in ("x s3cret! x", "x s3cret%21 x", "x czNjcmV0IQ== x"):
        if not judge.leaks({"output": text}, {"KEY": "s3cret!"}):
            found.append(f"a secret isn't seen in {text}")
    if judge.touched(BEFORE, edited(("tickets", 5016, {"updated_at": "now"}))) != {"tickets"}:
        found.append("a table that was written to isn't seen")
    if judge.touched(BEFORE, edited(("sqlite_sequence", "customers", {"seq": 131}))) != {"customers"}:
        found.append("an item that was made and removed isn't seen")
    if judge.leaks({"output": "x secret x"}, {"KEY": "s3cret!"}):
        found.append("a secret is seen where none is")
    return found


def cause_failures():
    """What doesn't hold of how the findings of one drift are counted, and rules are missed."""
    def finding(cause, fingerprint, **more):
        return {"rule": "a.b", "endpoint": "x", "severity": "warning", "cause": cause, "fingerprint": fingerprint, **more}

    def lines(drift, **more):
        return trial.unexpected({"name": "slow", **more}, "read-only", {"drift": drift}, 1)

    four = [finding(name, name) for name in "abcd"]
    cases = [
        ("three causes", four[:3], {}, 0),
        ("four causes", four, {}, 1),
        ("one cause at four places", [finding("a", name) for name in "abcd"], {}, 0),
        ("one cause in two severities", [*four[:3], finding("a", "e", severity="breaking")], {}, 1),
        ("three causes and a notice", [*four[:3], finding("d", "d", severity="notice")], {}, 0),
        ("three causes and what is waived", [*four[:3], finding("d", "d", waived={})], {}, 0),
        ("four causes that are allowed", four, {"causes": {"number": 4, "why": "why"}}, 0),
        ("four causes of two drifts", four, {"server": ["--drift", "slow", "--drift", "swift"]}, 0),
        ("four causes of none", four, {"server": ["--natural"]}, 0),
        ("a rule that is found", four[:1], {"found": {"read-only": ["a.b"]}}, 0),
        ("a rule that isn't", four[:1], {"found": {"read-only": ["a.c"]}}, 1),
        ("a rule that isn't, of every mode", four[:1], {"found": ["a.c"]}, 1),
        ("a rule that isn't, of every other mode", four[:1], {"found": ["a.c"], "unfound": {"read-only": "why"}}, 0),
        ("another exit status", [], {"exit": {"read-only": 0}}, 1),
        ("a gap", [], {"gap": {"why": "why"}}, 0),
        ("a gap that is closed", four[:1], {"gap": {"why": "why"}}, 1),
        ("a gap and a notice", [finding("a", "a", severity="notice")], {"gap": {"why": "why"}}, 0),
        ("a false alarm", four[:1], {"false alarm": {"rules": ["a.b"], "why": "why"}}, 0),
        ("a false alarm that is gone", [], {"false alarm": {"rules": ["a.b"], "why": "why"}}, 1),
    ]
    return [
        f"{name}: {lines(drift, **row)}" for name, drift, row, expected in cases if len(lines(drift, **row)) != expected
    ]


def table_failures():
    """What doesn't hold of how the table is checked."""
    def row(name, **more):
        return {"name": name, "modes": ["read-only"], "variables": {}, "unfound": "why", **more}

    both = ["read-only", "probe"]
    cases = [
        ("a table that is right", [row("slow")], 0),
        ("a drift without a row", [], 1),
        ("an unknown drift", [row("slow"), row("swift")], 1),
        ("an unknown mode", [row("slow", modes=["loud"])], 1),
        ("a row twice", [row("slow"), row("slow")], 1),
        ("an unknown field", [row("slow", hue="red")], 1),
        ("a row that says nothing", [row("slow", unfound=None)], 1),
        ("a row that says nothing of one mode", [row("slow", modes=both, unfound={"probe": "why"})], 1),
        ("a row that names no rule", [row("slow", unfound=None, found={"read-only": []})], 1),
        ("found in one mode, not in the other", [row("slow", modes=both, found={"probe": ["a.b"]})], 0),
        ("found in every mode", [row("slow", modes=both, unfound=None, found=["a.b"])], 0),
        ("found in no mode", [row("slow", unfound=None, found=[])], 1),
        ("an unknown rule of every mode", [row("slow", found=["a.c"])], 1),
        ("an unknown rule", [row("slow", found={"read-only": ["a.c"]})], 1),
        ("found in another mode", [row("slow", found={"probe": ["a.b"]})], 1),
        ("unfound in another mode", [row("slow", unfound={"read-only": "why", "probe": "why"})], 1),
        ("a row beside it that says nothing", [row("slow"), row("slow, too", server=[], unfound=None)], 0),
        ("a gap", [row("slow", unfound=None, gap={"why": "why"})], 0),
        ("a gap without a reason", [row("slow", unfound=None, gap={"why": ""})], 1),
        ("a gap that is found", [row("slow", unfound=None, found=["a.b"], gap={"why": "why"})], 1),
        ("a false alarm by no rule", [row("slow", **{"false alarm": {"rules": ["a.c"], "why": "why"}})], 1),
        ("many causes without a reason", [row("slow", causes={"number": 5})], 1),
        ("as many causes as ever", [row("slow", causes={"number": 3, "why": "why"})], 1),
        ("many causes, and why", [row("slow", causes={"number": 5, "why": "why"})], 0),
    ]
    return [
        f"{name}: {table.mistakes(rows, ['slow'], {'a.b'})}" for name, rows, expected in cases
        if len(table.mistakes(rows, ["slow"], {"a.b"})) != expected
    ]
