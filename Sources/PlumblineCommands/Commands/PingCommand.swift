import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineProxying
import PlumblineVerification

/// The command that checks that a server responds, for container health checks and for scripts that wait for a mock.
struct PingCommand: Command {
  static let name = "ping"
  static let summary = "Checks once whether a mock, or any other HTTP server, is up"
  static let choice: String? =
    "Use it in scripts before the calls that need a server. To see which endpoints it has, use probe."
  static let operands = "[URL]"
  static let options = [
    OptionSpecification("--timeout", "SECONDS", "The time limit for the response. Default: 2."),
    AuthorityOption.specification,
  ]
  static let common = CommonOptions.ofPrinting
  static let examples = ["ping", "ping http://127.0.0.1:9000 --timeout 0.5", "ping https://www.truelog.site --quiet"]
  static let exits = [
    "0 the server responded, with any status of its own; 2 a usage error; 3 no response in time, or a gateway reported "
      + "that the server is unavailable.",
    "URL defaults to http://127.0.0.1:8080, the address of `plumbline serve`.",
  ]

  private let url: BaseURL
  private let deadline: Duration
  private let isQuiet: Bool
  private let authority: AuthorityOption

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands.count <= 1 else {
      throw UsageError("ping takes one server: plumbline ping [URL]")
    }
    do throws(BaseURL.ParsingError) {
      url = try BaseURL(parsing: arguments.operands.first ?? "http://127.0.0.1:8080")
    } catch {
      throw UsageError("\(error)")
    }
    deadline = try arguments.timeout() ?? .seconds(2)
    isQuiet = arguments.has("--quiet")
    authority = try AuthorityOption(arguments)
  }

  func run(in surroundings: Surroundings) async throws -> ExitCode {
    LoopbackProxyExemption.apply()
    let client = try UpstreamClient(trusting: try authority.authorities(in: surroundings))
    let health = Request(method: .get, target: "/__plumbline/health", headers: ["Accept": "application/json"])
    var exchange = await client.exchange(health, with: url, deadline: deadline)
    var said = exchange.response.flatMap(Self.sentence)
    if said == nil, exchange.response != nil {
      // The server isn't a mock, so request the given URL instead.
      let own = Request(method: .get, target: url.path.isEmpty ? "/" : "", headers: ["Accept": "*/*"])
      exchange = await client.exchange(own, with: url, deadline: deadline)
      said = exchange.response.map { "responds: \($0.status)" }
    }
    await client.shutdown()
    switch exchange.outcome {
    case .failure(let failure): throw unreachable(.transport(failure))
    case .response(let response):
      guard !Outage.isTold(by: response.status) else { throw unreachable(.status(response.status)) }
      if !isQuiet, let said { surroundings.console.print("\(url) \(said)") }
      return .clean
    }
  }

  private func unreachable(_ cause: Outage.Cause) -> Unreachable {
    Unreachable(target: "\(url)", outage: Outage(cause))
  }

  /// Returns a description of the mock that responded, or `nil` if the response comes from another kind of server.
  private static func sentence(of response: Response) -> String? {
    guard response.status == 200, let health = response.body.bytes.flatMap({ try? JSON.parse($0) }),
      let title = health["title"]?.string, let version = health["version"]?.string
    else { return nil }
    // The files have been edited, and the new versions aren't valid enough to serve.
    let isStale = health["status"]?.string == "stale"
    return "responds: \(title), by plumbline \(version)\(isStale ? ", which can't load its files as they are now" : "")"
  }
}
