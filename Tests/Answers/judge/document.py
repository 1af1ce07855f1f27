"""Documents as Plumbline doesn't read them: their operations in a form that Swagger 2.0 and OpenAPI 3 share."""
import json
import os
import subprocess
import sys
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
PYYAML = os.path.join(HERE, "..", "..", "Scripts", "pyyaml.py")
METHODS = ("get", "post", "put", "patch", "delete", "query")


class Node:
    """A value of a document, with the file that its references are relative to."""

    def __init__(self, value, file):
        self.value, self.file = value, file

    def at(self, *keys):
        """A member, or nothing as `{}`."""
        value = self.value
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return Node({} if value is None else value, self.file)

    def members(self):
        return [(key, Node(value, self.file)) for key, value in self.value.items()] if isinstance(self.value, dict) else []

    def elements(self):
        return [Node(value, self.file) for value in self.value] if isinstance(self.value, list) else []


class Document:
    def __init__(self, path):
        self.files, self.path = {}, os.path.abspath(path)
        self.root = Node(self.file(self.path), self.path)
        self.version = str(self.root.value.get("openapi", self.root.value.get("swagger", "")))
        self.is_swagger = "swagger" in self.root.value
        # Draft 4 and the dialects of 3.0 ignore all members beside a `$ref`.
        self.is_old = self.is_swagger or self.version.startswith("3.0")

    def file(self, path):
        if path not in self.files:
            if path.endswith(".json"):
                with open(path, encoding="utf-8") as file:
                    self.files[path] = json.load(file)
            else:
                said = subprocess.run([sys.executable, PYYAML, path], capture_output=True, text=True, check=True).stdout
                self.files[path] = json.loads(said)
        return self.files[path]

    def target(self, reference, file):
        """The value that a reference leads to, or None."""
        name, _, fragment = reference.partition("#")
        if name:
            file = os.path.normpath(os.path.join(os.path.dirname(file), urllib.parse.unquote(name)))
            if "://" in name or not os.path.isfile(file):
                return None
        value = self.file(file)
        if fragment and not fragment.startswith("/"):
            return None
        for token in fragment.split("/")[1:]:
            token = urllib.parse.unquote(token).replace("~1", "/").replace("~0", "~")
            if isinstance(value, list) and token.isdigit() and int(token) < len(value):
                value = value[int(token)]
            elif isinstance(value, dict) and token in value:
                value = value[token]
            else:
                return None
        return Node(value, file)

    def resolved(self, node):
        """The object that a node is, or that its `$ref` leads to."""
        for _ in range(20):
            if not isinstance(node.value, dict) or not isinstance(node.value.get("$ref"), str):
                return node
            node = self.target(node.value["$ref"], node.file) or Node({}, node.file)
        return Node({}, node.file)

    def operations(self):
        """All operations that have answers; a path with a `#` has the requests of another one, and is left out."""
        for path, item in self.root.at("paths").members():
            if not path.startswith("/") or "#" in path:
                continue
            item = self.resolved(item)
            for method in METHODS:
                operation = self.resolved(item.at(method))
                if isinstance(operation.value, dict) and operation.at("responses").value:
                    yield Operation(self, method.upper(), path, item, operation)


