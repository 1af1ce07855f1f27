#!/usr/bin/env python3
"""The words of comments, help, errors, descriptions and articles, counted against a limit.

A doc comment that opens with "What …" or "Whether …" hides its subject, and words such as "told", "stands" or "whoever" are signs
of a sentence that no native speaker would write. Each is fine once in a while, so there is a limit for each kind of text.
`stands for` and `told apart` are plain English and aren't counted.

`.ci/house-rules` checks the project with it. `.ci/words.py --self-check` proves that it finds what it should: it plants such words
in each kind of text, and plain ones beside them. It prints each failure and exits 1 if there is any.
"""
import pathlib
import re
import sys
import tempfile

TICS = re.compile(
    r"\b(told(?! apart)|tells|stands?(?! for\b|-in\b| still\b)|whoever|whomever|somebody|(?<!\.)nobody|mended|by itself|as such"
    r"|in the place of|goes by|(?:is|are) meant|makes of|comes of|lets in|let in)\b", re.I)
OPENING = re.compile(r"\s*///\s*(What|Whether|Who|Whose|Whom|Whoever|How|Where|When|Which|Why)\b")
INTERPOLATION = re.compile(r"\\#*\(")
DESCRIPTION = re.compile(r'"(?:description|summary|title)": "((?:[^"\\]|\\.)*)"')
TEST = re.compile(r"\bfunc `([^`\n]+)`")
# How many there may be in 1,000: of tics in lines, of openings in doc comments. This is the aim, and it is reached; names of tests
# may have a few more.
LIMITS = {
    "comments": 2, "help and errors": 2, "calls and clients": 2, "descriptions": 2, "articles": 1, "openings": 5,
    "names of tests": 5,
}
# What users read of these are the names of calls and an app's own messages.
CALLS = ("Suites", "Clients")
NO_MESSAGES = ("plumbline-bench",)
SHOWN = 5


class Count:
    """The texts of one kind, and the places of what is counted in them."""

    def __init__(self):
        self.total = 0
        self.places = []

    def add(self, path, line, found):
        self.total += 1
        self.places += [(path, line)] * found


def interpolation_ends(text, place):
    """The place after an interpolation whose opening parenthesis is before `place`."""
    depth = 1
    while depth and place < len(text):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
    return place


def without_interpolations(text):
    pieces, place = [], 0
    while match := INTERPOLATION.search(text, place):
        pieces.append(text[place:match.start()])
        place = interpolation_ends(text, match.end())
    return " ".join(pieces + [text[place:]])


def count(swift, articles, descriptions, base):
    counts = {kind: Count() for kind in LIMITS}
    for file in swift:
        count_comments(file, counts)
        parts = file.path.relative_to(base).parts
        if parts[0] == "Sources" and parts[1] not in NO_MESSAGES:
            count_strings(file, counts["calls and clients" if parts[1] in CALLS else "help and errors"])
        if parts[0] == "Tests":
            count_tests(file, counts["names of tests"])
    for path in articles:
        count_article(path, counts["articles"])
    for path in descriptions:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for text in DESCRIPTION.findall(line):
                counts["descriptions"].add(path, number, len(TICS.findall(text)))
    return counts


def count_comments(file, counts):
    documented = False
    for number, line in enumerate(file.lines, 1):
        if line.lstrip().startswith("//"):
            counts["comments"].add(file.path, number, len(TICS.findall(line)))
        is_documentation = line.lstrip().startswith("///")
        if is_documentation and not documented:
            counts["openings"].add(file.path, number, 1 if OPENING.match(line) else 0)
        documented = is_documentation


def count_strings(file, counted):
    """Counts the lines whose strings have more than one word: keys and names aren't sentences."""
    for number, (line, code) in enumerate(zip(file.lines, file.code.splitlines()), 1):
        if line == code or line.lstrip().startswith("//"):
            continue
        # Strings are the parts of a line that are blank in its code.
        words = without_interpolations("".join(one if other == " " else "\n" for one, other in zip(line, code)))
        if " " in words.strip():
            counted.add(file.path, number, len(TICS.findall(words)))


