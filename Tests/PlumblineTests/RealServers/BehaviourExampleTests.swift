import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineVerification
import Synchronization
import Testing

/// The examples that `explain` shows for the behavior rules, which must be true. A server that behaves like an example
/// is found by that rule and no other, at an endpoint that the example names.
struct BehaviourExampleTests {
  /// A server that behaves like a rule's example.
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: Rule
    var service = Service.trueLog
    /// The endpoints to call.
    let only: [String]
    /// The strings that the example must contain for the server to match it.
    let parts: [String]
    /// Creates the server's behavior.
    let manners: @Sendable () -> Manners

    var testDescription: String { rule.id }
  }

  /// A server's behavior for a request. The closure sends a request to the mock. `nil` represents the mock's own
  /// response.
  typealias Manners = @Sendable (Request, (Request) -> OutgoingResponse) -> OutgoingResponse?

  @Test(arguments: effects + lists + wholes + access + sessions)
  func `a server that does what an example shows is found by its rule`(example: Case) async throws {
    let text = try #require(example.rule.explanation?.example)
    for part in example.parts { #expect(text.contains(part), "\(text)") }
    let outcomes = try await example.service.verify(
      on: MannerlyServer(try example.service.library.get(), example.manners()), only: example.only)
    let groups: Set<Rule.Group?> = [.effect, .list, .access, .session, .transport]
    let found = outcomes.flatMap(\.drift).filter { groups.contains($0.rule.group) }
    #expect(Set(found.map(\.rule.id)) == [example.rule.id], "\(found.map { "\($0.endpoint): \($0.message)" })")
    let named = try endpoints(in: text, of: example.service)
    #expect(found.contains { named.contains($0.endpoint) }, "\(found.map(\.endpoint)) of \(named)")
  }

  @Test func `a failed call is reported as its example shows it`() async throws {
    let text = try #require(Rule.client.callFailed.explanation?.example)
    let library = try Service.trueLog.library.get()
    let server = MannerlyServer(library) { request, ask in
      guard request.method == .get, request.path.hasPrefix("/api/v2/tickets/") else { return nil }
      return ask(request.aimed(at: "/api/v2/tickets/999999"))
    }
    let outcomes = try await Service.trueLog.verify(on: server, only: ["tickets.get: reads a ticket"])
    let found = outcomes.flatMap(\.drift)
    #expect(found.map(\.rule) == [.client.callFailed], "\(found)")
    #expect(try endpoints(in: text, of: .trueLog) == Set(found.map(\.endpoint)))
    #expect(found.first?.status == 404)
    #expect(text.contains("404"))
  }

  /// Returns the endpoints of the request lines in an example.
  private func endpoints(in example: String, of service: Service) throws -> Set<String> {
    let contract = try service.library.get().contract
    var ids: Set<String> = []
    for line in example.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, let method = HTTPMethod(String(words[0])), words[1].hasPrefix("/") else { continue }
      guard case .found(let endpoint) = contract.router.route(Request(method: method, target: String(words[1]))) else {
        Issue.record("The contract has no \(line).")
        continue
      }
      // The requests of an example satisfy the contract.
      let reading = RequestReading(Request(method: method, target: String(words[1])), for: endpoint)
      if method == .get { #expect(RequestValidation(reading, in: contract).faults().isEmpty, "\(line)") }
      ids.insert(endpoint.id)
    }
    return ids
  }
}

// MARK: - Effects of requests

extension BehaviourExampleTests {
  private static let customer = "/api/v2/customers/"

