"""Commands of servers that PyPI has, each in the version that its requirements.txt pins."""
import os
import shutil
import subprocess

LIVE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def missing(name, path=None):
    """Says what this machine lacks; None where it has all. `path` is where to look, instead of PATH."""
    pinned = os.path.join(LIVE, name.capitalize(), "requirements.txt")
    with open(pinned, encoding="utf-8") as file:
        version = dict(line.strip().split("==") for line in file if "==" in line)[name]
    command = shutil.which(name, path=path)
    told = command and subprocess.run([command, "--version"], capture_output=True, text=True).stdout
    if told and version in told:
        return None
    return f"there is no {name} {version} (pip install -r Tests/Live/{name.capitalize()}/requirements.txt)"
