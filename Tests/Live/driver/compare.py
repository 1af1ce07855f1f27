"""Compares two answers, but for what volatile.json says may differ, and why."""
import fnmatch
import json
import re

# Which members a row of volatile.json may have; at and reason must be there.
MEMBERS = {"at", "on", "leave", "reason", "state"}
LEAVES = ("kind", "order", "nothing")


def read(path):
    """The rows of a file, checked."""
    with open(path) as file:
        rows = json.load(file)["volatile"]
    for row in rows:
        if set(row) - MEMBERS or not {"at", "reason"} <= set(row) or row.get("leave", "kind") not in LEAVES:
            raise ValueError(f"{path}: this row has wrong members: {json.dumps(row)}")
    return rows


class Volatile:
    """What may differ, and which rows of it were of use."""

    def __init__(self, rows):
        self.rows, self.used = rows, set()

    def unused(self):
        return [row for number, row in enumerate(self.rows) if number not in self.used]

    def settled(self, request, tree):
        """The answer with each volatile value replaced by its kind, put into order, or left out."""
        for number, row in enumerate(self.rows):
            if row.get("state") and not request.get("state"):
                continue
            if fnmatch.fnmatchcase(request["request"], row.get("on", "*")):
                if replaced(tree, steps(row["at"]), row.get("leave", "kind")):
                    self.used.add(number)
        return tree

    def differences(self, request, real, mock):
        """Where two answers to a request differ, each as a line."""
        return list(between(self.settled(request, real), self.settled(request, mock), ""))


def steps(pointer):
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def replaced(tree, path, leave):
    """Replaces what a pattern of steps leads to; `*` in a step stands for any text, `**` for any depth."""
    if not isinstance(tree, (dict, list)):
        return False
    if path[0] == "**":
        deeper = [replaced(tree, path[1:], leave)]
        deeper += [replaced(value, path, leave) for value in (tree.values() if isinstance(tree, dict) else tree)]
        return any(deeper)
    keys = list(tree) if isinstance(tree, dict) else range(len(tree))
    found = False
    for key in [key for key in reversed(keys) if fnmatch.fnmatchcase(str(key), path[0])]:
        if len(path) > 1:
            found |= replaced(tree[key], path[1:], leave)
        elif leave == "nothing":
            tree.pop(key)
            found = True
        else:
            tree[key] = kind(tree[key]) if leave == "kind" else ordered(tree[key])
            found = True
    return found


def ordered(value):
    return sorted(value, key=json.dumps) if isinstance(value, list) else value


def kind(value):
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a text", list: "an array", dict: "an object"}
    return f"<{names.get(type(value), 'null')}>"


def between(real, mock, at):
    if isinstance(real, dict) and isinstance(mock, dict):
        for key in sorted(set(real) | set(mock)):
            place = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
            if key not in mock:
                yield f"{place}: the server says {brief(real[key])}, the mock nothing"
            elif key not in real:
                yield f"{place}: the server says nothing, the mock {brief(mock[key])}"
            else:
                yield from between(real[key], mock[key], place)
    elif isinstance(real, list) and isinstance(mock, list) and len(real) == len(mock):
        for index, pair in enumerate(zip(real, mock)):
            yield from between(*pair, f"{at}/{index}")
    # True equals 1 in Python, and not in JSON.
    elif real != mock or isinstance(real, bool) != isinstance(mock, bool):
        yield f"{at}: the server says {brief(real)}, the mock {brief(mock)}"


def brief(value):
    text = re.sub(r"\s+", " ", json.dumps(value, ensure_ascii=False))
    return text if len(text) <= 160 else text[:157] + "…"
