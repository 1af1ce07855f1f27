"""Swift sources as text: what the scripts beside this file read of them, without compiling anything."""
import re

OPENING = re.compile(r'//[^\n]*|/\*|`[^`\n]*`|#*"""(?=\n)|#*"|#+/|/')
COMMENT = re.compile(r"/\*|\*/")
DECLARATION = re.compile(
    r"^(?P<access>(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|private|fileprivate|final|indirect|nonisolated)\s+)*)"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+(?P<name>[A-Z]\w*)", re.M)


def code(text):
    """The text with blanks for its comments and strings: each line and column is where it was."""
    pieces, done = [], 0
    for start, end in comments_and_strings(text):
        pieces += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join(pieces) + text[done:]


def comments_and_strings(text, place=0):
    """Where comments, strings with what is interpolated in them, and regular expressions begin and end."""
    while match := OPENING.search(text, place):
        start, place = match.span()
        opening = match.group()
        if opening.startswith("//"):
            yield start, place
            continue
        if opening.startswith("`"):
            continue
        if opening == "/*":
            place = comment_end(text, place)
        elif opening.endswith("/"):
            place = pattern_end(text, start, place)
        else:
            place = string_end(text, opening, place)
        if place > match.end():
            yield start, place


def comment_end(text, place):
    depth = 1
    while depth and (match := COMMENT.search(text, place)):
        depth += 1 if match.group() == "/*" else -1
        place = match.end()
    return len(text) if depth else place


def string_end(text, opening, place):
    """The place after the string's end, past strings in its interpolations; right after its opening if it has none."""
    marks = opening.rstrip('"')
    step = re.compile(rf'\\{marks}\(|\\{marks}.|{opening[len(marks):]}{marks}' + ("" if '"""' in opening else "|\n"), re.S)
    began = place
    while match := step.search(text, place):
        place = match.end()
        if match.group() == "\n":
            break
        if match.group().endswith("("):
            place = group_end(text, place - 1)
        elif not match.group().startswith("\\"):
            return place
    return began


def group_end(text, place):
    """The place after the parenthesis that closes the one at the place."""
    strings = comments_and_strings(text, place)
    start, end = next(strings, (len(text), 0))
    depth = 0
    while place < len(text):
        if place == start:
            place = end
            start, end = next(strings, (len(text), 0))
            continue
        depth += (text[place] == "(") - (text[place] == ")")
        place += 1
        if depth == 0:
            break
    return place


def pattern_end(text, start, place):
    """The place after the regular expression's end; right after the sign if it divides or is an operator."""
    marks = text[start:place].rstrip("/")
    if marks:
        end = text.find("/" + marks, place)
        return place if end < 0 else end + 1 + len(marks)
    before = text[:start].rstrip()[-1:] if text[start - 1:start].isspace() else text[start - 1:start]
    match = re.compile(r"(?![\s/*=)])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\[\\\n])+/").match(text, place)
    return match.end() if match and before in ("(", ",", ":", "=", "[") else place


class SwiftFile:
    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        self.lines = self.text.splitlines()
        self.code = code(self.text)


def swift_files(root):
    return [SwiftFile(path) for path in sorted(root.rglob("*.swift")) if ".build" not in path.parts]


def modules(root):
    """Folders of sources with their modules' names: a folder is a module where it lies in Sources, or one level deeper."""
    for folder in sorted(root.iterdir()):
        if not folder.is_dir():
            continue
        if folder.name in ("Clients", "Suites", "Plugins"):
            yield from (inner for inner in sorted(folder.iterdir()) if inner.is_dir())
        else:
            yield folder


def uses(files, module):
    """For each pair of folders the types of the second that files of the first name, with the files that do."""
    homes = {}
    for file in files:
        for match in DECLARATION.finditer(file.code):
            if "private" not in match["access"].split():
                homes.setdefault(match["name"], set()).add(folder_of(file, module))
    found = {}
    for file in files:
        here = folder_of(file, module)
        own = {match["name"] for match in DECLARATION.finditer(file.code)}
        for name in set(re.findall(r"\b[A-Z]\w*", file.code)) - own:
            # A name that two folders declare says nothing.
            folders = homes.get(name, set())
            if len(folders) == 1 and here not in folders:
                (there,) = folders
                found.setdefault((here, there), {}).setdefault(name, []).append(file.path.name)
    return found


def folder_of(file, module):
    parts = file.path.relative_to(module).parts
    return parts[0] if len(parts) > 1 else "."


def circles(edges):
    """Sets of folders that reach each other (Tarjan)."""
    graph = {}
    for one, other in edges:
        graph.setdefault(one, set()).add(other)
        graph.setdefault(other, set())
    index, low, stack, result = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = set()
            while True:
                other = stack.pop()
                group.add(other)
                if other == node:
                    break
            if len(group) > 1:
                result.append(group)

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return result
