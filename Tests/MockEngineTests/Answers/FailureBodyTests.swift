import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// Failures with bodies of their own, and bodies that the mock omits.
@Suite struct FailureBodyTests {
  private static func contract(_ body: String, more: String = "") -> String {
    """
    "failures": { "missing": { "status": 404, "body": \(body)\(more) } }, "commonFailures": ["missing"],
    "endpoints": { "a": { "summary": "x", "request": "GET /a", "source": "x", "success": { "204": {} } } }
    """
  }

  @Test(arguments: [
    (
      #"{ "type": "object", "required": ["code"], "properties": { "code": { "type": "string" }, "message": { "type": "string" }, "info": { "type": "string", "format": "uri" } } }"#,
      #", "codes": ["NF"], "code": "/code""#, #"{"code":"NF","message":"MESSAGE"}"#
    ),
    (
      #"{ "type": "object", "required": ["error"], "properties": { "error": { "type": "object", "required": ["code", "message"], "properties": { "code": { "type": "string" }, "message": { "type": "string" }, "info": { "type": "string", "format": "uri" }, "inner": { "type": "object", "required": ["a"], "properties": { "a": { "type": "integer" } } } } } } }"#,
      #", "codes": ["NF"], "code": "/error/code""#, #"{"error":{"code":"NF","message":"MESSAGE"}}"#
    ),
    (
      #"{ "type": "object", "required": ["outer"], "properties": { "outer": { "type": "object", "required": ["a"], "properties": { "a": { "const": 1 }, "b": { "type": "integer" } } } } }"#,
      "", #"{"outer":{"a":1}}"#
    ),
    (
      #"{ "type": "object", "properties": { "error": { "type": "object", "required": ["code", "message"], "properties": { "code": { "enum": ["taken", "not_found"] }, "message": { "type": "string" }, "info": { "type": "string" } } } } }"#,
      "", #"{"error":{"code":"not_found","message":"MESSAGE"}}"#
    ),
    (
      #"{ "type": "object", "properties": { "kind": { "enum": ["x"] }, "reason": { "type": "string" }, "trace": { "type": "string" } } }"#,
      "", #"{"reason":"MESSAGE"}"#
    ),
    (
      #"{ "type": "object", "required": ["code", "message"], "properties": { "code": { "type": "string" }, "message": { "type": "string" } }, "examples": [{ "code": "gone-fishing", "message": "Gone" }] }"#,
      "", #"{"code":"gone-fishing","message":"MESSAGE"}"#
    ),
    (
      #"{ "allOf": [{ "type": "object", "required": ["code"], "properties": { "code": { "type": "string" }, "message": { "type": "string" } }, "examples": [{ "code": "conflict" }] }] }"#,
      "", #"{"code":"NOT_FOUND"}"#
    ),
  ])
  func `a failure says what happened and invents nothing`(schema: String, more: String, body: String) throws {
    let bench = try Bench(Self.contract(schema, more: more))
    let seen = bench.send(.get, "/b")
    let said = "No endpoint matches GET /b. Nearest: a (GET /a): path segment 1 is \\\"b\\\", not \\\"a\\\"."
    #expect(seen.status == 404 && seen.text == body.replacing("MESSAGE", with: said), "\(seen)")
  }

  @Test func `a body that can't be read is malformed, whichever endpoint it was meant for`() throws {
    let bench = try Bench(
      """
      "failures": { "malformed": { "status": 400, "codes": ["BAD"], "code": "/error" , "body": { "type": "object" } } },
      "endpoints": {
        "add": { "summary": "x", "request": "POST /rpc", "source": "x", "when": { "body#/method": { "const": "add" } },
          "body": { "type": "object" }, "failures": ["malformed"], "success": { "204": {} } },
        "sub": { "summary": "x", "request": "POST /rpc", "source": "x", "when": { "body#/method": { "const": "sub" } },
          "body": { "type": "object" }, "failures": ["malformed"], "success": { "204": {} } },
        "other": { "summary": "x", "request": "POST /other", "source": "x", "when": { "query.a": { "const": "b" } },
          "body": { "type": "object" }, "failures": ["malformed"], "success": { "204": {} } } }
      """)
    #expect(bench.session.send(.post, "/rpc", body: #"{"method":"#).status == 400)
    #expect(bench.session.send(.post, "/rpc", body: #"{"method":"sub"}"#).status == 204)
    #expect(bench.session.send(.post, "/rpc", body: #"{"method":"mul"}"#).status == 404)
    #expect(bench.session.send(.post, "/other", body: "{").status == 404)
  }
}
