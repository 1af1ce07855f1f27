import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Servers that accept requests that their contract rejects. The rule identifies the broken promise.
struct IgnoredRefusalTests {
  private static func contract(
    _ more: String = "", body: String? = nil, state: String, standing: String = "documented"
  ) -> Contract {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "Shop",
        "credentials": { "key": { "in": "header", "name": "X-Key", "environment": "SHOP_KEY" } },
        "authentication": ["key"],
        "envelope": { "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" },
        "personas": {
          "clerk": { "permissions": ["sell"], "credentials": { "key": "c" } },
          "guest": { "credentials": { "key": "g" } } },
        "failures": {
          "unauthorized": { "status": 401, "codes": ["WHO"] }, "forbidden": { "status": 403, "codes": ["NO"] },
          "closed": { "status": 409, "codes": ["CLOSED"]\(more) }, "odd": { "status": 422, "codes": ["ODD"] } },
        "commonFailures": ["unauthorized"],
        "schemas": { "Item": { "type": "object", "required": ["id", "open"],
          "properties": { "id": { "type": "integer" }, "open": { "type": "boolean" } } } },
        "collections": { "items": { "item": { "$ref": "#/schemas/Item" }, "key": "/id", "seed": [] } },
        "endpoints": {
          "items.close": { "summary": "Close", "request": "POST /items/{id}/close", "source": "1",
            "standing": "\(standing)", "requires": ["sell"],
            "path": { "id": { "type": "integer" } },\(body.map { #" "body": \#($0),"# } ?? "")
            "success": { "200": { "payload": { "$ref": "#/schemas/Item" } } },
            "failures": ["forbidden", "closed", "odd"], "state": \(state) } } }
      """
    return Store.load(text, folder: "shop")
  }

  private static let guarded = """
    { "action": "update", "collection": "items", "key": "path.id", "guards": [
      { "unless": { "item#/open": { "const": true } }, "failure": "closed" } ] }
    """

  private func outcome(
    _ failure: String, as caller: Call.Caller, of contract: Contract, body: String = "", result: CallResult = .returned,
    status: Int = 200
  ) throws -> CallOutcome {
    let endpoint = try #require(contract.endpoint("items.close"))
    let key: String? =
      switch caller {
      case .nobody: nil
      case .persona: "g"
      case .first: "c"
      }
    var headers: HeaderFields = [:]
    if let key { headers["x-key"] = key }
    if !body.isEmpty { headers["content-type"] = "application/json" }
    let exchange = Exchange(
      request: Request(method: .post, target: "/items/7/close", headers: headers, body: Body(body)),
      response: Response(
        status: status, headers: ["content-type": "application/json"],
        body: Body(#"{ "ok": true, "data": { "id": 7, "open": false } }"#)))
    return CallJudge(contract: contract).judge(
      Call("items.close", "closes an item", as: caller, expecting: .failure(failure)) { _ in 1 }, of: endpoint,
      exchanges: [exchange], result: result, milliseconds: 1)
  }

  @Test func `a guard that lets through is named, with its failure`() throws {
    let outcome = try outcome("closed", as: .first, of: Self.contract(state: Self.guarded))
    let drift = try #require(outcome.drift.first)
    #expect(outcome.drift.count == 1)
    #expect(drift.rule == Rule.effect.guardIgnored)
    #expect(drift.severity == .breaking)
    #expect(drift.detail == "closed")
    #expect(drift.expected == "409 closed")
    #expect(outcome.line.outcome == .drifted)
    #expect(outcome.line.reason?.hasSuffix("; see effect.guard-ignored") == true)
  }

  @Test func `what no state promises is a failed call`() throws {
    let outcome = try outcome("odd", as: .first, of: Self.contract(state: Self.guarded))
    #expect(outcome.drift.isEmpty)
    #expect(outcome.line.outcome == .failed)
  }

  @Test func `an invalid request isn't refused by the state`() throws {
    let body = #"{ "type": "object", "required": ["why"], "properties": { "why": { "type": "string" } } }"#
    let contract = Self.contract(
      body: body, state: Self.guarded.replacing(#""failure": "closed""#, with: #""failure": "odd""#))
    let wrong = try outcome("odd", as: .first, of: contract, body: "{}")
    #expect(wrong.drift.isEmpty)
    #expect(wrong.line.outcome == .failed)
    let right = try outcome("odd", as: .first, of: contract, body: #"{ "why": "late" }"#)
    #expect(right.drift.map(\.rule.id) == ["effect.guard-ignored"])
  }

  @Test func `who comes without credentials, and who lacks the permission, are told apart`() throws {
    let contract = Self.contract(state: Self.guarded)
    #expect(
      try outcome("unauthorized", as: .nobody, of: contract).drift.map(\.rule.id) == ["access.credential-ignored"])
    let guest = try outcome("forbidden", as: .persona("guest"), of: contract)
    #expect(guest.drift.map(\.rule.id) == ["access.permission-ignored"])
    #expect(guest.drift.first?.detail == "sell")
    // The clerk has the permission, so a failing call doesn't concern the rejection.
    #expect(try outcome("forbidden", as: .first, of: contract).drift.isEmpty)
  }

  @Test func `the item's owner is a guard as well`() throws {
    let state = """
      { "action": "update", "collection": "items", "key": "path.id", "own": "forbidden" }
      """
    let text = Self.contract(state: state.replacing(#", "own": "forbidden""#, with: #", "otherwise": "odd""#))
    #expect(try outcome("odd", as: .first, of: text).drift.map(\.rule.id) == ["effect.guard-ignored"])
  }

  @Test func `what is doubted is a warning, but an endpoint that answers is there`() throws {
    func severities(_ contract: Contract) throws -> [Severity] {
      try outcome("closed", as: .first, of: contract).drift.map(\.severity)
    }
    let doubted = #", "standing": "unconfirmed""#
    #expect(try severities(Self.contract(doubted, state: Self.guarded)) == [.warning])
    let rule = Self.guarded.replacing(#""key": "path.id","#, with: #""key": "path.id"\#(doubted),"#)
    #expect(try severities(Self.contract(state: rule)) == [.warning])
    #expect(try severities(Self.contract(state: Self.guarded, standing: "unconfirmed")) == [.breaking])
    #expect(try severities(Self.contract(state: Self.guarded, standing: "assumed")) == [.warning])
  }

  @Test func `what was only assumed is a warning, and stays one under a policy that says nothing of it`() throws {
    let contract = Self.contract(#", "standing": "assumed""#, state: Self.guarded)
    let outcome = try outcome("closed", as: .first, of: contract)
    #expect(outcome.drift.map(\.severity) == [.warning])
    #expect(outcome.line.outcome == .drifted)
    var drift = outcome.drift
    var ledger = WaiverLedger([WaiverPolicy(service: "shop")], today: "2026-11-23")
    ledger.apply(to: &drift)
    #expect(drift.map(\.severity) == [.warning])
    let loud = WaiverPolicy(
      service: "shop", severities: [.init(rules: Wildcard("effect.*"), severity: .breaking)])
    ledger = WaiverLedger([loud], today: "2026-11-23")
    ledger.apply(to: &drift)
    #expect(drift.map(\.severity) == [.breaking])
  }
}
