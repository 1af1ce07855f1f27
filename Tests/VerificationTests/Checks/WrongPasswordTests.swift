import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Logins with a wrong password, which are attempted only if the user confirms that the account may be locked.
struct WrongPasswordTests {
  private static func check(_ depot: Depot, mayLock: Bool = true) async throws -> Checked {
    try await depot.check(
      "me.get", "auth.login: rejects a wrong*", environment: Depot.login,
      variables: mayLock ? ["lockable_account": "yes"] : [:])
  }

  private static func logins(of depot: Depot) -> [String] {
    depot.requests.filter { $0.path == "/login" }.map { String(decoding: $0.body.bytes ?? [], as: UTF8.self) }
  }

  @Test func `a wrong password is tried once, with the right name`() async throws {
    let depot = Depot()
    let checked = try await Self.check(depot)
    #expect(checked.found == [], "\(checked.drift.map(\.message))")
    let line = checked.outcomes.first { $0.line.label == "auth.login: rejects a wrong password" }?.line
    #expect(line?.outcome == .passed)
    let sent = Self.logins(of: depot)
    #expect(sent.count == 1)
    #expect(sent.allSatisfy { $0.contains("ada@depot.example") && !$0.contains("pw-of-ada") }, "\(sent)")
  }

  @Test func `no wrong password is sent without permission`() async throws {
    let depot = Depot()
    _ = try await Self.check(depot, mayLock: false)
    #expect(Self.logins(of: depot) == [])
  }

  @Test func `a login that takes any password is found`() async throws {
    let depot = Depot(asked: { request in
      guard request.path == "/login" else { return request }
      var asked = request
      asked.body = Body(#"{ "email": "ada@depot.example", "password": "pw-of-ada" }"#)
      return asked
    })
    let checked = try await Self.check(depot)
    #expect(checked.found == ["session.wrong-password-taken password"], "\(checked.drift.map(\.message))")
    #expect(Self.logins(of: depot).count == 1)
  }
}
