"""Schemas of documents as jsonschema-rs takes them: Draft 4 of those before 3.1, Draft 2020-12 of those after."""
import json

import jsonschema_rs

LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
SINGLE = (
    "not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
    "additionalProperties", "additionalItems",
)
MAPS = ("properties", "patternProperties", "dependentSchemas")
# Those that say nothing of a value, and would say something of references.
DROPPED = ("$id", "id", "$schema", "$defs", "definitions", "example", "examples", "xml", "externalDocs", "discriminator", "$comment")


class NotJudged(Exception):
    """A schema that the validator can't be given, with the reason."""


class Schemas:
    """Validators of a document's schemas. `$ref`s are followed here, so that each schema is whole by itself."""

    def __init__(self, document):
        self.document, self.validators, self.definitions = document, {}, {}

    def problems(self, schema, value):
        """What is wrong with a value, up to three sentences."""
        validator = self.validator(schema)
        return [f"/{'/'.join(map(str, error.instance_path))}: {error.message[:200]}"
                for error, _ in zip(validator.iter_errors(value), range(3))]

    def validator(self, schema):
        key = (schema.file, json.dumps(schema.value, sort_keys=True))
        if key not in self.validators:
            self.validators[key] = self.made(schema)
        found = self.validators[key]
        if isinstance(found, NotJudged):
            raise found
        return found

    def made(self, schema):
        try:
            self.definitions = {}
            root = self.translated(schema.value, schema.file)
            if root is False:
                root = {"not": {}}
            whole = {**({} if root is True else root), "definitions": self.definitions}
            kind = jsonschema_rs.Draft4Validator if self.document.is_old else jsonschema_rs.Draft202012Validator
            return kind(whole, validate_formats=True)
        except NotJudged as error:
            return error
        except ValueError as error:
            return NotJudged(str(error)[:200])

    def translated(self, schema, file):
        if isinstance(schema, bool) or not isinstance(schema, dict):
            return {} if schema is not False else {"not": {}}
        reference = schema.get("$ref")
        if isinstance(reference, str):
            # What leads nowhere is a mistake that is reported elsewhere, and says nothing of the value.
            referred = self.referred(reference, file)
            if self.document.is_old or referred is None:
                return referred or {}
        if any(key in schema for key in ("$dynamicRef", "$dynamicAnchor", "$anchor", "$recursiveRef")):
            raise NotJudged("it names places by anchors")
        result = {key: value for key, value in schema.items() if key not in DROPPED and not key.startswith("x-")}
        for key in LISTS:
            if key in result:
                result[key] = [self.translated(part, file) for part in result[key] if isinstance(part, (dict, bool))]
        for key in SINGLE:
            if isinstance(result.get(key), dict):
                result[key] = self.translated(result[key], file)
        for key in MAPS:
            if isinstance(result.get(key), dict):
                result[key] = {name: self.translated(part, file) for name, part in result[key].items()}
        if "items" in result:
            result["items"] = self.translated(result["items"], file)
        if isinstance(reference, str):
            result["$ref"] = referred["$ref"]
        if "oneOf" in result and isinstance(schema.get("discriminator"), dict):
            # The value names its branch, so that authors let others fit it as well.
            result.setdefault("anyOf", result.pop("oneOf"))
        self.lenient(result, schema, file)
        if schema.get("nullable") is True or schema.get("x-nullable") is True:
            return {"anyOf": [result, {"type": "null"}]}
        return result

    def referred(self, reference, file):
        """A reference to a definition of its own, or None if it leads nowhere."""
        fragment = reference.partition("#")[2]
        if fragment and not fragment.startswith("/"):
            raise NotJudged(f"it refers to {reference}")
        target = self.document.target(reference, file)
        if target is None:
            return None
        key = "".join(character if character.isalnum() else f"_{ord(character):x}_" for character in f"{file} {reference}")
        if key not in self.definitions:
            self.definitions[key] = {}
            self.definitions[key] = self.translated(target.value, target.file)
        return {"$ref": f"#/definitions/{key}"}

    def lenient(self, result, schema, file):
        """Leaves out keywords that are no keywords: a mistake of the document isn't one of the answer."""
        for key in ("nullable", "readOnly", "writeOnly", "deprecated"):
            result.pop(key, None)
        required = result.get("required")
        if isinstance(required, list):
            # What is only written isn't shown.
            members = schema.get("properties") if isinstance(schema.get("properties"), dict) else {}
            shown = [name for name in dict.fromkeys(required) if not self.is_only_written(members.get(name), file)]
            result["required"] = shown
        if "required" in result and not (isinstance(required, list) and result["required"]):
            del result["required"]
        if self.document.is_old:
            for key in ("const", "if", "then", "else", "contains", "propertyNames", "patternProperties"):
                result.pop(key, None)
        else:
            for key in ("exclusiveMinimum", "exclusiveMaximum"):
                if isinstance(result.get(key), bool):
                    del result[key]
        if self.document.is_old:
            for key, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
                if key in result and (bound not in result or not isinstance(result[key], bool)):
                    del result[key]
        if "enum" in result and not (isinstance(result["enum"], list) and result["enum"]):
            del result["enum"]
        if result.get("type") == "file":
            del result["type"]
        if result.get("format") == "byte":
            result["pattern"] = result.get("pattern", "^[A-Za-z0-9+/_=\\s-]*$")
        if result.get("format") in ("regex", "iri", "iri-reference", "idn-email", "idn-hostname", "hostname"):
            # Drafts differ in them, and most documents don't mean them.
            del result["format"]

    def is_only_written(self, member, file):
        for _ in range(20):
            if not isinstance(member, dict):
                return False
            if member.get("writeOnly") is True:
                return True
            if not isinstance(member.get("$ref"), str):
                return False
            target = self.document.target(member["$ref"], file)
            if target is None:
                return False
            member, file = target.value, target.file
        return False
