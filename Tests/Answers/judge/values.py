"""Values that schemas accept, made as simply as can be: most are accepted, and those that aren't are counted."""

TEXTS = {
    "date": "2026-01-02", "date-time": "2026-01-02T03:04:05Z", "uuid": "4f0c1d9e-6b1a-4c55-8f3e-2a7d9b1c0e11",
    "email": "ada@example.org", "uri": "https://example.org/a", "url": "https://example.org/a", "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1", "byte": "YWRh", "time": "03:04:05Z", "hostname": "example.org", "duration": "PT1H",
}


def made(document, schema, depth=0, whole=False):
    """A value of a schema: its example, or one with the required members; with `whole` all that aren't only read."""
    node = document.resolved(schema)
    value = node.value
    if not isinstance(value, dict) or depth > 8:
        return None if depth > 8 else "text"
    for key in ("example", "default", "const"):
        if key in value and value[key] is not None:
            return value[key]
    for key in ("examples", "enum"):
        if isinstance(value.get(key), list) and value[key]:
            return value[key][0]
    for key in ("oneOf", "anyOf"):
        branches = [branch for branch in node.at(key).elements() if document.resolved(branch).value.get("type") != "null"]
        if branches and not value.get("properties"):
            return made(document, branches[0], depth + 1, whole)
    if isinstance(value.get("allOf"), list) and value["allOf"]:
        parts = [made(document, part, depth + 1, whole) for part in node.at("allOf").elements()]
        parts += [made_object(document, node, depth, whole)] if value.get("properties") else []
        objects = [part for part in parts if isinstance(part, dict)]
        return {key: member for part in objects for key, member in part.items()} if objects else parts[0]
    kind = value.get("type")
    if isinstance(kind, list):
        kind = next((name for name in kind if name != "null"), "null")
    if kind == "object" or (kind is None and ("properties" in value or "additionalProperties" in value)):
        return made_object(document, node, depth, whole)
    if kind == "array":
        count = max(1, value.get("minItems") or 0)
        return [made(document, node.at("items"), depth + 1, whole)] * min(count, 50)
    return made_scalar(value, kind)


def made_object(document, node, depth, whole):
    required = node.value.get("required") if isinstance(node.value.get("required"), list) else []
    members = {}
    for name, member in node.at("properties").members():
        resolved = document.resolved(member).value
        if name in required or (whole and depth < 3 and not (isinstance(resolved, dict) and resolved.get("readOnly"))):
            members[name] = made(document, member, depth + 1, whole)
    return {**{name: "text" for name in required if name not in members}, **members}


def made_scalar(value, kind):
    if kind in ("integer", "number"):
        low, step = value.get("minimum"), value.get("multipleOf")
        number = low if isinstance(low, (int, float)) and not isinstance(low, bool) else 1
        if isinstance(value.get("exclusiveMinimum"), (int, float)):
            number = number + 1 if value["exclusiveMinimum"] is True else value["exclusiveMinimum"] + 1
        high = value.get("maximum")
        if isinstance(high, (int, float)) and number > high:
            number = high
        return step if isinstance(step, (int, float)) and step and number % step else number
    if kind == "boolean":
        return True
    if kind == "null":
        return None
    text = TEXTS.get(value.get("format"), "text")
    least, most = value.get("minLength") or 0, value.get("maxLength")
    text = text + "a" * max(0, least - len(text)) if least <= 10_000 else text
    return text[:most] if isinstance(most, int) and "format" not in value else text
