"""What the scripts that start other people's servers share: processes that are surely ended."""
import os
import signal
import subprocess
import threading


class Processes:
    """All processes that run now, each in a group of its own, so that an end by Ctrl-C leaves none."""

    def __init__(self):
        self.running = set()
        self.lock = threading.Lock()
        self.stopped = False

    def start(self, command, **options):
        """Starts a process in a group of its own, unless everything is being ended."""
        with self.lock:
            if self.stopped:
                raise KeyboardInterrupt
            process = subprocess.Popen(command, start_new_session=True, **options)
            self.running.add(process)
            return process

    def end(self, process):
        """Ends a process with all that it started."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        with self.lock:
            self.running.discard(process)

    def end_all(self):
        """Ends everything, and lets nothing else start."""
        with self.lock:
            self.stopped = True
            running = list(self.running)
        for process in running:
            self.end(process)
