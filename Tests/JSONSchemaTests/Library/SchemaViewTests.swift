import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

struct SchemaViewTests {
  private static let account = """
    { "type": "object", "required": ["id", "email", "password"], "properties": {
      "id": { "type": "integer", "readOnly": true }, "email": { "type": "string" },
      "password": { "type": "string", "writeOnly": true } } }
    """

  private func schema(_ text: String, _ view: SchemaView) throws -> Schema {
    let document = try JSONDocument.parse(text, file: "schema.json")
    return try SchemaLibrary(documents: ["schema.json": document]).compile(
      document.root, base: "schema.json", view: view)
  }

  @Test(arguments: [
    (SchemaView.all, ["id", "password"]), (.request, ["password"]), (.response, ["id"]),
  ])
  func `each view asks for what belongs to it`(view: SchemaView, asked: [String]) throws {
    let schema = try schema(Self.account, view)
    #expect(schema.violations(of: ["email": "a"]).compactMap(\.property) == asked)
    #expect(schema.view == view)
  }

  @Test(arguments: SchemaView.allCases)
  func `what need not be there is judged where it comes`(view: SchemaView) throws {
    let value: JSON = ["id": "seven", "email": "a", "password": 7]
    #expect(try schema(Self.account, view).violations(of: value).map(\.instance) == ["/id", "/password"])
  }

  @Test func `views of one library don't disturb one another`() throws {
    let document = try JSONDocument.parse(Self.account, file: "schema.json")
    let library = SchemaLibrary(documents: ["schema.json": document])
    let value: JSON = ["email": "a", "password": "p"]
    for (view, fits) in [(SchemaView.request, true), (.all, false), (.response, false), (.request, true)] {
      #expect(try library.compile(document.root, base: "schema.json", view: view).isValid(value) == fits, "\(view)")
    }
  }

  /// Schemas in which `id` is `required` and `readOnly`, each declared in a different way. They are part of the
  /// `#/$defs` below.
  @Test(arguments: [
    ##"{ "required": ["id"], "properties": { "id": { "$ref": "#/$defs/Id" } } }"##,
    ##"{ "required": ["id"], "properties": { "id": { "allOf": [{ "$ref": "#/$defs/Id" }], "title": "Id" } } }"##,
    ##"{ "$ref": "#/$defs/Base", "required": ["id"] }"##,
    ##"{ "allOf": [{ "$ref": "#/$defs/Base" }, { "required": ["id"] }] }"##,
    ##"{ "allOf": [{ "required": ["id"] }, { "allOf": [{ "$ref": "#/$defs/Base" }] }] }"##,
    ##"{ "$ref": "#/$defs/Base", "anyOf": [{ "required": ["id"] }, false] }"##,
    ##"{ "$ref": "#/$defs/Base", "if": true, "then": { "required": ["id"] } }"##,
    ##"{ "$ref": "#/$defs/Asking" }"##,
  ])
  func `a required name is found wherever its property is`(text: String) throws {
    let definitions = ##"""
      "$defs": { "Id": { "$ref": "#/$defs/Number" }, "Number": { "type": "integer", "readOnly": true },
        "Base": { "type": "object", "properties": { "id": { "$ref": "#/$defs/Id" } } },
        "Asking": { "required": ["id"], "properties": { "id": { "$ref": "#/$defs/Id" } } } }
      """##
    let whole = "{ \(definitions), \(text.dropFirst())"
    #expect(try schema(whole, .request).isValid([:]))
    #expect(try !schema(whole, .response).isValid([:]))
    #expect(try !schema(whole, .all).isValid([:]))
  }

  @Test func `the view holds through recursion, lists and maps`() throws {
    let text = ##"""
      { "required": ["id"], "properties": { "id": { "readOnly": true },
        "children": { "items": { "$ref": "#" } }, "named": { "additionalProperties": { "$ref": "#" } } } }
      """##
    let value: JSON = ["children": [["children": [[:]]]], "named": ["a": [:]]]
    #expect(try schema(text, .request).isValid(value))
    #expect(try schema(text, .all).violations(of: value).count == 4)
  }

  @Test func `the word says nothing in a draft that doesn't have it, and hides behind a reference in an old one`()
    throws
  {
    let members = ##""required": ["id"], "definitions": { "I": {} }, "properties": { "id": "##
    for (draft, id) in [
      ("draft-06", #"{ "readOnly": true }"#), ("draft-07", ##"{ "$ref": "#/definitions/I", "readOnly": true }"##),
    ] {
      let text = #"{ "$schema": "http://json-schema.org/\#(draft)/schema#", \#(members)\#(id) } }"#
      #expect(try !schema(text, .request).isValid([:]), "\(draft)")
    }
  }

  @Test(arguments: GenerationSize.allCases)
  func `what is made has what belongs to its view only`(size: GenerationSize) throws {
    for (view, names) in [(SchemaView.request, ["email", "password"]), (.response, ["id", "email"])] {
      let value = try schema(Self.account, view).generate(size).get()
      #expect(value.members.map(\.key) == names)
    }
  }

  @Test func `an example of the other view is shown without what doesn't belong`() throws {
    let text = #"""
      { "properties": { "list": { "items": { "properties": { "id": { "readOnly": true }, "name": {} } } } },
        "examples": [{ "list": [{ "id": 1, "name": "a" }, { "id": 2, "name": "b" }] }] }
      """#
    #expect(try schema(text, .request).example().get() == ["list": [["name": "a"], ["name": "b"]]])
    #expect(
      try schema(text, .response).example().get() == ["list": [["id": 1, "name": "a"], ["id": 2, "name": "b"]]])
  }

  @Test func `a member that nothing else can take the place of is made all the same`() throws {
    let text =
      #"{ "properties": { "id": { "type": "integer", "readOnly": true } }, "minProperties": 1, "#
      + #""additionalProperties": false }"#
    #expect(try schema(text, .request).generate(.minimal).get().members.map(\.key) == ["id"])
    let more = #"{ "properties": { "id": { "readOnly": true }, "name": { "type": "string" } }, "minProperties": 1 }"#
    #expect(try schema(more, .request).generate(.minimal).get().members.map(\.key) == ["name"])
  }

  @Test func `taking away what isn't required breaks nothing`() throws {
    let value: JSON = ["id": 7, "email": "a", "password": "secret"]
    let removed = { (view: SchemaView) in
      try schema(Self.account, view).breakages(of: value).filter { $0.keyword == "required" }.map(\.change)
    }
    #expect(try removed(.all) == ["'id' removed", "'email' removed", "'password' removed"])
    #expect(try removed(.request) == ["'email' removed", "'password' removed"])
    #expect(try removed(.response) == ["'id' removed", "'email' removed"])
  }

  @Test func `what doesn't belong is found, and no outline has it`() throws {
    let value: JSON = ["id": 7, "email": "a", "password": "secret"]
    #expect(try schema(Self.account, .request).withheld(in: value).map(\.pointer) == ["/id"])
    #expect(try schema(Self.account, .response).withheld(in: value).map(\.pointer) == ["/password"])
    #expect(try schema(Self.account, .all).withheld(in: value).isEmpty)
    #expect(try schema(Self.account, .request).outline().places.map(\.pointer) == ["", "/email", "/password"])
  }
}
