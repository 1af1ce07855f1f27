"""Cases by which the judge is judged: answers that it has to find wrong, and answers that it must let pass."""
import json
import os
import tempfile

from .asking import Asked
from .document import Document
from .schemas import NotJudged, Schemas
from .values import made

CASES = [
    # version, schema, value, whether it is wrong
    ("3.0.3", {"type": "object", "required": ["id"]}, {}, True),
    ("3.0.3", {"type": "object", "required": ["id"]}, {"id": 1}, False),
    ("3.0.3", {"type": "string", "nullable": True}, None, False),
    ("3.0.3", {"type": "string"}, None, True),
    ("3.0.3", {"type": "integer", "minimum": 1, "exclusiveMinimum": True}, 1, True),
    ("3.0.3", {"$ref": "#/components/schemas/Pet"}, {"name": 1}, True),
    ("3.0.3", {"$ref": "#/components/schemas/Pet"}, {"name": "Rex", "friends": [{"name": "Tom"}]}, False),
    ("3.0.3", {"$ref": "#/components/schemas/Pet"}, {"name": "Rex", "friends": [{"name": 2}]}, True),
    # What is only written isn't required of an answer.
    ("3.0.3", {"required": ["p"], "properties": {"p": {"writeOnly": True}}}, {}, False),
    ("3.0.3", {"type": "string", "format": "date"}, "yesterday", True),
    ("3.0.3", {"properties": {"name": {"required": True, "type": "string"}}}, {"name": 1}, True),
    ("3.0.3", {"properties": {"name": {"$ref": "#/components/schemas/None"}}}, {"name": 1}, False),
    ("3.1.0", {"type": ["string", "null"]}, None, False),
    ("3.1.0", {"type": "integer", "exclusiveMinimum": 1}, 1, True),
    ("3.1.0", {"$ref": "#/components/schemas/Pet", "required": ["age"]}, {"name": "Rex"}, True),
    ("3.1.0", {"const": "a"}, "b", True),
    ("2.0", {"type": "string", "x-nullable": True}, None, False),
    ("2.0", {"type": "array", "items": {"type": "integer"}}, ["a"], True),
]
ANSWERS = [
    # status, media type, body, whether something is found
    (200, "application/json", {"name": "Rex"}, False),
    (200, "application/json", {"name": 1}, True),
    (200, "text/plain", "Rex", True),
    (201, "application/json", {"name": "Rex"}, True),
    (500, "application/json", {}, True),
    # The mock's own, and the document's own.
    (422, "application/json", {"anything": 1}, False),
    (404, "application/json", {"of": "the document's own"}, False),
    (404, "application/json", {"of": "ours"}, True),
]
COUNT = len(CASES) + len(ANSWERS) + 3
PET = {"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string"}, "friends": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}


def failures():
    with tempfile.TemporaryDirectory(prefix="plumbline-answers-") as folder:
        return [*schemas(folder), *answers(folder), *others(folder)]


def document(folder, version, content=None):
    """A document with one operation."""
    path = os.path.join(folder, f"document-{version}.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({
            "swagger" if version == "2.0" else "openapi": version, "info": {"title": "Pets", "version": "1"},
            "paths": {"/pets": {"get": {"responses": {
                "200": {"description": "Fine", "content": content or {}},
                "404": {"description": "None", "content": {"application/json": {
                    "schema": {"type": "object", "required": ["id"]}, "example": {"of": "the document's own"}}}}}}}},
            "components": {"schemas": {"Pet": PET}},
        }, file)
    return Document(path)


def schemas(folder):
    for version, schema, value, is_wrong in CASES:
        asked = document(folder, version)
        node = asked.root.at("none")
        node.value = schema
        try:
            found = Schemas(asked).problems(node, value)
        except NotJudged as error:
            yield f"{version} {schema} isn't judged: {error}"
            continue
        if bool(found) != is_wrong:
            yield f"{version} {schema}: {value} gives {found}"


def answers(folder):
    asked = document(folder, "3.1.0", {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}})
    operation = next(iter(asked.operations()))
    for status, kind, body, is_found in ANSWERS:
        judge = Asked(asked, Schemas(asked), "http://127.0.0.1:1")
        judge.judge(operation, status, kind, json.dumps(body).encode())
        if bool(judge.findings) != is_found:
            yield f"{status} {kind} {body} gives {judge.findings}"


def others(folder):
    asked = document(folder, "3.1.0")
    node = asked.root.at("components", "schemas", "Pet")
    if made(asked, node) != {"name": "text"}:
        yield f"made of a pet is {made(asked, node)}"
    node.value = {"$dynamicRef": "#it"}
    try:
        yield f"$dynamicRef is judged: {Schemas(asked).problems(node, 1)}"
    except NotJudged:
        pass
    # Nobody listens there.
    judge = Asked(asked, Schemas(asked), "http://127.0.0.1:1")
    judge.all()
    if not judge.findings:
        yield "no answer isn't found"