  static let effects = [
    Case(rule: .effect.notApplied, only: ["customers.update"], parts: ["PUT \(customer)57", "as before"]) {
      { request, ask in
        guard request.method == .put else { return nil }
        return ask(Request(method: .get, target: request.target, headers: request.headers))
      }
    },
    Case(
      rule: .effect.unsentChanged, only: ["customers.update"],
      parts: ["PUT \(customer)57   { \"email\"", "\"company_id\": null, before 14"]
    ) {
      let isEmptied = Mutex(false)
      return { request, ask in
        guard request.path.hasPrefix(customer) else { return nil }
        let answer = ask(request)
        if request.method == .put {
          let body = try? JSON.parse(request.body.bytes ?? [])
          isEmptied.withLock { $0 = body?["company_id"] == nil }
        }
        return isEmptied.withLock { $0 } ? answer.changing { $0.setting("company_id", to: nil) } : answer
      }
    },
    Case(rule: .effect.wrongItem, only: ["assets.get"], parts: ["GET /api/v2/assets/311", "\"id\": 312"]) {
      { request, ask in
        guard request.path.hasPrefix("/api/v2/assets/"), !request.path.hasSuffix("/999999") else { return nil }
        return ask(request.aimed(at: "/api/v2/assets/" + (request.path.hasSuffix("/312") ? "311" : "312")))
      }
    },
    Case(rule: .effect.notListed, only: ["customers.create"], parts: ["POST /api/v2/customers ", "no 131 on any page"])
    {
      let known = Mutex<[JSON]?>(nil)
      return { request, ask in
        guard request.method == .get, request.path == "/api/v2/customers" else { return nil }
        let answer = ask(request)
        let keys = known.withLock { known in
          known = known ?? answer.items.compactMap { $0["id"] }
          return known ?? []
        }
        return answer.showing(answer.items.filter { item in item["id"].map(keys.contains) ?? false })
      }
    },
    Case(rule: .effect.notRemoved, only: ["accessories.delete"], parts: ["DELETE /api/v2/accessories/21   200"]) {
      { request, ask in
        guard request.method == .delete else { return nil }
        let there = ask(Request(method: .get, target: request.target, headers: request.headers))
        guard there.response.status == 200, !request.isOf("viewer-token"), there.json?["data"]?["checked_out"] == 0
        else {
          return nil
        }
        return there.saying([("success", true), ("data", nil)])
      }
    },
    Case(rule: .effect.idReused, only: ["customers.create"], parts: ["\"id\": 118 among them", "201 \"id\": 118"]) {
      { request, ask in
        guard request.method == .post else { return nil }
        let answer = ask(request)
        guard answer.response.status == 201 else { return answer }
        let list = ask(Request(method: .get, target: "/api/v2/customers", headers: request.headers))
        return list.items.first.map {
          OutgoingResponse(list.saying([("success", true), ("data", $0)]).response.with(status: 201))
        }
      }
    },
    Case(
      rule: .effect.guardIgnored, only: ["accessories.checkout"],
      parts: ["POST /api/v2/accessories/21/checkout", "409 promised, 200 returned"]
    ) {
      { request, ask in
        guard request.method == .post else { return nil }
        let answer = ask(request)
        guard answer.response.status == 409 else { return answer }
        let path = request.path.replacing("/checkout", with: "")
        return ask(Request(method: .get, target: path, headers: request.headers))
      }
    },
    Case(
      rule: .effect.appliedTwice, only: ["customers.create"],
      parts: ["POST /api/v2/customers   201 \"id\": 131", "131 and 132"]
    ) {
      { request, ask in
        guard request.method == .post else { return nil }
        let first = ask(request)
        if first.response.status == 201 { _ = ask(request) }
        return first
      }
    },
    Case(
      rule: .effect.textChanged, only: ["customers.update"],
      parts: ["\"name\": \"Zoë & co\"", "\"name\": \"Zoë &amp; co\""]
    ) {
      { request, ask in
        guard request.path.hasPrefix(customer), request.method == .get || request.method == .put else { return nil }
        return ask(request).changing { customer in
          customer.setting("name", to: JSON((customer["name"]?.string ?? "").replacing("&", with: "&amp;")))
        }
      }
    },
    Case(
      rule: .effect.normalised, only: ["customers.update"],
      parts: ["\"name\": \"Straits Harbour\"", "\"STRAITS HARBOUR\""]
    ) {
      { request, ask in
        guard request.path.hasPrefix(customer), request.method == .get || request.method == .put else { return nil }
        return ask(request).changing { customer in
          let name = customer["name"]?.string ?? ""
          return name.hasPrefix("Straits Harbour") ? customer.setting("name", to: JSON(name.uppercased())) : customer
        }
      }
    },
  ]
}

// MARK: - Contents of lists

