import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineProxying
import PlumblineVerification

/// The command line of `verify`.
struct VerifyRequest {
  let common: CommonOptions
  /// The names of the services. An empty array selects all of them.
  let services: [String]
  /// The real server by name or URL, or `nil` for the mock.
  let server: String?
  let playsVariants: Bool
  /// The maximum number of variants to play.
  let variantLimit: VariantLimit
  /// A Boolean value that indicates whether requests are made without the Swift clients.
  let isDirect: Bool
  /// A Boolean value that indicates whether calls may be skipped because credentials are missing.
  let allowsSkipped: Bool
  let options: VerifierOptions
  let sending: SendingRule
  let authority: AuthorityOption
  let limits: HTTPLimits

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    services = arguments.operands
    server = arguments.value("--server")
    playsVariants = arguments.has("--mutations")
    variantLimit =
      try arguments.integer("--mutations-limit", in: 1...10_000_000).map(VariantLimit.ofCall)
      ?? .inAll(VariantPass.usual)
    guard playsVariants || !arguments.has("--mutations-limit") else {
      throw UsageError("--mutations-limit requires --mutations: add it, or omit the limit.")
    }
    isDirect = arguments.has("--direct")
    allowsSkipped = arguments.has("--allow-skipped")
    guard !isDirect || !playsVariants else {
      throw UsageError("--mutations tests the client, and --direct has none: use only one of them.")
    }
    guard server == nil || !playsVariants else {
      throw UsageError("--mutations tests the client, not a server: omit --server or --mutations.")
    }
    var options = VerifierOptions(
      allowsWrites: arguments.has("--allow-writes"), only: arguments.all("--only").map(Wildcard.init))
    options.allowsUnknownWrites = arguments.has("--allow-unknown-writes")
    guard options.allowsWrites || !options.allowsUnknownWrites else {
      throw UsageError("--allow-unknown-writes requires --allow-writes.")
    }
    options.variables = try arguments.variables()
    if let deadline = try arguments.timeout() { options.deadline = deadline }
    options.concurrency = try arguments.integer("--concurrency", in: 1...64)
    self.options = options
    sending = try arguments.sendingRule(retries: 2)
    limits = try LimitOptions(arguments.all("--limit"), among: ["answer"]).upstream
    authority = try AuthorityOption(arguments)
    if server == nil,
      let option = ["--allow-writes", "--allow-skipped", "--rate", "--retries", "--limit", AuthorityOption.name]
        .first(where: arguments.has)
    {
      throw UsageError("\(option) applies only to real servers: add --server NAME|URL, or omit it.")
    }
  }
}

/// The connections of a run to servers. Each is created only if the run needs it.
struct VerifyClients {
  /// The connection to the real server.
  let server: UpstreamClient?
  /// The connection for requests without the Swift clients.
  let direct: UpstreamClient?

  init(_ request: VerifyRequest, _ surroundings: Surroundings) throws {
    direct = request.isDirect ? try UpstreamClient(limits: request.limits) : nil
    server = try request.server.map { _ in
      try UpstreamClient(
        rule: request.sending, limits: request.limits.handingOn, opening: .streams,
        trusting: try request.authority.authorities(in: surroundings))
    }
  }

  /// The number of requests to the real server that were repeated because the connection failed.
  var repetitions: Int { server?.repetitions ?? 0 }

  func shutdown() async {
    await server?.shutdown()
    await direct?.shutdown()
  }
}

extension HTTPLimits {
  /// The same limits for responses that are passed on as they arrive. A stream of events may never end
  /// (``WholeResponse``).
  var handingOn: HTTPLimits {
    var limits = self
    limits.streamed = limits.body
    return limits
  }
}
