import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct EndpointTests {
  private func drift(_ exchange: Exchange) -> [Drift] { Notes.inspector.inspect(exchange) }

  @Test func `a documented exchange has no drift`() {
    #expect(drift(.reading(Notes.note)) == [])
  }

  @Test func `a path that no endpoint has is undocumented, and the nearest one is named`() {
    let found = drift(.made("/note/7?secret=1", ["success": true]))
    #expect(found.lines == ["endpoint.undocumented"])
    #expect(found.first?.endpoint == "GET /note/7")
    #expect(found.first?.message.contains("GET /notes/{id} (notes.get)") == true)
  }

  @Test func `a method that a documented path doesn't have is undocumented`() {
    let found = drift(.made("PATCH /notes/7", ["success": true]))
    #expect(found.lines == ["endpoint.undocumented"])
    #expect(found.first?.endpoint == "PATCH /notes/7")
    #expect(found.first?.message.contains("DELETE or GET") == true)
  }

  @Test func `a documented 404 in the envelope is the documented failure`() {
    #expect(drift(.made("/notes/9", status: 404, .failure("NOT_FOUND"))) == [])
  }

  @Test func `a 404 that the endpoint doesn't document means that it is missing`() {
    let found = drift(.made("/notes", status: 404, .failure("NOT_FOUND")))
    #expect(found.lines == ["endpoint.missing"])
    #expect(found.first?.expected == "GET /notes")
    #expect(found.first?.status == 404)
  }

  @Test(arguments: [410, 501])
  func `an undocumented 410 or 501 means that it is missing`(status: Int) {
    #expect(drift(.made("/notes/9", status: status, .failure("GONE"))).lines == ["endpoint.missing"])
  }

  @Test(arguments: [
    ("text/html", "<h1>Not Found</h1>"), ("text/plain", "404 page not found"), ("application/json", ""),
    ("application/json", #"{"detail":"Not Found"}"#), ("application/json", #"{"message":"No route"}"#),
    ("application/json", #"["not found"]"#),
    ("application/json", #"{"timestamp":1,"status":404,"error":"Not Found","path":"/notes/9"}"#),
  ])
  func `a documented 404 in another shape means that it is missing`(mediaType: String, body: String) {
    let exchange = Exchange.made("/notes/9", status: 404, answerHeaders: ["content-type": mediaType], text: body)
    #expect(drift(exchange).lines == ["endpoint.missing"])
  }

  @Test func `a 404 in the service's shape with another code is reported as an unknown code`() {
    let found = drift(.made("/notes/9", status: 404, ["error": "NO_ROUTE", "message": "No."]))
    #expect(found.lines == ["endpoint.missing"])
    #expect(found.first?.message.contains("with an unknown error code") == true, "\(found)")
  }

  @Test func `a documented 404 without its flag, but with a documented code, is a failure with a drift`() {
    let found = drift(.made("/notes/9", status: 404, ["error": "NOT_FOUND", "message": "No."]))
    #expect(found.lines == ["response.envelope.flag-missing /response/body/success"])
  }

  @Test func `a 405 that isn't documented means that the method is missing`() {
    let found = drift(
      .made("DELETE /notes/7", status: 405, answerHeaders: ["allow": "GET"], text: ""))
    #expect(found.lines == ["endpoint.method-missing"])
    #expect(found.first?.actual == "405, Allow: GET")
  }

  @Test(arguments: [301, 308])
  func `a permanent redirect means that it moved, and credentials in the new place are not shown`(status: Int) {
    let found = drift(
      .made("/notes/7", status: status, answerHeaders: ["location": "https://x.example/v3/notes/7?key=hush"], text: ""))
    #expect(found.lines == ["endpoint.moved"])
    #expect(found.first?.actual == "https://x.example/v3/notes/7")
  }

  @Test func `what every path may answer says that this one isn't there, unless the endpoint has it itself`() {
    func lines(_ own: String, _ status: Int) -> [String] {
      let contract = Notes.make(files: [
        "contract.json": """
        { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": { "payload": "data", "errorCode": "error" },
          "failures": {
            "noRoute": { "status": 404, "for": [], "content": { "text/plain": {} } }, "noMethod": { "status": 405 } },
          "commonFailures": ["noRoute", "noMethod"],
          "endpoints": { "a": { "summary": "A", "request": "GET /a", "source": "1", "success": { "200": {} }\(own) } } }
        """
      ])
      return Inspector(contract).inspect(
        .made("/a", status: status, answerHeaders: ["content-type": "text/plain"], text: "404 page not found")
      ).lines
    }
    #expect(lines("", 404) == ["endpoint.missing"])
    #expect(lines("", 405) == ["endpoint.method-missing"])
    #expect(lines(#", "failures": ["noRoute"]"#, 404) == [])
    #expect(!lines(#", "failures": ["noMethod"]"#, 405).contains("endpoint.method-missing"))
  }

  @Test func `a deprecated endpoint is a notice`() {
    let found = drift(.made("/legacy", ["success": true]))
    #expect(found.lines == ["endpoint.deprecated"])
    #expect(found.first?.severity == .notice)
  }

  @Test(arguments: [
    ("2026-06-29", "endpoint.deprecated"), ("2026-06-30", "endpoint.deprecated"),
    ("2026-07-01", "endpoint.sunset-passed"),
  ])
  func `the last day of a deprecated endpoint counts from the day after it`(today: String, rule: String) {
    let inspector = Inspector(Notes.contract, options: .init(visibility: .withoutCredentials, today: today))
    let found = inspector.inspect(.made("/old", ["success": true]))
    #expect(found.lines == [rule])
    #expect(found.first?.message.contains("Call notes.get instead.") == true)
    #expect(drift(.made("/old", ["success": true])).lines == ["endpoint.deprecated"])
  }

  @Test func `a browser's preflight isn't drift`() {
    let preflight = Exchange.made(
      "OPTIONS /notes", headers: ["access-control-request-method": "POST"], status: 204, text: "")
    #expect(drift(preflight) == [])
    #expect(drift(.made("OPTIONS /notes", status: 204, text: "")).lines == ["endpoint.undocumented"])
  }

  @Test(arguments: ["/notes/7/", "/NOTES/7", "/notes//"])
  func `a slash too many or capitals don't hide which endpoint was meant`(path: String) {
    let found = drift(.made(path, ["success": true]))
    #expect(found.lines == ["endpoint.undocumented"])
    #expect(found.first?.message.contains("the nearest is GET /notes") == true, "\(found)")
  }

  @Test func `an outage of a HEAD is its endpoint's`() {
    let head = Exchange.made("HEAD /notes/7", status: 502, text: "")
    #expect(Notes.inspector.outage(of: head) != nil)
    #expect(Notes.inspector.endpoint(of: head.request)?.id == "notes.get")
  }

  @Test func `a HEAD keeps the promises of the GET, without a body`() {
    #expect(drift(.made("HEAD /notes/7", text: "")) == [])
    #expect(
      drift(.made("HEAD /notes/7", status: 418, text: "")).lines == ["response.status.undocumented /response/status"])
  }

  @Test func `the free function judges with credentials in sight`() {
    let exchange = Exchange.made("/notes/7", headers: ["x-api-key": "a"], ["success": true, "data": Notes.note])
    #expect(inspect(exchange, Notes.contract).lines == ["request.header.missing /request/headers/authorization"])
  }

  @Test func `drift carries the recording and the contract's place`() {
    var exchange = Exchange.reading(Notes.note.setting("id", to: "seven"))
    exchange.recording = "notes.get/odd"
    let found = drift(exchange).first
    #expect(found?.recording == "notes.get/odd")
    #expect(found?.contract?.file == "Contracts/notes/contract.json")
    #expect(found?.endpoint == "notes.get")
    #expect(found?.service == "notes")
    #expect(found?.status == 200)
  }
}
