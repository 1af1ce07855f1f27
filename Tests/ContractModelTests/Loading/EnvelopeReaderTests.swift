import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Valid envelopes, and values that can't be an envelope.
@Suite struct EnvelopeReaderTests {
  private func load(envelope: String, failures: String = "{}", endpoint: String = #""success": { "200": {} }"#)
    -> ContractLoader.Result
  {
    ContractLoader.load([
      Files.file(
        "contract.json",
        """
        { "plumbline": 1, "service": "shop", "title": "The Shop",
          "credentials": {
            "key": { "in": "header", "name": "X-Key", "environment": "K" },
            "session": { "in": "bearer", "environment": "S" } },
          "envelope": \(envelope),
          "failures": \(failures),
          "endpoints": { "a": { "summary": "A", "request": "GET /a", "source": "1", \(endpoint) } } }
        """)
    ])
  }

  @Test func `a flag of words and slots at paths are read as they are written`() throws {
    let result = load(
      envelope: """
        { "flag": { "at": "status", "success": ["success"], "failure": ["error", "fail"] }, "payload": "/result/data",
          "errorCode": "/problem/code", "message": "/problem/text", "others": { "/result/count": { "type": "integer" } } }
        """,
      endpoint: #""success": { "200": { "payload": true, "others": ["/result/count"] } }"#)
    #expect(result.problems == [])
    let envelope = try #require(result.contract?.envelope)
    #expect(envelope.says(["status": "success"]) == true)
    #expect(envelope.says(["status": "fail"]) == false)
    #expect(envelope.says(["status": "pending"]) == nil)
    #expect(
      envelope.success(payload: [1], others: [(name: "/result/count", value: 1)])
        == ["status": "success", "result": ["data": [1], "count": 1]])
    #expect(
      envelope.failure(code: .number(7), message: "No.")
        == ["status": "error", "problem": ["code": 7, "text": "No."]])
  }

  @Test func `without a flag an error code alone says that it failed`() throws {
    let envelope = try #require(load(envelope: #"{ "errorCode": "errno" }"#).contract?.envelope)
    #expect(envelope.says(["errno": 110]) == false)
    #expect(envelope.says(["errno": nil]) == nil)
    #expect(envelope.says(["data": 1]) == nil)
  }

