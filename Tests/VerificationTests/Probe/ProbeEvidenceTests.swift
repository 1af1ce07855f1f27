import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification
import Synchronization
import Testing

/// The evidence for a verdict, apart from the response to a documented request.
@Suite struct ProbeEvidenceTests {
  private static func contract(_ endpoints: String) throws -> Contract {
    try DirectBench(endpoints, more: #""failures": { "missing": { "status": 404 } },"#).contract
  }

  private static let noRoute = OutgoingResponse(
    Response(status: 404, headers: ["Content-Type": "text/html"], body: Body("<h1>Nothing is here</h1>")))

  private static func endpoint(_ id: String, _ line: String, path: String = "{}", more: String = "") -> String {
    #""\#(id)": { "summary": "x", "request": "\#(line)", "source": "x", "path": \#(path), \#(more)"#
      + #""success": { "200": { "body": true } }, "failures": ["missing"] }"#
  }

  private static func verdicts(
    of endpoints: String, on server: ScriptedUpstream, _ options: ProbeOptions = ProbeOptions()
  ) async throws -> [String: Report.Verdict] {
    let contract = try contract(endpoints)
    let result = try await ProbeBench.run(server, contract: { _ in contract }, options: options)
    return Dictionary(uniqueKeysWithValues: result.outcome.verdicts.map { ($0.endpoint, $0) })
  }

  // MARK: - Generated identifiers

  @Test(arguments: [
    (#"{ "type": "string", "pattern": "^TKT-[0-9]{6}$" }"#, "^TKT-[0-9]{6}$"),
    (#"{ "type": "string", "pattern": "^[0-9a-f]{24}$" }"#, "^[0-9a-f]{24}$"),
    (#"{ "type": "string", "format": "uuid" }"#, "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"),
    (#"{ "type": "string", "format": "date-time" }"#, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T"),
    (#"{ "type": "integer", "maximum": 5000, "examples": [1042] }"#, "^(?!1042$)[0-9]{1,4}$"),
    (#"{ "type": "string", "minLength": 40, "maxLength": 40 }"#, "^.{40}$"),
    (#"{ "enum": ["day", "week"] }"#, "^(day|week)$"),
  ])
  func `made-up path values fit the schema, so that no server refuses them for their form`(
    schema: String, form: String
  ) async throws {
    let server = ScriptedUpstream { request in
      let segments = request.pathSegments
      guard segments.count == 2, segments[0] == "things" else { return Self.noRoute }
      guard let regex = try? Regex(form), segments[1].contains(regex) else { return Self.noRoute }
      return json(404, #"{ "error": "no such thing" }"#)
    }
    let verdict = try await Self.verdicts(
      of: Self.endpoint("things.get", "GET /things/{thing}", path: #"{ "thing": \#(schema) }"#), on: server)
    #expect(verdict["things.get"]?.kind == .exists, "\(server.requests.map(\.path))")
  }

  // MARK: - Known parents

  private static let boxes = [
    endpoint("boxes.list", "GET /boxes"),
    endpoint("lids.list", "GET /boxes/{box}/lids", path: #"{ "box": { "type": "integer" } }"#),
    endpoint(
      "lids.get", "GET /boxes/{box}/lids/{lid}",
      path: #"{ "box": { "type": "integer" }, "lid": { "type": "integer" } }"#),
  ].joined(separator: ",")

  /// A server with one box without lids. Its response for everything below other boxes is the same as for unknown
  /// paths.
  private static func boxes(hasLids: Bool) -> ScriptedUpstream {
    ScriptedUpstream { request in
      switch request.path.split(separator: "/").map(String.init) {
      case ["boxes"]: json(200, #"[{ "id": 3 }]"#)
      case ["boxes", "3", "lids"]: json(200, "[]")
      case let path where hasLids && path.count == 4 && path[..<3] == ["boxes", "3", "lids"] && Int(path[3]) != nil:
        json(404, #"{ "error": "no such lid" }"#)
      default: noRoute
      }
    }
  }

  @Test func `parents that are known stay, and only what no list shows is made up`() async throws {
    let server = Self.boxes(hasLids: true)
    let verdict = try #require(try await Self.verdicts(of: Self.boxes, on: server)["lids.get"])
    #expect(verdict.kind == .exists, "\(verdict)")
    #expect(server.requests.contains { $0.path == "/boxes/3/lids/1987654321" })
    let without = try #require(try await Self.verdicts(of: Self.boxes, on: Self.boxes(hasLids: false))["lids.get"])
    #expect(without.kind != .exists, "\(without)")
  }

  @Test func `what is recorded is tried where what is made up doesn't tell`() async throws {
    let contract = try Self.contract(Self.boxes)
    let server = ScriptedUpstream { request in
      switch request.path {
      case "/boxes": json(200, #"[{ "id": 3 }]"#)
      case "/boxes/3/lids": json(200, "[]")
      case "/boxes/5/lids/6": json(200, "{}")
      default: Self.noRoute
      }
    }
    let recording = try DirectBench.recording(
      "lids.get", "one", #""method": "GET", "path": "/boxes/5/lids/6""#, #""status": 200, "body": {}"#)
    let result = try await ProbeBench.run(server, contract: { _ in contract }, recordings: [recording])
    #expect(result.verdict("lids.get")?.kind == .exists)
  }

  // MARK: - OPTIONS

  @Test(arguments: [false, true])
  func `a documented refusal that no other path gets is the endpoint's, whatever OPTIONS lists`(isListed: Bool)
    async throws
  {
    let server = ScriptedUpstream { request in
      guard request.path == "/stats" else { return Self.noRoute }
      if request.method == .options, isListed {
        return OutgoingResponse(Response(status: 204, headers: ["Allow": "GET, OPTIONS"]))
      }
      return request.method == .options ? Self.noRoute : json(404, #"{ "error": "no stats today" }"#)
    }
    let verdict = try #require(
      try await Self.verdicts(of: Self.endpoint("stats.get", "GET /stats"), on: server)["stats.get"])
    #expect(verdict.kind == .exists, "\(verdict)")
    #expect(verdict.sentence.contains("as documented"), "\(verdict)")
  }

  @Test(arguments: [false, true])
  func `a page in place of data is the endpoint's where OPTIONS lists it`(isListed: Bool) async throws {
    let server = ScriptedUpstream { request in
      guard request.path == "/stats" else { return Self.noRoute }
      if request.method == .options {
        return isListed ? OutgoingResponse(Response(status: 204, headers: ["Allow": "GET, OPTIONS"])) : Self.noRoute
      }
      return OutgoingResponse(
        Response(status: 200, headers: ["Content-Type": "text/html"], body: Body("<h1>Stats</h1>")))
    }
    let verdict = try #require(
      try await Self.verdicts(of: Self.endpoint("stats.get", "GET /stats"), on: server)["stats.get"])
    #expect(verdict.kind == .exists)
    #expect(verdict.confidence == (isListed ? .medium : .low))
  }

  // MARK: - Redirects and endpoints that moved

  @Test(arguments: [(301, true), (302, true), (307, false), (308, false)])
  func `a redirect by a slash is reported, and is drift where it is for good`(status: Int, losesMethod: Bool)
    async throws
  {
    let server = ScriptedUpstream { request in
      guard request.path.hasPrefix("/boxes") else { return Self.noRoute }
      guard request.path.hasSuffix("/") else {
        return OutgoingResponse(Response(status: status, headers: ["Location": request.path + "/"]))
      }
      guard request.path == "/boxes/" else { return Self.noRoute }
      return request.method == .options
        ? OutgoingResponse(Response(status: 204, headers: ["Allow": "GET, POST, OPTIONS"])) : json(200, "[]")
    }
    let contract = try Self.contract(
      [Self.endpoint("boxes.list", "GET /boxes"), Self.endpoint("boxes.make", "POST /boxes")].joined(separator: ","))
    let outcome = try await ProbeBench.run(server, contract: { _ in contract }).outcome
    let verdicts = Dictionary(uniqueKeysWithValues: outcome.verdicts.map { ($0.endpoint, $0) })
    #expect(verdicts.count == 2)
    for verdict in verdicts.values {
      #expect(verdict.kind == .exists)
      #expect(verdict.place?.hasSuffix(" /boxes/") == true)
      #expect(verdict.sentence.contains("redirects /boxes to /boxes/ (\(status) "), "\(verdict.sentence)")
    }
    #expect(verdicts["boxes.make"]?.sentence.contains("instead of the POST") == losesMethod)
    #expect(verdicts["boxes.list"]?.sentence.contains("instead of") == false)
    let isForGood = [301, 308].contains(status)
    #expect(outcome.drift.map(\.rule) == (isForGood ? [.endpoint.moved, .endpoint.moved] : []))
    #expect(outcome.drift.allSatisfy { $0.status == status && $0.actual?.hasSuffix(" /boxes/") == true })
    // A run of calls reports the same about the place, and it's a single cause, regardless of the endpoint.
    let moved = Exchange(
      request: Request(method: .get, target: "/boxes"),
      response: Response(status: status, headers: ["Location": "/boxes/"]))
    let called = inspect(moved, contract).filter { $0.rule == .endpoint.moved }
    #expect(called.map(\.fingerprint) == outcome.drift.prefix(1).map(\.fingerprint))
    #expect(Set((called + outcome.drift).map(\.cause)).count == (isForGood ? 1 : 0))
  }

  @Test func `an endpoint that nothing shows has moved with its sibling`() async throws {
    let server = ScriptedUpstream { request in
      request.path == "/v2/settings" && request.method == .get ? json(200, "{}") : Self.noRoute
    }
    let verdicts = try await Self.verdicts(
      of: [
        Self.endpoint("settings.get", "GET /settings", more: #""alternatives": ["GET /v2/settings"], "#),
        Self.endpoint("settings.put", "PUT /settings"), Self.endpoint("stamps.put", "PUT /stamps"),
      ].joined(separator: ","), on: server)
    #expect(verdicts["settings.get"]?.kind == .moved)
    let learnt = try #require(verdicts["settings.put"])
    #expect(learnt.kind == .moved, "\(learnt)")
    #expect(learnt.place == "PUT /v2/settings")
    #expect(learnt.confidence == .low)
    #expect(verdicts["stamps.put"]?.kind == .inconclusive)
  }

  // MARK: - Servers that fail occasionally

  @Test(arguments: [true, false])
  func `what only reads is sent again after a gateway's answer, once in a while`(isFlaky: Bool) async throws {
    let count = Mutex(0)
    let server = ScriptedUpstream { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if isFlaky ? number % 3 == 0 : number > 3 { return OutgoingResponse(Response(status: 503)) }
      return switch request.path {
      case "/boxes", "/boxes/3/lids": json(200, #"[{ "id": 3 }]"#)
      case "/boxes/3/lids/3": json(200, "{}")
      default: Self.noRoute
      }
    }
    let verdicts = try await Self.verdicts(of: Self.boxes, on: server)
    let kinds = Set(verdicts.values.map(\.kind))
    #expect(isFlaky ? kinds == [.exists] : kinds.contains(.unreachable), "\(verdicts)")
    #expect(server.requests.count < 40, "A server that stays away isn't asked for ever.")
  }
}
