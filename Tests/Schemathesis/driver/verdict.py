"""What schemathesis found at a mock, by the events that it reports, less what is let pass."""
import json
import re
import urllib.parse


class Exceptions:
    """What is let pass for one document: findings of a check, on some operations, with some status or title, each with its
    reason."""

    def __init__(self, rows):
        self.rows = [(row, re.compile(row.get("operation", ".*"))) for row in rows]
        self.counts = [0] * len(rows)

    @staticmethod
    def read(path, name):
        with open(path, encoding="utf-8") as file:
            return Exceptions(json.load(file).get(name, []))

    def let_pass(self, check, operation, status, title=None):
        """Whether one of them is about a finding; the first that is counts it."""
        for index, (row, pattern) in enumerate(self.rows):
            if (row["check"] == check and pattern.fullmatch(operation) and row.get("status", status) == status
                    and row.get("title", title) == title):
                self.counts[index] += 1
                return True
        return False

    def used(self):
        return [f"{count} × {describe(row)}: {row['reason']}" for (row, _), count in zip(self.rows, self.counts) if count]

    def unused(self):
        return [describe(row) for (row, _), count in zip(self.rows, self.counts) if not count]


def describe(row):
    return " ".join(str(row[key]) for key in ("check", "operation", "status", "title") if key in row)


class Verdict:
    """What came of judging one document."""

    def __init__(self, events, exceptions):
        self.operations = self.requests = self.let_pass = 0
        self.findings, self.exceptions = [], exceptions
        self._named, self._answered, self._seen, self._is_over = set(), set(), set(), False
        for event in events:
            self._take(event)
        if not self._is_over:
            self.findings.append("schemathesis didn't come to its end")
        self._count()
        self.findings += [f"an exception lets nothing pass, remove it: {text}" for text in exceptions.unused()]

    @staticmethod
    def read(path, exceptions):
        with open(path, encoding="utf-8") as file:
            return Verdict((json.loads(line) for line in file if line.strip()), exceptions)

    def _take(self, event):
        (kind, content), = event.items()
        if kind == "LoadingFinished":
            self.operations = content["statistic"]["operations"]["selected"]
        elif kind == "NonFatalError" and self.exceptions.let_pass("error", content.get("label", ""), None):
            self.let_pass += 1
            # It never gets to try an operation that it can't read.
            if content.get("related_to_operation"):
                self._named.add(content["label"])
        elif kind in ("FatalError", "NonFatalError"):
            self.findings.append(f"{kind}: {json.dumps(content)[:300]}")
        elif kind == "EngineFinished":
            self._is_over = content["stop_reason"] == "completed"
        elif kind == "ScenarioFinished":
            self._scenario(content["phase"], content["recorder"])

    def _scenario(self, phase, recorder):
        # "Error" stands in the place of operations that it can't read.
        if phase != "stateful" and recorder["label"] != "Error":
            self._named.add(recorder["label"])
        cases, interactions = recorder.get("cases", {}), recorder.get("interactions", {})
        for identifier, interaction in interactions.items():
            self.requests += 1
            host = urllib.parse.urlsplit(interaction["request"]["uri"]).hostname
            if host != "127.0.0.1":
                self.findings.append(f"a request left for {host}")
            status = status_of(interaction)
            if status is None:
                self.findings.append(f"{operation_of(cases[identifier])} wasn't answered")
            elif status < 400:
                self._answered.add(operation_of(cases[identifier]))
        for identifier, checks in recorder.get("checks", {}).items():
            for check in checks:
                if check["status"] != "success":
                    self._finding(check, operation_of(cases[identifier]), interactions.get(identifier))

    def _finding(self, check, operation, interaction):
        status = status_of(interaction)
        failure = (check.get("failure_info") or {}).get("failure", {})
        if self.exceptions.let_pass(check["name"], operation, status, failure.get("title")):
            self.let_pass += 1
            return
        message = " ".join(failure.get("message", "").split())[:200]
        # The same is found again and again, with other values.
        key = (check["name"], operation, status, failure.get("title"))
        if key in self._seen:
            return
        self._seen.add(key)
        uri = interaction["request"]["uri"] if interaction else ""
        self.findings.append(f"{check['name']}: {operation}: {failure.get('title', 'failed')} ({status}): {message} [{uri}]")

    def _count(self):
        if not self.operations:
            self.findings.append("no operation was found in the document")
        if len(self._named) != self.operations:
            self.findings.append(f"{len(self._named)} operations were tried, not {self.operations}")
        for operation in sorted(self._named - self._answered):
            if self.exceptions.let_pass("success", operation, None):
                self.let_pass += 1
            else:
                self.findings.append(f"{operation} was never answered with a success")


def operation_of(case):
    return f"{case['value']['method']} {case['value']['path']}"


def status_of(interaction):
    response = (interaction or {}).get("response")
    return response["status_code"] if response else None
