import PlumblineContractModel
import PlumblineRecordings
import Testing

/// A slot of the envelope that no recorded response has, which is an error in the contract.
@Suite struct EnvelopeLintTests {
  private static func problems(envelope: String, _ bodies: [(status: Int, body: String)]) throws -> [Problem] {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop",
        "envelope": \(envelope),
        "failures": { "bad": { "status": 400 } },
        "endpoints": { "items.get": { "summary": "Reads", "request": "GET /items/7", "source": "Handbook",
          "success": { "200": \(envelope.contains("payload") ? #"{ "payload": true }"# : "{}") }, "failures": ["bad"] } } }
      """
    let contract = try RecordingFiles.contract(text)
    let recordings = bodies.enumerated().map { index, one in
      RecordingLoader.File(
        endpoint: "items.get", name: "r\(index)", path: "items.get/r\(index).json",
        bytes: Array(
          """
          { "provenance": { "kind": "authored", "on": "2026-11-20" },
            "request": { "method": "GET", "path": "/items/7" },
            "response": { "status": \(one.status), "body": \(one.body) } }
          """.utf8))
    }
    let result = RecordingLoader.load(recordings)
    #expect(result.problems.isEmpty, "\(result.problems)")
    return RecordingLint.problems(in: result.recordings, contract: contract)
  }

  private static let words = [
    (status: 200, body: #"{ "status": "success", "data": 1 }"#),
    (status: 400, body: #"{ "status": "error", "error": { "code": "X", "text": "No." } }"#),
  ]

  @Test func `a flag that is a word everywhere is reported, with what to write`() throws {
    let problems = try Self.problems(envelope: #"{ "flag": "status", "payload": "data" }"#, Self.words)
    #expect(problems.map(\.level) == [.error])
    #expect(problems[0].isServable)
    #expect(problems[0].location.file == "shop/contract.json")
    #expect(problems[0].location.line == 2)
    #expect(
      problems[0].message.contains(
        #"declare its values: "flag": { "at": "status", "success": ["success"], "failure": ["error"] }."#))
  }

  @Test func `a slot that no answer has is reported`() throws {
    let problems = try Self.problems(
      envelope: #"{ "flag": "ok", "payload": "date", "errorCode": "/error/code", "message": "/error/message" }"#,
      Self.words)
    #expect(problems.count == 3)
    #expect(problems.contains { $0.message.contains(#"flag "ok" is in none of 2 recorded responses"#) })
    #expect(problems.contains { $0.message.contains(#"payload "date" is not in the recorded response items.get/r0"#) })
    #expect(problems.contains { $0.message.contains(#"message "/error/message" is not in"#) })
  }

  @Test func `a slot of another type is reported, with the member that fits`() throws {
    let problems = try Self.problems(
      envelope: """
        { "flag": { "at": "status", "success": ["success"], "failure": ["error"] }, "payload": "data",
          "errorCode": "error" }
        """, Self.words)
    #expect(problems.count == 1)
    #expect(problems[0].message.contains(#"errorCode "error" has the type object"#))
    #expect(problems[0].message.contains(#"did you mean "/error/code"?"#))
  }

  @Test func `one answer that keeps it otherwise is drift, and none of lint's`() throws {
    let envelope = """
      { "flag": { "at": "status", "success": ["success"], "failure": ["error"] }, "payload": "data",
        "errorCode": "/error/code" }
      """
    #expect(try Self.problems(envelope: envelope, Self.words) == [])
    let odd = [(status: 200, body: #"{ "status": "partial", "data": 1 }"#)]
    #expect(try Self.problems(envelope: envelope, Self.words + odd) == [])
  }
}
