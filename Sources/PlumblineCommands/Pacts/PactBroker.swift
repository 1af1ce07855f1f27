import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblinePact
import PlumblineProxying
import PlumblineReporting
import PlumblineVerification

/// A client for a Pact Broker that, like Pact's own tools, follows the links in the broker's resources.
///
/// Credentials are sent only to the broker's own origin. A link to a different origin is rejected, and redirects aren't
/// followed.
struct PactBroker: Sendable {
  /// An error from a broker, with the broker's response.
  struct Failure: Error, CustomStringConvertible {
    let description: String
    /// The reason that there was no response, or `nil` if there was one.
    var outage: Outage?
  }

  /// A pact as the broker stores it.
  struct Stored: Sendable {
    /// The URL of the pact, which serves as its display name.
    let path: String
    let document: PactTranslator.Document
    /// The URL for posting verification results, or `nil` if the broker provides none.
    let results: String?
  }

  private static let deadline = Duration.seconds(60)
  /// The maximum size of a response, in bytes.
  private static let largest = 64 << 20

  private let url: BaseURL
  /// The server without the base path. Links contain the whole path.
  private let origin: BaseURL
  private let client: UpstreamClient
  private let login: BrokerLogin?

  init(_ url: BaseURL, login: BrokerLogin?, client: UpstreamClient) throws(BaseURL.ParsingError) {
    self.url = url
    origin = try BaseURL(parsing: url.origin)
    self.client = client
    self.login = login
  }

  // MARK: - Pacts of a provider

  /// Returns the latest pact of each consumer of a provider.
  func pacts(of provider: String) async throws(Failure) -> [Stored] {
    let name = PercentEncoding.encode(provider)
    let index = try await get(root)
    let known = try linked("pb:latest-provider-pacts", in: index, ["provider": name])
    let list = try await get(known ?? "\(url.path)/pacts/provider/\(name)/latest", or: "has no pacts for \(provider)")
    let links = list["_links"]?["pb:pacts"] ?? list["_links"]?["pacts"]
    var stored: [Stored] = []
    for link in links?.elements.map({ $0 }) ?? [] {
      guard let href = link["href"]?.string else { continue }
      stored.append(try await pact(at: try target(of: href)))
    }
    guard !stored.isEmpty else { throw Failure(description: "\(url) has no pacts for \(provider).") }
    return stored
  }

  private func pact(at target: String) async throws(Failure) -> Stored {
    let path = origin.origin + target
    let response = try await exchange(.get, target)
    guard response.status == 200, let bytes = response.body.bytes else { throw refusal(response, target) }
    let document: PactTranslator.Document
    do throws(JSONSyntaxError) {
      document = try PactTranslator.Document(bytes, path: path)
    } catch {
      throw Failure(description: "\(path) isn't JSON: \(error)")
    }
    var results: String?
    if let href = document.document.root["_links"]?["pb:publish-verification-results"]?["href"]?.string {
      results = try self.target(of: href)
    }
    return Stored(path: path, document: document, results: results)
  }

  // MARK: - Publishing

  /// A pacticipant's version, with its branch and tags.
  struct Version: Sendable {
    let number: String
    let branch: String?
    let tags: [String]
  }

  /// Publishes a consumer's pact.
  func publish(_ text: [UInt8], consumer: String, provider: String, _ version: Version) async throws(Failure) {
    let index = try await get(root)
    if let target = try linked("pb:publish-contracts", in: index, [:]) {
      let contract = JSON.object([
        ("consumerName", JSON(consumer)), ("providerName", JSON(provider)), ("specification", "pact"),
        ("contentType", "application/json"), ("content", JSON(Base64.encode(text))),
      ])
      var members: [(String, JSON)] = [
        ("pacticipantName", JSON(consumer)), ("pacticipantVersionNumber", JSON(version.number)),
      ]
      if let branch = version.branch { members.append(("branch", JSON(branch))) }
      if !version.tags.isEmpty { members.append(("tags", .array(version.tags.map { JSON($0) }))) }
      members.append(("contracts", .array([contract])))
      return try await send(.post, target, JSON.object(members).serialized())
    }
    guard version.branch == nil else {
      throw Failure(description: "\(url) doesn't support branches: omit --branch, or use a newer broker.")
    }
    let (consumer, provider) = (PercentEncoding.encode(consumer), PercentEncoding.encode(provider))
    let number = PercentEncoding.encode(version.number)
    // Create tags first, so that the pact is never visible without them.
    for tag in version.tags {
      let tag = PercentEncoding.encode(tag)
      try await send(.put, "\(url.path)/pacticipants/\(consumer)/versions/\(number)/tags/\(tag)", [])
    }
    try await send(
      .put, "\(url.path)/pacts/provider/\(provider)/consumer/\(consumer)/version/\(number)", text)
  }

