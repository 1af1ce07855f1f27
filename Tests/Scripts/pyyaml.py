#!/usr/bin/env python3
"""What PyYAML reads in texts, as JSON: Tests/Scripts/pyyaml.py FILE…

Prints a line for each file: its value, or {"refused": …} where PyYAML reads none. PyYAML is of YAML 1.1; here it gets the core
schema of 1.2 (section 10.3.2), so that `yes` and dates are texts. Keys become strings as they are written. Exit 3 without PyYAML.
"""
import json
import re
import sys

try:
    import yaml
except ImportError:
    sys.exit(3)

PREFIX = "tag:yaml.org,2002:"


class Loader(yaml.SafeLoader):
    yaml_implicit_resolvers = {}

    def construct_object(self, node, deep=False):
        return super().construct_object(node, deep=True)

    def construct_mapping(self, node, deep=False):
        self.flatten_mapping(node)
        return {key.value: self.construct_object(value) for key, value in node.value}

    def construct_yaml_map(self, node):
        return self.construct_mapping(node)


for tag, pattern in (
        ("null", r"~|null|Null|NULL|"), ("bool", r"true|True|TRUE|false|False|FALSE"),
        ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"),
        ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), ("merge", "<<")):
    Loader.add_implicit_resolver(PREFIX + tag, re.compile(f"^(?:{pattern})$"), None)
Loader.add_constructor(PREFIX + "map", Loader.construct_yaml_map)
Loader.add_constructor(PREFIX + "float", lambda loader, node: float(node.value))
Loader.add_constructor(PREFIX + "int", lambda loader, node: int(
    node.value, 0 if node.value[:2] in ("0o", "0x") else 10))

for path in sys.argv[1:]:
    try:
        with open(path, "rb") as file:
            value = yaml.load(file.read(), Loader)
    except yaml.YAMLError as error:
        value = {"refused": str(error)}
    print(json.dumps(value))
