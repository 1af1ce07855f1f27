import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineProxying
import PlumblineVerification

/// A search for an OpenAPI document at the usual paths of a server. It sends only GET and OPTIONS requests.
struct DocumentSearch {
  /// A request and its result.
  struct Finding: Sendable {
    let line: String
    /// The document, or `nil` if the response isn't one.
    var document: [UInt8]?
    var isYAML = false
  }

  /// The paths at which FastAPI, Spring, ASP.NET, NestJS, Rails, and other frameworks serve the document.
  static let places = [
    "/openapi.json", "/openapi.yaml", "/swagger.json", "/v3/api-docs", "/swagger/v1/swagger.json", "/api-docs",
    "/api/openapi.json", "/docs/openapi.json", "/api-json",
  ]

  private let base: BaseURL
  private let client: UpstreamClient
  private static let deadline = Duration.seconds(10)

  init(_ base: BaseURL, trusting authorities: TrustedAuthorities? = nil) throws {
    self.base = base
    client = try UpstreamClient(trusting: authorities)
  }

  /// Requests one path after the other until a response contains a document.
  ///
  /// - Parameter each: A closure that is called with each finding.
  /// - Throws: ``Unreachable`` if the server doesn't respond at all.
  func run(_ each: (Finding) -> Void) async throws -> Finding? {
    do {
      let found = try await search(each)
      await client.shutdown()
      return found
    } catch {
      await client.shutdown()
      throw error
    }
  }

  private func search(_ each: (Finding) -> Void) async throws -> Finding? {
    // The given URL may be that of the document itself.
    if !base.path.isEmpty, let origin = try? BaseURL(parsing: String("\(base)".dropLast(base.path.count))) {
      let finding = try await ask(.get, base.path, at: origin)
      each(finding)
      if finding.document != nil { return finding }
    }
    for method in [HTTPMethod.options, .get] { each(try await ask(method, "/")) }
    for place in Self.places {
      let finding = try await ask(.get, place)
      each(finding)
      if finding.document != nil { return finding }
    }
    return nil
  }

  private func ask(_ method: HTTPMethod, _ target: String, at server: BaseURL? = nil) async throws -> Finding {
    let request = Request(
      method: method, target: target, headers: ["Accept": "application/json, application/yaml, */*"])
    let exchange = await client.exchange(request, with: server ?? base, deadline: Self.deadline)
    guard let response = exchange.response else {
      let failure = exchange.failure ?? TransportFailure(kind: .other, message: "No response.")
      throw Unreachable(target: "\(base)", outage: Outage(.transport(failure)))
    }
    var line = "\(method) \(target): \(response.status)"
    if let allowed = response.headers["allow"] { line += ", Allow: \(allowed.prefix(100))" }
    guard method == .get, response.status == 200, let bytes = response.body.bytes else { return Finding(line: line) }
    guard let root = try? JSON.parse(bytes) else {
      guard let version = Self.versionInYAML(bytes) else { return Finding(line: line) }
      return Finding(line: line + ", an OpenAPI \(version) document in YAML", document: bytes, isYAML: true)
    }
    if let version = root["swagger"]?.string {
      return Finding(line: line + ", a Swagger \(version) document", document: version.hasPrefix("2.") ? bytes : nil)
    }
    guard let version = root["openapi"]?.string else { return Finding(line: line) }
    return Finding(line: line + ", an OpenAPI \(version) document", document: bytes)
  }

  /// Returns the version in a line such as `openapi: 3.1.0` near the beginning.
  private static func versionInYAML(_ bytes: [UInt8]) -> String? {
    let lines = String(decoding: bytes.prefix(64 << 10), as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { $0.hasPrefix("openapi:") }) else { return nil }
    let version = line.dropFirst("openapi:".count).filter { $0.isNumber || $0 == "." }
    return version.hasPrefix("3") ? String(version.prefix(10)) : nil
  }
}
