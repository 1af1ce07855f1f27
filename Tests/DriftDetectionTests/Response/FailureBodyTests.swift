import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Failures with their own kinds of bodies, such as problem documents, pages, text, or none.
struct FailureBodyTests {
  private static let failures = """
    { "problem": { "status": 404, "codes": ["NO_SUCH"], "code": "/type",
        "content": { "application/problem+json": { "schema": { "$ref": "#/schemas/Problem" } } },
        "headers": { "X-Trace": { "required": true, "schema": { "type": "string", "pattern": "^t-" } } } },
      "bare": { "status": 409, "body": { "$ref": "#/schemas/Problem" } },
      "page": { "status": 502, "content": { "text/html": { "schema": { "type": "string", "pattern": "Bad" } } } },
      "none": { "status": 410, "body": false },
      "one": { "status": 422, "codes": [1], "code": "code", "body": { "required": ["code", "a"] } },
      "two": { "status": 422, "codes": [2], "code": "code", "body": { "required": ["code", "b"] } },
      "rest": { "status": "4XX", "content": { "text/plain": { "schema": { "type": "string" } } } } }
    """

  private static func inspector(envelope: String) -> Inspector {
    Inspector(
      Notes.make(files: [
        "contract.json": """
        { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": \(envelope), "failures": \(failures),
          "commonFailures": ["problem", "bare", "page", "none", "one", "two", "rest"],
          "schemas": { "Problem": { "type": "object", "required": ["type", "title"],
            "properties": { "type": { "type": "string" }, "title": { "type": "string" } } } },
          "endpoints": { "a": { "summary": "A", "request": "GET /a", "source": "1", "success": { "200": {} } } } }
        """
      ]))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int
    let type: String
    let body: String
    var trace: String? = nil
    var finds: [String] = []

    var testDescription: String { name }
  }

  @Test(
    arguments: [
      Case(
        name: "a problem", status: 404, type: "application/problem+json", body: #"{"type":"NO_SUCH","title":"No"}"#,
        trace: "t-1"),
      Case(
        name: "another code", status: 404, type: "application/problem+json", body: #"{"type":"ODD","title":"No"}"#,
        trace: "t-1", finds: ["response.envelope.error-code-undocumented /response/body/type"]),
      Case(
        name: "no title", status: 404, type: "application/problem+json", body: #"{"type":"NO_SUCH"}"#, trace: "t-1",
        finds: ["response.field.missing /response/body/title"]),
      Case(
        name: "a wrong header", status: 404, type: "application/problem+json",
        body: #"{"type":"NO_SUCH","title":"No"}"#,
        trace: "1", finds: ["response.header.invalid /response/headers/x-trace"]),
      Case(
        name: "no header", status: 404, type: "application/problem+json", body: #"{"type":"NO_SUCH","title":"No"}"#,
        finds: ["response.header.missing /response/headers/x-trace"]),
      Case(
        name: "a framework's page", status: 404, type: "text/html", body: "<h1>Not Found</h1>",
        finds: ["endpoint.missing"]),
      Case(name: "bare JSON", status: 409, type: "application/json", body: #"{"type":"a","title":"b"}"#),
      Case(
        name: "a page for JSON", status: 409, type: "text/html", body: "<p>",
        finds: ["response.media-type.undocumented /response/headers/content-type"]),
      Case(name: "a page", status: 502, type: "text/html", body: "<h1>Bad Gateway</h1>"),
      Case(
        name: "another page", status: 502, type: "text/html", body: "<h1>Oops</h1>",
        finds: ["response.field.pattern /response/body"]),
      Case(name: "nothing", status: 410, type: "text/plain", body: ""),
      Case(
        name: "the first of two", status: 422, type: "application/json", body: #"{"code":1,"a":1}"#),
      Case(
        name: "the second of two", status: 422, type: "application/json", body: #"{"code":2,"b":1}"#),
      Case(name: "any other status of the class", status: 418, type: "text/plain", body: "teapot"),
      Case(name: "an empty text is a text", status: 418, type: "text/plain", body: ""),
      Case(
        name: "JSON where any other status has text", status: 418, type: "application/json", body: "{}",
        finds: ["response.media-type.undocumented /response/headers/content-type"]),
    ], ["null", #"{ "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" }"#])
  func `a failure is held to the body that it promises, with and without an envelope`(one: Case, envelope: String) {
    var headers: HeaderFields = ["content-type": one.type]
    if let trace = one.trace { headers["X-Trace"] = trace }
    let exchange = Exchange.made("/a", status: one.status, answerHeaders: headers, text: one.body)
    #expect(Self.inspector(envelope: envelope).inspect(exchange).lines == one.finds)
  }
}
