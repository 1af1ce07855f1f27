import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Changes of the parts that a request requires in addition to its body.
struct ParameterChangeTests {
  private func changes(_ old: String, _ new: String) -> [Drift] { ChangedContracts.changes(ofEndpoint: old, new) }

  private static let query = #""query": { "q": { "type": "string" } }"#

  @Test func `a new required parameter is breaking, a new optional one a notice`() throws {
    let required = changes("", Self.query + #", "required": { "query": ["q"] }"#)
    #expect(required.rules == ["change.request.parameter.required"])
    #expect(required.first?.pointer == "/request/query/q")
    #expect(try #require(required.first?.witness).value == nil)
    let optional = changes("", Self.query)
    #expect(optional.rules == ["change.request.parameter.added"])
    #expect(optional.first?.severity == .notice)
  }

  @Test func `a parameter may become optional and not required`() {
    let required = Self.query + #", "required": { "query": ["q"] }"#
    #expect(changes(Self.query, required).rules == ["change.request.parameter.required"])
    #expect(changes(required, Self.query).rules == ["change.request.parameter.optional"])
  }

  @Test func `a parameter that is gone is a warning`() {
    let found = changes(Self.query, "")
    #expect(found.rules == ["change.request.parameter.removed"])
    #expect(found.first?.severity == .warning)
  }

  @Test func `a parameter that is elsewhere has moved`() {
    let found = changes(Self.query, #""headers": { "Q": { "type": "string" } }"#)
    #expect(found.rules == ["change.request.parameter.moved"])
    #expect(found.first?.pointer == "/request/headers/Q")
  }

  @Test func `header fields have no case`() {
    let old = #""headers": { "X-Tenant": { "type": "string" } }"#
    #expect(changes(old, #""headers": { "x-tenant": { "type": "string" } }"#) == [])
  }

  @Test func `a list that is written otherwise is breaking`() {
    let list = #"{ "type": "array", "items": { "type": "string" } }"#
    let found = changes(
      #""query": { "q": \#(list) }"#,
      #""query": { "q": \#(list) }, "styles": { "query": { "q": { "explode": false } } }"#)
    #expect(found.rules == ["change.request.parameter.style-changed"])
  }

  @Test func `another default is a warning`() {
    let found = changes(
      #""query": { "n": { "type": "integer", "default": 20 } }"#,
      #""query": { "n": { "type": "integer", "default": 100 } }"#)
    #expect(found.rules == ["change.request.parameter.default-changed"])
    #expect(found.first?.expected == "20")
    #expect(found.first?.actual == "100")
  }

  @Test func `a default is the same by reference`() {
    let parameter = ##""query": { "n": { "$ref": "#/schemas/Size" } }"##
    func contract(_ value: Int) -> String {
      ChangedContracts.endpoint(parameter)
        + ##", "schemas": { "Size": { "allOf": [{ "type": "integer", "default": \##(value) }] } }"##
    }
    let inline = ChangedContracts.endpoint(#""query": { "n": { "type": "integer", "default": 20 } }"#)
    #expect(ChangedContracts.changes(contract(20), contract(10)).rules == ["change.request.parameter.default-changed"])
    #expect(ChangedContracts.changes(contract(20), inline) == [])
  }

  @Test func `what a parameter may be is held to its schema`() {
    let found = changes(
      #""query": { "n": { "type": "integer", "maximum": 100 } }"#,
      #""query": { "n": { "type": "integer", "maximum": 50 } }"#)
    #expect(found.rules == ["change.request.field.out-of-bounds"])
    #expect(found.first?.pointer == "/request/query/n")
    #expect(found.first?.witness?.json["request"]?["query"]?["n"] != nil)
  }

  @Test func `a number's text is a text, and not every text is a number's`() {
    let (number, text) = (#""query": { "n": { "type": "integer" } }"#, #""query": { "n": { "type": "string" } }"#)
    #expect(changes(number, text) == [])
    #expect(changes(text, number).rules == ["change.request.field.type-changed"])
  }

  @Test func `one text may become a list of texts`() {
    let one = #""query": { "n": { "type": "string" } }"#
    let list = #""query": { "n": { "type": "array", "items": { "type": "string" } } }"#
    #expect(changes(one, list) == [])
    let long = #""query": { "n": { "type": "array", "items": { "type": "string", "minLength": 3 } } }"#
    #expect(changes(one, long).contains { $0.severity == .breaking })
  }

  @Test func `a path's parameters go by their order`() {
    let old = ChangedContracts.endpoint(
      #""path": { "id": { "type": "integer" } }"#, request: "PUT /notes/{id}")
    let renamed = ChangedContracts.endpoint(
      #""path": { "note": { "type": "integer" } }"#, request: "PUT /notes/{note}")
    #expect(ChangedContracts.changes(old, renamed) == [])
    let narrow = ChangedContracts.endpoint(
      #""path": { "note": { "type": "integer", "minimum": 1 } }"#, request: "PUT /notes/{note}")
    let found = ChangedContracts.changes(old, narrow)
    #expect(found.rules == ["change.request.field.out-of-bounds"])
    #expect(found.first?.witness?.path == "/notes/0")
  }
}
