"""Suites that the tests read as JSON, made from the YAML, Markdown and C in which their authors wrote them.

Each conversion takes triples (destination, path in the archive, bytes) and returns the bytes of each file to write. The
checksums of suites.json are over what comes out, so that a conversion that misreads something doesn't go unnoticed.
"""
import base64
import json
import pathlib
import re

KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s"'\[{].*?):(?: +([^#\s].*))?(?: +#.*)?$""")
WORDS = {"true": True, "false": False, "null": None}


def as_json(value, **options):
    return json.dumps(value, indent=1, **options).encode()


def yaml(files):
    """Documents in YAML, each as the JSON file of the same name."""
    return {str(pathlib.PurePath(to).with_suffix(".json")): as_json(read_yaml(data.decode()), ensure_ascii=False)
            for to, _, data in files}


def read_yaml(text):
    """The value of a document in the part of YAML that these suites use: no anchors, no scalars of several lines."""
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines()
             if line.strip() and not line.lstrip().startswith("#")]
    return read_block(lines[::-1], -1)


def read_block(lines, parent):
    """Takes the block that is indented by more than its parent from the end of the reversed lines; without one, it's null."""
    if not lines or lines[-1][0] <= parent:
        return None
    indent, text = lines[-1]
    if text.startswith("- "):
        items = []
        while lines and lines[-1][0] == indent and lines[-1][1].startswith("- "):
            # What follows a dash is a block of its own.
            _, text = lines.pop()
            item = text[1:].lstrip()
            lines.append((indent + len(text) - len(item), item))
            items.append(read_block(lines, indent))
        return items
    if not KEY.match(text):
        return read_scalar(lines.pop()[1])
    members = {}
    while lines and lines[-1][0] == indent:
        key, value = KEY.match(lines.pop()[1]).groups()
        # A list may be as far to the left as its key.
        is_list = bool(lines) and lines[-1][0] == indent and lines[-1][1].startswith("- ")
        members[key.strip("\"'")] = read_scalar(value) if value else read_block(lines, indent - is_list)
    return members


def read_scalar(text):
    if text[0] == '"':
        return json.loads(text)
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    if text[0] == "[":
        return [read_scalar(item.strip()) for item in text[1:-1].split(",") if item.strip()]
    if text[0] == "{":
        return {key.strip(): read_scalar(value.strip()) for key, value in re.findall(r"([^{},]+):([^,]+)", text[1:-1])}
    text = re.sub(r"\s+#.*", "", text)
    for kind, pattern in (int, r"-?\d+"), (float, r"-?\d+\.\d*"):
        if re.fullmatch(pattern, text):
            return kind(text)
    return WORDS.get(text, text)


# A heading, or an input with its metadata before it and its log after it.
CASE = re.compile(
    r"^#+ (?P<name>[^\n]+)|(?:^<!-- meta=(?P<meta>[^\n]+) -->\s+)?^```(?:http|url)\n(?P<input>.*?)\n```\n"
    r".*?^```log\n(?P<log>.*?)\n```", re.M | re.S)
LLHTTP = {
    "suite": "llhttp", "source": "github nodejs/llhttp test/**/*.md", "kind": "parser",
    "how": "type=request|response strict; type=request-lenient-* use relaxed flags (expect.error there is under that "
           "relaxation; skip for strict servers); type request-finish etc. = EOF after the bytes; expect.error null = "
           "accepted; pause_or_upgrade code 21/22 = paused/upgrade, not a rejection; log = full event trace"}


def llhttp(files):
    """llhttp's cases in Markdown, in one JSON file."""
    cases, name = [], ""
    for _, path, data in sorted(files):
        text = data.decode()
        for match in CASE.finditer(text):
            if match["name"]:
                name = match["name"]
                continue
            meta, log = json.loads(match["meta"] or "{}"), match["log"].split("\n")
            error = re.search(r'error code=(\d+) reason="(.*)"', match["log"])
            cases.append({
                "id": f"{path.removeprefix('test/').removesuffix('.md')}:{line_of(match)}",
                "description": name, "type": meta.pop("type", "url"), "meta": meta,
                "raw_b64": base64.b64encode(unescaped(match["input"])).decode(),
                "expect": {"error": error and {"code": int(error[1]), "reason": error[2]},
                           "pause_or_upgrade": bool(error) and error[1] in ("21", "22"),
                           "messages_complete": sum(line.endswith("message complete") for line in log), "log": log}})
    return {files[0][0]: as_json({**LLHTTP, "count": len(cases), "cases": cases})}


def line_of(match):
    return match.string.count("\n", 0, match.start()) + 1


def unescaped(text):
    """The bytes of an input, as llhttp's own test/md-test.ts reads it."""
    text = text.replace("\\\n", "").replace("\n", "\r\n")
    text = re.sub(r"\\([rntf])", lambda found: {"r": "\r", "n": "\n", "t": "\t", "f": "\f"}[found[1]], text)
    text = re.sub(r"\\x([0-9a-fA-F]+)", lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"\\([0-7]{1,3})", lambda found: chr(int(found[1], 8)), text).encode()


# The head of a function, or a call with the bytes of a case and what parsing them returns.
CALL = re.compile(
    r"^static void test_(?P<part>\w+)\(|"
    r'^ +(?P<call>PARSE|chunked_test_runners\[i\]|test_chunked_failure)\((?P<arguments>(?:[^";]|"(?:[^"\\]|\\.)*")+)\);', re.M)
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
PICOHTTPPARSER = {
    "suite": "picohttpparser", "source": "github h2o/picohttpparser test.c (MIT/Perl)", "kind": "parser",
    "how": "outcome accept=-complete head parsed, reject=-1, incomplete=-2 (need more bytes). Pico is lenient where RFC 9112 "
           "lets it be: obs-fold, multiple SP between tokens, bare LF accepted; treat those accepts as informational"}


def picohttpparser(files):
    """picohttpparser's cases in C, in one JSON file."""
    [(to, _, data)] = files
    cases, part = [], ""
    for match in CALL.finditer(data.decode()):
        if match["part"]:
            part = match["part"]
            continue
        texts = LITERAL.findall(match["arguments"])
        numbers = [number.strip() for number in LITERAL.sub("", match["arguments"]).split(",")]
        if match["call"] == "PARSE":  # (bytes, length before, result, description)
            case = {"id": f"pico-{part}:{line_of(match)}", "kind": part, "description": texts[-1]}
            result, decoded = numbers[2], []
        else:  # (line, bytes, result) or (line, whether trailers are consumed, bytes, decoded bytes, result)
            decoded = texts[1:2]
            case = {"id": f"pico-chunked:{line_of(match)}", "kind": "chunked-body",
                    **({"consume_trailer": numbers[1] == "1"} if decoded else {}),
                    "description": "chunked decode" if decoded else "chunked failure"}
            result = numbers[-1]
        case["raw_b64"] = base64_of(texts[0])
        case["expect"] = {"outcome": {"-1": "reject", "-2": "incomplete"}.get(result, "accept"),
                          **{"decoded_b64": base64_of(text) for text in decoded}}
        cases.append(case)
    return {to: as_json({**PICOHTTPPARSER, "count": len(cases), "cases": cases})}


def base64_of(literal):
    """The bytes of a string literal in C. Python's bytes have the same escapes."""
    return base64.b64encode(literal.encode().decode("unicode_escape").encode("latin-1")).decode()


CONVERSIONS = {"yaml": yaml, "llhttp": llhttp, "picohttpparser": picohttpparser}
