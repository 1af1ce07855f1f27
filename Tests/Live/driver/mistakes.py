"""Mistakes that are planted in a copy of a contract: mistakes.json says which, and what has to be found."""
import copy
import fnmatch
import json
import os
import shutil

# Which members a row of mistakes.json may have. What is a mistake by itself is a problem that lint tells, no drift.
COMMON = {"name", "file", "edits"}
DRIFT, PROBLEM = {"endpoint", "rule", "pointer"}, {"problem"}
OPTIONAL = {"also", "only", "unrecorded", "awaits", "place"}


def read(path):
    """The rows of a file, checked."""
    with open(path) as file:
        rows = json.load(file)["mistakes"]
    for row in rows:
        if set(row) - OPTIONAL not in (COMMON | DRIFT, COMMON | PROBLEM):
            raise ValueError(f"{path}: this row has wrong members: {json.dumps(row)}")
    names = [row["name"] for row in rows]
    if len(set(names)) < len(names):
        raise ValueError(f"{path}: two rows have the same name")
    return rows


def edited(contract, edits):
    """A contract after some edits: `[pointer, value]` puts a value there, `[pointer]` removes what is there.

    An edit whose place isn't there is a mistake in the table.
    """
    contract = copy.deepcopy(contract)
    for edit in edits:
        try:
            put(contract, *edit)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise ValueError(f"this edit's place isn't there: {json.dumps(edit)}") from error
    return contract


def put(tree, pointer, *value):
    *path, last = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for step in path:
        tree = tree[int(step) if isinstance(tree, list) else step]
    last = int(last) if isinstance(tree, list) else last
    if not value:
        del tree[last]
    elif isinstance(tree, list) and last == len(tree):
        tree.append(value[0])
    else:
        tree[last] = value[0]


def plant(row, bench, folder):
    """Copies the contracts into a folder, with the mistake in it: the folders that plumbline is given."""
    shutil.rmtree(folder, ignore_errors=True)
    contracts, recordings = os.path.join(folder, "Contracts"), bench.recordings
    shutil.copytree(bench.contracts, contracts)
    if row.get("unrecorded"):
        recordings = os.path.join(folder, "Recordings")
        os.makedirs(recordings)
    if row["edits"]:
        path = os.path.join(contracts, row["file"])
        with open(path) as file:
            contract = json.load(file)
        with open(path, "w") as file:
            json.dump(edited(contract, row["edits"]), file, indent=2, ensure_ascii=False)
    return ["--contracts", contracts, "--recordings", recordings]


def try_one(bench, row):
    """Plants a mistake and verifies: what is wrong with what was found, one line each."""
    status, printed, report = verified(bench, row, row.get("only", row.get("endpoint")))
    return judged(row, status, report, printed)


def verified(bench, row, only):
    """Verifies a copy with the mistake in it: the exit status, what was printed, and the report."""
    folders = plant(row, bench, os.path.join(bench.running.folder, "planted"))
    return bench.run(
        "mistake-" + row["name"].replace(" ", "-"), "verify", bench.server.SERVICE, "--direct", "--server",
        bench.running.url, *(["--only", only] if only else []), folders=folders)


def judged(row, status, report, printed=""):
    """What is wrong with a report on a contract with this mistake in it."""
    if "problem" in row:
        return refused(row, status, report)
    if status != 1:
        said = [told(drift) for drift in report.get("drift", [])] or printed.splitlines()[-6:]
        return [f"exit {status}, not 1", *said]
    wanted = [row, *row.get("also", [])]
    drift = report.get("drift", [])
    lines = [f"not found: {one['rule']} {one['endpoint']} {one['pointer']}"
             for one in wanted if not any(fits(found, one) for found in drift)]
    lines += ["found besides: " + told(found) for found in drift if not any(fits(found, one) for one in wanted)]
    lines += [f"its place in the contract isn't told: {told(found)}"
              for found in drift if fits(found, row) and not place(found).endswith(row.get("place", row["file"]))]
    return lines


def refused(row, status, report):
    """What is wrong with a refusal to work with this contract at all."""
    problems = report.get("problems", [])
    if status == 2 and any(row["problem"] in one["message"] and one["file"].endswith(row["file"]) for one in problems):
        return []
    return [f"exit {status}, and no such problem at {row['file']}: {row['problem']}", *(one["message"] for one in problems)]


def fits(found, wanted):
    """Whether a finding is the one that a row wants; `*` stands for any text in the endpoint and the pointer."""
    return found["rule"] == wanted["rule"] and fnmatch.fnmatchcase(found["endpoint"], wanted["endpoint"]) \
        and fnmatch.fnmatchcase(found.get("pointer", ""), wanted["pointer"])


def place(found):
    return found.get("contract", {}).get("file", "")


def told(found):
    where = found.get("contract", {})
    return (f"{found['rule']} {found['endpoint']} {found.get('pointer', '')}: {found.get('message', '')} "
            f"({os.path.basename(where.get('file', '?'))}:{where.get('line', '?')})")
