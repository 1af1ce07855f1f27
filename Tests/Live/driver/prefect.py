"""A Prefect without its services, which would write by themselves."""
import os
import shutil
import urllib.request

from watched import Watched, free_port


class Server:
    """Runs from now on; `watched.end()` ends it."""

    def __init__(self, folder, processes, path=None):
        self.database, port = os.path.join(folder, "prefect.db"), free_port()
        own = {"PREFECT_HOME": folder, "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "PREFECT_LOGGING_LEVEL": "ERROR"}
        environment = {**{name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}, **own}
        self.root = f"http://127.0.0.1:{port}"
        self.url = self.root + "/api"
        command = [shutil.which("prefect", path=path), "server", "start", "--host", "127.0.0.1", "--port", str(port), "--no-services"]
        self.watched = Watched(processes, command, cwd=folder, env=environment)
        self.watched.until(lambda: urllib.request.urlopen(self.url + "/health", timeout=5).status == 200)