extension BehaviourExampleTests {
  private static func ignoring(_ names: String...) -> Manners {
    { request, ask in
      request.method == .get && request.queryItems.contains { names.contains($0.name) }
        ? ask(request.aimed(at: request.path, besides: names)) : nil
    }
  }

  private static let tickets = ["tickets.list: lists tickets", "tickets.list: lists what*"]
  private static let customers = ["customers.list: lists customers", "customers.list: lists what*"]

  static let lists = [
    Case(rule: .list.filterIgnored, only: tickets, parts: ["?status=RESOLVED"]) { ignoring("status") },
    Case(rule: .list.searchIgnored, only: tickets, parts: ["?search="]) { ignoring("search") },
    Case(rule: .list.sortIgnored, only: tickets, parts: ["?sort=created_at&order=asc"]) { ignoring("sort", "order") },
    Case(rule: .list.pageIgnored, only: customers, parts: ["?page=2&per_page=2"]) { ignoring("page") },
    Case(rule: .list.pageSizeIgnored, only: customers, parts: ["?per_page=2"]) { ignoring("per_page") },
    Case(rule: .list.itemsRepeated, only: customers, parts: ["101, 102", "102, 103"]) {
      { request, ask in
        guard request.asked("page") == "2" else { return nil }
        let first = ask(request.aimed(at: request.path, besides: ["page"]))
        let answer = ask(request)
        guard let last = first.items.last, !answer.items.isEmpty else { return nil }
        return answer.showing([last] + (answer.items.count > 1 ? answer.items.dropLast() : answer.items))
      }
    },
    Case(rule: .list.totalWrong, only: customers, parts: ["\"total\": 2", "103, 104"]) {
      { request, ask in
        guard request.path == "/api/v2/customers", let body = ask(request).json, let pages = body["pagination"] else {
          return nil
        }
        let answer = ask(request)
        return answer.saying(body.setting("pagination", to: pages.setting("total", to: JSON(answer.items.count))))
      }
    },
  ]
}

// MARK: - Whole lists

extension BehaviourExampleTests {
  private static let listings = "/api/v1/listings"

  static let wholes = [
    Case(
      rule: .list.boundMisjudged, service: .realityPortal, only: ["listings.search"],
      parts: ["?minPrice=420000", "\"price\": 420000"]
    ) {
      { request, ask in
        request.asked("minPrice").flatMap { Double($0) }.map { ask(request.asking("minPrice", "\($0 + 1)")) }
      }
    },
    Case(
      rule: .list.searchPartial, service: .realityPortal, only: ["listings.search"],
      parts: ["?q=Prague   no items", "\"city\": \"Prague\""]
    ) {
      { request, ask in
        let answer = ask(request.aimed(at: request.path, besides: ["q"]))
        guard request.path == listings, let word = request.asked("q"), let body = answer.json else { return nil }
        let all = body["listings"]?.elements.map { $0 } ?? []
        let found = all.filter { $0["title"]?.string?.contains(word) ?? false }
        return answer.saying(
          body.setting("listings", to: .array(found)).setting("total", to: JSON(found.count)))
      }
    },
    Case(
      rule: .list.pageNumberWrong, service: .realityPortal, only: ["listings.search"],
      parts: ["?page=2&pageSize=2", "\"page\": 1"]
    ) {
      { request, ask in
        guard request.path == listings, request.method == .get, let body = ask(request).json, body["page"] != nil else {
          return nil
        }
        return ask(request).saying(body.setting("page", to: 1))
      }
    },
    Case(rule: .list.orderUnstable, only: customers, parts: ["?per_page=100", "103, 101, 102"]) {
      let looks = Mutex(0)
      return { request, ask in
        guard request.asked("per_page") == "100", request.asked("sort") == nil else { return nil }
        let look = looks.withLock { looks in
          looks += 1
          return looks
        }
        let answer = ask(request)
        return look % 2 == 0 ? answer.showing(answer.items.reversed()) : answer
      }
    },
    Case(
      rule: .list.itemMisplaced, service: .realityPortal, only: ["listings.featured"],
      parts: ["GET \(listings)/featured", "\"isFeatured\": false"]
    ) {
      { request, ask in
        guard request.path == "\(listings)/featured", request.method == .get, let body = ask(request).json,
          body.kind == .array
        else { return nil }
        return ask(request).saying(.array(body.elements.map { $0.setting("isFeatured", to: false) }))
      }
    },
    Case(
      rule: .list.itemsMissing, service: .realityPortal, only: ["listings.featured", "listings.search"],
      parts: ["GET \(listings)/featured   no \"123\"", "\"isFeatured\": true"]
    ) {
      { request, ask in
        guard request.path == "\(listings)/featured", request.method == .get, ask(request).json?.kind == .array else {
          return nil
        }
        return ask(request).saying(.array([]))
      }
    },
    Case(
      rule: .list.itemDiffers, service: .realityPortal, only: ["listings.search"],
      parts: ["GET \(listings)/123   \"price\": 399000", "\"price\": 420000"]
    ) {
      { request, ask in
        guard request.path == "\(listings)/123", request.method == .get, let body = ask(request).json,
          body["price"] != nil
        else { return nil }
        return ask(request).saying(body.setting("price", to: 399000))
      }
    },
  ]
}

