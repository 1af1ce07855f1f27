import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// Invalid parts of a collection, which are reported by name and left out while the rest is read.
struct CollectionOmissionTests {
  /// Returns a collection of a valid request and an item.
  private static func beside(_ item: String) throws -> TranslatedCollection {
    try TranslatedCollection(
      """
      "item": [
      { "name": "good", "request": { "method": "GET", "url": "http://a.example/good" },
        "response": [{ "name": "ok", "code": 200, "body": "{}" }] },
      \(item)
      ]
      """)
  }

  @Test(arguments: [
    ("null", "A request or a folder must be an object, not null: this one is left out."),
    (#""text""#, "A request or a folder must be an object, not a text: this one is left out."),
    (
      #"{ "name": "a" }"#,
      "This has neither \"request\", as a request does, nor \"item\", as a folder does: it is left out."
    ),
    (
      #"{ "name": "a", "request": null }"#,
      "This has neither \"request\", as a request does, nor \"item\", as a folder does: it is left out."
    ),
    (
      #"{ "name": "a", "request": { "method": [], "url": "http://a.example/a" } }"#,
      "\"method\" must be a text, not a list: the request is left out."
    ),
    (#"{ "name": "f", "item": 3 }"#, "\"item\" must be a list, not a number: the folder is left out."),
    (
      #"{ "name": "f", "auth": 3, "item": [{ "name": "a", "request": "http://a.example/a" }] }"#,
      "\"auth\" must be an object, not a number: the folder is left out."
    ),
  ])
  func `an odd item is left out with its line`(item: String, message: String) throws {
    let made = try Self.beside(item)
    #expect(made.errors.count == 1, "\(made.errors)")
    #expect(made.errors.first?.hasPrefix("shop.json:4:") == true)
    #expect(made.errors.first?.hasSuffix(message) == true)
    let areServable = made.translation.errors.allSatisfy(\.isServable)
    #expect(areServable)
    #expect(try made.contract().endpoints.map(\.id) == ["good"])
    #expect(made.translation.recordings.count == 1)
  }

  @Test func `a saved answer is left out alone`() throws {
    let made = try Self.beside(
      #"{ "name": "a", "request": "http://a.example/a", "response": [7, { "code": 200, "body": [] }, { "code": 204 }] }"#
    )
    #expect(made.errors.count == 2, "\(made.errors)")
    #expect(try made.contract().endpoints.count == 2)
    #expect(made.translation.recordings.map(\.response.status).sorted() == [200, 204])
  }

  @Test func `an element of a list is left out alone`() throws {
    let made = try Self.beside(
      #"{ "name": "a", "request": { "url": { "raw": "http://a.example/a", "query": [1, { "key": "q", "value": "b" }] } } }"#
    )
    #expect(made.errors.count == 1, "\(made.errors)")
    #expect(made.errors.first?.hasSuffix("must be an object, not a number: it is left out.") == true, "\(made.errors)")
    #expect(try made.endpoint("a")["query"]?.members.keys == ["q"])
  }

  @Test func `a status may be a text of three digits`() throws {
    let made = try Self.beside(
      #"{ "name": "a", "request": "http://a.example/a", "response": [{ "code": "201", "body": "x" }, { "name": "odd", "code": "2x1" }] }"#
    )
    #expect(made.errors.isEmpty, "\(made.errors)")
    #expect(try made.endpoint("a")["success"]?.members.keys == ["201"])
    #expect(made.notes.contains("The saved response \"odd\" is left out: it has no status from 200 to 599."))
  }

  @Test(arguments: [#"{"a":1,}"#, #"{"a":1} // done"#, #"{"a":/* one */1}"#])
  func `an answer's comments and trailing commas are left out, and that is said`(body: String) throws {
    let header = #""header": [{ "key": "Content-Type", "value": "application/json" }]"#
    let made = try Self.beside(
      #"{ "name": "a", "request": "http://a.example/a", "response": [{ "name": "made", "code": 200, "body": \#(JSON(body).text), \#(header) }] }"#
    )
    #expect(
      made.notes.contains("The body of the saved response \"made\" is read without its comments and trailing commas."),
      "\(made.notes)")
    #expect(made.translation.recordings.contains { $0.responseBody == ["a": 1] })
    #expect(try made.endpoint("a")["success"]?["200"]?["content"]?.members.keys == ["application/json"])
  }

  @Test func `an answer that is no JSON as its header says is taken as text, and that is said`() throws {
    let header = #""header": [{ "key": "Content-Type", "value": "application/json" }]"#
    let made = try Self.beside(
      #"{ "name": "a", "request": "http://a.example/a", "response": [{ "name": "made", "code": 200, "body": "oops", \#(header) }] }"#
    )
    let told = "The body of the saved response \"made\" isn't JSON, although its header says so; it is read as text."
    #expect(made.notes.contains(told), "\(made.notes)")
    #expect(try made.endpoint("a")["success"]?["200"]?["content"]?.members.keys == ["text/plain"])
  }
}
