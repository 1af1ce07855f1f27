import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct SchemaComparisonTests {
  /// The expected result of a comparison, which is proven, refuted at these places, or undecided.
  enum Expected: Sendable {
    case proven
    case refuted(String)
    case undecided
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let values: String
    let bounds: String
    let expected: Expected

    init(_ values: String, in bounds: String, _ expected: Expected) {
      self.values = values
      self.bounds = bounds
      self.expected = expected
    }

    var testDescription: String { "\(values) in \(bounds)" }
  }

  static let cases: [Case] = [
    // Types.
    Case(#"{"type": "integer"}"#, in: #"{"type": "number"}"#, .proven),
    Case(#"{"type": "number"}"#, in: #"{"type": "integer"}"#, .refuted("type number")),
    Case(#"{"type": "number", "multipleOf": 2}"#, in: #"{"type": "integer"}"#, .proven),
    Case(#"{"type": "string"}"#, in: #"{"type": ["string", "null"]}"#, .proven),
    Case(#"{"type": ["string", "null"]}"#, in: #"{"type": "string"}"#, .refuted("type null")),
    Case(#"{"type": "string"}"#, in: #"{"type": "integer"}"#, .refuted("type string")),
    Case("true", in: "{}", .proven),
    Case("false", in: #"{"type": "string"}"#, .proven),
    Case("{}", in: #"{"type": "string"}"#, .refuted("type null; type boolean, number, array, object")),
    // Values.
    Case(#"{"enum": ["a"]}"#, in: #"{"enum": ["a", "b"]}"#, .proven),
    Case(#"{"enum": ["a", "c", "d"]}"#, in: #"{"enum": ["a", "b"]}"#, .refuted(#"enum "c"; enum "d""#)),
    Case(#"{"const": 3}"#, in: #"{"type": "integer", "minimum": 3}"#, .proven),
    Case(#"{"enum": ["a", null]}"#, in: #"{"type": "string"}"#, .refuted("type null")),
    Case(#"{"type": "boolean"}"#, in: #"{"enum": [true, false]}"#, .proven),
    Case(#"{"type": "string"}"#, in: #"{"enum": ["a", "b"]}"#, .refuted("enum")),
    // Numbers.
    Case(#"{"type": "integer", "exclusiveMinimum": 0}"#, in: #"{"type": "integer", "minimum": 1}"#, .proven),
    Case(#"{"type": "number", "exclusiveMinimum": 0}"#, in: #"{"type": "number", "minimum": 1}"#, .refuted("minimum")),
    Case(#"{"type": "integer", "minimum": 0, "maximum": 9}"#, in: #"{"maximum": 9.5}"#, .proven),
    Case(#"{"type": "integer", "maximum": 100}"#, in: #"{"type": "integer", "maximum": 99}"#, .refuted("maximum")),
    Case(#"{"type": "number", "multipleOf": 6}"#, in: #"{"type": "number", "multipleOf": 3}"#, .proven),
    Case(#"{"type": "number", "multipleOf": 3}"#, in: #"{"type": "number", "multipleOf": 6}"#, .refuted("multipleOf")),
    // Strings.
    Case(#"{"type": "string", "minLength": 3}"#, in: #"{"type": "string", "minLength": 1}"#, .proven),
    Case(#"{"type": "string"}"#, in: #"{"type": "string", "maxLength": 5}"#, .refuted("maxLength")),
    Case(#"{"type": "string", "pattern": "^a{2,4}$"}"#, in: #"{"pattern": "^a+$"}"#, .proven),
    Case(#"{"type": "string", "pattern": "^a+$"}"#, in: #"{"pattern": "^a{2,4}$"}"#, .refuted("pattern")),
    Case(#"{"type": "string", "pattern": "^[a-z]{5}$"}"#, in: #"{"minLength": 5, "maxLength": 5}"#, .proven),
    Case(#"{"type": "string", "format": "uuid"}"#, in: #"{"type": "string"}"#, .proven),
    Case(#"{"type": "string"}"#, in: #"{"type": "string", "format": "uuid"}"#, .refuted("format")),
    Case(#"{"type": "string", "format": "date"}"#, in: #"{"pattern": "^[0-9]{4}-"}"#, .proven),
    // Objects.
    Case(
      #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}"#,
      in:
        #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "x": {"type": "string"}}}"#,
      .proven),
    Case(
      #"{"type": "object", "properties": {"id": {"type": "integer"}}}"#,
      in: #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}"#,
      .refuted("required id")),
    Case(
      #"{"type": "object", "properties": {"id": {"type": "string"}}}"#,
      in: #"{"type": "object", "properties": {"id": {"type": "integer"}}}"#, .refuted("/id type string")),
    Case(
      #"{"type": "object", "properties": {"id": true, "b": true}}"#,
      in: #"{"type": "object", "properties": {"id": true}, "additionalProperties": false}"#, .refuted("/b false b")),
    Case(
      #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
      in: #"{"type": "object", "additionalProperties": {"type": "integer"}}"#, .refuted("/* type string")),
    Case(
      #"{"type": "object", "additionalProperties": {}}"#,
      in: #"{"type": "object", "properties": {"x": {"type": "integer"}}}"#,
      .refuted("/x type null; /x type boolean, string, array, object; /x type number")),
    Case(
      #"{"type": "object", "patternProperties": {"^x-": {"type": "string"}}}"#,
      in: #"{"type": "object", "patternProperties": {"^x-": {"type": "string", "minLength": 1}}}"#,
      .refuted("/* minLength")),
    Case(
      #"{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": ["string", "null"]}}}}}"#,
      in: #"{"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "string"}}}}}"#,
      .refuted("/a/b type null")),
    Case(
      #"{"type": "object", "required": ["a"], "properties": {"a": true, "b": true}}"#,
      in: #"{"dependentRequired": {"b": ["a"]}}"#, .proven),
    Case(
      #"{"type": "object", "properties": {"a": true, "b": true}}"#,
      in: #"{"dependentRequired": {"b": ["a"]}}"#, .refuted("dependentRequired")),
    // Arrays.
    Case(
      #"{"type": "array", "items": {"type": "integer"}}"#, in: #"{"type": "array", "items": {"type": "number"}}"#,
      .proven),
    Case(
      #"{"type": "array", "items": {"type": "string"}}"#, in: #"{"type": "array", "items": {"type": "number"}}"#,
      .refuted("/* type string")),
    Case(#"{"type": "array", "maxItems": 1}"#, in: #"{"type": "array", "uniqueItems": true}"#, .proven),
    Case(
      #"{"type": "array", "items": {"const": 1}, "minItems": 2}"#, in: #"{"type": "array", "contains": {"const": 1}}"#,
      .proven),
    // Branches.
    Case(#"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#, in: #"{"type": ["string", "integer"]}"#, .proven),
    Case(#"{"type": ["string", "integer"]}"#, in: #"{"anyOf": [{"type": "integer"}, {"type": "string"}]}"#, .proven),
    Case(
      #"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#, in: #"{"type": "string"}"#,
      .refuted("type number")),
    Case(
      #"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#,
      in: #"{"oneOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}"#, .proven),
    Case(#"{"type": "integer"}"#, in: #"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#, .refuted("oneOf")),
    Case(#"{"type": "string"}"#, in: #"{"not": {"type": "integer"}}"#, .proven),
    Case(#"{"type": "integer"}"#, in: #"{"not": {"const": 4}}"#, .refuted("not")),
    Case(
      #"{"allOf": [{"required": ["a"]}, {"type": "object", "properties": {"a": {"const": 1}}}]}"#,
      in: #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}"#, .proven),
    Case(
      #"""
      {"oneOf": [
        {"type": "object", "required": ["k", "x"], "properties": {"k": {"const": "a"}, "x": {"type": "string"}}},
        {"type": "object", "required": ["k"], "properties": {"k": {"const": "b"}, "y": {"type": "integer"}}}
      ]}
      """#,
      in: #"""
        {"oneOf": [
          {"type": "object", "required": ["k"], "properties": {"k": {"const": "b"}, "y": {"type": "number"}}},
          {"type": "object", "required": ["k"], "properties": {"k": {"const": "a"}, "x": {"type": "integer"}}}
        ]}
        """#, .refuted("/x type string")),
    Case(
      #"{"type": "object", "required": ["k"], "properties": {"k": {"enum": ["a", "b"]}}}"#,
      in: #"""
        {"oneOf": [
          {"type": "object", "required": ["k"], "properties": {"k": {"const": "b"}}},
          {"type": "object", "required": ["k"], "properties": {"k": {"const": "a"}}}
        ]}
        """#, .proven),
    // Conditions.
    Case(
      #"{"type": "object", "properties": {"a": {"const": 1}, "b": {"type": "string"}}, "required": ["a", "b"]}"#,
      in: #"{"if": {"required": ["a"], "properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}}"#, .proven),
    Case(
      #"{"type": "object", "properties": {"a": {"const": 1}, "b": {"type": "string"}}, "required": ["a"]}"#,
      in: #"{"if": {"required": ["a"], "properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}}"#,
      .refuted("required b")),
    // Recursion.
    Case(
      ##"{"$ref": "#/$defs/T", "$defs": {"T": {"type": "object", "properties": {"next": {"$ref": "#/$defs/T"}, "v": {"type": "integer"}}}}}"##,
      in:
        ##"{"$ref": "#/$defs/N", "$defs": {"N": {"type": "object", "properties": {"v": {"type": "number"}, "next": {"$ref": "#/$defs/N"}}}}}"##,
      .proven),
    Case(
      ##"{"$ref": "#/$defs/T", "$defs": {"T": {"type": "object", "properties": {"next": {"$ref": "#/$defs/T"}, "v": {"type": "number"}}}}}"##,
      in:
        ##"{"$ref": "#/$defs/N", "$defs": {"N": {"type": "object", "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/$defs/N"}}}}}"##,
      .refuted("/v type number")),
  ]

  @Test(arguments: cases)
  func `a comparison decides by meaning`(_ example: Case) throws {
    let (old, new) = (try document(example.values), try document(example.bounds))
    let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .all)
    let inclusion = comparison.inclusion(of: old.root, on: .old, in: new.root)
    let (own, other) = (try SchemaLibrary().compile(old.root), try SchemaLibrary().compile(new.root))
    for gap in inclusion.gaps {
      guard let witness = gap.witness else { continue }
      #expect(own.isValid(witness), "\(witness)")
      #expect(!other.isValid(witness), "\(witness)")
    }
    let found = inclusion.gaps.map { gap in
      [gap.pointer.description, gap.keyword, gap.detail ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
    switch example.expected {
    case .proven: #expect(found == [])
    case .refuted(let gaps):
      #expect(found.joined(separator: "; ") == gaps)
      #expect(inclusion.gaps.allSatisfy { $0.witness != nil })
    case .undecided: #expect(inclusion.gaps.contains { $0.witness == nil && $0.reason != nil })
    }
  }

  /// Alternatives that refer back to themselves, which double the work with each level unless they are recognized.
  @Test func `things that hold each other are compared, and what became otherwise is found`() throws {
    func pets(_ breed: String) throws -> JSONDocument {
      try document(
        """
        { "$ref": "#/$defs/Pet", "$defs": {
          "Owner": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" },
            "pets": { "type": "array", "items": { "$ref": "#/$defs/Pet" } } } },
          "Base": { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" },
            "owner": { "$ref": "#/$defs/Owner" } } },
          "Dog": { "allOf": [{ "$ref": "#/$defs/Base" }, { "required": ["breed"], "properties": {
            "kind": { "const": "dog" }, "breed": { "type": "\(breed)" } } }] },
          "Cat": { "allOf": [{ "$ref": "#/$defs/Base" }, { "properties": { "kind": { "const": "cat" } } }] },
          "Pet": { "oneOf": [{ "$ref": "#/$defs/Dog" }, { "$ref": "#/$defs/Cat" }] } } }
        """)
    }
    let (old, new) = (try pets("string"), try pets("integer"))
    let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .all)
    let gaps = comparison.inclusion(of: old.root, on: .old, in: new.root).gaps
    #expect(gaps.contains { $0.pointer == "/breed" && $0.keyword == "type" && $0.witness != nil }, "\(gaps)")
  }

  @Test(arguments: [
    (#""additionalProperties": true"#, #""additionalProperties": false"#),
    (
      #""additionalProperties": { "type": "array" }"#,
      #""additionalProperties": { "type": "array", "items": { "type": "string" } }"#
    ),
  ])
  func `a whole without steps hides nothing of what its parts leave open`(old: String, new: String) throws {
    func object(_ type: String, _ others: String) throws -> JSONDocument {
      try document(#"{ "type": "object", "properties": { "a": { "type": "\#(type)" } }, \#(others) }"#)
    }
    let (before, after) = (try object("string", old), try object("integer", new))
    let comparison = SchemaComparison(old: ["s": before], new: ["s": after], view: .all, steps: 1)
    let gaps = comparison.inclusion(of: before.root, on: .old, in: after.root).gaps
    #expect(gaps.contains { $0.pointer == "/a" }, "\(gaps)")
    #expect(gaps.contains { $0.pointer == "" || $0.pointer == "/*" }, "\(gaps)")
    #expect(gaps.allSatisfy { $0.witness != nil || $0.part != nil || $0.reason != nil })
  }

  /// Returns the gaps between vehicles of two kinds that share a member, and the same vehicles with one change.
  private func gaps(ofVehiclesWith change: (of: String, to: String)) throws -> [SchemaGap] {
    let vehicles = """
      { "oneOf": [{ "$ref": "#/$defs/Scooter" }, { "$ref": "#/$defs/Bike" }], "$defs": {
        "Base": { "type": "object", "required": ["id", "status"], "properties": {
          "id": { "type": "string" }, "status": { "enum": ["free", "rented"] } } },
        "Scooter": { "allOf": [{ "$ref": "#/$defs/Base" }], "type": "object", "required": ["kind", "range"],
          "properties": { "kind": { "const": "scooter" }, "range": { "type": "integer" } } },
        "Bike": { "allOf": [{ "$ref": "#/$defs/Base" }], "type": "object", "required": ["kind"],
          "properties": { "kind": { "const": "bike" }, "model": { "enum": ["city"] } } },
        "Car": { "allOf": [{ "$ref": "#/$defs/Base" }], "type": "object", "required": ["kind", "seats"],
          "properties": { "kind": { "const": "car" }, "seats": { "type": "integer" } } } } }
      """
    #expect(vehicles.contains(change.of))
    let old = try document(vehicles)
    let new = try document(vehicles.replacing(change.of, with: change.to))
    let comparison = SchemaComparison(old: ["s": old], new: ["s": new], view: .all)
    return comparison.inclusion(of: new.root, on: .new, in: old.root).gaps
  }

  @Test func `a new value of what all branches share is named`() throws {
    let gaps = try gaps(ofVehiclesWith: (#""rented"]"#, #""rented", "charging"]"#))
    #expect(gaps.map(\.pointer) == ["/status"], "\(gaps)")
    #expect(gaps.first?.keyword == "enum")
    #expect(gaps.first?.detail == #""charging""#)
    #expect(gaps.first?.witness?["status"] == "charging")
  }

  @Test func `a new value of what only one branch has is named`() throws {
    let gaps = try gaps(ofVehiclesWith: (#""enum": ["city"]"#, #""enum": ["city", "cargo"]"#))
    #expect(gaps.map(\.pointer) == ["/model"], "\(gaps)")
    #expect(gaps.first?.keyword == "enum")
    #expect(gaps.first?.detail == #""cargo""#)
    #expect(gaps.first?.witness?["kind"] == "bike")
  }

  @Test func `a branch of a new kind fits none of those there were`() throws {
    let gaps = try gaps(ofVehiclesWith: (#"/Bike" }]"#, ##"/Bike" }, { "$ref": "#/$defs/Car" }]"##))
    #expect(gaps.map(\.keyword) == ["oneOf"], "\(gaps)")
    #expect(gaps.first?.witness?["kind"] == "car")
  }

  private func document(_ text: String) throws -> JSONDocument { try JSONDocument.parse(Array(text.utf8), file: "s") }
}
