"""Proves that the judge fails where it has to: a judge that always nods is worth nothing."""
import copy
import json
import os
import tempfile

from . import compare, mistakes, session

ANSWER = {"response": {"status": 200, "headers": {"etag": "\"1\""}, "body": {"data": [{"id": 7, "at": 1.5, "tags": ["a", "b"]}]}}}
DATA = "/response/body/data"


def changed(*edits):
    return mistakes.edited(ANSWER, edits)


# The rows of volatile.json, what the mock answers, and how many lines the judge must say.
COMPARED = [
    ("the same", [], ANSWER, 0),
    ("another number", [], changed((DATA + "/0/id", 8)), 1),
    ("a text for a number", [], changed((DATA + "/0/id", "7")), 1),
    ("true for 1", [], changed((DATA + "/0/id", True)), 1),
    ("a missing member", [], changed((DATA + "/0/id",)), 1),
    ("a member too many", [], changed((DATA + "/0/more", None)), 1),
    ("another status", [], changed(("/response/status", 404)), 1),
    ("a missing header", [], changed(("/response/headers/etag",)), 1),
    ("an item too many", [], changed((DATA + "/1", {})), 1),
    ("another order", [], changed((DATA + "/0/tags", ["b", "a"])), 2),
    ("a volatile number", [{"at": DATA + "/*/id"}], changed((DATA + "/0/id", 8)), 0),
    ("a volatile number that came as text", [{"at": DATA + "/*/id"}], changed((DATA + "/0/id", "8")), 1),
    ("a volatile number that didn't come", [{"at": DATA + "/*/id"}], changed((DATA + "/0/id",)), 1),
    ("what may be missing", [{"at": DATA + "/*/id", "leave": "nothing"}], changed((DATA + "/0/id",)), 0),
    ("what may be missing, beside what may not", [{"at": DATA + "/*/id", "leave": "nothing"}],
     changed((DATA + "/0/id",), (DATA + "/0/at",)), 1),
    ("what may have any order", [{"at": DATA + "/*/tags", "leave": "order"}], changed((DATA + "/0/tags", ["b", "a"])), 0),
    ("another item in any order", [{"at": DATA + "/*/tags", "leave": "order"}], changed((DATA + "/0/tags", ["b", "c"])), 2),
    ("any depth", [{"at": "/response/**/id"}], changed((DATA + "/0/id", 8)), 0),
    ("another member at any depth", [{"at": "/response/**/id"}], changed((DATA + "/0/at", 2)), 1),
    ("volatile for this request", [{"at": DATA + "/*/id", "on": "GET *"}], changed((DATA + "/0/id", 8)), 0),
    ("volatile for another request", [{"at": DATA + "/*/id", "on": "PUT *"}], changed((DATA + "/0/id", 8)), 1),
    ("volatile after a write", [{"at": DATA + "/*/id", "state": True}], changed((DATA + "/0/id", 8)), 1),
    ("a volatile header", [{"at": "/response/headers/e*"}], changed(("/response/headers/etag", "\"2\"")), 0),
]

ROW = {"name": "x", "file": "a/b.json", "edits": [], "endpoint": "a.get", "rule": "response.field.missing", "pointer": DATA + "/*/id"}
FOUND = {"rule": "response.field.missing", "endpoint": "a.get", "pointer": DATA + "/3/id",
         "contract": {"file": "/tmp/a/b.json", "line": 3}}
OTHER = {**FOUND, "rule": "response.field.undocumented"}

# The row of mistakes.json, plumbline's exit status, what it found, and how many lines the judge must say.
JUDGED = [
    ("found", ROW, 1, [FOUND], 0),
    ("nothing found", ROW, 0, [], 1),
    ("found with the wrong exit status", ROW, 2, [FOUND], 2),
    ("another rule", ROW, 1, [OTHER], 2),
    ("another pointer", ROW, 1, [{**FOUND, "pointer": DATA}], 2),
    ("another endpoint", ROW, 1, [{**FOUND, "endpoint": "a.list"}], 2),
    ("another file", ROW, 1, [{**FOUND, "contract": {"file": "a/c.json"}}], 1),
    ("no file", ROW, 1, [{key: FOUND[key] for key in ("rule", "endpoint", "pointer")}], 1),
    ("something besides", ROW, 1, [FOUND, OTHER], 1),
    ("something besides that belongs to it", {**ROW, "also": [OTHER]}, 1, [FOUND, OTHER], 0),
    ("without what belongs to it", {**ROW, "also": [OTHER]}, 1, [FOUND], 1),
]

