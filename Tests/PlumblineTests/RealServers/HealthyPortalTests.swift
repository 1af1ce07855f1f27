import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization
import Testing

/// A healthy portal that differs from the project's recordings in its identifiers, pictures and details.
@Suite(.serialized) struct HealthyPortalTests {
  /// A portal that replaces strings in requests and responses.
  private final class Portal: Sendable {
    private let plain: UnrulyServer
    private let state = Mutex((isPasswordNew: false, replied: Set<String>()))
    let keepsPasswords: Bool

    init(keepsPasswords: Bool = false) throws {
      plain = try UnrulyServer(.realityPortal)
      self.keepsPasswords = keepsPasswords
    }

    /// The recordings' identifiers, which the portal replaces with its own.
    private static let ids = ["123", "124", "125", "126", "127", "128", "501", "502", "503", "504", "505"]

    private static func asOurs(_ text: String) -> String {
      ids.reduce(text) { $0.replacing("/9\($1)", with: "/\($1)").replacing("\"9\($1)\"", with: "\"\($1)\"") }
    }

    private static func asTheirs(_ text: String) -> String {
      ids.reduce(text) { $0.replacing("\"\($1)\"", with: "\"9\($1)\"") }
        .replacing("https://reality.example.com/photos/user.jpg", with: "https://cdn.example.net/u/81.jpg")
    }

    func answer(to request: Request) -> UnrulyServer.Manner {
      let body = String(decoding: request.body.bytes ?? [], as: UTF8.self)
      if request.headers["authorization"] == "Bearer member-token", state.withLock({ $0.isPasswordNew }) {
        return .answer(OutgoingResponse(refusal(401, "UNAUTHORIZED")))
      }
      if request.path.hasSuffix("/profile/password") {
        if keepsPasswords, state.withLock({ $0.isPasswordNew }), body.contains(#""newPassword":"demo-password""#) {
          return .answer(OutgoingResponse(refusal(422, "VALIDATION_ERROR")))
        }
      }
      var known = Request(method: request.method, target: Self.asOurs(request.target), headers: request.headers)
      known.body = request.headers.contentType?.contains("json") ?? false ? Body(Self.asOurs(body)) : request.body
      known.headers["Content-Length"] = nil
      var response = plain.answer(to: known)
      if (200..<300).contains(response.status) {
        if request.path.hasSuffix("/profile/password") { state.withLock { $0.isPasswordNew = keepsPasswords } }
        let parts = known.path.split(separator: "/").map(String.init)
        if request.method == .post, parts.last == "messages" {
          state.withLock { _ = $0.replied.insert(parts[parts.count - 2]) }
        }
      }
      if response.headers.contentType?.contains("json") ?? false {
        let text = replying(String(decoding: response.body.bytes ?? [], as: UTF8.self))
        response.body = Body(Self.asTheirs(text))
        response.headers["Content-Length"] = nil
      }
      return .answer(OutgoingResponse(response))
    }

    /// Replaces the last message of inquiries that received an automatic reply.
    private func replying(_ text: String) -> String {
      let replied = state.withLock { $0.replied }
      guard !replied.isEmpty, let json = try? JSON.parse(text) else { return text }
      func answered(_ item: JSON) -> JSON {
        guard let id = item["id"]?.string, replied.contains(id), item["lastMessage"] != nil else { return item }
        return item.setting("lastMessage", to: "We'll be back on Monday.")
      }
      return (json.kind == .array ? JSON.array(json.elements.map(answered)) : answered(json)).text
    }

    private func refusal(_ status: Int, _ code: String) -> Response {
      Response(
        status: status, headers: ["content-type": "application/json"],
        body: Body("{ \"code\": \"\(code)\", \"message\": \"No.\" }"))
    }
  }

  private static let environment = [
    "REALITYPORTAL_TOKEN": "member-token", "REALITYPORTAL_REFRESH_TOKEN": "member-refresh",
    "REALITYPORTAL_LOGIN_EMAIL": "mara@example.com", "REALITYPORTAL_LOGIN_PASSWORD": "demo-password",
  ]

  private func verify(_ portal: Portal, _ options: String...) async throws -> (run: Finished, asked: [Request]) {
    let server = try UnrulyServer(.realityPortal, isDisposable: false) { request, _ in portal.answer(to: request) }
    let run = try await server.serving { url in
      let tool = RunningCommand(
        ["verify", "realityportal", "--server", url, "--allow-writes", "--report", "json"] + options,
        environment: Self.environment)
      defer { tool.kill() }
      return await tool.end()
    }
    return (run, server.requests)
  }

  private func wrong(_ run: Finished) throws -> [JSON] {
    try #require(run.json["calls"]).elements.filter { ["failed", "drifted"].contains($0["outcome"]?.string) }
  }

  @Test func `nothing is found, and no id of ours is asked for`() async throws {
    let (run, asked) = try await verify(try Portal())
    let wrong = try wrong(run)
    #expect(wrong.isEmpty, "\(wrong.map(\.text))")
    #expect(run.status == 0, "\(run.errors)")
    let paths = Set(asked.map(\.path))
    #expect(paths.contains("/api/v1/listings/9123"))
    #expect(!paths.contains { $0.hasSuffix("/listings/123") || $0.hasSuffix("/inquiries/501") }, "\(paths)")
  }

  @Test func `an account that may change for good makes no healthy server red`() async throws {
    let (run, _) = try await verify(
      try Portal(), "--var", "disposable_account=yes", "--var", "inquiry_id=9501")
    let wrong = try wrong(run)
    let breaking = try #require(run.json["drift"]).elements.filter { $0["severity"]?.string == "breaking" }
    #expect(breaking.isEmpty, "\(breaking.map(\.text))")
    #expect(wrong.allSatisfy { $0["outcome"]?.string == "drifted" }, "\(wrong.map(\.text))")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `a new password that ends sessions and can't be reverted is reported, and is no drift`()
    async throws
  {
    let (run, _) = try await verify(try Portal(keepsPasswords: true), "--var", "disposable_account=yes")
    let calls = Array(try #require(run.json["calls"]).elements)
    let first = try #require(calls.first)
    #expect(first["name"]?.string == "ends the session of member", "\(first.text)")
    #expect(
      first["reason"]?.string?.contains("was ended by PUT /api/v1/profile/password of \"profile.password: ") == true,
      "\(first.text)")
    let failed = calls.filter { $0["outcome"]?.string == "failed" }
    #expect(failed.count == 1, "\(failed.map(\.text))")
    #expect(run.status == 1)
    let undecided = calls.first { $0["endpoint"]?.string == "profile.password" && $0["outcome"]?.string == "skipped" }
    #expect(undecided?["reason"]?.string?.contains("password") == true, "\(calls.map(\.text))")
  }
}
