import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// The examples that `explain` shows for the envelope rules, which must be true.
struct EnvelopeExampleTests {
  private let inspector = Inspector(
    Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "example", "title": "Example",
        "envelope": { "flag": "success", "payload": "data", "errorCode": "error", "message": "message" },
        "failures": { "notFound": { "status": 404, "codes": ["NOT_FOUND"] } },
        "endpoints": {
          "things.get": { "summary": "Get", "request": "GET /things", "source": "1", "failures": ["notFound"],
            "success": { "200": { "payload": {
              "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } } } }
        } }
      """
    ]))

  private func drift(_ body: JSON, status: Int? = nil) -> [Drift] {
    let isFailure = body["success"]?.bool == false
    return inspector.inspect(.made("/things", status: status ?? (isFailure ? 404 : 200), body))
  }

  /// The rules whose examples need more than a response of this service.
  private static let others: [Rule] = [.response.envelope.errorCodeUndocumented, .response.envelope.flagUndocumented]

  @Test(arguments: RuleCatalog.rules(of: "response.envelope").filter { !others.contains($0) })
  func `the example of an envelope rule breaks that rule alone`(rule: Rule) throws {
    let example = try #require(rule.explanation?.example)
    let came = try #require(Example.fragment("actual", of: example), "\(example)")
    let promised = try #require(Example.fragment("promised", of: example), "\(example)")
    #expect(drift(came).map(\.rule) == [rule], "\(example)")
    #expect(drift(promised) == [], "\(example)")
  }

  @Test func `the example of an undocumented code is one`() throws {
    let rule = Rule.response.envelope.errorCodeUndocumented
    let example = try #require(rule.explanation?.example)
    #expect(example.contains("404 with \"error\": \"TICKET_GONE\""))
    #expect(example.contains("the contract has NOT_FOUND"))
    let found = drift(["success": false, "error": "TICKET_GONE", "message": "…"])
    #expect(found.map(\.rule) == [rule])
    #expect(found.first?.expected == "NOT_FOUND")
  }

  @Test func `the example of a contradiction is one`() throws {
    let rule = Rule.response.status.contradictsEnvelope
    let example = try #require(rule.explanation?.example)
    let body = try #require(Example.fragment("200", of: example))
    #expect(drift(body, status: 200).map(\.rule) == [rule])
  }
}
