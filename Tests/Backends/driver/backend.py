"""The backend as a process of its own: started on a free port, and surely ended."""
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time


class NoAnswer(Exception):
    """The backend didn't start; what it printed tells why."""


class Backend:
    """A service's folder with `server.py` in it, and the Python that has what it needs."""

    def __init__(self, service, python, folder, processes):
        self.service, self.python, self.processes = service, python, processes
        self.script = os.path.join(folder, "server.py")
        self.ports, self.seeds, self.lock = Ports(), {}, threading.Lock()
        self.folder = tempfile.TemporaryDirectory(prefix="plumbline-seeds-")

    def ask(self, *arguments):
        """What the script prints for arguments that start no server."""
        run = subprocess.run([self.python, self.script, *arguments], capture_output=True, text=True)
        if run.returncode:
            raise NoAnswer(run.stderr.strip() or f"{self.script} ended with {run.returncode}")
        return run.stdout

    def drifts(self):
        """The names of all its drifts."""
        return [line.split()[0] for line in self.ask("--list-drifts").splitlines() if line.strip()]

    def secrets(self):
        """What has to stay secret, by the name of the variable that holds it."""
        tokens = {name: self.ask("--token", who).strip() for name, who in self.service.tokens.items()}
        return {**self.service.secrets, **tokens}

    def seeded(self, arguments, database):
        """Lays a fresh database there; only `--small-ids` changes what is in one, so two are made and copied from then on."""
        options = tuple(argument for argument in arguments if argument == "--small-ids")
        with self.lock:
            if options not in self.seeds:
                path = os.path.join(self.folder.name, "-".join(["seed", *options]))
                self.ask("--seed-only", "--db", path, *options)
                self.seeds[options] = path
        shutil.copyfile(self.seeds[options], database)

    def start(self, arguments, database, log):
        """Starts it on a database that is there, and waits until it takes connections: the process and its port."""
        for _ in range(5):
            port = self.ports.one()
            with open(log, "wb") as output:
                command = [self.python, self.script, "--port", str(port), "--db", database, "--keep", *arguments]
                process = self.processes.start(command, stdout=output, stderr=output)
            if is_reached(process, port):
                return process, port
            # Somebody else may have taken the port in between: another one then.
            self.processes.end(process)
        with open(log, errors="replace") as output:
            raise NoAnswer(f"the backend doesn't answer: {output.read().strip()[-500:]}")


class Ports:
    """Ports that nobody listened at a moment ago; none is given twice, for two trials begin at the same time."""

    def __init__(self):
        self.given, self.lock = set(), threading.Lock()

    def one(self):
        with self.lock:
            while True:
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", 0))
                    port = probe.getsockname()[1]
                if port not in self.given:
                    self.given.add(port)
                    return port


def is_reached(process, port, patience=30):
    """Asks again and again until the process listens at the port; false once it has ended.

    That something answers there proves nothing: the port was free a moment ago, so a plumbline of another trial can have
    been given it, and a server that finds its port taken waits for it for a while.
    """
    end = time.monotonic() + patience
    while time.monotonic() < end and process.poll() is None:
        if is_listening(process, port) and is_open(port):
            return process.poll() is None
        time.sleep(0.05)
    return False


def is_open(port):
    """Whether a connection is taken. Nothing is sent over it: some drifts count requests."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def is_listening(process, port):
    """Whether the socket that listens at the port is the process's own; true where the system doesn't tell (no /proc)."""
    if not os.path.exists("/proc/net/tcp"):
        return True
    with open("/proc/net/tcp") as table:
        lines = [line.split() for line in table.readlines()[1:]]
    # 0A is LISTEN; the tenth column is the socket's inode.
    owners = {f"socket:[{words[9]}]" for words in lines if words[1].endswith(f":{port:04X}") and words[3] == "0A"}
    try:
        folder = f"/proc/{process.pid}/fd"
        return any(owner in owners for owner in map(os.readlink, (f"{folder}/{name}" for name in os.listdir(folder))))
    except OSError:
        return False  # It has just ended, or closed that file.