// MARK: - Permissions

extension BehaviourExampleTests {
  private static func replacing(_ one: String?, by other: String, at path: String) -> Manners {
    { request, ask in
      guard request.path == path, one.map(request.isOf) ?? !request.headers.contains("authorization") else {
        return nil
      }
      var request = request
      request.headers["authorization"] = "Bearer \(other)"
      return ask(request)
    }
  }

  static let access = [
    Case(
      rule: .access.credentialIgnored, only: ["tickets.list: lists tickets", "tickets.list: requires each*"],
      parts: ["GET /api/v2/tickets   without Authorization"]
    ) { replacing(nil, by: "agent-token", at: "/api/v2/tickets") },
    Case(
      rule: .access.permissionIgnored, only: ["customers.list: lists customers", "customers.list: rejects callers*"],
      parts: ["GET /api/v2/customers   as a CLIENT"]
    ) { replacing("client-token", by: "agent-token", at: "/api/v2/customers") },
    Case(
      rule: .access.notIsolated, service: .realityPortal, only: ["inquiries.create", "inquiries.list"],
      parts: ["POST /api/v1/inquiries   as a member", "GET /api/v1/inquiries    as another"]
    ) { replacing("newcomer-token", by: "member-token", at: "/api/v1/inquiries") },
  ]
}

// MARK: - Sessions

extension BehaviourExampleTests {
  private static let session = [
    "profile.get: reads*", "auth.*: logs in the right*", "auth.*: accepts only the current*", "auth.*: ends*",
    "auth.*: replaces*",
  ]

