"""The table of drifts: read, and checked against the drifts that the backend knows."""
import json

# What each mode types behind `plumbline`; SERVER is the backend's address.
MODES = {
    "read-only": ["verify", "truelog"],
    "allow-writes": ["verify", "truelog", "--allow-writes"],
    "direct": ["verify", "truelog", "--direct"],
    "direct-writes": ["verify", "truelog", "--direct", "--allow-writes"],
    "probe": ["probe", "truelog"],
    "probe-writes": ["probe", "truelog", "--allow-writes"],
}
WRITING = {"allow-writes", "direct-writes", "probe-writes"}
# Which variables a mode knows: those of paths and of bodies' ids, where the suite's calls know more.
IN_PATHS = {"ticket_id", "comment_id", "asset_id", "accessory_id", "customer_id"}
IN_BODIES = {"assigned_to_id", "queue_id", "company_id"}
FIELDS = {
    "name", "server", "modes", "only", "variables", "options", "loses", "settle", "excused", "gone", "unmarked", "stores",
    "writes", "found", "unfound", "exit",
}


def read(path):
    """The rows of the table, in the order of the file; each knows its variables by name."""
    with open(path, encoding="utf-8") as file:
        table = json.load(file)
    return [{**row, "variables": variables(table, row)} for row in table["rows"]]


def variables(table, row):
    """A row names a set of variables, or lists its own; where it is silent, the set `ordinary` holds."""
    named = row.get("variables", "ordinary")
    return table["variables"].get(named, named) if isinstance(named, str) else named


def given(row, mode):
    """The variables that a row gives in a mode: those that plumbline asks for there."""
    if mode == "allow-writes":
        return {name: value for name, value in row["variables"].items() if name != "assigned_to_id"}
    if mode == "direct-writes":
        known = IN_PATHS | IN_BODIES | {f"removable_{name}" for name in IN_PATHS}
        return {name: value for name, value in row["variables"].items() if name in known}
    if mode == "probe-writes":
        return {name: value for name, value in row["variables"].items() if name in IN_PATHS}
    return {}


def mistakes(rows, drifts):
    """What is wrong with the table: every drift has a row, and every row is about something that there is."""
    names = [row["name"] for row in rows]
    found = [f"{name}: has two rows" for name in sorted(set(names)) if names.count(name) > 1]
    found += [f"{name}: a drift without a row" for name in drifts if name not in names]
    for row in rows:
        found += [f"{row['name']}: unknown field {field}" for field in sorted(set(row) - FIELDS)]
        found += [f"{row['name']}: unknown mode {mode}" for mode in row["modes"] if mode not in MODES]
        found += [f"{row['name']}: runs in no mode"] * (not row["modes"])
        found += [f"{row['name']}: unknown variables {row['variables']}"] * isinstance(row["variables"], str)
        found += [f"{row['name']}: {mode} isn't among its modes" for mode in modes_spoken_of(row) if mode not in row["modes"]]
        found += [f"{row['name']}: {name} isn't a drift" for name in drifts_of(row) if name not in drifts]
    return found


def modes_spoken_of(row):
    """The modes for which a row says what is found, what is written, or how the run ends."""
    return [mode for field in ("found", "exit", "writes", "stores") for mode in row.get(field, {})]


def server_arguments(row):
    """How the backend is started; a row without a word about it is called as its drift."""
    return row.get("server", ["--drift", row["name"]])


def drifts_of(row):
    """The names that follow `--drift`."""
    arguments = server_arguments(row)
    return [value for option, value in zip(arguments, arguments[1:]) if option == "--drift"]
