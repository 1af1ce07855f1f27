import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// HTTP behavior that costs clients a request, which is reported once a run as a warning, and behavior that isn't
/// reported.
struct TransportCheckTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let found: [String]
    var only = ["parts.list"]
    var contract = DepotContract.contract
    var severity = Severity.warning
    let says: Depot.Change

    var testDescription: String { found.isEmpty ? "healthy" : found.joined(separator: ", ") }
  }

  /// Returns a change that replaces the response to requests with one method.
  private static func answering(
    _ method: HTTPMethod, _ status: Int, _ headers: HeaderFields = HeaderFields()
  ) -> Depot.Change {
    { request, answer, _ in
      request.method == method && request.path == "/parts"
        ? OutgoingResponse(Response(status: status, headers: headers)) : answer
    }
  }

  /// A depot whose removals have an empty response.
  private static let emptied: Contract = {
    let failures = #""failures": ["notFound", "forbidden"],"# + "\n      "
    return DepotContract.changed(
      failures + #""success": { "200": { "payload": false } },"#, to: failures + #""success": { "204": {} },"#)
  }()

  static let drifting: [Row] = [
    Row(found: ["transport.head-fails"], says: answering(.head, 500)),
    // A server with this response for every list may not support HEAD at all.
    Row(found: ["transport.head-fails"], severity: .notice, says: answering(.head, 404)),
    Row(found: ["transport.head-fails"], severity: .notice, says: answering(.head, 410)),
    Row(found: ["transport.head-fails"], says: answering(.head, 405, ["Allow": "GET, HEAD"])),
    Row(found: ["transport.options-fails"], says: answering(.options, 500)),
    Row(found: ["transport.content-type-repeated"]) { request, answer, _ in
      guard request.path == "/parts", request.method == .get else { return answer }
      var response = answer.response
      response.headers.append(name: "Content-Type", value: "text/html")
      return OutgoingResponse(response)
    },
    Row(found: ["transport.content-type-missing"]) { request, answer, _ in
      guard request.path == "/parts", request.method == .get else { return answer }
      var response = answer.response
      response.headers.remove("Content-Type")
      return OutgoingResponse(response)
    },
    Row(found: ["transport.body-of-no-content"], only: ["parts.add", "parts.remove"], contract: emptied) {
      request, answer, _ in
      guard request.method == .delete, answer.response.status == 204 else { return answer }
      var response = answer.response
      response.headers["Content-Length"] = "15"
      return OutgoingResponse(response)
    },
    Row(
      found: ["transport.redirect-loses-request"], only: ["parts.add"],
      says: answering(.post, 301, ["Location": "/parts/"])),
  ]

  static let healthy: [Row] = [
    Row(found: [], says: answering(.head, 405, ["Allow": "GET, POST"])),
    Row(found: [], says: answering(.head, 501)),
    Row(found: [], says: answering(.options, 403)),
    Row(found: [], says: answering(.options, 404)),
    Row(found: [], says: answering(.head, 503)),
    Row(found: [], only: ["parts.add", "parts.remove"], contract: emptied) { _, answer, _ in answer },
    Row(found: [], only: ["parts.add"], says: answering(.post, 308, ["Location": "/parts/"])),
    // The targets are the new item, its list, and a login page.
    Row(found: [], only: ["parts.add"], says: answering(.post, 302, ["Location": "/parts/16"])),
    Row(found: [], only: ["parts.add"], says: answering(.post, 302, ["Location": "/parts"])),
    Row(found: [], only: ["parts.add"], says: answering(.post, 302, ["Location": "/login/"])),
  ]

  @Test(arguments: drifting + healthy)
  func `a habit that loses what is sent is found by its rule, and others aren't`(row: Row) async throws {
    let depot = Depot(row.contract, says: row.says)
    let checked = try await depot.check(row.only[0], row.only[row.only.count - 1], writing: row.only[0] != "parts.list")
    let found = checked.drift.filter { $0.rule.id.hasPrefix("transport.") }
    #expect(found.map(\.rule.id) == row.found, "\(found.map(\.message))")
    #expect(found.allSatisfy { $0.severity == row.severity })
  }

  @Test func `there is a server for each rule of the transport`() {
    #expect(Set(Self.drifting.flatMap(\.found)) == Set(RuleCatalog.rules(of: "transport").map(\.id)))
  }

  @Test func `a fault of every list is reported once, with both requests`() async throws {
    let depot = Depot(says: { request, answer, _ in
      request.method == .head ? OutgoingResponse(Response(status: 500)) : answer
    })
    let checked = try await depot.check("*.list")
    let found = checked.drift.filter { $0.rule == Rule.transport.headFails }
    #expect(found.map(\.message) == ["HEAD /parts returns 500, but GET /parts returns 200."])
    #expect(depot.requests.count { $0.method == .head } == 2, "A second look.")
  }

  @Test func `a HEAD that one list takes and another doesn't is a warning`() async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.method == .head else { return answer }
      return OutgoingResponse(Response(status: request.path == "/parts" ? 404 : 200))
    })
    let found = try await depot.check("*.list").drift.filter { $0.rule == Rule.transport.headFails }
    #expect(found.map(\.message) == ["HEAD /parts returns 404, but GET /parts returns 200."])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test func `a method that an answer refuses and names as allowed is called so, in one line with others`() async throws
  {
    let depot = Depot(says: { request, answer, _ in
      switch request.method {
      case .head: OutgoingResponse(Response(status: 405, headers: ["Allow": "GET, HEAD"]))
      case .options: OutgoingResponse(Response(status: 500))
      default: answer
      }
    })
    let checked = try await depot.check("parts.list")
    let found = checked.drift.filter { $0.rule.id.hasPrefix("transport.") }
    #expect(
      found.map(\.message) == [
        "HEAD /parts returns 405 although Allow lists HEAD, but GET /parts returns 200.",
        "OPTIONS /parts returns 500, but GET /parts returns 200.",
      ])
    #expect(checked.lines.count { $0.hasSuffix("parts.list: speaks HTTP") } == 1)
  }

  @Test func `a healthy server gets few requests for that, and no line`() async throws {
    let depot = Depot()
    let checked = try await depot.check("*.list")
    #expect(checked.found == [])
    #expect(!checked.lines.contains { $0.hasSuffix("speaks HTTP") })
    for method in [HTTPMethod.head, .options] {
      let asked = depot.requests.filter { $0.method == method }
      #expect((1...3).contains(asked.count), "\(method): \(asked.map(\.target))")
    }
    #expect(depot.requests.allSatisfy { $0.method.isSafe })
  }

  @Test func `a failure that is over a moment later is none`() async throws {
    let count = Counted()
    let depot = Depot(says: { request, answer, _ in
      request.method == .head && count.count("heads") == 1 ? OutgoingResponse(Response(status: 500)) : answer
    })
    #expect(try await depot.check("parts.list").found == [])
    #expect(count.seen("heads") == 2)
  }
}
