import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct EvidenceTests {
  private func seen(_ exchanges: [Exchange], at endpoint: String) -> [String: Int] {
    var ledger = EvidenceLedger(Notes.contract)
    for exchange in exchanges { ledger.note(exchange) }
    var lines: [String: Int] = [:]
    for one in ledger.evidence where one.endpoint == endpoint {
      let words = ["\(one.status)", one.kind.rawValue, one.pointer?.description, one.value].compactMap { $0 }
      lines[words.joined(separator: " ")] = one.seen
    }
    return lines
  }

  @Test func `nothing is seen before an exchange, and everything that is documented is listed`() {
    let seen = seen([], at: "notes.get")
    #expect(!seen.isEmpty)
    #expect(seen.values.allSatisfy { $0 == 0 })
    for thing in [
      "200 status", "404 status", "404 value /response/body/error \"NOT_FOUND\"",
      "200 null /response/body/data/due_date", "200 value /response/body/data/kind \"MEMO\"",
    ] {
      #expect(seen[thing] == 0, "\(thing) is not in \(seen.keys.sorted())")
    }
    #expect(seen["200 field /response/body/data/id"] == nil)
  }

  @Test func `an exchange shows its status, its optional fields, its nulls and its values, each once`() {
    let once = seen([.reading(Notes.note)], at: "notes.get")
    #expect(once["200 status"] == 1)
    #expect(once["404 status"] == 0)
    #expect(once["200 null /response/body/data/due_date"] == 1)
    #expect(once["200 value /response/body/data/kind \"MEMO\""] == 1)
    #expect(once["200 value /response/body/data/kind \"TASK\""] == 0)
    let refused = Exchange.made("/notes/9", status: 404, .failure("NOT_FOUND"))
    #expect(seen([refused], at: "notes.get")["404 value /response/body/error \"NOT_FOUND\""] == 1)
    let list = Exchange.made("/notes", ["success": true, "data": [Notes.note, Notes.note]])
    #expect(seen([list, list], at: "notes.list")["200 value /response/body/data/*/kind \"MEMO\""] == 2)
  }

  @Test func `an exchange that an inspection has read shows the same as one that is read anew`() throws {
    let exchange = Exchange.made("/notes", ["success": true, "data": [Notes.note, Notes.note]])
    let inspector = Inspector(Notes.contract)
    let inspected = inspector.inspected(exchange, at: Notes.contract.router.resolve(exchange.request))
    #expect(inspected.drift == inspector.inspect(exchange))
    #expect(inspected.outage == nil)
    let endpoint = try #require(inspected.endpoint)
    #expect(inspected.body?["data"]?.count == 2)
    var (anew, known) = (EvidenceLedger(Notes.contract), EvidenceLedger(Notes.contract))
    anew.note(exchange)
    known.note(exchange, at: endpoint, reading: inspected.body)
    #expect(known.evidence == anew.evidence)
    #expect(known.evidence.contains { $0.kind == .value && $0.seen == 1 })
  }

  @Test func `an exchange that repeats an earlier one shows everything again`() throws {
    let exchanges: [Exchange] = [
      .made("/notes", ["success": true, "data": [Notes.note, Notes.note]]), .reading(Notes.note),
      .made("/notes/9", status: 404, .failure("NOT_FOUND")),
    ]
    var (anew, repeated) = (EvidenceLedger(Notes.contract), EvidenceLedger(Notes.contract))
    for exchange in exchanges {
      let endpoint = try #require(Notes.contract.router.resolve(exchange.request).endpoint)
      for _ in 0..<3 { anew.note(exchange, at: endpoint) }
      let noted = repeated.note(exchange, at: endpoint)
      let sight = try #require(noted)
      for _ in 0..<2 { repeated.repeatSight(sight) }
    }
    #expect(repeated.evidence == anew.evidence)
    #expect(anew.evidence.contains { $0.kind == .value && $0.seen == 3 })
    // Repeating the first exchange counts each item of its list once more.
    let endpoint = try #require(Notes.contract.router.resolve(exchanges[0].request).endpoint)
    anew.note(exchanges[0], at: endpoint)
    repeated.note(exchanges[0], at: endpoint)
    #expect(repeated.evidence == anew.evidence)
  }

  @Test func `a member without a name of its own shows the place of all those, and the others their own`() {
    let contract = Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "lamps", "title": "Lamps", "envelope": null, "endpoints": {
        "lamps.all": { "summary": "All", "request": "GET /lamps", "source": "1", "success": { "200": { "body": {
          "type": "object", "properties": { "total": { "type": "integer" } },
          "additionalProperties": { "enum": ["on", "off"] } } } } } } }
      """
    ])
    var ledger = EvidenceLedger(contract)
    ledger.note(.made("/lamps", ["total": 2, "hall": "on", "\u{E9}tage": "on"]))
    let seen = ledger.evidence.map { "\($0.kind) \($0.pointer?.description ?? "") \($0.value ?? "") \($0.seen)" }
    for line in [
      "field /response/body/total  1", "value /response/body/* \"on\" 1", "value /response/body/* \"off\" 0",
    ] {
      #expect(seen.contains(line), "\(seen)")
    }
  }

  @Test func `a HEAD that the endpoint of a GET answers shows nothing of the GET's answer`() throws {
    let asked = Exchange.made("/notes", ["success": true, "data": []])
    let head = Exchange(
      request: Request(method: .head, target: asked.request.target), response: Response(status: 200))
    let endpoint = try #require(Inspector(Notes.contract).endpoint(of: head.request))
    var ledger = EvidenceLedger(Notes.contract)
    ledger.note(head, at: endpoint)
    #expect(ledger.evidence.allSatisfy { $0.seen == 0 })
  }

  @Test func `outages, undocumented answers and other endpoints show nothing`() {
    let nothing = seen([], at: "notes.get")
    #expect(seen([.made("/notes/7", status: 502, text: "")], at: "notes.get") == nothing)
    #expect(seen([.made("/notes/7", status: 418, ["success": true])], at: "notes.get") == nothing)
    #expect(seen([.made("/elsewhere", ["success": true])], at: "notes.get") == nothing)
  }

  @Test func `of an answer with millions of places the nearest are counted, and what is cut is said`() {
    // Each node refers to ten others, and each kind lists twenty values.
    let kinds = (0..<10).map { kind in
      let members = (0..<10).map { ##""to\##($0)": { "$ref": "#/schemas/Kind\##(($0 + kind) % 10)" }"## }
      let values = (0..<20).map { "\"v\($0)\"" }.joined(separator: ",")
      return #""Kind\#(kind)": { "type": "object", "properties": { "near": { "enum": [\#(values)] }, "#
        + members.joined(separator: ",") + " } }"
    }
    let endpoints = (0..<100).map {
      ChangedContracts.line(
        ##""success": { "200": { "body": { "$ref": "#/schemas/Kind0" } } }"##, id: "e\($0)", request: "GET /e\($0)")
    }
    let text =
      "\"schemas\": { \(kinds.joined(separator: ",")) }, \"endpoints\": { \(endpoints.joined(separator: ",")) }"
    let ledger = EvidenceLedger(ChangedContracts.contract(text))
    #expect(ledger.evidence.count <= 100_000)
    #expect(ledger.evidence.count > 50_000)
    #expect(ledger.evidence.contains { $0.pointer?.description == "/response/body/near" && $0.value == "\"v19\"" })
    #expect(ledger.cutAnswers() == 100)
    #expect(ledger.cutAnswers { $0 == "e7" } == 1)
    #expect(EvidenceLedger(Notes.contract).cutAnswers() == 0)
  }
}
