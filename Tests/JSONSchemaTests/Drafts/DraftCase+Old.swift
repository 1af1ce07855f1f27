extension DraftCase {
  static let draft4 = [
    DraftCase(.draft4, #"{"minimum": 1, "exclusiveMinimum": true}"#, valid: ["1.1"], invalid: ["1", "0"]),
    DraftCase(.draft4, #"{"minimum": 1, "exclusiveMinimum": false}"#, valid: ["1"], invalid: ["0.9"]),
    DraftCase(.draft4, #"{"maximum": 1, "exclusiveMaximum": true}"#, valid: ["0"], invalid: ["1", "1.0"]),
    DraftCase(.draft4, #"{"exclusiveMinimum": true}"#, valid: ["-5"], invalid: []),
    DraftCase(.draft4, #"{"type": "integer"}"#, valid: ["1", "-7"], invalid: ["1.0", "1e2", "1.5"]),
    DraftCase(.draft4, #"{"type": "number"}"#, valid: ["1", "1.0"], invalid: ["true"]),
    DraftCase(.draft4, #"{"const": 1}"#, valid: ["2"], invalid: []),
    DraftCase(.draft4, #"{"contains": {"type": "null"}}"#, valid: ["[]"], invalid: []),
    DraftCase(.draft4, #"{"propertyNames": {"maxLength": 1}}"#, valid: [#"{"ab": 1}"#], invalid: []),
    DraftCase(
      .draft4, #"{"items": [{"type": "string"}], "additionalItems": false}"#, valid: ["[]", #"["a"]"#],
      invalid: ["[1]", #"["a", 1]"#]),
    DraftCase(
      .draft4, #"{"items": {"type": "string"}, "additionalItems": false}"#, valid: [#"["a", "b"]"#], invalid: ["[1]"]),
    DraftCase(.draft4, #"{"additionalItems": false}"#, valid: ["[1, 2]"], invalid: []),
    DraftCase(
      .draft4, #"{"dependencies": {"a": ["b"], "c": {"minProperties": 3}}}"#, valid: [#"{"a": 1, "b": 1}"#, "{}"],
      invalid: [#"{"a": 1}"#, #"{"c": 1, "d": 1}"#]),
    DraftCase(
      .draft4,
      ##"{"properties": {"a": {"$ref": "#/definitions/n", "maximum": 1}}, "definitions": {"n": {"type": "integer"}}}"##,
      valid: [#"{"a": 5}"#], invalid: [#"{"a": "x"}"#]),
    DraftCase(
      .draft4,
      ##"{"id": "http://x/root.json", "allOf": [{"$ref": "item.json"}], "definitions": {"i": {"id": "item.json", "type": "string"}}}"##,
      valid: [#""a""#], invalid: ["1"]),
    DraftCase(
      .draft4, ##"{"allOf": [{"$ref": "#foo"}], "definitions": {"i": {"id": "#foo", "type": "string"}}}"##,
      valid: [#""a""#], invalid: ["1"]),
    DraftCase(
      .draft4,
      ##"{"$id": "http://x/other", "allOf": [{"$ref": "#/definitions/i"}], "definitions": {"i": {"type": "string"}}}"##,
      valid: [#""a""#], invalid: ["1"]),
    DraftCase(.draft4, #"{"format": "date"}"#, valid: [#""nonsense""#], invalid: []),
    DraftCase(.draft4, #"{"format": "ipv4"}"#, valid: [#""127.0.0.1""#], invalid: [#""nonsense""#]),
    DraftCase(.draft4, #"{"required": ["a"], "properties": {"a": {}}}"#, valid: [#"{"a": 1}"#], invalid: ["{}"]),
    DraftCase(.draft4, #"{"if": {"type": "string"}, "then": {"maxLength": 1}}"#, valid: [#""abc""#], invalid: []),
  ]

  static let draft6 = [
    DraftCase(.draft6, #"{"exclusiveMinimum": 1}"#, valid: ["1.1"], invalid: ["1"]),
    DraftCase(.draft6, #"{"exclusiveMaximum": 1, "maximum": 5}"#, valid: ["0.9"], invalid: ["1"]),
    DraftCase(.draft6, #"{"type": "integer"}"#, valid: ["1.0", "1e2"], invalid: ["1.5"]),
    DraftCase(.draft6, #"{"const": {"a": [1]}}"#, valid: [#"{"a": [1.0]}"#], invalid: ["1"]),
    DraftCase(.draft6, #"{"contains": {"type": "null"}}"#, valid: ["[1, null]", "1"], invalid: ["[]", "[1]"]),
    DraftCase(.draft6, #"{"contains": {"type": "null"}, "minContains": 2}"#, valid: ["[null]"], invalid: ["[]"]),
    DraftCase(.draft6, #"{"propertyNames": {"maxLength": 1}}"#, valid: [#"{"a": 1}"#], invalid: [#"{"ab": 1}"#]),
    DraftCase(.draft6, "true", valid: ["1"], invalid: []),
    DraftCase(.draft6, #"{"properties": {"a": true, "b": false}}"#, valid: [#"{"a": 1}"#], invalid: [#"{"b": 1}"#]),
    DraftCase(.draft6, #"{"items": [true, false]}"#, valid: ["[1]"], invalid: ["[1, 2]"]),
    DraftCase(.draft6, #"{"if": true, "then": false}"#, valid: ["1"], invalid: []),
    DraftCase(
      .draft6, #"{"dependencies": {"a": true, "b": false, "c": []}}"#, valid: [#"{"a": 1, "c": 1}"#],
      invalid: [#"{"b": 1}"#]),
    DraftCase(
      .draft6,
      ##"{"$id": "http://x/root.json", "allOf": [{"$ref": "item.json"}], "definitions": {"i": {"$id": "item.json", "type": "string"}}}"##,
      valid: [#""a""#], invalid: ["1"]),
    DraftCase(
      .draft6, ##"{"allOf": [{"$ref": "#foo"}], "definitions": {"i": {"$id": "#foo", "type": "string"}}}"##,
      valid: [#""a""#], invalid: ["1"]),
    DraftCase(
      .draft6, ##"{"$ref": "#/definitions/n", "minimum": 5, "definitions": {"n": {"type": "integer"}}}"##, valid: ["1"],
      invalid: [#""a""#]),
    DraftCase(.draft6, #"{"id": "http://x/none", "type": "string"}"#, valid: [#""a""#], invalid: ["1"]),
    DraftCase(.draft6, #"{"format": "uri-template"}"#, valid: [#""a{b}""#], invalid: [#""a{""#]),
    DraftCase(.draft6, #"{"format": "time"}"#, valid: [#""nonsense""#], invalid: []),
  ]

  static let draft7 = [
    DraftCase(
      .draft7, #"{"if": {"type": "integer"}, "then": {"minimum": 1}, "else": {"type": "string"}}"#,
      valid: ["1", #""a""#], invalid: ["0", "null"]),
    DraftCase(.draft7, #"{"then": false, "else": false}"#, valid: ["1"], invalid: []),
    DraftCase(
      .draft7, ##"{"$ref": "#/definitions/n", "type": "string", "definitions": {"n": {"type": "integer"}}}"##,
      valid: ["1"], invalid: [#""a""#]),
    DraftCase(
      .draft7,
      ##"{"$id": "http://x/base/", "allOf": [{"$id": "http://x/other/", "$ref": "i.json"}], "definitions": {"i": {"$id": "http://x/base/i.json", "type": "string"}, "o": {"$id": "http://x/other/i.json", "type": "integer"}}}"##,
      valid: [#""a""#], invalid: ["1"]),
    DraftCase(
      .draft7, #"{"items": [{"type": "string"}], "additionalItems": {"type": "integer"}}"#, valid: [#"["a", 1]"#],
      invalid: [#"["a", "b"]"#]),
    DraftCase(.draft7, #"{"prefixItems": [{"type": "string"}]}"#, valid: ["[1]"], invalid: []),
    DraftCase(.draft7, #"{"dependentRequired": {"a": ["b"]}}"#, valid: [#"{"a": 1}"#], invalid: []),
    DraftCase(.draft7, #"{"dependencies": {"a": ["b"]}}"#, valid: [#"{"b": 1}"#], invalid: [#"{"a": 1}"#]),
    DraftCase(.draft7, #"{"unevaluatedProperties": false}"#, valid: [#"{"a": 1}"#], invalid: []),
    DraftCase(.draft7, #"{"contains": true, "maxContains": 1}"#, valid: ["[1, 2]"], invalid: ["[]"]),
    DraftCase(
      .draft7, ##"{"allOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"type": "string"}}}"##, valid: [#""a""#],
      invalid: ["1"]),
    DraftCase(
      .draft7, ##"{"properties": {"a": {"$ref": "#b"}}, "definitions": {"x": {"$id": "#b", "const": 1}}}"##,
      valid: [#"{"a": 1}"#], invalid: [#"{"a": 2}"#]),
    DraftCase(.draft7, #"{"format": "date"}"#, valid: [#""2024-02-29""#], invalid: [#""nonsense""#]),
    DraftCase(.draft7, #"{"format": "relative-json-pointer"}"#, valid: [#""1/a""#], invalid: [#""/a""#]),
    DraftCase(.draft7, #"{"format": "uuid"}"#, valid: [#""nonsense""#], invalid: []),
    DraftCase(
      .draft7, #"{"contentMediaType": "application/json", "contentEncoding": "base64"}"#, valid: [#""{:""#], invalid: []
    ),
    DraftCase(
      .draft7,
      ##"{"definitions": {"a": {"definitions": {"b": {"$id": "http://x/b", "type": "null"}}}}, "allOf": [{"$ref": "http://x/b"}]}"##,
      valid: ["null"], invalid: ["1"]),
  ]
}
