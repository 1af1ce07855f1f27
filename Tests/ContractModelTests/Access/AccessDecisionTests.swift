import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@Suite struct AccessDecisionTests {
  private func decide(
    _ headers: HeaderFields, target: String = "/items", _ more: String = "",
    issued: @escaping (String, String) -> String? = { _, _ in nil }, newcomer: JSON? = nil
  ) throws -> String {
    let contract = try Files.contract(Files.endpoint("items.list", "GET /items", more))
    let endpoint = try #require(contract.endpoint("items.list"))
    let request = Request(method: .get, target: target, headers: headers)
    let holder = { issued($0, $1).flatMap(contract.persona)?.becoming(newcomer) }
    switch AccessDecision.decide(request, to: endpoint, in: contract, issued: holder) {
    case .granted(let persona):
      return "granted \(persona?.name ?? "nobody")\(persona?.newcomer.map { " \($0.text)" } ?? "")"
    case .unauthenticated(let reason, _): return "401 \(reason)"
    case .forbidden(let reason, let persona): return "403 \(persona?.name ?? "nobody"): \(reason)"
    }
  }

  @Test(arguments: ["Bearer guest-token", "bearer guest-token", "BEARER   guest-token "])
  func `a persona comes in with all of its credentials`(authorization: String) throws {
    #expect(try decide(["x-key": "shared", "Authorization": authorization]) == "granted guest")
  }

  @Test func `what is missing is named`() throws {
    #expect(try decide(["X-Key": "shared"]) == "401 The credential session (Authorization: Bearer) is missing.")
    #expect(
      try decide([:])
        == "401 The credential key (header X-Key) and the credential session (Authorization: Bearer) are missing.")
    #expect(try decide(["X-Key": "", "Authorization": "Bearer"]).hasPrefix("401 "))
  }

  @Test func `an unknown value is refused and not repeated`() throws {
    let reason = try decide(["X-Key": "shared", "Authorization": "Bearer sesame"])
    #expect(reason.hasPrefix("401 The credential session"))
    #expect(!reason.contains("sesame"))
  }

  @Test func `a made-up value belongs to the persona that accepts unknown ones`() throws {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null,
        "servers": { "testing": { "url": "http://127.0.0.1:1" } },
        "credentials": { "visitor": {
          "in": "header", "name": "X-Visitor", "environment": "SHOP_VISITOR", "unknown": "guest" } },
        "authentication": ["visitor"],
        "personas": { "owner": { "credentials": { "visitor": "olga" } }, "guest": { "credentials": { "visitor": "g" } } },
        "endpoints": { "items.list": { "summary": "Lists", "request": "GET /items", "source": "Handbook",
          "success": { "200": {} } } } }
      """
    let contract = try #require(ContractLoader.load([Files.file("contract.json", text)]).contract)
    let endpoint = try #require(contract.endpoint("items.list"))
    func persona(_ visitor: String) -> String? {
      let request = Request(method: .get, target: "/items", headers: ["X-Visitor": visitor])
      return AccessDecision.decide(request, to: endpoint, in: contract).persona?.name
    }
    #expect(persona("olga") == "owner")
    #expect(persona("g") == "guest")
    #expect(persona("6F1E7B5C-2A84-4D0B-9C3E-51D0A7B2E914") == "guest")
    #expect(persona("") == nil, "An empty value is none.")

    let wrong = ContractLoader.load([Files.file("contract.json", text.replacing(#""guest" } }"#, with: #""gust" } }"#))]
    )
    #expect(wrong.contract == nil)
    #expect(wrong.problems.contains { $0.message.contains("Unknown persona \"gust\"; did you mean \"guest\"?") })
  }

  @Test func `another scheme is not a bearer token`() throws {
    #expect(
      try decide(["X-Key": "shared", "Authorization": "Basic guest-token"]).hasPrefix("401 The credential session"))
  }

  @Test func `a missing permission is forbidden`() throws {
    let more = #", "failures": ["forbidden"], "requires": ["can_edit"]"#
    #expect(
      try decide(["X-Key": "shared", "Authorization": "Bearer guest-token"], more)
        == "403 guest: guest lacks the permission can_edit.")
    #expect(try decide(["X-Key": "shared", "Authorization": "Bearer owner-token"], more) == "granted owner")
  }

  @Test func `a condition on the persona that fails is forbidden`() throws {
    let more = #", "failures": ["forbidden"], "requires": [{ "persona.type": { "not": { "const": "GUEST" } } }]"#
    #expect(
      try decide(["X-Key": "shared", "Authorization": "Bearer guest-token"], more)
        == "403 guest: guest may not call items.list: the endpoint's condition on persona.type isn't met.")
    #expect(try decide(["X-Key": "shared", "Authorization": "Bearer owner-token"], more) == "granted owner")
  }

  @Test func `requirements are one decision, with a persona and without`() throws {
    let more = #", "failures": ["forbidden"], "requires": ["can_edit", { "persona.type": { "const": "OWNER" } }]"#
    let contract = try Files.contract(Files.endpoint("items.list", "GET /items", more))
    let endpoint = try #require(contract.endpoint("items.list"))
    let request = Request(method: .get, target: "/items")
    func lacking(_ persona: Persona?) -> Requirement? { endpoint.requirement(lackedBy: persona, sending: request) }
    func decision(_ persona: Persona?) -> String { "\(AccessDecision.permit(persona, sending: request, to: endpoint))" }
    let (owner, guest) = (try #require(contract.persona("owner")), try #require(contract.persona("guest")))
    #expect(lacking(owner) == nil)
    #expect(decision(owner).hasPrefix("granted("))
    guard case .permission("can_edit")? = lacking(guest), case .permission("can_edit")? = lacking(nil) else {
      Issue.record("The first requirement is the one that is named.")
      return
    }
    #expect(decision(guest).contains("guest lacks the permission can_edit."))
    // The quotation marks in the description of a value are escaped.
    #expect(decision(nil).contains("items.list requires the permission can_edit, but the caller isn\\'t logged in."))
  }

  @Test func `an endpoint without authentication lets anybody in`() throws {
    #expect(try decide([:], #", "authentication": []"#) == "granted nobody")
  }

  @Test func `optional authentication knows who comes, and refuses wrong values`() throws {
    let more = #", "authentication": [["session"], []]"#
    #expect(try decide([:], more) == "granted nobody")
    #expect(try decide(["Authorization": "Bearer owner-token"], more) == "granted owner")
    #expect(try decide(["Authorization": "Bearer wrong"], more).hasPrefix("401 "))
  }

  @Test func `a shared key is told apart by what else the request shows`() throws {
    let more = #", "authentication": ["key"]"#
    #expect(try decide(["X-Key": "shared"], more) == "granted owner")
    #expect(try decide(["X-Key": "shared", "Authorization": "Bearer guest-token"], more) == "granted guest")
  }

  @Test func `cookies, query parameters and Basic carry credentials too`() throws {
    #expect(try decide(["Cookie": "a=b; tab=t1"], #", "authentication": ["tab"]"#) == "granted owner")
    #expect(try decide([:], target: "/items?code=c1", #", "authentication": ["code"]"#) == "granted owner")
    let door = "basic " + Base64.encode("owner:a b".utf8)
    #expect(try decide(["Authorization": door], #", "authentication": ["door"]"#) == "granted owner")
    #expect(try decide(["Authorization": "Basic %%%"], #", "authentication": ["door"]"#).hasPrefix("401 "))
  }

  @Test func `values of two personas do not add up to one`() throws {
    let more = #", "authentication": ["tab", "session"]"#
    let reason = try decide(["Cookie": "tab=t1", "Authorization": "Bearer guest-token"], more)
    #expect(reason == "401 The credentials tab and session belong to different personas.")
  }

  @Test func `a token that a login handed out counts`() throws {
    let headers: HeaderFields = ["X-Key": "shared", "Authorization": "Bearer fresh"]
    #expect(try decide(headers).hasPrefix("401 "))
    #expect(try decide(headers, issued: { $0 == "session" && $1 == "fresh" ? "guest" : nil }) == "granted guest")
  }

  @Test func `a token of a later caller belongs to that caller alone`() throws {
    let headers: HeaderFields = ["X-Key": "shared", "Authorization": "Bearer fresh"]
    let issued = { $0 == "session" && $1 == "fresh" ? "guest" : nil }
    #expect(try decide(headers, issued: issued, newcomer: 77) == "granted guest 77")
    let old: HeaderFields = ["X-Key": "shared", "Authorization": "Bearer guest-token"]
    #expect(try decide(old, issued: issued, newcomer: 77) == "granted guest")
  }

  @Test func `a persona's headers let it in again`() throws {
    for authentication in [#"["key", "session"]"#, #"["tab", "door"]"#, #"[["code"], ["key"]]"#] {
      let contract = try Files.contract(
        Files.endpoint("items.list", "GET /items", ", \"authentication\": \(authentication)"))
      let endpoint = try #require(contract.endpoint("items.list"))
      let owner = try #require(contract.persona("owner"))
      let query = contract.queryItems(for: owner, endpoint).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      let request = Request(
        method: .get, target: "/items?" + query,
        headers: HeaderFields(contract.headers(for: owner, endpoint).map { ($0.name, $0.value) }))
      #expect(AccessDecision.decide(request, to: endpoint, in: contract).persona?.name == "owner")
    }
  }

  @Test func `a persona without all values sends those it has`() throws {
    let contract = try Files.contract(Files.endpoint("a", "GET /a", #", "authentication": ["session", "tab"]"#))
    let headers = contract.headers(for: try #require(contract.persona("guest")), try #require(contract.endpoint("a")))
    #expect(headers.map(\.name) == ["Authorization"])
    #expect(headers.map(\.value) == ["Bearer guest-token"])
  }
}
