"""Proves that the judge fails where it has to: a judge that always nods is worth nothing."""
from .verdict import Exceptions, Verdict

EXCEPTION = {"check": "status_code_conformance", "operation": "GET /pets", "status": 422, "reason": "A test."}


def events(status=200, check=None, host="127.0.0.1", operations=1, label="GET /pets", reason="completed", more=()):
    """What schemathesis reports of one request, with a check that failed if one is named."""
    response = {"status_code": status} if status else None
    checks = [{"name": "not_a_server_error", "status": "success"}]
    if check:
        checks.append({"name": check, "status": "failure", "failure_info": {"failure": {"title": "No", "message": "Why"}}})
    recorder = {
        "label": label, "cases": {"a": {"value": {"method": "GET", "path": "/pets"}}}, "checks": {"a": checks},
        "interactions": {"a": {"request": {"uri": f"http://{host}:1/pets"}, "response": response}},
    }
    return [
        {"LoadingFinished": {"statistic": {"operations": {"total": operations, "selected": operations}}}},
        {"ScenarioFinished": {"phase": "coverage", "recorder": {"label": label}}},
        {"ScenarioFinished": {"phase": "fuzzing", "recorder": recorder}}, *more,
        {"EngineFinished": {"stop_reason": reason}},
    ]


FINE = {"ScenarioFinished": events()[2]["ScenarioFinished"]}
UNDOCUMENTED = {"status": 422, "check": "status_code_conformance", "more": (FINE,)}

# What is reported, what is let pass, and how many findings there must be.
CASES = [
    ("nothing found", events(), [], 0),
    ("a check that failed", events(check="response_schema_conformance"), [], 1),
    ("what is let pass", events(**UNDOCUMENTED), [EXCEPTION], 0),
    ("what isn't let pass", events(**UNDOCUMENTED), [], 1),
    ("another status than what is let pass", events(**{**UNDOCUMENTED, "status": 400}), [EXCEPTION], 2),
    ("another check than what is let pass", events(**{**UNDOCUMENTED, "check": "ignored_auth"}), [EXCEPTION], 2),
    ("another operation than what is let pass", events(**UNDOCUMENTED), [{**EXCEPTION, "operation": "GET /pet"}], 2),
    ("the title that is let pass", events(**UNDOCUMENTED), [{**EXCEPTION, "title": "No"}], 0),
    ("another title than what is let pass", events(**UNDOCUMENTED), [{**EXCEPTION, "title": "Maybe"}], 2),
    ("an exception that nobody needs", events(), [EXCEPTION], 1),
    ("never a success", events(status=404), [], 1),
    ("never a success, let pass", events(status=404), [{"check": "success", "reason": "A test."}], 0),
    ("no answer", events(status=None), [], 2),
    ("an operation too few", events(operations=2), [], 1),
    ("no operation", events(operations=0), [], 2),
    ("another host", events(host="192.0.2.1"), [], 1),
    ("stopped before its end", events(reason="interrupted"), [], 1),
    ("no end", events()[:-1], [], 1),
    ("an error of its own", events(more=({"NonFatalError": {"error": "No"}},)), [], 1),
    ("an error of its own, let pass", events(more=({"NonFatalError": {"label": "GET /pets"}},)),
     [{"check": "error", "operation": "GET /pets", "reason": "A test."}], 0),
    ("an error of its own elsewhere", events(more=({"NonFatalError": {"label": "GET /pet"}},)),
     [{"check": "error", "operation": "GET /pets", "reason": "A test."}], 2),
    ("the same finding twice", events(check="ignored_auth", more=(events(check="ignored_auth")[2],)), [], 1),
]
COUNT = len(CASES)


def failures():
    found = ((name, Verdict(reported, Exceptions(rows)).findings, count) for name, reported, rows, count in CASES)
    return [f"{name}: {len(findings)} findings, not {count}: {findings}" for name, findings, count in found
            if len(findings) != count]