  @Test func `a flag that is a code otherwise is written once`() throws {
    let envelope = try #require(
      load(
        envelope: """
          { "flag": { "at": "code", "success": [0] }, "payload": "data", "errorCode": "code", "message": "msg" }
          """
      ).contract?.envelope)
    #expect(envelope.success(payload: nil) == ["code": 0])
    #expect(envelope.failure(code: .number(40), message: "No.") == ["code": 40, "msg": "No."])
    #expect(envelope.says(["code": 40]) == false)
    #expect(envelope.says(["code": "40"]) == nil)
  }

  @Test func `an index in a place makes a list of one`() throws {
    let envelope = try #require(
      load(envelope: #"{ "payload": "data", "errorCode": "/errors/0/code" }"#).contract?.envelope)
    #expect(envelope.failure(code: .word("X"), message: nil) == ["errors": [["code": "X"]]])
    #expect(envelope.says(["errors": [["code": "X"]]]) == false)
  }

  @Test(arguments: [
    (#"{ "flag": "ok", "payload": "ok" }"#, "\"ok\" is already the envelope's flag"),
    (#"{ "payload": "data", "details": "/data" }"#, "\"data\" is already the envelope's payload"),
    (#"{ "flag": "ok", "errorCode": "ok" }"#, "\"ok\" is already the envelope's flag"),
    (#"{ "payload": "data", "message": "/a~b" }"#, "\"/a~b\" isn't a JSON Pointer"),
    (#"{ "flag": "/status", "errorCode": "/status/code" }"#, "is inside \"status\", which is the envelope's flag"),
    (
      #"{ "flag": { "at": "status", "success": ["ok"] }, "payload": "data" }"#,
      "The flag has no values for errors"
    ),
    (
      #"{ "flag": { "at": "status", "success": ["ok"], "failure": ["ok"] } }"#,
      "\"ok\" already means success"
    ),
    (#"{ "flag": { "at": "status", "succes": ["ok"] } }"#, "did you mean \"success\"?"),
    (
      #"{ "errorCode": "/errors/1/code" }"#,
      "is an index, but a list that describes a response has a single item; write 0"
    ),
    (#"{}"#, "envelope"),
    (
      #"{ "message": "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q" }"#, "is deeper than the maximum of 16 members"
    ),
  ])
  func `an envelope that can't be is an error that says why`(envelope: String, says: String) {
    let result = load(envelope: envelope)
    #expect(result.problems.contains { $0.level == .error && $0.message.contains(says) }, "\(result.problems)")
  }

  @Test(arguments: [
    (#"{ "payload": "data" }"#, #""codes": ["X"]"#, "but the envelope has no slot for them"),
    (
      #"{ "errorCode": "error" }"#, #""codes": ["X"], "code": "/type""#,
      "whose errorCode is \"error\"; \"code\" applies only to errors with their own body"
    ),
    (
      #"{ "flag": { "at": "code", "success": [0] }, "errorCode": "code" }"#, #""codes": [0]"#,
      #"The code 0 of bad is also the flag's value for success: remove it from the flag's "success", or give the error"#
    ),
    (
      #"{ "flag": { "at": "code", "success": [0], "failure": [7] }, "errorCode": "code" }"#, #""codes": [8]"#,
      #"which is the same member: add it to the flag's "failure"."#
    ),
  ])
  func `codes that can't be in the envelope are an error`(envelope: String, codes: String, says: String) {
    let result = load(envelope: envelope, failures: "{ \"bad\": { \"status\": 400, \(codes) } }")
    #expect(result.problems.contains { $0.level == .error && $0.message.contains(says) }, "\(result.problems)")
  }

  @Test func `a path without its slash is reported, and a status may be written as any whole number`() throws {
    let path = load(envelope: #"{ "errorCode": "errors/0/code" }"#)
    #expect(path.problems.map(\.level) == [.warning])
    #expect(path.problems.first?.message.contains("begins with a slash: \"/errors/0/code\"") == true)
    let whole = load(envelope: "null", failures: #"{ "gone": { "status": 404.0 } }"#)
    #expect(whole.contract?.failures.map(\.status) == [404])
  }

  @Test func `a code and its sentence may be one member`() {
    #expect(load(envelope: #"{ "payload": "data", "errorCode": "error", "message": "error" }"#).problems == [])
  }

  @Test func `a payload needs a place in the envelope`() {
    let result = load(envelope: #"{ "errorCode": "code" }"#, endpoint: #""success": { "200": { "payload": true } }"#)
    #expect(
      result.problems.map(\.message) == [
        "A \"payload\" is part of the envelope, but contract.json has no \"payload\" in its envelope; write \"body\" for bare JSON."
      ])
  }

  // MARK: Failures

  @Test func `failures have bodies, headers and statuses as answers do`() throws {
    let result = load(
      envelope: "null",
      failures: """
        { "gone": { "status": 410, "for": "missing", "body": { "properties": { "error": { "type": "integer" } } },
            "code": "/error", "codes": [7, 8], "headers": { "X-A": { "required": true } } },
          "page": { "status": "4XX", "content": { "text/html": {} } },
          "rest": { "status": "default", "for": [] },
          "keyless": { "status": 401, "for": "unauthenticated", "credential": "key" } }
        """, endpoint: #""success": { "2XX": {} }, "failures": ["gone", "page", "rest", "keyless"]"#)
    #expect(result.problems == [])
    let endpoint = try #require(result.contract?.endpoints.first)
    #expect(endpoint.failures(at: 410).map(\.name) == ["gone"])
    #expect(endpoint.failures(at: 404).map(\.name) == ["page"])
    #expect(endpoint.failures(at: 503).map(\.name) == ["rest"])
    #expect(endpoint.failures(at: 200).isEmpty)
    #expect(endpoint.documents(204))
    #expect(!endpoint.documents(304))
    #expect(endpoint.failure(for: .missing)?.name == "gone")
    #expect(endpoint.failure(for: .server) == nil)
    #expect(endpoint.failure(for: .unauthenticated, about: "key")?.name == "keyless")
    #expect(endpoint.failures[0].codes == [.number(7), .number(8)])
    #expect(endpoint.failures[0].codePlace == "/error")
  }

  @Test(arguments: ["default", "4XX"])
  func `a 400 that is documented by itself comes before a class of statuses`(status: String) throws {
    let result = load(
      envelope: "null", failures: #"{ "any": { "status": "\#(status)" }, "bad": { "status": 400 } }"#,
      endpoint: #""success": { "200": {} }, "failures": ["any", "bad"]"#)
    let endpoint = try #require(result.contract?.endpoints.first, "\(result.problems)")
    #expect(endpoint.failure(for: .invalid)?.name == "bad")
    #expect(endpoint.failure(for: .missing)?.name == "any")
  }

  @Test func `400 is for what can't be read, and 422 for what is wrong, where both are documented`() throws {
    let failures = #"{ "bad": { "status": 400 }, "wrong": { "status": 422 }, "odd": { "status": 422, "for": [] } }"#
    func endpoint(_ names: String) throws -> Endpoint {
      let result = load(
        envelope: "null", failures: failures, endpoint: "\"success\": { \"200\": {} }, \"failures\": [\(names)]")
      return try #require(result.contract?.endpoints.first, "\(result.problems)")
    }
    let both = try endpoint(#""bad", "wrong""#)
    #expect(both.failure(for: .malformed)?.name == "bad")
    #expect(both.failure(for: .invalid)?.name == "wrong")
    #expect(both.occasions(of: both.failures[0]) == [.malformed])
    let one = try endpoint(#""odd", "bad""#)
    #expect(one.failure(for: .malformed)?.name == "bad")
    #expect(one.failure(for: .invalid)?.name == "bad")
    #expect(one.mayMean(.invalid, by: 400))
    #expect(!one.mayMean(.invalid, by: 422))
  }

  @Test(arguments: [
    (#"{ "a": { "status": 200 } }"#, "200 isn't an error status"),
    (#"{ "a": { "status": "2XX" } }"#, "2XX isn't an error status"),
    (#"{ "a": { "status": 404, "code": "/x" } }"#, "but this error has no \"codes\""),
    (
      #"{ "a": { "status": 404, "codes": ["X"], "body": true } }"#,
      "so Plumbline can't tell where its codes are. Give the location in \"code\""
    ),
    (#"{ "a": { "status": 404, "body": true, "content": { "text/html": {} } } }"#, "can't have both"),
    (
      #"{ "a": { "status": 404, "codes": ["X"], "code": "eror", "body": { "properties": { "error": true } } } }"#,
      "describes no \"eror\"; did you mean \"error\"?"
    ),
    (
      """
      { "a": { "status": 404, "codes": ["X"], "code": "error",
        "body": { "properties": { "error": { "type": "integer" } } } } }
      """,
      "The code X doesn't match the schema that \"body\" has for \"error\""
    ),
    (#"{ "a": { "status": 404, "for": "mising" } }"#, "did you mean \"missing\"?"),
    (
      #"{ "a": { "status": 401, "credential": "kee", "for": "unauthenticated" } }"#,
      "Unknown credential \"kee\"; did you mean \"key\"?"
    ),
    (
      #"{ "a": { "status": 404, "credential": "key", "for": "missing" } }"#,
      "use it only with \"for\": \"unauthenticated\""
    ),
  ])
  func `a failure that can't be is an error that says why`(failures: String, says: String) {
    let result = load(envelope: "null", failures: failures)
    #expect(result.problems.contains { $0.level == .error && $0.message.contains(says) }, "\(result.problems)")
  }
}
