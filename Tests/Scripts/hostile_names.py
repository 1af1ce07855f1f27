"""Folders and files whose names are commands, quotes and line ends, completed in real terminals.

Each name is completed as a person does, with a few letters and TAB, and the line is run: a stub that stands for plumbline
writes down which words it got. So a name has to arrive byte for byte, and no command in it may have run.
"""
import os
import tempfile
import time

from terminals import Terminal

# What is typed before TAB, as all three shells read it, and the word that has to arrive.
SERVICES = [
    ("a", "a b  c"),
    ("c", "c$(touch PWNED)"),
    ("d", "d`touch PWNED`"),
    ("e", "e'q\"uote'"),
    ("f", "f*?[g]*"),
    ("g", "g\nline"),
    ("h", "h;touch PWNED;"),
    ("n", "n\""),
    ("i", "i$HOME${IFS}~"),
    ("j", "j&touch PWNED|k"),
    ("k", "k{1,2}(m)#n!o"),
    ("l", "l\\m\\\\n"),
    ("m", "m<(touch PWNED)"),
    ("\\$", "$(touch${IFS}PWNED)"),
    ("\\`", "`touch PWNED`"),
    ("\\*", "*"),
    ("ü", "ü $(touch PWNED)"),
]
# The same within a quote, and behind a part of a name that was quoted by hand.
QUOTED = [
    ("\"c", "c$(touch PWNED)"),
    ("'d", "d`touch PWNED`"),
    ("\"d", "d`touch PWNED`"),
    ("'e", "e'q\"uote'"),
    ("\"e", "e'q\"uote'"),
    ("\"n", "n\""),
    ("a\\ b", "a b  c"),
    ("i\\$HO", "i$HOME${IFS}~"),
]
# The same for a file in the folder itself, and for a folder that an option takes.
OTHERS = [
    ("verify", "y", "y $(touch PWNED)*`touch PWNED`.json", False),
    ("verify --contracts", "z", "z $(touch PWNED)*", True),
]
CASES = [("verify", *case) for case in SERVICES + QUOTED] + [case[:3] for case in OTHERS]

STUB = """#!/bin/sh
printf '%s\\0' "$@" > "$TYPED.part"
mv "$TYPED.part" "$TYPED"
"""


def setup(shell, path):
    """The line that makes a shell know the completions in a file."""
    if shell == "zsh":
        folder = os.path.dirname(path)
        return f"PS1='> '; fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -d {folder}/dump"
    return f"source {path}"


def complaints(shell, path):
    """What is wrong in a shell, in lines; none where all names stay names."""
    wrong = []
    with tempfile.TemporaryDirectory(prefix="plumbline-names-") as folder:
        work, programs, typed = (os.path.join(folder, name) for name in ["work", "bin", "typed"])
        os.makedirs(programs)
        for _, name in SERVICES:
            os.makedirs(os.path.join(work, "Contracts", name))
        for _, _, name, is_folder in OTHERS:
            place = os.path.join(work, name)
            os.mkdir(place) if is_folder else open(place, "w").close()
        stub = os.path.join(programs, "plumbline")
        with open(stub, "w", encoding="utf-8") as file:
            file.write(STUB)
        os.chmod(stub, 0o755)
        environment = {"PATH": programs + os.pathsep + os.environ["PATH"], "TYPED": typed, "HOME": folder}
        with Terminal(shell, work, **environment) as terminal:
            terminal.started(setup(shell, path))
            for command, beginning, name in CASES:
                got = completed(terminal, f"plumbline {command} {beginning}\t", typed)
                wanted = [*command.split(), name]
                # A folder's name may end with its slash.
                if got is None or [word.rstrip("/") for word in got] != wanted:
                    wrong.append(f"{shell}: {command} {beginning!r} and TAB give {got!r}, where {wanted!r} is to be")
        # All of them are offered at once.
        with Terminal(shell, work, **environment) as terminal:
            terminal.started(setup(shell, path))
            terminal.type("plumbline verify \t\t")
            quiet(terminal)
        ran = [name for _, _, names in os.walk(folder) for name in names if name.startswith("PWNED")]
        if ran:
            wrong.append(f"{shell}: TAB ran the commands that names hold")
    return wrong


def completed(terminal, keys, typed):
    """The words that plumbline gets from a line once it is completed and run; none where it isn't run."""
    terminal.type(keys)
    quiet(terminal)
    terminal.type("\n")
    terminal.read_until(lambda _: os.path.exists(typed), patience=10)
    if not os.path.exists(typed):
        # A quote that is still open, or a list that waits for a choice.
        terminal.type("\x03")
        quiet(terminal)
        return None
    with open(typed, "rb") as file:
        words = file.read().decode(errors="replace").split("\0")[:-1]
    os.remove(typed)
    quiet(terminal)
    return words


def quiet(terminal):
    """Reads until the shell has nothing more to write."""
    last = [time.monotonic(), ""]

    def is_quiet(got):
        if got != last[1]:
            last[0], last[1] = time.monotonic(), got
        return time.monotonic() - last[0] > 0.2

    terminal.read_until(is_quiet, patience=10)
