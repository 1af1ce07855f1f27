"""Swift sources as text: what the scripts beside this file read of them, without compiling anything."""
import re

COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|/\*.*?\*/|#+"""[\s\S]*?"""#+|"""[\s\S]*?"""|#+"(?:[^"\n]|"(?!#))*"#+|"(?:\\.|[^"\\\n])*"', re.S)
DECLARATION = re.compile(
    r"^(?P<access>(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|private|fileprivate|final|indirect|nonisolated)\s+)*)"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+(?P<name>[A-Z]\w*)", re.M)


def code(text):
    """The text without comments and strings, with as many lines."""
    return COMMENT_OR_STRING.sub(lambda match: "\n" * match.group().count("\n"), text)


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
