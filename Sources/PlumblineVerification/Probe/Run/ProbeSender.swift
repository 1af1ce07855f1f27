import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineProxying

/// An actor that sends the probe's requests, one at a time, and keeps their exchanges.
///
/// Each request is sent once, and its response is cached. After a 429, or a 503 with Retry-After, the sender waits and
/// retries. If a gateway responds to a read, or its connection breaks, the sender repeats it a second later. A redirect
/// that changes only the trailing slash or, for reads, the case of the path is followed once, with the same request; no
/// other redirect is followed. If a server keeps rejecting requests after the pauses that it asked for, the sender
/// stops waiting until the server has responded to something.
actor ProbeSender {
  /// The maximum number of attempts for a request if the server asks to wait.
  private static let attempts = 4

  private let contract: Contract
  private let base: BaseURL
  private let options: ProbeOptions
  private let clock: ProbeClock
  private let exchange: @Sendable (HarmlessRequest) async -> Exchange
  private var known: [String: ProbeResponse] = [:]
  private var waited = Duration.zero
  /// A Boolean value that indicates whether waiting didn't help, and the server has asked to wait in every response
  /// since.
  private var waitsInVain = false
  private var health = ServerHealth()
  /// A Boolean value that indicates whether a path's own Allow has listed several methods, so that this server's Allow
  /// can be considered complete. Some frameworks list only the methods of one handler.
  private(set) var listsAllMethods = false
  private(set) var exchanges: [Exchange] = []

  init(
    contract: Contract, base: BaseURL, options: ProbeOptions, clock: ProbeClock,
    exchange: @escaping @Sendable (HarmlessRequest) async -> Exchange
  ) {
    self.contract = contract
    self.base = base
    self.options = options
    self.clock = clock
    self.exchange = exchange
  }

  /// The reason to send no more requests.
  var reasonToStop: String? { health.reasonToStop }
  /// The outage, if no request got a response at all.
  var whyNothingWasAnswered: Outage? { health.whyNothingWasJudged }

  /// Returns the response to a request, from the cache unless it must be fresh.
  func answer(to request: HarmlessRequest, isFresh: Bool = false) async -> ProbeResponse {
    let caller = request.request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    let key = "\(request.request.method) \(request.request.target) \(request.promised ?? 0)\n\(caller)"
    if !isFresh, let answer = known[key] { return answer }
    var answer = await sent(request)
    if answer.meaning == .redirect, let location = answer.location, let path = LocalPath.of(location, on: base),
      let detour = request.detour(to: path)
    {
      let status = answer.status ?? 0
      answer = await sent(detour)
      answer.detour = ProbeResponse.Detour(path: request.request.path, status: status)
    }
    known[key] = answer
    return answer
  }

  /// Records that an Allow header lists several methods, unlike those of paths that can't exist.
  func noteSeveralMethods() { listsAllMethods = true }

  private func sent(_ request: HarmlessRequest) async -> ProbeResponse {
    var attempt = 1
    while true {
      let exchange = await exchange(request)
      exchanges.append(exchange)
      let answer = ProbeResponse(request, exchange, contract: contract)
      let pause = pause(after: answer)
      if pause == nil { waitsInVain = false }
      if let pause, attempt < Self.attempts, !waitsInVain, pause <= options.longestPause,
        waited + pause <= options.patience
      {
        waited += pause
        await clock.pause(pause)
        attempt += 1
        continue
      }
      if pause != nil, attempt == Self.attempts { waitsInVain = true }
      health.note(outage: answer.outage, isJudged: answer.outage == nil)
      return answer
    }
  }

  /// Returns the pause before the same request is sent again, or `nil` for a final response.
  private func pause(after answer: ProbeResponse) -> Duration? {
    if answer.meaning == .limited, let response = answer.exchange.response {
      return .seconds(RetryAfter.seconds(response.headers, now: clock.now()))
    }
    let isRead = [.asksForMethods, .reads, .nonsensePath].contains(answer.sent.harmlessness)
    guard answer.meaning == .outage, isRead, answer.sent.request.method.isSafe else { return nil }
    switch answer.exchange.failure?.kind {
    case nil, .connectionReset, .connectionClosed: return .seconds(1)
    default: return nil
    }
  }
}

/// A namespace for reading the path in a Location field that leads to the same server.
enum LocalPath {
  /// Returns the path below a base URL, without the query, or `nil` for a URL on another server.
  static func of(_ location: String, on base: BaseURL) -> String? {
    guard let local = LocalLocation.of(location, upstream: base, origin: ""), local.hasPrefix("/") else { return nil }
    return String(local.prefix { $0 != "?" && $0 != "#" })
  }
}
