import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

struct CallJudgeTests {
  private let judge = CallJudge(contract: Notes.contract)

  private func judge(
    _ exchanges: [Exchange], _ result: CallResult, expecting expectation: Call.Expectation = .success
  ) throws -> CallOutcome {
    judge.judge(
      .reading(expecting: expectation), of: try Notes.endpoint("notes.get"), exchanges: exchanges, result: result,
      milliseconds: 1.5)
  }

  private static let request = Request(
    method: .get, target: "/notes/7", headers: ["x-key": "k", "authorization": "Bearer owner-token"])

  private static func answered(_ status: Int, _ body: String) -> Exchange {
    Exchange(request: request, response: Notes.response(status, body))
  }

  private static func exchanges(_ wire: JudgeRow.Wire) -> [Exchange] {
    switch wire {
    case .success: return [answered(200, Notes.note)]
    case .documentedFailure: return [answered(404, Notes.failure("NOT_FOUND"))]
    case .otherFailure: return [answered(403, Notes.failure("FORBIDDEN"))]
    case .falseFlag: return [answered(200, Notes.failure("NOT_FOUND"))]
    case .outage:
      let failure = TransportFailure(kind: .connectionRefused, message: "127.0.0.1:1 refused the connection.")
      return [Exchange(request: request, outcome: .failure(failure))]
    case .badGateway: return [answered(502, "")]
    case .nothing: return []
    case .elsewhere:
      let search = Request(method: .post, target: "/search", headers: request.headers)
      return [Exchange(request: search, response: Notes.response(200, #"{ "ok": true, "data": [] }"#))]
    }
  }

  private static func rightKind(_ wire: JudgeRow.Wire) -> ClientFailure.Kind {
    switch wire {
    case .success, .documentedFailure, .falseFlag: .notFound
    case .otherFailure: .forbidden
    case .outage, .badGateway, .nothing, .elsewhere: .network
    }
  }

  private static func result(_ client: JudgeRow.Client, _ wire: JudgeRow.Wire) -> CallResult {
    switch client {
    case .returned: .returned
    case .threwRightKind: .threw(ClientFailure(rightKind(wire), message: "right"))
    case .threwWrongKind: .threw(ClientFailure(.conflict, message: "wrong"))
    case .threwDecoding: .threw(ClientFailure(.decoding, message: "unreadable", codingPath: "/data/text"))
    case .hung: .hung(.seconds(20))
    }
  }

  @Test func `the table has every combination`() {
    let rows = JudgeRow.table.map(\.testDescription)
    #expect(rows.count == 2 * JudgeRow.Wire.allCases.count)
    #expect(Set(rows).count == rows.count)
  }

  @Test(arguments: JudgeRow.table, JudgeRow.Client.allCases)
  func `both sides are judged`(row: JudgeRow, client: JudgeRow.Client) throws {
    let verdict = row.verdict(client)
    let outcome = try judge(
      Self.exchanges(row.wire), Self.result(client, row.wire), expecting: row.expectation)
    #expect(outcome.line.outcome == verdict.outcome)
    let reason = outcome.line.reason
    #expect((reason == nil) == (verdict.complaint == nil), "\(reason ?? "no complaint")")
    if let complaint = verdict.complaint { #expect(reason?.hasPrefix(complaint) == true, "\(reason ?? "")") }
    #expect(outcome.drift.map(\.rule.id).filter { $0.hasPrefix("client.") } == verdict.rules)
    if row.wire == .falseFlag {
      #expect(outcome.drift.first?.rule.id == "response.status.contradicts-envelope")
    } else {
      #expect(outcome.drift.allSatisfy { $0.rule.id.hasPrefix("client.") })
    }
    #expect((outcome.outage != nil) == [.outage, .badGateway].contains(row.wire))
    #expect(outcome.isJudged == ![.outage, .badGateway, .nothing, .elsewhere].contains(row.wire))
  }

  @Test func `an outcome says which call it was`() throws {
    let outcome = try judge([Self.answered(404, Notes.failure("NOT_FOUND"))], .returned)
    #expect(outcome.line.service == "notes")
    #expect(outcome.line.endpoint == "notes.get")
    #expect(outcome.line.name == "reads a note")
    #expect(outcome.line.milliseconds == 1.5)
    #expect(outcome.drift.map(\.call) == ["notes.get: reads a note"])
    #expect(outcome.exchanges.count == 1)
  }

  @Test func `what a client can't decode is named with its place`() throws {
    let failure = ClientFailure(.decoding, message: "unreadable", codingPath: "/data/text")
    let drift = try #require(try judge([Self.answered(200, Notes.note)], .threw(failure)).drift.first)
    #expect(drift.pointer == "/response/body/data/text")
    #expect(drift.status == 200)
    #expect(drift.actual == "decoding: unreadable")
    #expect(drift.contract?.file == "notes/contract.json")
  }

  @Test func `a client that can't read an answer which has drifted is right`() throws {
    let failure = ClientFailure(.decoding, message: "unreadable", codingPath: "/data/text")
    let outcome = try judge([Self.answered(200, #"{ "ok": true, "data": { "id": 7 } }"#)], .threw(failure))
    #expect(outcome.drift.map(\.rule.id) == ["response.field.missing"])
    #expect(outcome.line.outcome == .drifted)
    #expect(outcome.line.reason == "the client threw: unreadable; see response.field.missing")
    #expect(outcome.drift.map(\.clientError) == ["unreadable"])
  }

  @Test func `a mock that remembers nothing says why it lets a request for what isn't there succeed`() throws {
    var exchange = Self.answered(200, Notes.note)
    #expect(try judge([exchange], .returned, expecting: .failure("notFound")).line.reason?.contains("mock") == false)
    exchange.recording = "success"
    let reason = try judge([exchange], .returned, expecting: .failure("notFound")).line.reason
    let why = #"; this response is the mock's (success): notes.get has no "state""#
    #expect(reason?.contains(why) == true, "\(reason ?? "none")")
  }

  @Test func `an answer that only says more excuses no client`() throws {
    let body = #"{ "ok": true, "data": { "id": 7, "text": "", "colour": "red" } }"#
    let outcome = try judge([Self.answered(200, body)], .threw(ClientFailure(.decoding, message: "unreadable")))
    #expect(outcome.drift.map(\.rule.id) == ["response.field.undocumented", "client.cannot-decode"])
  }

  @Test func `a client that tries again is judged by its last exchange`() throws {
    let exchanges = [Self.answered(500, Notes.failure("SERVER_ERROR")), Self.answered(200, Notes.note)]
    #expect(try judge(exchanges, .returned).line.outcome == .passed)
    #expect(try judge(exchanges.reversed(), .returned).drift.map(\.rule.id) == ["client.swallowed-error"])
  }

  @Test func `drift of any exchange of the call counts`() throws {
    let exchanges = [Self.answered(200, #"{ "ok": true, "data": { "id": 7 } }"#), Self.answered(200, Notes.note)]
    #expect(try judge(exchanges, .returned).drift.map(\.rule.id) == ["response.field.missing"])
  }

  @Test func `an unknown expectation is no crash`() throws {
    let outcome = try judge([Self.answered(200, Notes.note)], .returned, expecting: .failure("noSuch"))
    #expect(outcome.line.outcome == .failed)
    #expect(outcome.line.reason == "expected noSuch, but the server responded with 200 to GET /notes/7")
  }

  @Test(arguments: [
    (401, ClientFailure.Kind.unauthorized), (403, .forbidden), (404, .notFound), (410, .notFound), (409, .conflict),
    (412, .conflict), (423, .conflict), (400, .validation), (413, .validation), (415, .validation), (422, .validation),
    (500, .server), (503, .server), (599, .server), (418, .other), (429, .server),
  ])
  func `a status has kinds of error that fit it`(status: Int, kind: ClientFailure.Kind) {
    #expect(ClientFailure.Kind.fitting(status: status).contains(kind))
    #expect(!ClientFailure.Kind.fitting(status: status).contains(.decoding))
    #expect(!ClientFailure.Kind.fitting(status: status).contains(.network))
  }
}
