import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Changes of whole bodies, media types, header fields and statuses.
struct MessageChangeTests {
  private func changes(_ old: String, _ new: String) -> [Drift] { ChangedContracts.changes(ofEndpoint: old, new) }

  // MARK: Requests

  private static let body = #""body": { "type": "object" }"#
  private static let optional = body + #", "required": { "body": false }"#

  @Test func `a body that has to be there is breaking, one that may is not`() {
    #expect(changes("", Self.body).rules == ["change.request.body.required"])
    #expect(changes("", Self.optional).rules == ["change.request.body.added"])
    #expect(changes(Self.optional, Self.body).rules == ["change.request.body.required"])
    #expect(changes(Self.body, Self.optional).rules == ["change.request.body.optional"])
    #expect(changes(Self.body, "").rules == ["change.request.body.removed"])
  }

  @Test func `a media type that is no longer taken is breaking`() throws {
    let both = #""content": { "application/json": {}, "text/csv": {} }"#
    let one = #""content": { "application/json": {} }"#
    let found = changes(both, one)
    #expect(found.rules == ["change.request.media-type.removed"])
    #expect(try #require(found.first?.witness).value == "text/csv")
    #expect(changes(one, both).rules == ["change.request.media-type.added"])
    #expect(
      changes(#""content": { "text/csv": {} }"#, #""content": { "text/*": {} }"#).contains { $0.severity == .breaking }
        == false)
  }