def count_tests(file, counted):
    for number, line in enumerate(file.lines, 1):
        for name in TEST.findall(line):
            counted.add(file.path, number, len(TICS.findall(name)))


def count_article(path, counted):
    is_code = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code:
            counted.add(path, number, len(TICS.findall(line)))


def check(swift, articles, descriptions, base, tell):
    """Reports each kind of text that is above its limit, with the last places."""
    for kind, counted in count(swift, articles, descriptions, base).items():
        share = 1000 * len(counted.places) / max(counted.total, 1)
        if share > LIMITS[kind]:
            tell(
                kind, f"{len(counted.places)} words of .ci/words.py in {counted.total} lines: {share:.1f} in 1,000, above the limit "
                f"of {LIMITS[kind]}. The last of them:")
            for path, line in counted.places[-SHOWN:]:
                tell(path, "reword this", line)


# MARK: The check of this check

# A file, the kinds of text in it that are counted, and how many words of each: planted ones first, plain ones last.
PLANTED = [
    ("Sources/Plumbline/Told.swift", "// A client is told so.\n", {"comments": 1}),
    ("Sources/Plumbline/Opened.swift", "/// What comes back.\nstruct A {}\n", {"openings": 1}),
    ("Sources/Plumbline/Opened2.swift", "/// The response.\n/// Whether it is whole.\nstruct A {}\n/// When it ended.\nlet a = 1\n",
     {"openings": 1}),
    ("Sources/Plumbline/Help.swift", 'let help = Option("--token", "Whoever has no token gets none.")\n', {"help and errors": 1}),
    ("Sources/Plumbline/Error.swift", 'throw Problem("\\(path.map { "told" } ?? "here") stands in the way of \\(name)")\n',
     {"help and errors": 1}),
    ("Sources/Plumbline/Long.swift", 'let text = """\n  Nobody may write there,\n  and it is meant so.\n  """\n',
     {"help and errors": 2}),
    ("Sources/Suites/Calls.swift", 'let call = Call("reads a ticket that nobody has")\n', {"calls and clients": 1}),
    ("Tests/Some/NameTests.swift", "@Test func `what is wrong is told`() {}\n", {"names of tests": 1}),
    ("Sources/Some.docc/Article.md", "# Told\n\n```\nit is told\n```\n\nIt stands in the place of another.\n", {"articles": 3}),
    ("Contracts/some.schema.json", '{ "description": "Where it stands.", "summary": "Told so.", "name": "told" }\n',
     {"descriptions": 2}),
    ("Sources/Plumbline/Plain.swift",
     '/// The word that stands for a key, told apart by case: `.nobody`.\nlet word = "told"\nlet other = "A stand-in for \\(told)"\n',
     {}),
    ("Sources/plumbline-bench/Bench.swift", 'let text = "Whoever may see it."\n', {}),
    ("Sources/Some.docc/Plain.md", "The response names the field that is missing.\n", {}),
]


def self_check(source):
    """Returns what isn't counted as it should be.

    - source: makes a Swift file of a path.
    """
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder)
        for name, text, expected in PLANTED:
            path = base / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            lists = [[path] if path.suffix == suffix else [] for suffix in (".swift", ".md", ".json")]
            counts = count([source(file) for file in lists[0]], lists[1], lists[2], base)
            got = {kind: len(counted.places) for kind, counted in counts.items() if counted.places}
            if got != expected:
                failures.append(f"{name}: {got} counted, {expected} planted")
            found = []
            check([source(file) for file in lists[0]], lists[1], lists[2], base, lambda *finding: found.append(finding[0]))
            if {kind for kind in found if isinstance(kind, str)} != set(expected):
                failures.append(f"{name}: {found} reported")
    return failures


def main():
    if sys.argv[1:] != ["--self-check"]:
        sys.exit(__doc__)
    sys.dont_write_bytecode = True
    from sources import SwiftFile
    failures = self_check(SwiftFile)
    print("\n".join(failures), end="\n" if failures else "")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
