import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Every suite with writes, run against a fresh mock that is presented as a real server. Nothing may fail, and whatever
/// remains changed must be reported.
@Suite(.serialized) struct WholeSuiteTests {
  private struct Outcome {
    let run: Finished
    /// The results of undoing changes, such as `skipped inquiries.create`.
    let undone: Set<String>
    let leftBehind: [String]
  }

  private func verify(
    _ service: Service, on server: UnrulyServer, environment: [String: String], _ options: String...
  ) async throws -> Outcome {
    let run = try await server.serving { url in
      let tool = RunningCommand(
        ["verify", service.suite.service, "--server", url, "--allow-writes", "--report", "json"] + options,
        environment: environment)
      defer { tool.kill() }
      return await tool.end()
    }
    let calls = Array(try #require(try run.json["calls"]).elements)
    let wrong = calls.filter { ["failed", "drifted"].contains($0["outcome"]?.string) }
    #expect(run.status == 0 && wrong.isEmpty, "\(wrong.map(\.text))\n\(run.errors)")
    let undone = calls.filter { call in
      ["removes ", "puts ", "cleans up "].contains { call["name"]?.string?.hasPrefix($0) ?? false }
    }
    return Outcome(
      run: run,
      undone: Set(undone.compactMap { "\($0["outcome"]?.string ?? "") \($0["endpoint"]?.string ?? "")" }),
      leftBehind: undone.compactMap { $0["reason"]?.string })
  }

  private static let member = ["REALITYPORTAL_TOKEN": "member-token", "REALITYPORTAL_REFRESH_TOKEN": "member-refresh"]
  private static let login = [
    "REALITYPORTAL_LOGIN_EMAIL": "mara@example.com", "REALITYPORTAL_LOGIN_PASSWORD": "demo-password",
  ]
  private static let asMember: HeaderFields = ["Authorization": "Bearer member-token"]

  private func status(ofLogin password: String, on server: UnrulyServer) -> Int {
    let body = Body(#"{"email":"mara@example.com","password":"\#(password)"}"#)
    return server.answer(
      to: Request(
        method: .post, target: "/api/v1/auth/login", headers: ["Content-Type": "application/json"], body: body)
    ).status
  }

  @Test(arguments: [false, true])
  func `Reality Portal's hearts are put back, and what can't be removed is reported`(logsIn: Bool) async throws {
    let server = try UnrulyServer(.realityPortal)
    let kept = ["/api/v1/favorites", "/api/v1/listings/124", "/api/v1/profile", "/api/v1/profile/notifications"]
    let before = try kept.map { try server.shown($0, Self.asMember) }
    let environment = logsIn ? Self.member.merging(Self.login) { $1 } : Self.member
    let outcome = try await verify(.realityPortal, on: server, environment: environment)
    #expect(try kept.map { try server.shown($0, Self.asMember) } == before)
    #expect(
      outcome.undone == [
        "passed favorites.add", "skipped inquiries.create", "skipped inquiries.send", "skipped inquiries.messages",
      ], "\(outcome.undone)")
    #expect(outcome.leftBehind.contains("left behind: inquiries 504: the contract has no endpoint that removes it"))
  }

  @Test(arguments: [false, true])
  func `a disposable account is put back as far as possible, and the rest is reported`(
    logsIn: Bool
  ) async throws {
    let server = try UnrulyServer(.realityPortal)
    let before = try server.shown("/api/v1/profile", Self.asMember)
    let outcome = try await verify(
      .realityPortal, on: server, environment: logsIn ? Self.member.merging(Self.login) { $1 } : Self.member, "--var",
      "disposable_account=yes", "--var", "new_email=nina@example.com", "--var", "second_email=nora@example.com")
    let after = try server.shown("/api/v1/profile", Self.asMember)
    #expect(after.removing("/photoURL") == before.removing("/photoURL"))
    for (line, words) in [
      ("skipped profile.update", "left behind: accounts was changed: photoURL was "),
      ("skipped push.register", "left behind: pushTokens 0f1e"),
      ("skipped auth.register", "left behind: accounts user-2: "),
    ] {
      #expect(outcome.undone.contains(line), "\(outcome.undone)")
      #expect(outcome.leftBehind.contains { $0.hasPrefix(words) }, "\(words) of \(outcome.leftBehind)")
    }
    #expect(!outcome.undone.contains { $0.hasSuffix("auth.logout") }, "Who logged out leaves nothing.")
    // The previous password is valid again, and the one that the run set isn't.
    #expect(status(ofLogin: "demo-password", on: server) == 200)
    #expect(status(ofLogin: "another-password", on: server) == 401)
  }

  @Test func `PhotoScout's plan is deleted only if it is named, and that is reported`() async throws {
    let visitors = ["PHOTOSCOUT_VISITOR_ID": "105925737740615784679"]
    let visitor: HeaderFields = ["X-Visitor-Id": "105925737740615784679"]
    let server = try UnrulyServer(.photoScout)
    let before = try server.shown("/api/plans", visitor)
    let untouched = try await verify(.photoScout, on: server, environment: visitors)
    #expect(try server.shown("/api/plans", visitor) == before)
    #expect(untouched.undone == [])
    let outcome = try await verify(
      .photoScout, on: server, environment: visitors, "--var", "removable_plan_id=plan-anywhere", "--var",
      "missing_id=none")
    #expect(try server.shown("/api/plans", visitor).count == before.count - 1)
    try #require(outcome.leftBehind.count == 1)
    #expect(
      outcome.leftBehind[0].hasPrefix(
        "left behind: plans plan-anywhere, which was there before the run, is gone: it was {")
    )
  }
}
