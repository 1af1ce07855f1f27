import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Envelopes of services whose flag is a word, whose codes are numbers, or whose slots are nested.
struct EnvelopeShapeTests {
  private static func inspector(envelope: String, failures: String = "{}", answer: String) -> Inspector {
    Inspector(
      Notes.make(files: [
        "contract.json": """
        { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": \(envelope), "failures": \(failures),
          "schemas": { "Item": {
            "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } },
          "endpoints": { "a": { "summary": "A", "request": "GET /a", "source": "1", "success": { "200": \(answer) },
            "failures": ["bad"] } } }
        """
      ]))
  }

  private static let words = inspector(
    envelope: """
      { "flag": { "at": "status", "success": ["success"], "failure": ["error"] }, "payload": "data",
        "errorCode": "errorType", "message": "error", "others": { "warnings": { "type": "array" } } }
      """,
    failures: #"{ "bad": { "status": 400, "codes": ["bad_data"] } }"#,
    answer: ##"{ "payload": { "$ref": "#/schemas/Item" } }"##)

  private static let deep = inspector(
    envelope: """
      { "flag": "/meta/ok", "payload": "/result/item", "errorCode": "/meta/problem/code",
        "message": "/meta/problem/text" }
      """,
    failures: #"{ "bad": { "status": 400, "codes": [40, 41] } }"#,
    answer: ##"{ "payload": { "$ref": "#/schemas/Item" } }"##)

  private static let shared = inspector(
    envelope:
      #"{ "flag": { "at": "code", "success": [0] }, "payload": "data", "errorCode": "code", "message": "msg" }"#,
    failures: #"{ "bad": { "status": 400, "codes": [40] } }"#, answer: ##"{ "payload": { "$ref": "#/schemas/Item" } }"##
  )

  private static let flagless = inspector(
    envelope: #"{ "payload": "data", "errorCode": "errno", "message": "message" }"#,
    failures: #"{ "bad": { "status": 400, "codes": [107] } }"#,
    answer: ##"{ "payload": { "$ref": "#/schemas/Item" } }"##)

  private static let listedBad = inspector(
    envelope: #"{ "payload": "data", "errorCode": "/errors/0/code", "message": "/errors/0/title" }"#,
    failures: #"{ "bad": { "status": 400, "codes": ["bad"] } }"#, answer: ##"{ "payload": true }"##)

  private static let listed = inspector(
    envelope: #"{ "payload": "data", "errorCode": "/errors/0/code", "message": "/errors/0/title" }"#,
    failures: #"{ "bad": { "status": 404, "codes": ["not_found"] } }"#, answer: ##"{ "payload": true }"##)

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let inspector: Inspector
    var status = 200
    let body: JSON
    var finds: [String] = []

    var testDescription: String { name }
  }

  @Test(arguments: [
    Case(name: "a word says success", inspector: words, body: ["status": "success", "data": ["id": 1]]),
    Case(
      name: "a further member may come", inspector: words,
      body: ["status": "success", "data": ["id": 1], "warnings": ["slow"]]),
    Case(
      name: "a word says failure", inspector: words, status: 400,
      body: ["status": "error", "errorType": "bad_data", "error": "No."]),
    Case(
      name: "a word that nobody has", inspector: words, body: ["status": "partial", "data": ["id": 1]],
      finds: ["response.envelope.flag-undocumented /response/body/status"]),
    Case(
      name: "a flag of another type", inspector: words, body: ["status": true, "data": ["id": 1]],
      finds: ["response.envelope.flag-type /response/body/status"]),
    Case(
      name: "a word that contradicts the status", inspector: words, body: ["status": "error", "errorType": "bad_data"],
      finds: ["response.status.contradicts-envelope /response/body/status"]),
    Case(
      name: "a code that nobody has", inspector: words, status: 400,
      body: ["status": "error", "errorType": "odd", "error": "No."],
      finds: ["response.envelope.error-code-undocumented /response/body/errorType"]),
    Case(name: "deep slots", inspector: deep, body: ["meta": ["ok": true], "result": ["item": ["id": 1]]]),
    Case(
      name: "a deep payload has the wrong type", inspector: deep,
      body: ["meta": ["ok": true], "result": ["item": ["id": "x"]]],
      finds: ["response.field.type-changed /response/body/result/item/id"]),
    Case(
      name: "a deep payload is missing", inspector: deep, body: ["meta": ["ok": true], "result": [:]],
      finds: ["response.envelope.payload-missing /response/body/result/item"]),
    Case(
      name: "a stranger beside a deep slot", inspector: deep,
      body: ["meta": ["ok": true, "trace": 1], "result": ["item": ["id": 1]]],
      finds: ["response.field.undocumented /response/body/meta/trace"]),
    Case(
      name: "a deep failure", inspector: deep, status: 400,
      body: ["meta": ["ok": false, "problem": ["code": 41, "text": "No."]]]),
    Case(
      name: "a deep code that nobody has", inspector: deep, status: 400,
      body: ["meta": ["ok": false, "problem": ["code": 42, "text": "No."]]],
      finds: ["response.envelope.error-code-undocumented /response/body/meta/problem/code"]),
    Case(
      name: "a number came as text", inspector: deep, status: 400,
      body: ["meta": ["ok": false, "problem": ["code": "40", "text": "No."]]],
      finds: ["response.field.type-changed /response/body/meta/problem/code"]),
    Case(
      name: "a deep flag in another spelling", inspector: deep,
      body: ["meta": ["OK": true], "result": ["item": ["id": 1]]],
      finds: ["response.envelope.flag-missing /response/body/meta/ok"]),
    Case(name: "zero is success", inspector: shared, body: ["code": 0, "data": ["id": 1]]),
    Case(name: "a code is the flag", inspector: shared, status: 400, body: ["code": 40, "msg": "No."]),
    Case(
      name: "a code that nobody has is the flag", inspector: shared, status: 400, body: ["code": 41, "msg": "No."],
      finds: ["response.envelope.error-code-undocumented /response/body/code"]),
    Case(
      name: "a failure with a success status", inspector: shared, body: ["code": 40, "msg": "No."],
      finds: ["response.status.contradicts-envelope /response/body/code"]),
    Case(name: "no flag", inspector: flagless, body: ["data": ["id": 1]]),
    Case(name: "no flag, and it failed", inspector: flagless, status: 400, body: ["errno": 107, "message": "No."]),
    Case(
      name: "errors in a list", inspector: listed, status: 404,
      body: ["errors": [["code": "not_found", "title": "No."]]]),
    Case(
      name: "another code in a list, and no missing endpoint", inspector: listed, status: 404,
      body: ["errors": [["code": "bogus", "title": "No."]]],
      finds: ["response.envelope.error-code-undocumented /response/body/errors/0/code"]),
    Case(
      name: "a member called 0 is no list", inspector: listedBad, status: 400,
      body: ["errors": ["0": ["code": "bad", "title": "No."]]],
      finds: [
        "response.envelope.error-code-missing /response/body/errors/0/code",
        "response.envelope.message-missing /response/body/errors/0/title",
      ]),
    Case(
      name: "no flag, and no payload", inspector: flagless, body: ["date": ["id": 1]],
      finds: ["response.envelope.missing /response/body"]),
  ])
  func `an answer is judged by the envelope that it has`(one: Case) {
    #expect(one.inspector.inspect(.made("/a", status: one.status, one.body)).lines == one.finds)
  }

  @Test func `the example of an undocumented flag is one`() throws {
    let rule = Rule.response.envelope.flagUndocumented
    let example = try #require(rule.explanation?.example)
    #expect(example.contains(#""status": "partial""#))
    #expect(example.contains("success and error"))
    let found = Self.words.inspect(.made("/a", ["status": "partial", "data": ["id": 1]]))
    #expect(found.map(\.rule) == [rule])
    #expect(found.first?.expected == "\"success\" or \"error\"")
  }
}