  @Test func `a form's field that is written otherwise is breaking`() {
    func form(_ encoding: String) -> String {
      """
      "content": { "application/x-www-form-urlencoded": {
        "schema": { "type": "object", "properties": { "tags": { "type": "array", "items": { "type": "string" } } } },
        "encoding": { "tags": \(encoding) } } }
      """
    }
    let found = changes(form(#"{ "style": "form", "explode": true }"#), form(#"{ "style": "form", "explode": false }"#))
    #expect(found.rules == ["change.request.parameter.style-changed"])
    #expect(found.first?.pointer == "/request/body/tags")
    let typed = changes(form("{}"), form(#"{ "contentType": "application/json" }"#))
    #expect(
      typed.first?.message
        == "The serialization of the field 'tags' changed from form, exploded to application/json.", "\(typed)")
  }

  /// Returns a form with a file that has this schema and these required members.
  private func upload(_ file: String, required: String = #""file", "note""#, _ encoding: String = "{}") -> String {
    """
    "content": { "multipart/form-data": { "encoding": \(encoding), "schema": { "type": "object",
      "required": [\(required)], "properties": { "file": \(file), "note": { "type": "string" } } } } }
    """
  }

  @Test func `a form's field that need not be there any more is a notice`() {
    let file = #"{ "type": "string", "format": "binary" }"#
    let found = changes(upload(file), upload(file, required: #""note""#))
    #expect(found.rules == ["change.request.parameter.optional"])
    #expect(found.first?.severity == .notice)
    #expect(found.first?.pointer == "/request/body/file")
    #expect(found.first?.message == "The field 'file' was required and is now optional.")
    #expect(changes(upload(file, required: #""note""#), upload(file)).rules == ["change.request.field.required"])
  }

  @Test(arguments: [
    (#"{ "type": "string", "format": "binary" }"#, #"{ "type": "string" }"#),
    (
      #"{ "type": "array", "items": { "type": "string", "format": "binary" } }"#,
      #"{ "type": "array", "items": { "type": "string" } }"#
    ),
  ])
  func `a form's file that becomes a text is a warning, and so is the other way round`(file: String, text: String) {
    for (old, new, isNow) in [(file, text, "a text"), (text, file, "a file")] {
      let found = changes(upload(old), upload(new))
      #expect(found.rules == ["change.request.parameter.style-changed"])
      #expect(found.first?.severity == .warning)
      #expect(found.first?.actual == isNow)
    }
    #expect(changes(upload(file), upload(file)) == [])
  }

  @Test func `a file is one in the words of every version`() {
    let file = #"{ "type": "string", "format": "binary" }"#
    #expect(changes(upload(file), upload(#"{ "contentMediaType": "application/octet-stream" }"#)) == [])
    #expect(changes(upload(file), upload("{}")) == [])
  }

  // MARK: Responses

  private func success(_ answers: String) -> String { "\"success\": { \(answers) }" }

  @Test func `an answer's body may not go away, and had better not come`() {
    let (with, without) = (success(#""200": { "body": { "type": "object" } }"#), success(#""200": {}"#))
    #expect(changes(with, without).rules == ["change.response.body.removed"])
    #expect(changes(without, with).rules == ["change.response.body.added"])
    #expect(changes(without, with).first?.severity == .warning)
  }

  @Test func `a media type that is no longer answered is breaking, one more a warning`() {
    let both = success(#""200": { "content": { "application/json": {}, "text/csv": {} } }"#)
    let one = success(#""200": { "content": { "application/json": {} } }"#)
    #expect(changes(both, one).rules == ["change.response.media-type.removed"])
    #expect(changes(one, both).rules == ["change.response.media-type.added"])
    #expect(changes(one, both).first?.severity == .warning)
  }

  @Test func `a success with a new status is a warning`() {
    let (one, two) = (success(#""200": {}"#), success(#""200": {}, "202": {}"#))
    let found = changes(one, two)
    #expect(found.rules == ["change.response.status.added"])
    #expect(found.first?.status == 202)
    #expect(found.first?.severity == .warning)
    #expect(changes(success(#""2XX": {}"#), two) == [])
  }

  @Test func `a success that never comes is a warning, and breaking where none is left`() {
    let (one, two) = (success(#""200": {}"#), success(#""200": {}, "202": {}"#))
    #expect(changes(two, one).rules == ["change.response.status.removed"])
    #expect(changes(two, one).first?.severity == .warning)
    let found = changes(one, success(#""201": {}"#))
    #expect(found.rules == ["change.response.status.removed", "change.response.status.added"])
    #expect(found.first?.severity == .breaking)
  }

  @Test func `of several answers for a status one has to promise the new one`() {
    func answers(_ types: String...) -> String {
      let list = types.enumerated().map { index, type in
        let when = #""when": { "query.as": { "const": "\#(index)" } }, "#
        return "{ \(when)\"body\": { \"type\": \"\(type)\" } }"
      }
      return "\"query\": { \"as\": { \"type\": \"string\" } }, " + success("\"200\": [\(list.joined(separator: ", "))]")
    }
    #expect(changes(answers("integer", "string"), answers("integer", "string")) == [])
    // A different condition, with a value that one of the old ones promised.
    #expect(changes(answers("integer", "string"), answers("integer", "string", "string")) == [])
    #expect(
      changes(answers("integer", "string"), answers("integer", "array")).rules == ["change.response.field.type-changed"]
    )
  }

  /// Returns two responses, the first of which is sent if a query parameter asks for it.
  private func answers(_ conditional: String?, _ always: String) -> String {
    let first = conditional.map {
      #"{ "when": { "query.mode": \#($0) }, "body": { "type": "object", "required": ["id"] } }, "#
    }
    return #""query": { "mode": { "type": "string" } }, "success": { "200": [\#(first ?? ""){ "body": \#(always) }] }"#
  }

  @Test(arguments: [nil, #"{ "enum": ["full"] }"#])
  func `what comes instead of an answer that some requests got has to be what those were promised`(kept: String?) {
    let old = answers(#"{ "enum": ["full", "whole"] }"#, #"{ "type": "object" }"#)
    let found = ChangedContracts.changes(ofEndpoint: old, answers(kept, #"{ "type": "object" }"#))
    #expect(found.rules == ["change.response.field.missing"])
    #expect(found.first?.detail == "id")
    #expect(found.first?.severity == .breaking)
    #expect(
      ChangedContracts.changes(ofEndpoint: old, answers(kept, #"{ "type": "object", "required": ["id"] }"#)) == [])
    #expect(ChangedContracts.changes(ofEndpoint: old, old) == [])
  }

  @Test func `a promised header field has to stay`() {
    func answer(_ headers: String) -> String { success("\"200\": { \"headers\": { \(headers) } }") }
    let required = answer(#""Location": { "schema": { "type": "string" }, "required": true }"#)
    let optional = answer(#""location": { "schema": { "type": "string" } }"#)
    let none = success(#""200": {}"#)
    #expect(changes(required, none).rules == ["change.response.header.removed"])
    #expect(changes(required, none).first?.severity == .breaking)
    #expect(changes(optional, none).rules == ["change.response.header.removed"])
    #expect(changes(optional, none).first?.severity == .warning)
    #expect(changes(required, optional).rules == ["change.response.header.optional"])
    #expect(changes(none, optional).rules == ["change.response.header.added"])
    #expect(changes(optional, required) == [])
  }

  @Test func `what a header field says is held to its schema, as a text`() {
    func answer(_ schema: String) -> String {
      success("\"200\": { \"headers\": { \"X-At\": { \"schema\": \(schema) } } }")
    }
    let (text, number) = (answer(#"{ "type": "string" }"#), answer(#"{ "type": "integer" }"#))
    #expect(changes(text, number) == [])
    #expect(changes(number, text).rules == ["change.response.field.type-changed"])
    let moment = answer(#"{ "type": "string", "format": "date-time" }"#)
    #expect(changes(moment, number).contains { $0.severity == .breaking })
  }

  @Test func `a schema of a body that is taken as it comes isn't compared, and is named where it is another`() {
    func content(_ schema: String) -> String { #""content": { "application/text": { "schema": \#(schema) } }"# }
    func success(_ schema: String) -> String { #""success": { "200": { \#(content(schema)) } }"# }
    let (one, other) = (#"{ "type": "integer", "maximum": 20 }"#, #"{ "type": "integer", "exclusiveMaximum": 20 }"#)
    for found in [
      ChangedContracts.changes(ofEndpoint: content(one), content(other)),
      ChangedContracts.changes(ofEndpoint: success(one), success(other)),
    ] {
      #expect(found.rules == ["change.service.not-compared"], "\(found.map(\.message))")
      #expect(found.first?.severity == .warning)
      #expect(found.first?.endpoint == "notes.put")
    }
    #expect(ChangedContracts.changes(ofEndpoint: content(one), content(one + " ")).isEmpty)
    #expect(ChangedContracts.changes(ofEndpoint: success(one), success(one)).isEmpty)
  }
}