class Operation:
    def __init__(self, document, method, path, item, node):
        self.document, self.method, self.path, self.node = document, method, path, node
        found = {}
        for list_ in (item.at("parameters"), node.at("parameters")):
            for parameter in map(document.resolved, list_.elements()):
                found[parameter.value.get("in"), parameter.value.get("name")] = parameter
        self.parameters = [parameter for parameter in found.values() if isinstance(parameter.value.get("name"), str)]

    def __str__(self):
        return f"{self.method} {self.path}"

    def schema_of(self, parameter):
        """The schema of a parameter; in Swagger 2.0 that is the parameter itself, unless it is the body."""
        if self.document.is_swagger and parameter.value.get("in") != "body":
            return Node({key: value for key, value in parameter.value.items() if key != "required"}, parameter.file)
        if not parameter.at("schema").value and parameter.at("content").value:
            return parameter.at("content").members()[0][1].at("schema")
        return parameter.at("schema")

    def bodies(self):
        """The request's bodies as media type, schema, and examples; none is an empty list."""
        if not self.document.is_swagger:
            content = self.document.resolved(self.node.at("requestBody")).at("content")
            media_types = [(name, self.document.resolved(media)) for name, media in self.document.resolved(content).members()]
            return [(name, media.at("schema"), self.examples(media)) for name, media in media_types]
        consumes = self.node.value.get("consumes") or self.document.root.value.get("consumes") or []
        bodies = [parameter for parameter in self.parameters if parameter.value.get("in") == "body"]
        if bodies:
            return [(consumes[0] if consumes else "application/json", bodies[0].at("schema"), [])]
        fields = [parameter for parameter in self.parameters if parameter.value.get("in") == "formData"]
        if not fields:
            return []
        file = any(field.value.get("type") == "file" for field in fields)
        form = {
            "type": "object", "properties": {field.value["name"]: self.schema_of(field).value for field in fields},
            "required": [field.value["name"] for field in fields if field.value.get("required") is True],
        }
        kind = "multipart/form-data" if file else "application/x-www-form-urlencoded"
        return [(kind, Node(form, self.node.file), [])]

    def examples(self, media):
        """The examples of a media type or a parameter."""
        found = [media.value["example"]] if "example" in media.value else []
        for _, example in media.at("examples").members():
            example = self.document.resolved(example).value
            found += [example[key] for key in ("dataValue", "value") if isinstance(example, dict) and key in example]
        return found

    def responses(self):
        """Statuses with their bodies by media type: a schema each; no content at all is `{}`."""
        found = {}
        for status, response in self.document.resolved(self.node.at("responses")).members():
            if status.startswith("x-"):
                continue
            response = self.document.resolved(response)
            if self.document.is_swagger:
                produces = self.node.value.get("produces") or self.document.root.value.get("produces") or ["application/json"]
                # A failure's example may be of a type that only successes lack: Docker's are of JSON beside streams.
                names = [*produces, *(name for name, _ in response.at("examples").members())]
                content = {name: response.at("schema") for name in names} if response.at("schema").value else {}
            else:
                members = self.document.resolved(response.at("content")).members()
                content = {name: self.document.resolved(media).at("schema") for name, media in members}
            found[status] = content
        return found

    def response_examples(self, status):
        """The document's own examples of a status."""
        found = []
        responses = self.document.resolved(self.node.at("responses"))
        for key in (str(status), f"{status // 100}XX", "default"):
            response = self.document.resolved(responses.at(key))
            found += [example.value for _, example in response.at("examples").members()]
            for _, media in self.document.resolved(response.at("content")).members():
                found += self.examples(self.document.resolved(media))
        return [parsed(example) for example in found]

    def credentials(self):
        """Headers and query parameters that let a request in: any credential does."""
        root = self.document.root
        required = self.node.value.get("security", root.value.get("security")) or []
        schemes = root.at("securityDefinitions") if self.document.is_swagger else root.at("components", "securitySchemes")
        headers, query = {}, {}
        for name in required[0] if required and isinstance(required[0], dict) else {}:
            scheme = self.document.resolved(schemes.at(name)).value
            if scheme.get("type") == "apiKey" and scheme.get("in") == "query":
                query[scheme.get("name")] = "any"
            elif scheme.get("type") == "apiKey" and scheme.get("in") == "cookie":
                headers["Cookie"] = f"{scheme.get('name')}=any"
            elif scheme.get("type") == "apiKey":
                headers[scheme.get("name")] = "any"
            elif scheme.get("type") == "basic" or str(scheme.get("scheme", "")).lower() == "basic":
                headers["Authorization"] = "Basic YW55OmFueQ=="
            elif scheme:
                headers["Authorization"] = "Bearer any"
        return headers, query


def parsed(example):
    """An example, also one that is JSON in a string."""
    if isinstance(example, str):
        try:
            return json.loads(example)
        except ValueError:
            return example
    return example
