"""What the scripts ask SwiftPM, with no trace of that left."""
import os
import subprocess
import tempfile


def swift(*arguments, folder):
    """Runs `swift` in a folder; SwiftPM leaves temporary folders behind wherever it runs, so it gets one that goes."""
    with tempfile.TemporaryDirectory(prefix="plumbline-swiftpm-") as temporary:
        environment = {**os.environ, "TMPDIR": temporary}
        return subprocess.run(["swift", *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def release_binary(folder):
    """Where the release build of the package in a folder has the tool."""
    build = swift("build", "-c", "release", "--show-bin-path", folder=folder)
    build.check_returncode()
    return os.path.join(build.stdout.strip(), "plumbline")
