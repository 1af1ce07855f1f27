import PlumblineJSONTree
import Testing

/// The mock's behavior, compared with its contract like that of a real server, which must pass.
@Suite(.serialized) struct BehaviourCommandTests {
  private static let realityPortal = [
    "REALITYPORTAL_TOKEN": "member-token", "REALITYPORTAL_REFRESH_TOKEN": "member-refresh",
    "REALITYPORTAL_TOKEN_NEWCOMER": "newcomer-token", "REALITYPORTAL_REFRESH_TOKEN_NEWCOMER": "newcomer-refresh",
    "REALITYPORTAL_LOGIN_EMAIL": "mara@example.com", "REALITYPORTAL_LOGIN_PASSWORD": "demo-password",
  ]
  private static let photoScout = [
    "PHOTOSCOUT_VISITOR_ID": "105925737740615784679",
    "PHOTOSCOUT_VISITOR_ID_GUEST": "6F1E7B5C-2A84-4D0B-9C3E-51D0A7B2E914",
  ]

  struct Row: Sendable, CustomTestStringConvertible {
    let service: Service
    let environment: [String: String]
    /// The lines of checks that pass, such as `tickets.list: lists what was requested`.
    let reading: [String]
    /// The lines of additional checks that pass if writes are allowed.
    let writing: [String]

    var testDescription: String { service.suite.service }
  }

  static let rows = [
    Row(
      service: .trueLog, environment: TrueLog.environment,
      reading: [
        "tickets.list: lists what was requested", "customers.list: rejects callers without permission",
        "dashboard.widgetData: reports counts that add up", "tickets.get: requires each of its credentials",
        "session.login: logs in the right account",
      ], writing: ["accessories.update: rejects callers without permission"]),
    Row(
      service: .realityPortal, environment: realityPortal,
      reading: [
        "listings.search: lists what was requested", "auth.login: logs in the right account",
        "auth.refresh: replaces the token it was sent", "auth.refresh: accepts each token only for its purpose",
      ], writing: ["auth.logout: ends the session", "inquiries.list: hides a caller's items from others"]),
    Row(service: .photoScout, environment: photoScout, reading: [], writing: []),
  ]

  @Test(arguments: rows, [[], ["--allow-writes"], ["--direct"], ["--direct", "--allow-writes"]])
  func `a mock passes its own judgement`(row: Row, options: [String]) async throws {
    let server = try UnrulyServer(row.service)
    let run = try await server.serving { url in
      let tool = RunningCommand(
        ["verify", row.service.suite.service, "--server", url, "--report", "json"] + options,
        environment: row.environment)
      defer { tool.kill() }
      return await tool.end()
    }
    let drift = try #require(try run.json["drift"]).elements.compactMap { $0["rule"]?.string }
    let found = drift.filter { rule in ["list.", "access.", "session.", "transport."].contains { rule.hasPrefix($0) } }
    #expect(run.status == 0 && found.isEmpty, "\(run)")
    let passed = try #require(try run.json["calls"]).elements.filter { $0["outcome"]?.string == "passed" }
      .map { "\($0["endpoint"]?.string ?? ""): \($0["name"]?.string ?? "")" }
    let wanted = row.reading + (options == ["--allow-writes"] ? row.writing : [])
    for line in wanted { #expect(passed.contains(line), "\(line)") }
  }
}
