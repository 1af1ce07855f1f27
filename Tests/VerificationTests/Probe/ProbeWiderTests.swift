import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification
import Testing

/// Endpoints that share their requests with a wider endpoint, servers that support OPTIONS only as a CORS preflight,
/// and POSTs that are safe.
struct ProbeWiderTests {
  private static func contract(_ endpoints: String) -> Contract {
    ProbeContract.load(
      #"{ "plumbline": 1, "service": "shelf", "title": "Shelf", "envelope": null, "failures": { "notFound": { "status": 404 } }, "endpoints": { \#(endpoints) } }"#
    )
  }

  private static func endpoint(_ id: String, _ line: String) -> String {
    let names = line.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } }
    let path = names.map { #""\#($0)": true"# }.joined(separator: ", ")
    return
      #""\#(id)": { "summary": "x", "request": "\#(line)", "source": "x", "path": { \#(path) }, "success": { "200": { "body": { "type": "object" } } }, "failures": ["notFound"] }"#
  }

  /// Returns a server that has an item under every name, or under none.
  private static func wide(_ hasAny: Bool, except own: @escaping @Sendable (String) -> Bool = { _ in false })
    -> ScriptedUpstream
  {
    ScriptedUpstream { request in
      let segments = request.pathSegments
      guard request.method == .get, segments.count == 2, segments[0] == "things" else {
        return OutgoingResponse(Response(status: 404, headers: ["Content-Type": "text/plain"], body: Body("No route.")))
      }
      if own(segments[1]) { return json(200, #"{ "form": "own" }"#) }
      return hasAny ? json(200, #"{ "id": 1 }"#) : json(404, #"{ "error": "There is no such thing." }"#)
    }
  }

  @Test(arguments: ["GET /things/{name}.json", "GET /things/{a},{b}", "GET /things/v{version}"], [false, true])
  func `an endpoint in a segment isn't taken for there because a wider one answers`(line: String, hasAny: Bool)
    async throws
  {
    let contract = Self.contract(Self.endpoint("wide", "GET /things/{id}") + "," + Self.endpoint("narrow", line))
    let result = try await ProbeBench.run(Self.wide(hasAny), contract: { _ in contract })
    #expect(result.verdict("wide")?.kind == .exists)
    #expect(result.verdict("narrow")?.kind != .exists, "\(result.verdict("narrow")?.sentence ?? "")")
  }

  @Test func `one that answers for itself is there`() async throws {
    let contract = Self.contract(
      Self.endpoint("wide", "GET /things/{id}") + "," + Self.endpoint("narrow", "GET /things/{name}.json"))
    let server = Self.wide(false) { $0.hasSuffix(".json") }
    let result = try await ProbeBench.run(server, contract: { _ in contract })
    #expect(result.verdict("narrow")?.kind == .exists)
    #expect(server.requests.contains { $0.path == "/things/1987654321.plumbline-nonsense" })
  }

  // MARK: - CORS

  /// Returns a server that rejects an OPTIONS request without an Origin, and responds to a preflight with a list of
  /// methods.
  private static func crossOrigin(_ methods: @escaping @Sendable (Request) -> String?) -> ScriptedUpstream {
    ScriptedUpstream { request in
      guard request.method == .options else { return json(404, #"{ "error": "Nothing is here." }"#) }
      guard request.headers.contains("origin"), let list = methods(request) else {
        return json(400, #"{ "error": "No CORS here." }"#)
      }
      return OutgoingResponse(Response(status: 200, headers: ["Access-Control-Allow-Methods": list]))
    }
  }

  private func settings(_ server: ScriptedUpstream) async throws -> Report.Verdict {
    let contract = Self.contract(
      #""settings.put": { "summary": "x", "request": "PUT /settings", "source": "x", "success": { "204": {} } }"#)
    let result = try await ProbeBench.run(server, contract: { _ in contract })
    let planned = Set(result.plan.map { "\($0.method) \($0.path) \($0.headers.contains { $0.name == "Origin" })" })
    for request in server.requests {
      #expect(planned.contains("\(request.method) \(request.path) \(request.headers.contains("origin"))"))
    }
    return try #require(result.verdict("settings.put"))
  }

  @Test func `a preflight decides if OPTIONS alone is refused`() async throws {
    let server = Self.crossOrigin { $0.path == "/settings" ? "GET, PUT, OPTIONS" : nil }
    let verdict = try await settings(server)
    #expect(verdict.kind == .exists, "\(verdict.sentence)")
    #expect(verdict.confidence == .medium, "\(verdict.sentence)")
    #expect(verdict.sentence == "A CORS preflight lists PUT for this path, but not for a path that can't exist.")
    #expect(verdict.evidence.contains { $0.request == "OPTIONS /settings (CORS preflight)" })
    let preflights = server.requests.filter { $0.headers.contains("origin") }
    #expect(preflights.allSatisfy { $0.method == .options && $0.headers["access-control-request-method"] == "PUT" })
  }

  @Test(arguments: ["all the same", "everything", "what was asked", "others"])
  func `a list of another path proves nothing`(habit: String) async throws {
    let server = Self.crossOrigin { request in
      switch habit {
      case "all the same": "GET, PUT, POST, DELETE"
      case "everything": "*"
      case "what was asked": request.path == "/settings" ? request.headers["access-control-request-method"] : nil
      default: request.path == "/settings" ? "GET, POST" : nil
      }
    }
    #expect(try await settings(server).kind == .inconclusive)
  }

  @Test func `where OPTIONS alone is answered, no preflight is sent`() async throws {
    let server = ScriptedUpstream { request in
      request.method == .options ? OutgoingResponse(Response(status: 204, headers: ["Allow": "GET"])) : json(404, "{}")
    }
    _ = try await settings(server)
    #expect(!server.requests.contains { $0.headers.contains("origin") })
  }

  // MARK: - Safe POSTs

  private static let search = """
    "notes.search": { "summary": "x", "request": "POST /search", "source": "x", "safe": true,
      "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string", "examples": ["plum"] } } },
      "success": { "200": { "body": { "type": "array" } } } }
    """

  @Test(arguments: [("[]", true), (#"{ "page": 1 }"#, false)])
  func `a POST that the contract marks as safe is sent as documented, and nowhere else`(body: String, isThere: Bool)
    async throws
  {
    let server = ScriptedUpstream { $0.method == .post ? json(200, body) : json(404, "{}") }
    let contract = Self.contract(Self.search)
    let result = try await ProbeBench.run(server, contract: { _ in contract })
    #expect((result.verdict("notes.search")?.kind == .exists) == isThere)
    let posts = server.requests.filter { $0.method == .post }
    #expect(posts.map(\.path) == ["/search"])
    #expect(posts.first.map { String(decoding: $0.body.bytes ?? [], as: UTF8.self) } == #"{"text":"plum"}"#)
    #expect(posts.allSatisfy { !$0.headers.contains("if-match") })
    #expect(result.plan.contains { $0.method == .post && $0.path == "/search" && $0.harmlessness == .documentedSafe })
  }
}