  static let sessions = [
    Case(
      rule: .session.logoutIgnored, service: .realityPortal, only: session,
      parts: ["POST /api/v1/auth/logout   204", "GET /api/v1/profile        200 with the same token"]
    ) {
      { request, _ in request.path == "/api/v1/auth/logout" ? OutgoingResponse(Response(status: 204)) : nil }
    },
    Case(
      rule: .session.refreshNotRotated, service: .realityPortal, only: session,
      parts: ["POST /api/v1/auth/refresh   200 with the earlier one"]
    ) {
      let heirs = Mutex<[String: String]>([:])
      let last = Mutex<[String: String]>([:])
      return { request, ask in
        var request = request
        var token = request.headers["authorization"]?.replacing("Bearer ", with: "") ?? ""
        while let heir = heirs.withLock({ $0[token] }) { token = heir }
        if !token.isEmpty { request.headers["authorization"] = "Bearer \(token)" }
        let answer = ask(request)
        guard ["/api/v1/auth/login", "/api/v1/auth/refresh"].contains(request.path), let body = answer.json else {
          return answer
        }
        for name in ["accessToken", "refreshToken"] {
          guard let next = body[name]?.string else { continue }
          let earlier = last.withLock { $0.updateValue(next, forKey: name) }
          if let earlier, request.path.hasSuffix("refresh") { heirs.withLock { $0[earlier] = next } }
        }
        return answer
      }
    },
    Case(
      rule: .session.tokenOfAnother, service: .realityPortal, only: session,
      parts: ["POST /api/v1/auth/login", "\"user\": { \"email\": \"bo@example.com\" }"]
    ) {
      { request, ask in
        guard request.path == "/api/v1/auth/login", let body = ask(request).json, let user = body["user"] else {
          return nil
        }
        return ask(request).saying(body.setting("user", to: user.setting("email", to: "bo@example.com")))
      }
    },
    Case(
      rule: .session.tokenKindIgnored, service: .realityPortal,
      only: ["profile.get: reads*", "auth.*: accepts each token*"],
      parts: ["GET /api/v1/profile   200 with the refresh token"]
    ) {
      let openings = Mutex<[String: String]>([:])
      return { request, ask in
        let answer = ask(request)
        if let body = answer.json, let access = body["accessToken"]?.string, let other = body["refreshToken"]?.string {
          openings.withLock { $0[other] = access }
        }
        let token = request.headers["authorization"]?.replacing("Bearer ", with: "") ?? ""
        guard request.path == "/api/v1/profile", let access = openings.withLock({ $0[token] }) else { return answer }
        var request = request
        request.headers["authorization"] = "Bearer \(access)"
        return ask(request)
      }
    },
    Case(
      rule: .session.formerLoginTaken, service: .realityPortal,
      only: ["profile.password: changes the password", "auth.login: accepts only the current*"],
      parts: ["PUT /api/v1/profile/password   204", "200 with the earlier password"]
    ) {
      { request, ask in
        guard request.path == "/api/v1/auth/login", let body = try? JSON.parse(request.body.bytes ?? []),
          body["password"]?.string == "another-password"
        else { return nil }
        var request = request
        request.body = Body(body.setting("password", to: "demo-password").text)
        return ask(request)
      }
    },
  ]
}

/// A mock with custom behavior.
private struct MannerlyServer: Responder {
  private let session: MockSession
  private let manners: BehaviourExampleTests.Manners

  init(_ library: MockLibrary, _ manners: @escaping BehaviourExampleTests.Manners) {
    session = MockSession(library: library)
    self.manners = manners
  }

  func respond(to request: Request, completion: Completion) -> Reply {
    .now(manners(request) { session.answer(to: $0) } ?? session.answer(to: request))
  }
}

extension Request {
  fileprivate func isOf(_ token: String) -> Bool { headers["authorization"] == "Bearer \(token)" }

  fileprivate func asked(_ name: String) -> String? { queryItems.first { $0.name == name }?.value }

  /// Returns the request with a different value in its query.
  fileprivate func asking(_ name: String, _ value: String) -> Request {
    let others = aimed(at: path, besides: [name])
    let item = "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
    return Request(
      method: method, target: others.target + (others.query == nil ? "?" : "&") + item, headers: headers, body: body)
  }

  /// Returns the request with a different path, or without some of its query parameters.
  fileprivate func aimed(at path: String, besides names: [String] = []) -> Request {
    let items = queryItems.filter { !names.contains($0.name) }
      .map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    return Request(
      method: method, target: path + (items.isEmpty ? "" : "?" + items.joined(separator: "&")), headers: headers,
      body: body)
  }
}

extension OutgoingResponse {
  fileprivate var json: JSON? { try? JSON.parse(response.body.bytes ?? []) }

  fileprivate var items: [JSON] { json?["data"].map { Array($0.elements) } ?? [] }

  /// Returns the response with a different body.
  fileprivate func saying(_ body: JSON) -> OutgoingResponse {
    var response = response
    response.body = Body(body.text)
    response.headers["Content-Length"] = nil
    return OutgoingResponse(response)
  }

  fileprivate func saying(_ members: [(String, JSON)]) -> OutgoingResponse { saying(JSON.object(members)) }

  fileprivate func showing(_ items: [JSON]) -> OutgoingResponse {
    json.map { saying($0.setting("data", to: .array(items))) } ?? self
  }

  /// Returns the response with its item changed.
  fileprivate func changing(_ change: (JSON) -> JSON) -> OutgoingResponse {
    guard let json, let item = json["data"], item.kind == .object else { return self }
    return saying(json.setting("data", to: change(item)))
  }
}

extension Response {
  fileprivate func with(status: Int) -> Response {
    var response = self
    response.status = status
    return response
  }
}
