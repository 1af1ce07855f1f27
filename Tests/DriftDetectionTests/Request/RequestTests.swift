import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct RequestTests {
  private func drift(_ exchange: Exchange) -> [Drift] { Notes.inspector.inspect(exchange) }

  private func search(_ query: String, _ headers: HeaderFields = ["x-version": "2"]) -> [Drift] {
    drift(.made("/search\(query)", headers: headers, ["success": true, "data": []]))
  }

  // MARK: Path, query and headers

  @Test func `a request that keeps the contract has no drift`() {
    #expect(search("?q=milk&limit=5") == [])
    #expect(drift(.writing(["title": "Milk", "due_date": "2026-12-01"])) == [])
  }

  @Test func `a required query parameter that is gone is missing`() {
    let found = search("?limit=5")
    #expect(found.lines == ["request.query.missing /request/query/q"])
    #expect(found.first?.status == nil)
  }

  @Test func `a query parameter that doesn't fit is invalid`() {
    #expect(search("?q=milk&limit=500").lines == ["request.query.invalid /request/query/limit"])
    #expect(search("?q=milk&limit=many").lines == ["request.query.invalid /request/query/limit"])
  }

  @Test func `a query parameter that no contract has is undocumented`() {
    let found = search("?q=milk&colour=red")
    #expect(found.lines == ["request.query.undocumented /request/query/colour"])
    #expect(found.first?.message == "The endpoint documents no query parameter \"colour\".")
    for name in ["LIMIT", "limitt"] {
      let found = search("?q=milk&\(name)=5")
      #expect(found.lines == ["request.query.undocumented /request/query/\(name)"])
      #expect(found.first?.message.contains("; the nearest is \"limit\".") == true)
    }
  }

  @Test func `a header that is required or doesn't fit`() {
    let missing = search("?q=milk", [:])
    #expect(missing.lines == ["request.header.missing /request/headers/x-version"])
    #expect(missing.first?.detail == "x-version")
    #expect(search("?q=milk", ["x-version": "new"]).lines == ["request.header.invalid /request/headers/x-version"])
    #expect(search("?q=milk", ["x-version": "2", "user-agent": "x", "X-Request-Id": "1"]) == [])
    let other = search("?q=milk", ["x-version": "2", "X-Other": "hush", "x-other": "hush"])
    #expect(other.lines == ["request.header.undocumented /request/headers/x-other"])
    #expect(other.first?.severity == .notice)
    #expect(other.first?.actual?.contains("hush") == false)
  }

  @Test func `a condition that is required is missing, unless the server refused the request for that by 428`() {
    let contract = Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "papers", "title": "Papers", "envelope": null,
        "failures": { "blind": { "status": 428, "body": { "type": "object" } },
          "stale": { "status": 412, "body": { "type": "object" } } },
        "endpoints": { "papers.shred": { "summary": "x", "request": "DELETE /papers/{id}", "source": "x",
          "path": { "id": { "type": "integer" } }, "headers": { "If-Match": { "type": "string" } },
          "required": { "headers": ["If-Match"] }, "failures": ["blind", "stale"], "success": { "204": {} } } } }
      """
    ])
    func lines(_ status: Int, _ headers: HeaderFields, _ body: String) -> [String] {
      let exchange = Exchange(
        request: Request(method: .delete, target: "/papers/7"),
        response: Response(status: status, headers: headers, body: Body(body)))
      return Inspector(contract).inspect(exchange).lines
    }
    let json: HeaderFields = ["Content-Type": "application/json"]
    #expect(lines(428, json, "{}") == [])
    #expect(lines(412, json, "{}") == ["request.header.missing /request/headers/if-match"])
    #expect(lines(204, [:], "") == ["request.header.missing /request/headers/if-match"])
  }

  @Test func `a path parameter that doesn't fit is invalid, unless the server found nothing there`() {
    #expect(
      drift(.made("/notes/seven", ["success": true, "data": Notes.note])).lines == [
        "request.path.invalid /request/path/id"
      ])
    #expect(drift(.made("/notes/seven", status: 404, .failure("NOT_FOUND"))) == [])
  }

  // MARK: Body

  @Test func `a body that is missing, malformed, unexpected or of another kind`() {
    let create: (HeaderFields, String) -> [Drift] = { headers, text in
      var exchange = Exchange.writing([:])
      exchange.request.headers = headers
      exchange.request.body = Body(text)
      return drift(exchange)
    }
    let json: HeaderFields = ["content-type": "application/json"]
    #expect(create(json, "").lines == ["request.body.missing /request/body"])
    #expect(create(json, "{\"title\"").lines == ["request.body.malformed /request/body"])
    #expect(
      create(["content-type": "text/plain"], "Milk").lines == [
        "request.media-type.undocumented /request/headers/content-type"
      ])
    let unexpected = Exchange.made("/notes/7", sending: ["a": 1], ["success": true, "data": Notes.note])
    #expect(drift(unexpected).lines == ["request.body.unexpected /request/body"])
  }

  @Test(
    arguments: [
      (["due_date": "2026-12-01"], "missing /request/body/title"),
      (["title": 7], "string-as-number /request/body/title"),
      (["title": nil], "null-not-allowed /request/body/title"),
      (["title": "x", "rank": "1"], "number-as-string /request/body/rank"),
      (["title": "x", "rank": 1.5], "integer-as-decimal /request/body/rank"),
      (["title": "x", "kind": "NOTE"], "value-not-in-enum /request/body/kind"),
      (["title": "x", "dueDate": "2026-12-01"], "case-changed /request/body/dueDate"),
      (["Title": "x"], "case-changed /request/body/Title"), (["title": ""], "out-of-bounds /request/body/title"),
      (["title": "x", "due_date": "soon"], "format /request/body/due_date"),
      (["title": "x", "colour": "red"], "undocumented /request/body/colour"), (["x"], "type-changed /request/body"),
    ] as [(JSON, String)])
  func `fields of a request have the names that fields of a response have`(body: JSON, found: String) {
    #expect(drift(.writing(body)).lines == ["request.field.\(found)"])
  }

  @Test func `what the server refused as documented is no drift`() {
    let refused = Exchange.made("POST /notes", sending: ["title": ""], status: 422, .failure("INVALID"))
    #expect(drift(refused) == [])
    let undocumented = Exchange.made("POST /notes", sending: ["title": ""], status: 400, .failure("INVALID"))
    #expect(
      drift(undocumented).lines == [
        "request.field.out-of-bounds /request/body/title", "response.status.undocumented /response/status",
      ])
  }

  @Test func `request drift comes before response drift`() {
    let exchange = Exchange.made("/search?limit=5", headers: ["x-version": "1"], ["success": true, "data": "none"])
    #expect(
      drift(exchange).lines == [
        "request.query.missing /request/query/q", "response.field.type-changed /response/body/data",
      ])
  }

  // MARK: Credentials

  private let seeing = Inspector(Notes.contract)

  private func read(_ headers: HeaderFields, status: Int = 200, _ body: JSON? = nil) -> [Drift] {
    seeing.inspect(
      .made("/notes/7", headers: headers, status: status, body ?? ["success": true, "data": Notes.note]))
  }

  @Test func `a missing credential is a missing header, and its value is nowhere`() {
    #expect(read(["x-api-key": "hush-1", "authorization": "Bearer hush-2"]) == [])
    let found = read(["x-api-key": "hush-1"])
    #expect(found.lines == ["request.header.missing /request/headers/authorization"])
    #expect(found.first?.detail == "authorization")
    #expect(
      read([:]).lines == [
        "request.header.missing /request/headers/x-api-key", "request.header.missing /request/headers/authorization",
      ])
    #expect(read(["authorization": "Basic aHVzaA==", "x-api-key": "k"]).count == 1)
  }

  @Test func `a documented 401 keeps the promise`() {
    #expect(read([:], status: 401, .failure("UNAUTHORIZED")) == [])
  }

  @Test func `optional credentials may be missing, and those in the query are looked for there`() {
    #expect(seeing.inspect(.made("/profile", ["success": true, "data": ["hint": "x"]])) == [])
    #expect(seeing.inspect(.made("/status", ["up": true])) == [])
    #expect(seeing.inspect(.made("/legacy?ticket=hush", ["success": true])).lines == ["endpoint.deprecated"])
    #expect(
      seeing.inspect(.made("/legacy", ["success": true])).lines == [
        "endpoint.deprecated", "request.query.missing /request/query/ticket",
      ])
  }

  @Test func `recordings hold no credentials, so none is missing`() {
    #expect(drift(.made("/notes/7", ["success": true, "data": Notes.note])) == [])
  }
}
