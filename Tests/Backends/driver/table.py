"""The table of drifts: read, and checked against the drifts that the backend knows and the rules that plumbline explains."""
import json
import re
import subprocess

# What each mode types behind `plumbline`, where the service's name comes second.
MODES = {
    "read-only": ["verify"],
    "allow-writes": ["verify", "--allow-writes"],
    "direct": ["verify", "--direct"],
    "direct-writes": ["verify", "--direct", "--allow-writes"],
    "probe": ["probe"],
    "probe-writes": ["probe", "--allow-writes"],
}
WRITING = {"allow-writes", "direct-writes", "probe-writes"}
FIELDS = {
    "name", "server", "modes", "only", "variables", "options", "loses", "settle", "excused", "gone", "unmarked", "stores",
    "writes", "found", "unfound", "causes", "exit", "gap", "false alarm",
    "leaves", "shared", "stands for",
}
# So many findings a person may have to read of one drift, where the table doesn't say why there are more.
MOST_CAUSES = 3


def read(path):
    """The rows of the table, in the order of the file; each knows its variables by name, and the options that all share."""
    with open(path, encoding="utf-8") as file:
        table = json.load(file)
    return [{**row, "variables": variables(table, row), "shared": table.get("options", {})} for row in table["rows"]]


def variables(table, row):
    """A row names a set of variables, or lists its own; where it is silent, the set `ordinary` holds."""
    named = row.get("variables", "ordinary")
    return table["variables"].get(named, named) if isinstance(named, str) else named


def command(service, mode):
    """The words of a mode behind `plumbline`, for a service."""
    return [MODES[mode][0], service.name, *MODES[mode][1:]]


def given(service, row, mode):
    """The variables that a row gives in a mode: those that plumbline asks for there; the suite's calls know more than paths
    and bodies have."""
    if mode == "allow-writes":
        return {name: value for name, value in row["variables"].items() if name not in service.unknown_to_suites}
    if mode == "direct-writes":
        known = service.in_paths | service.in_bodies | {f"removable_{name}" for name in service.in_paths}
        return {name: value for name, value in row["variables"].items() if name in known}
    if mode == "probe-writes":
        return {name: value for name, value in row["variables"].items() if name in service.in_paths}
    return {}


def options(row, mode):
    """The words of a row behind those of the mode: those that all rows of its table share, and its own."""
    return row.get("shared", {}).get(mode, []) + row.get("options", [])


def rules(plumbline):
    """The names of all rules of drift, as `plumbline explain` lists them."""
    run = subprocess.run([plumbline, "explain", "--all"], check=True, capture_output=True, text=True)
    return set(re.findall(r"^(\S+) \((?:breaking|warning|notice)\)$", run.stdout, re.MULTILINE))


def mistakes(rows, drifts, known):
    """What is wrong with the table: every drift has a row, every row is about something that there is, and each says of each
    mode what finds its drift, or why nothing can; `known` are the rules that there are."""
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
        found += [f"{row['name']}: {rule} is no rule" for rule in named(row) if rule not in known]
        found += [f"{row['name']}: a gap that is found"] * ("gap" in row and "found" in row)
        found += [f"{row['name']}: causes without a number and a reason"] * (not is_excused(row))
    # A row of its drift's own name is about it alone; the others vary it.
    return found + [line for row in rows if row["name"] in drifts for line in unsaid(row)]


def unsaid(row):
    """The modes of a row of which it says neither what finds its drift nor why nothing can, one line each."""
    return [
        f"{row['name']}: neither found nor unfound in {mode}" for mode in row["modes"]
        if not found(row, mode) and not why_unfound(row, mode) and not row.get("gap", {}).get("why")
    ]


def found(row, mode):
    """The rules that have to name a row's drift in a mode; a list holds for every mode in which it isn't unfound."""
    rules = row.get("found") or {}
    if isinstance(rules, list):
        return [] if why_unfound(row, mode) else rules
    return rules.get(mode, [])


def why_unfound(row, mode):
    """Why no rule names a row's drift in a mode; a text holds for all modes."""
    reasons = row.get("unfound") or {}
    return reasons if isinstance(reasons, str) else reasons.get(mode)


def false_alarms(row):
    """The rules that are told of a healthy backend today, and shouldn't be."""
    return row.get("false alarm", {}).get("rules", [])


def named(row):
    """The rules that a row names, each once."""
    rules = row.get("found") or {}
    lists = [rules] if isinstance(rules, list) else rules.values()
    return sorted({rule for rules in [*lists, false_alarms(row)] for rule in rules})


def is_excused(row):
    """Whether a row that allows more causes than usual says how many and why."""
    causes = row.get("causes", {"number": MOST_CAUSES + 1, "why": "nothing is said"})
    return causes.get("number", 0) > MOST_CAUSES and bool(causes.get("why"))


def modes_spoken_of(row):
    """The modes for which a row says what is found, or why it isn't, what is written, or how the run ends."""
    fields = [row.get(field, {}) for field in ("found", "unfound", "exit", "writes", "stores")]
    return [mode for field in fields if isinstance(field, dict) for mode in field]


def most_causes(row):
    """How many findings a person may have to read of a row; `None` where it isn't about one drift."""
    return row.get("causes", {}).get("number", MOST_CAUSES) if len(drifts_of(row)) == 1 else None


def server_arguments(row):
    """How the backend is started; a row without a word about it is called as its drift."""
    return row.get("server", ["--drift", row["name"]])


def drifts_of(row):
    """The names that follow `--drift`."""
    arguments = server_arguments(row)
    return [value for option, value in zip(arguments, arguments[1:]) if option == "--drift"]