  /// Publishes the result of a verification.
  ///
  /// - Parameter target: The pact's URL for posting results.
  func publish(success: Bool, of version: String, to target: String) async throws(Failure) {
    let result = JSON.object([
      ("success", JSON(success)), ("providerApplicationVersion", JSON(version)),
      ("verifiedBy", .object([("implementation", "Plumbline"), ("version", JSON(Toolkit.version))])),
    ])
    try await send(.post, target, result.serialized())
  }

  // MARK: - Links

  private var root: String { "\(url.path)/" }

  /// Returns the URL of a link, or `nil` if the resource has no link with that name.
  private func linked(
    _ name: String, in resource: JSON, _ values: [String: String]
  ) throws(Failure) -> String? {
    guard var href = resource["_links"]?[name]?["href"]?.string else { return nil }
    for (name, value) in values { href = href.replacing("{\(name)}", with: value) }
    return try target(of: href)
  }

  /// Returns the path and query of a link.
  private func target(of href: String) throws(Failure) -> String {
    if href.hasPrefix("/"), !href.hasPrefix("//") { return href }
    let start = href.firstRange(of: "://")?.upperBound ?? href.startIndex
    let end = href[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? href.endIndex
    guard let other = try? BaseURL(parsing: String(href[..<end])), other.hasSameOrigin(as: origin) else {
      throw Failure(
        description:
          "\(url) points to a different origin, \(BaseURL.withoutSecrets(String(href.prefix(200)))), so it isn't "
          + "followed.")
    }
    let rest = href[end...].prefix { $0 != "#" }
    return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
  }

  // MARK: - Messages

  private func get(_ target: String, or lacking: String? = nil) async throws(Failure) -> JSON {
    let response = try await exchange(.get, target)
    if response.status == 404, let lacking { throw Failure(description: "\(url) \(lacking).") }
    guard response.status == 200 else { throw refusal(response, target) }
    guard let bytes = response.body.bytes, let json = try? JSON.parse(bytes) else {
      throw Failure(description: "\(origin.origin)\(target) isn't JSON, so this isn't a Pact broker.")
    }
    return json
  }

  private func send(_ method: HTTPMethod, _ target: String, _ body: [UInt8]) async throws(Failure) {
    let response = try await exchange(method, target, body)
    guard (200...299).contains(response.status) else { throw refusal(response, target) }
  }

  private func exchange(
    _ method: HTTPMethod, _ target: String, _ body: [UInt8]? = nil
  ) async throws(Failure) -> Response {
    var headers: HeaderFields = ["Accept": "application/hal+json, application/json"]
    headers["User-Agent"] = "plumbline/\(Toolkit.version)"
    if body != nil { headers["Content-Type"] = "application/json" }
    if let login { headers["Authorization"] = login.authorization }
    let request = Request(method: method, target: target, headers: headers, body: body.map { Body($0) } ?? .empty)
    let exchange = await client.exchange(request, with: origin, deadline: Self.deadline)
    switch exchange.outcome {
    case .response(let response): return response
    case .failure(let failure):
      throw Failure(description: "\(url) can't be reached: \(failure.message)", outage: Outage(.transport(failure)))
    }
  }

  private func refusal(_ response: Response, _ target: String) -> Failure {
    let hint =
      [401, 403].contains(response.status)
      ? " Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD." : ""
    let text = String(decoding: (response.body.bytes ?? []).prefix(300), as: UTF8.self)
    let said = text.isEmpty ? "" : ": \(text.printable)"
    return Failure(description: "\(origin.origin)\(target) responded with \(response.status)\(said).\(hint)")
  }
}

extension PactBroker {
  /// Calls a closure with a client for the broker at a URL. The credentials come from the environment.
  ///
  /// - Throws: ``Unreachable`` if the broker doesn't respond.
  static func with<Value: Sendable>(
    _ url: BaseURL, trusting authority: AuthorityOption?, in surroundings: Surroundings,
    _ body: (PactBroker) async throws -> Value
  ) async throws -> Value {
    let login = try BrokerLogin(surroundings.environment)
    surroundings.console.hide(login?.secrets ?? [])
    let authorities =
      try authority?.authorities(in: surroundings) ?? TrustedAuthorities(environment: surroundings.environment)
    var limits = HTTPLimits()
    limits.body = largest
    let client = try UpstreamClient(rule: SendingRule(retries: 2), limits: limits, trusting: authorities)
    let result: Result<Value, any Error>
    do {
      result = .success(try await body(try PactBroker(url, login: login, client: client)))
    } catch let error as Failure {
      let unreachable = error.outage.map { Unreachable(target: "\(url)", outage: $0) }
      result = .failure(unreachable ?? error)
    } catch {
      result = .failure(error)
    }
    await client.shutdown()
    return try result.get()
  }
}
