extension DraftCase {
  static let draft2019 = [
    DraftCase(
      .draft2019, ##"{"$ref": "#/$defs/n", "minimum": 5, "$defs": {"n": {"type": "integer"}}}"##, valid: ["5"],
      invalid: ["4", #""a""#]),
    DraftCase(
      .draft2019, ##"{"$ref": "#here", "$defs": {"n": {"$anchor": "here", "type": "integer"}}}"##, valid: ["5"],
      invalid: [#""a""#]),
    DraftCase(
      .draft2019, #"{"items": [{"type": "string"}], "additionalItems": false}"#, valid: [#"["a"]"#],
      invalid: [#"["a", 1]"#]),
    DraftCase(
      .draft2019, #"{"items": {"type": "string"}, "additionalItems": false}"#, valid: [#"["a", "b"]"#], invalid: ["[1]"]
    ),
    DraftCase(.draft2019, #"{"items": [true], "unevaluatedItems": false}"#, valid: ["[1]"], invalid: ["[1, 2]"]),
    DraftCase(
      .draft2019, #"{"items": [true], "additionalItems": true, "unevaluatedItems": false}"#, valid: ["[1, 2]"],
      invalid: []),
    DraftCase(
      .draft2019, #"{"contains": {"type": "null"}, "unevaluatedItems": false}"#, valid: [], invalid: ["[null]"]),
    DraftCase(
      .draft2019, #"{"contains": {"type": "null"}, "minContains": 2, "maxContains": 3}"#, valid: ["[null, null]"],
      invalid: ["[null]", "[null, null, null, null]"]),
    DraftCase(.draft2019, #"{"contains": false, "minContains": 0}"#, valid: ["[]", "[1]"], invalid: []),
    DraftCase(
      .draft2019, #"{"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"minProperties": 2}}}"#,
      valid: [#"{"a": 1, "b": 1}"#], invalid: [#"{"a": 1}"#, #"{"c": 1}"#]),
    DraftCase(
      .draft2019, #"{"allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}"#, valid: [#"{"a": 1}"#],
      invalid: [#"{"b": 1}"#]),
    DraftCase(
      .draft2019,
      ##"{"$recursiveAnchor": true, "properties": {"n": {"$recursiveRef": "#"}}, "additionalProperties": false}"##,
      valid: [#"{"n": {"n": {}}}"#], invalid: [#"{"n": {"x": 1}}"#]),
    DraftCase(
      .draft2019, ##"{"properties": {"n": {"$recursiveRef": "#"}}, "additionalProperties": false}"##,
      valid: [#"{"n": {"n": {}}}"#], invalid: [#"{"n": {"n": {"x": 1}}}"#]),
    DraftCase(
      .draft2019,
      ##"{"$id": "http://x/strict", "$recursiveAnchor": true, "$ref": "tree", "unevaluatedProperties": false, "$defs": {"t": {"$id": "tree", "$recursiveAnchor": true, "properties": {"v": true, "kids": {"items": {"$recursiveRef": "#"}}}}}}"##,
      valid: [#"{"v": 1, "kids": [{"v": 2}]}"#], invalid: [#"{"kids": [{"w": 2}]}"#, #"{"w": 1}"#]),
    DraftCase(
      .draft2019,
      ##"{"$id": "http://x/strict", "$recursiveAnchor": true, "$ref": "tree", "unevaluatedProperties": false, "$defs": {"t": {"$id": "tree", "properties": {"v": true, "kids": {"items": {"$recursiveRef": "#"}}}}}}"##,
      valid: [#"{"kids": [{"w": 2}]}"#], invalid: [#"{"w": 1}"#]),
    DraftCase(.draft2019, #"{"prefixItems": [{"type": "string"}]}"#, valid: ["[1]"], invalid: []),
    DraftCase(.draft2019, ##"{"$dynamicRef": "#nowhere"}"##, valid: ["1"], invalid: []),
    DraftCase(.draft2019, #"{"format": "duration"}"#, valid: [#""P1D""#], invalid: [#""nonsense""#]),
    DraftCase(.draft2019, #"{"dependencies": {"a": ["b"]}}"#, valid: [#"{"b": 1}"#], invalid: [#"{"a": 1}"#]),
    DraftCase(
      .draft2019, ##"{"$ref": "#/definitions/a", "definitions": {"a": {"type": "string"}}}"##, valid: [#""a""#],
      invalid: ["1"]),
  ]
}