NAMED = {"name": "y", "file": "a/b.json", "edits": [], "problem": "is in none of"}
TOLD = {"message": "The flag is in none of them.", "file": "/tmp/a/b.json"}

# plumbline's exit status, the problems that it told, and whether that is right.
REFUSED = [
    ("a problem", 2, [TOLD], True),
    ("a problem, and all goes well", 0, [TOLD], False),
    ("no problem", 2, [], False),
    ("another problem", 2, [{**TOLD, "message": "The flag is a number."}], False),
    ("a problem of another file", 2, [{**TOLD, "file": "/tmp/a/c.json"}], False),
]

# What reads a file, a file's content, and whether it must be rejected.
READ = [
    ("requests", session.read, {"requests": [{"request": "GET /", "status": 200}]}, False),
    ("requests without a status", session.read, {"requests": [{"request": "GET /"}]}, True),
    ("requests with a member misspelt", session.read, {"requests": [{"request": "GET /", "status": 200, "qurey": {}}]}, True),
    ("requests of nobody known", session.read, {"requests": [{"request": "GET /", "status": 200, "as": "eve"}]}, True),
    ("volatile values", compare.read, {"volatile": [{"at": "/x", "reason": "y"}]}, False),
    ("volatile values without a reason", compare.read, {"volatile": [{"at": "/x"}]}, True),
    ("volatile values of an unknown kind", compare.read, {"volatile": [{"at": "/x", "reason": "y", "leave": "z"}]}, True),
    ("mistakes", mistakes.read, {"mistakes": [ROW]}, False),
    ("mistakes without a rule", mistakes.read, {"mistakes": [{key: ROW[key] for key in ROW if key != "rule"}]}, True),
    ("mistakes that are problems", mistakes.read, {"mistakes": [NAMED]}, False),
    ("mistakes that are both", mistakes.read, {"mistakes": [{**ROW, "problem": "x"}]}, True),
    ("mistakes of one name", mistakes.read, {"mistakes": [ROW, ROW]}, True),
]
COUNT = len(COMPARED) + len(JUDGED) + len(REFUSED) + len(READ) + 3


def failures():
    """What doesn't hold of the judge itself, one line each."""
    found = []
    for name, rows, answer, expected in COMPARED:
        volatile = compare.Volatile([{"reason": "self-check", **row} for row in rows])
        lines = volatile.differences({"request": "GET /a"}, copy.deepcopy(ANSWER), copy.deepcopy(answer))
        if len(lines) != expected:
            found.append(f"{name}: {len(lines)} lines, not {expected}: {lines}")
    for name, row, status, drift, expected in JUDGED:
        lines = mistakes.judged(row, status, {"drift": drift})
        if len(lines) != expected:
            found.append(f"{name}: {len(lines)} lines, not {expected}: {lines}")
    for name, status, problems, right in REFUSED:
        if (not mistakes.judged(NAMED, status, {"problems": problems})) != right:
            found.append(f"{name}: judged as {'wrong' if right else 'right'}")
    return found + reading_failures() + editing_failures()


def reading_failures():
    found = []
    for name, read, content, refused in READ:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.json")
            with open(path, "w") as file:
                json.dump(content, file)
            try:
                read(path, ["alice"]) if read is session.read else read(path)
                was_refused = False
            except ValueError:
                was_refused = True
        if was_refused != refused:
            found.append(f"{name}: {'refused' if was_refused else 'taken'}")
    return found


def editing_failures():
    found = []
    volatile = compare.Volatile([{"at": "/response/nothing", "reason": "self-check"}])
    volatile.differences({"request": "GET /a"}, copy.deepcopy(ANSWER), copy.deepcopy(ANSWER))
    if len(volatile.unused()) != 1:
        found.append("a row of volatile.json that is of no use isn't seen")
    for name, edit in (("an edit of what isn't there", ["/response/body/dat/0"]), ("a removal of what isn't there", ["/response/x"])):
        try:
            mistakes.edited(ANSWER, [edit])
            found.append(f"{name} is taken")
        except ValueError:
            pass
    return found
