"""Shells in terminals of their own, typed at as people do."""
import os
import pty
import select
import signal
import time

# How each shell starts without a word of the user's own files.
COMMANDS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}


class Terminal:
    """A shell that reads what is typed."""

    def __init__(self, shell, folder, **environment):
        self.child, self.descriptor = pty.fork()
        if self.child == 0:
            os.chdir(folder)
            os.environ.update(TERM="dumb", LC_ALL="C.UTF-8", **environment)
            os.execvp(shell, COMMANDS[shell])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.descriptor)
        # Shells have been seen to go on without their terminal, at a list that waits for a choice.
        deadline = time.monotonic() + 5
        while os.waitpid(self.child, os.WNOHANG)[0] == 0:
            if time.monotonic() > deadline:
                os.kill(self.child, signal.SIGKILL)
                os.waitpid(self.child, 0)
                break
            time.sleep(0.02)

    def type(self, text):
        data = text.encode()
        while data:
            if not select.select([], [self.descriptor], [], 30)[1]:
                raise TimeoutError(f"the shell doesn't take {text!r}")
            data = data[os.write(self.descriptor, data):]

    def read_until(self, is_enough, patience=30):
        """What the shell writes until that is enough, or for so many seconds at most."""
        got, end = "", time.monotonic() + patience
        while not is_enough(got) and time.monotonic() < end:
            if select.select([self.descriptor], [], [], 0.05)[0]:
                try:
                    got += os.read(self.descriptor, 65536).decode(errors="replace")
                except OSError:
                    # The shell has gone.
                    break
        return got

    def started(self, setup):
        """Runs the lines that prepare the shell, and waits until it has done so."""
        # The echo of what is typed has no READY in one piece.
        self.type(f"{setup}; echo REA''DY\n")
        self.read_until(lambda got: "READY" in got)
