"""Debian's docker-registry, and dxf, a client that checks the digest of all that it pulls."""
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile

from watched import Watched

from . import session

SERVICE = "registry"
VERSION = "2.8.2"
REPOSITORY, OTHER = "plumb/line", "plumb-bob"
IMAGE, OCI_IMAGE, OCI_INDEX = (
    "application/vnd.docker.distribution.manifest.v2+json", "application/vnd.oci.image.manifest.v1+json",
    "application/vnd.oci.image.index.v1+json")
PATIENCE = 60


def missing():
    """Says what this machine lacks; None where it has all."""
    command = shutil.which("docker-registry")
    if not command or VERSION not in subprocess.run([command, "--version"], capture_output=True, text=True).stdout:
        return f"docker-registry {VERSION} isn't on PATH (Debian 12 has it: apt-get download docker-registry, dpkg -x)"
    return session.missing("python-dxf")


class Server:
    """An empty registry without tokens, on a free port."""

    def __init__(self, folder, processes):
        storage = {"filesystem": {"rootdirectory": os.path.join(folder, "data")}}
        with open(os.path.join(folder, "registry.json"), "w", encoding="utf-8") as file:
            # JSON is YAML.
            json.dump({"version": 0.1, "storage": storage, "http": {"addr": "127.0.0.1:0"}}, file)
        self.watched = Watched(processes, [shutil.which("docker-registry"), "serve", "registry.json"], cwd=folder)
        self.url = "http://" + self.watched.said(r"listening on (127\.0\.0\.1:[0-9]+)").group(1)

    def end(self):
        self.watched.end()


def client(url, repository):
    import dxf

    return dxf.DXF(url.removeprefix("http://"), repository, insecure=True, timeout=PATIENCE)


def layer(name, data):
    """A layer as tools make them: a packed archive, of equal bytes each time."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return gzip.compress(out.getvalue(), mtime=0)


def blobs():
    """A configuration, and three layers: of every byte there is, of a text, and one that nothing packs."""
    configuration = {"architecture": "amd64", "os": "linux", "rootfs": {"type": "layers", "diff_ids": []}}
    return [
        # As Docker writes it: writing it anew would change its digest.
        json.dumps(configuration, indent=3).encode(),
        layer("bin/hello", bytes(range(256)) * 4), layer("etc/motd", b"Still waters.\n"),
        hashlib.shake_256(b"plumb").digest(70_000),
    ]


def manifest(kind, digests, pushed, numbers):
    layers = [{"mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip", "size": len(pushed[number]),
               "digest": digests[number]} for number in numbers]
    configuration = {"mediaType": "application/vnd.docker.container.image.v1+json", "size": len(pushed[0]),
                     "digest": digests[0]}
    return json.dumps({"schemaVersion": 2, "mediaType": kind, "config": configuration, "layers": layers}, indent=3)


def push(url):
    """Pushes two images, an index of both, and an image into another repository."""
    import dxf

    images, pushed = client(url, REPOSITORY), blobs()
    digests = [images.push_blob(data=iter([blob]), digest=dxf.hash_bytes(blob)) for blob in pushed]
    one, two = manifest(IMAGE, digests, pushed, [1, 2]), manifest(OCI_IMAGE, digests, pushed, [1, 3])
    for tag, text in (("1.0", one), ("2.0", two), ("latest", two)):
        images.set_manifest(tag, text)
    entries = [{"mediaType": kind, "size": len(text), "digest": dxf.hash_bytes(text.encode()),
                "platform": {"os": "linux", "architecture": machine}}
               for kind, text, machine in ((IMAGE, one, "amd64"), (OCI_IMAGE, two, "arm64"))]
    index = {"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": entries}
    images.set_manifest("multi", json.dumps(index, indent=3))
    others = client(url, OTHER)
    others.push_blob(data=iter([pushed[2]]), digest=digests[2])
    others.set_alias("edge", digests[2])


def tried(call):
    """What a call returns, or the status and the body of its refusal; that a digest doesn't fit, in its words."""
    import dxf.exceptions
    import requests

    try:
        return call()
    except requests.HTTPError as error:
        return error.response.status_code, error.response.json() if error.response.content else None
    except dxf.exceptions.DXFDigestMismatchError as error:
        return f"digest {error.got}, not {error.expected}"


def digest_of(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def pull(url):
    """All that dxf gets of the registry, by what was asked."""
    images, others = client(url, REPOSITORY), client(url, OTHER)
    got = {
        "version": tried(lambda: images.api_version_check()[0]),
        "repositories": tried(images.list_repos),
        "repositories, one a page": tried(lambda: images.list_repos(batch_size=1)),
        "tags": tried(images.list_aliases), "tags of the other": tried(others.list_aliases),
        "image of the other": tried(lambda: others.get_alias("edge", sizes=True)),
    }
    for tag in ("1.0", "2.0", "latest", "multi"):
        got[f"digest of {tag}"] = tried(lambda: images.head_manifest_and_response(tag)[0])
        # Of an index these are the manifests and layers of both machines.
        got[f"manifest {tag}"] = tried(lambda: images.get_manifest(tag))
        got[f"layers of {tag}"] = tried(lambda: images.get_alias(tag, sizes=True))
    for digest in map(digest_of, blobs()):
        got[f"size of {digest}"] = tried(lambda: images.blob_size(digest))
        got[f"blob {digest}"] = tried(lambda: digest_of(b"".join(images.pull_blob(digest))))
    got["a tag that isn't there"] = tried(lambda: images.get_manifest("9.9"))
    got["its digest"] = tried(lambda: images.head_manifest_and_response("9.9"))
    got["a blob that isn't there"] = tried(lambda: b"".join(images.pull_blob(digest_of(b"nothing"))))
    return got


def run(plumbline, folder, processes):
    """What is wrong, a line each, and what plumbline printed."""
    os.makedirs(os.path.join(folder, "server"))
    server = Server(os.path.join(folder, "server"), processes)
    try:
        way = session.Session(plumbline, SERVICE, server.url, os.path.join(folder, "session"), processes)
        with way.recorded() as url:
            push(url)
            through = pull(url)
        real = pull(server.url)
    finally:
        server.end()
    wrong = honest(real) + session.differences("through record", real, through) + way.drafted()
    with way.served() as (url, _):
        wrong += session.differences("the mock", real, pull(url))
    return wrong, way.printed


def honest(real):
    """What the server itself doesn't give as it should: then nothing is proved by the mock that does likewise."""
    wanted = {f"blob {digest}": digest for digest in map(digest_of, blobs())}
    wrong = [f"the server: {name}: {real.get(name)}" for name, value in wanted.items() if value != real.get(name)]
    for name, values in (("tags", ["1.0", "2.0", "latest", "multi"]), ("repositories", [OTHER, REPOSITORY])):
        if sorted(real[name]) != values:
            wrong.append(f"the server: {name}: {real[name]}")
    for name in ("a tag that isn't there", "a blob that isn't there"):
        if real[name][0] != 404:
            wrong.append(f"the server: {name}: {real[name]}")
    return wrong
