import PlumblineJSONSchema
import PlumblineJSONTree
import Synchronization
import Testing

struct SchemaLibraryTests {
  private func problems(_ text: String, files: [String: String] = [:]) throws -> [SchemaProblem] {
    try #require(throws: SchemaCompilationError.self) { _ = try compile(text, files: files) }.problems
  }

  @Test func `references lead across files`() throws {
    let contract =
      ##"{"schemas": {"Comment": {"type": "object", "properties": {"author": {"$ref": "#/schemas/User"}}}, "User": {"required": ["id"]}}}"##
    let endpoints =
      #"{"endpoints": {"list": {"payload": {"type": "array", "items": {"$ref": "contract.json#/schemas/Comment"}}}}}"#
    let documents = try [
      "contract.json": JSONDocument.parse(contract, file: "contract.json"),
      "endpoints/comments.json": JSONDocument.parse(
        endpoints.replacingOnce("contract.json", "../contract.json"), file: "comments.json"),
    ]
    let payload = try #require(documents["endpoints/comments.json"]?.root.at("/endpoints/list/payload"))
    let schema = try SchemaLibrary(documents: documents).compile(payload, base: "endpoints/comments.json")
    #expect(schema.isValid([["author": ["id": 1]]]))
    let violation = try #require(schema.violations(of: [["author": [:]]]).first)
    #expect(violation.instance == "/0/author")
    #expect(violation.schemaPointer == "/schemas/User/required")
    #expect(violation.schemaLocation.file == "contract.json")
  }

  @Test func `an anchor inside a file that is no schema is found`() throws {
    let file = #"{"schemas": {"User": {"$anchor": "user", "type": "object"}}}"#
    let schema = try compile(#"{"$ref": "c.json#user"}"#, files: ["c.json": file])
    #expect(!schema.isValid(1))
  }

  @Test func `all problems are reported at once with their places`() throws {
    let found = try problems(
      """
      {
        "type": "int",
        "properties": {"a": {"minLength": -1}, "b": {"pattern": "("}, "c": 3},
        "required": "a",
        "allOf": [{"$ref": "#/nowhere"}, {"$ref": "other.json"}],
        "items": []
      }
      """)
    #expect(
      found.map(\.keyword) == ["type", "minLength", "pattern", "properties", "required", "$ref", "$ref", "items"])
    #expect(found[0].location.description == "schema.json:2:11")
    #expect(found[0].pointer == "/type")
    #expect(found.allSatisfy { $0.message.hasSuffix(".") })
  }

  @Test(arguments: [
    ("#/schemas/Note", "the document has no 'schemas', only '$ref', '$defs', 'title'"),
    ("#/$defs/Note", "'/$defs' has no 'Note', only 'a', 'b', 'c', 'd', 'e', …"),
    ("#/$defs/b/0", "'/$defs/b' has no '0'"), ("#/~2", "'/~2' isn't a JSON Pointer"),
    ("#note", "no schema there has the $anchor 'note'"),
    ("other.json#/a", "the document 'other.json' is not among the files at hand"),
  ])
  func `a reference to nothing says what is there`(reference: String, reason: String) throws {
    let text =
      ##"{"$ref": "\##(reference)", "$defs": {"a": {}, "b": {}, "c": {}, "d": {}, "e": {}, "f": {}}, "title": "t"}"##
    #expect(try problems(text).map(\.message) == ["'$ref' to '\(reference)' leads nowhere: \(reason)."])
  }

  @Test(arguments: [
    ##"{"$ref": "#"}"##, ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}"##,
    ##"{"anyOf": [{"type": "null"}, {"not": {"$ref": "#"}}]}"##, ##"{"if": {"$ref": "#"}, "then": true}"##,
  ])
  func `a cycle that consumes nothing is refused`(text: String) throws {
    #expect(try problems(text).first?.message.contains("would never end") == true)
  }

