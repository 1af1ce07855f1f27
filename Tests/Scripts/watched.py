"""Processes that are waited for by what they print."""
import os
import re
import signal
import socket
import subprocess
import threading
import time


# What a process prints comes to us as text, errors among it.
PIPED = {
    "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace",
}


class NotStarted(Exception):
    """A process didn't come up; what it printed tells why."""


def free_port():
    """A port for a server that can't be given port 0."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Watched:
    """A process whose output is read line by line, and kept."""

    def __init__(self, processes, command, **options):
        self.processes, self.lines = processes, []
        self.process = processes.start(command, **PIPED, **options)
        self.changed, self.over = threading.Condition(), False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()
        with self.changed:
            self.over = True
            self.changed.notify_all()

    def said(self, pattern, patience=60):
        """The first line that fits, as a match; waits for it until the process ends."""
        def found():
            return next((match for line in self.lines if (match := re.search(pattern, line))), None)

        with self.changed:
            self.changed.wait_for(lambda: found() or self.over, patience)
            if not (match := found()):
                raise NotStarted(f"{self.process.args[0]} didn't say {pattern}:\n" + "\n".join(self.lines[-20:]))
            return match

    def until(self, answers, patience=120):
        """Waits until a server answers as it has to; `answers` may raise an OSError until then."""
        end = time.monotonic() + patience
        while time.monotonic() < end and not self.over:
            try:
                if answers():
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise NotStarted(f"{self.process.args[0]} doesn't answer:\n" + "\n".join(self.lines[-20:]))

    def interrupt(self, patience=60):
        """Ends it as Ctrl-C does: its exit status, after it has said all that it has to say."""
        os.killpg(self.process.pid, signal.SIGINT)
        status = self.process.wait(patience)
        with self.changed:
            self.changed.wait_for(lambda: self.over, patience)
        self.end()
        return status

    def end(self):
        self.processes.end(self.process)
