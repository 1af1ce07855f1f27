import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Changes of the ways in which endpoints reject requests, and of the outer shape of their responses.
struct FailureChangeTests {
  private static let envelope =
    #""envelope": { "flag": "success", "payload": "data", "errorCode": "error", "message": "message", "details": "details" }"#

  private func contract(
    envelope: String = envelope, failures: String = "", own: String = "", success: String = #""200": { "payload": {} }"#
  ) -> String {
    let endpoint = ChangedContracts.endpoint("\"failures\": [\(own)], \"success\": { \(success) }")
    return "\(envelope), \"failures\": { \(failures) }, \(endpoint)"
  }

  private func failing(_ failure: String) -> String { contract(failures: "\"f\": \(failure)", own: "\"f\"") }

  @Test func `a failure with a new status is a warning, one that is gone a notice`() {
    let (none, some) = (contract(), failing(#"{ "status": 409, "codes": ["CONFLICT"] }"#))
    let found = ChangedContracts.changes(none, some)
    #expect(found.rules == ["change.response.failure.added"])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.status == 409)
    #expect(found.first?.message == "The endpoint may now respond with 409 Conflict, the error 'f'.")
    #expect(ChangedContracts.changes(some, none).rules == ["change.response.failure.removed"])
    #expect(ChangedContracts.changes(failing(#"{ "status": "4XX" }"#), failing(#"{ "status": 409 }"#)) == [])
  }

  @Test func `a failure that all endpoints share is one cause`() {
    func contract(_ common: String) -> String {
      """
      "failures": { "limit": { "status": 429, "body": {} } }, "commonFailures": [\(common)], "endpoints": {
        \(ChangedContracts.line("", id: "a.get", request: "GET /a")), \(ChangedContracts.line("", id: "b.get", request: "GET /b")) }
      """
    }
    let found = ChangedContracts.changes(contract(""), contract("\"limit\""))
    #expect(found.rules == ["change.response.failure.added", "change.response.failure.added"])
    #expect(Set(found.map(\.cause)).count == 1)
  }

  @Test func `a new code is a warning, one that is gone a notice`() {
    let (one, two) = (
      failing(#"{ "status": 422, "codes": ["A"] }"#), failing(#"{ "status": 422, "codes": ["A", "B"] }"#)
    )
    let found = ChangedContracts.changes(one, two)
    #expect(found.rules == ["change.response.failure.code-added"])
    #expect(found.first?.detail == "B")
    #expect(found.first?.message == "The error 'f' may now have the code B.")
    #expect(found.first?.pointer == "/response/body/error")
    #expect(ChangedContracts.changes(two, one).rules == ["change.response.failure.code-removed"])
    let any = failing(#"{ "status": 422 }"#)
    #expect(ChangedContracts.changes(one, any).rules == ["change.response.failure.code-added"])
    #expect(ChangedContracts.changes(any, two) == [])
  }

  @Test func `a code of its own place may not move`() {
    func failure(_ place: String) -> String {
      failing(
        #"{ "status": 422, "code": "\#(place)", "codes": ["A"], "body": { "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } } } }"#
      )
    }
    let found = ChangedContracts.changes(failure("/a"), failure("/b"))
    #expect(found.rules == ["change.response.failure.code-moved"])
    #expect(found.first?.message == "The code of the error 'f' moved from /a to /b.")
  }

  @Test func `the body of a failure is an answer like others`() {
    func failure(_ type: String) -> String { failing(#"{ "status": 422, "body": { "type": "\#(type)" } }"#) }
    let found = ChangedContracts.changes(failure("object"), failure("array"))
    #expect(found.rules == ["change.response.field.type-changed"])
    #expect(found.first?.status == 422)
    let enveloped = failing(#"{ "status": 422 }"#)
    #expect(ChangedContracts.changes(enveloped, failure("object")).rules == ["change.response.body.reshaped"])
  }

  // MARK: The envelope

  private func changes(envelope old: String, _ new: String) -> [Drift] {
    func shape(_ members: String) -> String { contract(envelope: "\"envelope\": { \(members) }") }
    return ChangedContracts.changes(shape(old), shape(new))
  }

  private static let all =
    #""flag": "success", "payload": "data", "errorCode": "error", "message": "message", "details": "details""#

  @Test(arguments: [
    (#""flag": "success""#, #""flag": "ok""#, "flag-changed", Severity.breaking),
    (#""payload": "data""#, #""payload": "result""#, "payload-moved", .breaking),
    (#""errorCode": "error""#, #""errorCode": "/problem/code""#, "error-code-moved", .breaking),
    (#""message": "message""#, #""message": "/problem/message""#, "message-moved", .warning),
    (#""details": "details""#, #""details": "/problem/fields""#, "details-moved", .warning),
  ])
  func `what is elsewhere in the envelope is found`(
    old: String, new: String, rule: String, severity: Severity
  ) {
    let found = changes(envelope: Self.all, Self.all.replacing(old, with: new))
    #expect(found.rules == ["change.response.envelope.\(rule)"])
    #expect(found.first?.severity == severity)
  }

  @Test func `a flag with other values is another flag`() {
    let words = #""flag": { "at": "success", "success": ["yes"], "failure": ["no"] }"#
    let found = changes(envelope: Self.all, Self.all.replacing(#""flag": "success""#, with: words))
    #expect(found.rules == ["change.response.envelope.flag-changed"])
  }

  @Test func `a payload may not go away, and had better not come`() {
    let (with, without) = (contract(), contract(success: #""200": { "payload": false }"#))
    #expect(ChangedContracts.changes(with, without).rules == ["change.response.envelope.payload-removed"])
    #expect(ChangedContracts.changes(without, with).rules == ["change.response.envelope.payload-added"])
  }

  @Test func `a payload out of its envelope has another shape`() {
    let bare = contract(success: #""200": { "body": {} }"#)
    #expect(ChangedContracts.changes(contract(), bare).rules == ["change.response.body.reshaped"])
  }

  @Test func `the envelope's further members are held to their schemas`() {
    func shape(_ type: String, _ others: String) -> String {
      contract(
        envelope: "\"envelope\": { \(Self.all), \"others\": { \"pages\": { \"type\": \"\(type)\" } } }",
        success: "\"200\": { \"payload\": {}, \"others\": [\(others)] }")
    }
    let (with, without) = (shape("object", "\"pages\""), shape("object", ""))
    #expect(ChangedContracts.changes(with, without).rules == ["change.response.envelope.member-removed"])
    #expect(ChangedContracts.changes(without, with).rules == ["change.response.envelope.member-added"])
    let found = ChangedContracts.changes(with, shape("array", "\"pages\""))
    #expect(found.rules == ["change.response.field.type-changed"])
    #expect(found.first?.pointer == "/response/body/pages")
  }

  @Test func `a witness inside the envelope has its flag`() throws {
    func shape(_ type: String) -> String { contract(success: "\"200\": { \"payload\": { \"type\": \"\(type)\" } }") }
    let found = ChangedContracts.changes(shape("integer"), shape("null"))
    let body = try #require(found.first?.witness?.json["response"]?["body"])
    #expect(body == ["success": true, "data": nil])
  }
}
