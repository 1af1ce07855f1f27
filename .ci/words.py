"""The words of comments, help, errors and articles, counted against a limit.

A doc comment that opens with "What …" or "Whether …" hides its subject, and words such as "told", "stands" or "whoever" are signs
of a sentence that no native speaker would write. Each is fine once in a while, so there is a limit for each kind of text.
`stands for` and `told apart` are plain English and aren't counted.
"""
import re

TICS = re.compile(
    r"\b(told(?! apart)|tells|stands?(?! for\b|-in\b| still\b)|whoever|somebody|(?<!\.)nobody|mended|by itself|as such|in the place of"
    r"|goes by|is meant|makes of|comes of|lets in)\b", re.I)
OPENING = re.compile(r"\s*///\s*(What|Whether|Who|How|Where)\b")
INTERPOLATION = re.compile(r"\\#*\(")
# How many there may be in 1,000: of tics in lines, of openings in doc comments. This is the aim, and it is reached.
LIMITS = {"comments": 2, "help and errors": 2, "articles": 2, "openings": 10}
# Names of calls, and words of an app's own.
NO_MESSAGES = ("Suites", "Clients", "plumbline-bench")
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


def count(swift, articles, base):
    counts = {kind: Count() for kind in LIMITS}
    for file in swift:
        documented = False
        for number, line in enumerate(file.lines, 1):
            is_comment = line.lstrip().startswith("//")
            if is_comment:
                counts["comments"].add(file.path, number, len(TICS.findall(line)))
            is_documentation = line.lstrip().startswith("///")
            if is_documentation and not documented:
                counts["openings"].add(file.path, number, 1 if OPENING.match(line) else 0)
            documented = is_documentation
        if file.path.is_relative_to(base / "Sources") and file.path.relative_to(base).parts[1] not in NO_MESSAGES:
            count_strings(file, counts["help and errors"])
    for path in articles:
        is_code = False
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("```"):
                is_code = not is_code
            elif not is_code:
                counts["articles"].add(path, number, len(TICS.findall(line)))
    return counts


def count_strings(file, counted):
    """Counts the lines whose strings have more than one word: keys and names aren't sentences."""
    for number, (line, code) in enumerate(zip(file.lines, file.code.splitlines()), 1):
        if line == code or line.lstrip().startswith("//"):
            continue
        # Strings are the parts of a line that are blank in its code.
        words = without_interpolations("".join(one if other == " " else "\n" for one, other in zip(line, code)))
        if " " in words.strip():
            counted.add(file.path, number, len(TICS.findall(words)))


def check(swift, articles, base, tell):
    """Reports each kind of text that is above its limit, with the last places."""
    for kind, counted in count(swift, articles, base).items():
        share = 1000 * len(counted.places) / max(counted.total, 1)
        if share > LIMITS[kind]:
            tell(
                kind, f"{len(counted.places)} words of .ci/words.py in {counted.total} lines: {share:.1f} in 1,000, above the limit "
                f"of {LIMITS[kind]}. The last of them:")
            for path, line in counted.places[-SHOWN:]:
                tell(path, "reword this", line)