  @Test func `a cycle that goes into the value is fine`() throws {
    let schema = try compile(##"{"properties": {"next": {"$ref": "#"}}, "required": ["v"]}"##)
    #expect(schema.isValid(["v": 1, "next": ["v": 2]]))
    #expect(schema.violations(of: ["v": 1, "next": ["next": ["v": 1]]]).map(\.instance.description) == ["/next"])
  }

  @Test(arguments: ["$dynamicRef", "$dynamicAnchor", "$vocabulary"])
  func `a keyword with a wrong value is refused by name`(keyword: String) throws {
    #expect(try problems("{\"\(keyword)\": \"#a\"}").map(\.keyword) == [keyword])
  }

  @Test func `another dialect is refused`() throws {
    #expect(try problems(#"{"$schema": "https://example.com/dialect"}"#).map(\.keyword) == ["$schema"])
  }

  @Test func `a vocabulary that is required and not known refuses the schema`() throws {
    let meta =
      #"{"$id": "http://x/meta", "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true, "http://x/v": true}}"#
    let found = try problems(#"{"$schema": "http://x/meta"}"#, files: ["http://x/meta": meta])
    #expect(found.map(\.keyword) == ["$schema"])
    #expect(found[0].message.contains("http://x/v"))
  }

  @Test func `the loader is asked once for each document that is not at hand`() throws {
    let asked = Mutex<[String]>([])
    let library = SchemaLibrary(loader: { uri in
      asked.withLock { $0.append(uri) }
      return uri == "http://x/a" ? try? JSONDocument.parse(#"{"type": "integer"}"#, file: uri) : nil
    })
    let schema = try library.compile(["allOf": [["$ref": "http://x/a"], ["$ref": "http://x/a#"]]])
    #expect(!schema.isValid("a"))
    #expect(asked.withLock { $0 } == ["http://x/a"])
    #expect(throws: SchemaCompilationError.self) { try library.compile(["$ref": "http://x/b"]) }
  }

  @Test func `a document's schemas share what they refer to, problems included`() throws {
    let text =
      ##"{"good": {"$ref": "#/shared"}, "again": {"items": {"$ref": "#/shared"}}, "bad": {"$ref": "#/broken"}, "worse": {"items": {"$ref": "#/broken"}}, "shared": {"type": "integer"}, "broken": {"type": "int"}}"##
    let document = try JSONDocument.parse(text, file: "c.json")
    let library = SchemaLibrary(documents: ["c.json": document])
    for _ in 0..<2 {
      #expect(try library.compile(try #require(document.root["good"]), base: "c.json").isValid(1))
      #expect(try !library.compile(try #require(document.root["again"]), base: "c.json").isValid(["x"]))
      for name in ["bad", "worse"] {
        let error = try #require(throws: SchemaCompilationError.self) {
          _ = try library.compile(try #require(document.root[name]), base: "c.json")
        }
        #expect(error.problems.map(\.pointer) == ["/broken/type"])
      }
    }
  }

  @Test func `every draft's meta-schema is valid against itself`() throws {
    for draft in SchemaLibrary.Draft.allCases {
      let library = SchemaLibrary()
      let schema = try library.compile(["$ref": JSON(draft.uri)])
      let loaded = try #require(schema.isValid(["type": "integer"]) ? schema : nil)
      #expect(!loaded.isValid(["type": "int"]), "\(draft)")
      #expect(!loaded.isValid(["properties": ["a": ["minLength": "1"]]]), "\(draft)")
    }
  }

  @Test func `unknown keywords are listed unless they start with x-`() throws {
    let schema = try compile(
      #"{"x-standing": "assumed", "nullable": true, "title": "t", "properties": {"a": {"exmaple": 1}}}"#)
    #expect(schema.unknownKeywords.map(\.keyword) == ["nullable", "exmaple"])
    #expect(schema.unknownKeywords.map(\.pointer.description) == ["/nullable", "/properties/a/exmaple"])
  }

  @Test func `an undecidable pattern passes and is listed`() throws {
    let schema = try compile(
      #"{"pattern": "^(b)\\1", "patternProperties": {"(a)\\1": false}, "additionalProperties": false}"#)
    #expect(schema.isValid("anything"))
    #expect(schema.isValid(["aa": 1]))
    #expect(schema.undecided.map(\.keyword) == ["pattern", "patternProperties"])
    #expect(schema.undecided.allSatisfy { $0.message.contains("back-reference") })
  }

  @Test func `format is an annotation where asked for`() throws {
    let text = try JSON.parse(#"{"format": "date"}"#)
    #expect(try SchemaLibrary(formats: .annotation).compile(text).isValid("x"))
    #expect(try !SchemaLibrary().compile(text).isValid("x"))
  }

  /// Returns a weak reference to the document of a library that has compiled one of its schemas and was released.
  private func used() throws -> Weak {
    let document = try JSONDocument.parse(#"{"type": "object"}"#, file: "a.json")
    let library = SchemaLibrary(documents: ["a.json": document])
    #expect(try library.compile(document.root, base: "a.json").isValid([:]))
    return Weak(document)
  }

  @Test func `a library without references releases its documents`() throws {
    #expect(try used().document == nil)
  }
}

private struct Weak {
  weak var document: JSONDocument?

  init(_ document: JSONDocument) { self.document = document }
}

extension String {
  fileprivate func replacingOnce(_ old: String, _ new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return replacingCharacters(range, new)
  }

  private func replacingCharacters(_ range: Range<String.Index>, _ new: String) -> String {
    String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
