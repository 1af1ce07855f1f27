"""One row of the table in one mode: a backend, a run of plumbline against it, and what the judge says."""
import json
import os
import subprocess
import tempfile
import time
import traceback
from typing import NamedTuple

from . import dump, judge, services, table
from .backend import NoAnswer

# Longer than any run of the table takes, so that a run that hangs is told and not waited for.
PATIENCE = 300
REPORTS = ["json", "console", "junit", "sarif", "markdown", "html"]


class Verdict(NamedTuple):
    """How a trial went: nothing wrong where `lines` is empty."""

    row: str
    mode: str
    seconds: float
    status: object
    lines: list
    # Those of the lines that say that data is otherwise than before, or that a secret was shown.
    losses: list


class Bench(NamedTuple):
    """What all trials share."""

    plumbline: str
    root: str
    backend: object
    secrets: dict
    keep: object


def run(bench, row, mode):
    """What comes of one row in one mode; whatever goes wrong in a trial fails that one, not all of them."""
    started = time.monotonic()
    try:
        status, lines, losses = judged(bench, row, mode)
    except NoAnswer as error:
        status, lines, losses = "none", [str(error)], []
    except Exception as error:  # noqa: BLE001
        status, lines, losses = "none", traceback.format_exception(error), []
    return Verdict(row["name"], mode, time.monotonic() - started, status, lines + losses, losses)


def judged(bench, row, mode):
    """Starts the backend, runs plumbline and judges; the backend is ended whatever happens."""
    with tempfile.TemporaryDirectory(prefix="plumbline-backend-") as folder:
        database = os.path.join(folder, "database.sqlite")
        arguments = table.server_arguments(row)
        bench.backend.seeded(arguments, database)
        before = dump.read(database)
        server, port = bench.backend.start(arguments, database, os.path.join(folder, "server.log"))
        try:
            status, texts = run_plumbline(bench, row, mode, port, folder)
            # A server that is slow acts on what nobody waits for any more; it gets the time to.
            time.sleep(row.get("settle", 0) if mode in table.WRITING else 0)
            after = dump.read(database)
        finally:
            bench.backend.processes.end(server)
        if bench.keep:
            keep(bench.keep, f"{row['name']}-{mode}", texts)
    return status, *judgement(bench, row, mode, before, after, status, texts)


def run_plumbline(bench, row, mode, port, folder):
    """Runs plumbline in the folder with the service's contract: its exit status, and all that it printed and wrote."""
    service = bench.backend.service
    command = [bench.plumbline, *table.command(service, mode), "--server", f"http://127.0.0.1:{port}"]
    command += [word for pattern in row.get("only", []) for word in ("--only", pattern)]
    command += [word for name, value in table.given(service, row, mode).items() for word in ("--var", f"{name}={value}")]
    command += table.options(row, mode)
    command += [word for form in REPORTS for word in ("--report", f"{form}={os.path.join(folder, 'report.' + form)}")]
    process = bench.backend.processes.start(
        command, cwd=os.path.join(bench.root, service.home), env=environment(service, bench.secrets), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    try:
        output, errors = process.communicate(timeout=PATIENCE)
        status = process.returncode
    except subprocess.TimeoutExpired:
        bench.backend.processes.end(process)
        output, errors = process.communicate()
        status = "none: it ran for longer than anybody waits"
    finally:
        bench.backend.processes.end(process)
    texts = {"standard output": output.decode(errors="replace"), "standard error": errors.decode(errors="replace")}
    for form in REPORTS:
        path = os.path.join(folder, "report." + form)
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                texts[f"report {form}"] = file.read()
    return status, texts


def environment(service, secrets):
    """The credentials as a user gives them; nothing else that plumbline or a proxy would listen to."""
    def is_ours(name):
        return name.upper().startswith((f"{service.name.upper()}_", "PLUMBLINE_")) or name.lower().endswith("_proxy")

    inherited = {name: value for name, value in os.environ.items() if not is_ours(name)}
    return {**inherited, "SWIFT_BACKTRACE": "enable=no", **service.addresses, **secrets}


def judgement(bench, row, mode, before, after, status, texts):
    """All that is wrong with a run, one line each: what may come of other work on the machine, and what was lost or shown."""
    lines, losses = [], []
    if status not in (0, 1, 2, 3):
        lines.append(f"exit {status}: {texts['standard error'].strip()[-300:]}")
    try:
        report = json.loads(texts["report json"])
    except (KeyError, ValueError):
        report = {}
        lines.append(f"there is no whole JSON report: {texts['standard error'].strip()[-300:]}")
    if report:
        lines += judge.complaints(report, table.MODES[mode][0], status)
        lines += unexpected(row, mode, report, status)
    if mode in table.WRITING:
        service = bench.backend.service
        told = services.as_stored(service, judge.left_behind(report))
        settled = services.settled(service, before, allowed(before, after, row, mode), told)
        losses += judge.undone(before, settled, told, with_unmarked(service, row))
        idle = set(row.get("writes", {}).get(mode, [])) - judge.touched(before, after)
        lines += [f"nothing was written to {name}, so nothing is tried there" for name in sorted(idle)]
    else:
        losses += judge.unchanged(before, after)
    return lines, losses + judge.leaks(texts, bench.secrets)


def allowed(before, after, row, mode):
    """A dump without the new rows that the table lets the backend keep in this mode, whatever the report says."""
    stored = row.get("stores", {}).get(mode, {})
    return {
        name: {key: value for key, value in rows.items() if name not in stored or key in before[name]}
        for name, rows in after.items()
    }


def with_unmarked(service, row):
    """A row with the tables whose rows carry no mark in all of the service's runs."""
    return {**row, "unmarked": {**dict.fromkeys(service.unmarked, "no member holds one"), **row.get("unmarked", {})}}


def unexpected(row, mode, report, status):
    """Where the table says how a run ends or what it finds, and it didn't."""
    lines = []
    expected = row.get("exit", {}).get(mode)
    if expected is not None and status != expected:
        lines.append(f"exit {status}, the table says {expected}")
    rules = {finding["rule"] for finding in report.get("drift", [])}
    missing = [rule for rule in table.found(row, mode) if rule not in rules]
    lines += [f"{rule} isn't among what is found" for rule in missing]
    told, most = judge.causes(report), table.most_causes(row)
    if "gap" in row and told:
        lines.append(f"a known gap that is closed: {'; '.join(told)}; say so in the table")
    for rule in table.false_alarms(row):
        if rule not in rules:
            lines.append(f"{rule} isn't a false alarm any more; say so in the table")
    if most is not None and len(told) > most:
        lines.append(f"one drift is told {len(told)} times, the table allows {most}: {'; '.join(told)}")
    return lines


def keep(folder, name, texts):
    """Leaves what a run printed and wrote where a person can read it."""
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    for place, text in texts.items():
        path = os.path.join(folder, name, place.replace("report ", "report.").replace(" ", "-"))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
