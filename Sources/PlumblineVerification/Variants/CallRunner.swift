import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine

/// A runner of one client call on a lane, any number of times, always as the same caller.
struct CallRunner {
  /// The client's result.
  enum Result {
    /// The call returned a value. The associated value is its text, if that was requested.
    case success(String?)
    case threw(ClientFailure)
    case hung
    case crashed(ClientCrash)
  }

  /// The result of a call that received only the mock's own responses.
  struct Ordinary {
    let result: Result
    /// All exchanges.
    let exchanges: [Exchange]
    /// The exchange with the call's endpoint whose response is replaced with variants.
    let own: Exchange?
    /// The position of that exchange among those with the endpoint.
    let place: VariedExchange?
  }

  let call: Call
  let endpoint: Endpoint
  /// The caller, or `nil` if anonymous.
  let persona: Persona?
  private let plan: RunPlan
  private let credentials: [String: String]
  private let login: [String: String]

  /// - Throws: An error if the caller's credentials aren't available.
  init(_ call: Call, of endpoint: Endpoint, plan: RunPlan) throws {
    self.call = call
    self.endpoint = endpoint
    self.plan = plan
    let persona = try plan.persona(of: call)
    self.persona = persona
    credentials = try persona.map { try plan.credentials.values(for: $0, calling: endpoint) } ?? [:]
    login = plan.login(of: persona)
  }

  /// Runs the call with a fresh mock, which replays the recording that the call selects.
  ///
  /// - Parameter isLenient: A Boolean value that indicates whether the mock also accepts requests that violate the
  ///   contract. Such requests are reported separately, and prove nothing about how the client reads responses.
  func ordinary(on lane: VariantLane, isLenient: Bool = false) async throws -> Ordinary {
    let log = ExchangeLog()
    let overrides = plan.override(for: call).map { [$0] } ?? []
    lane.session.play(MockOptions(overrides: overrides, isLenient: isLenient), into: log)
    let result = try await client(on: lane)
    let exchanges = log.all
    let own = exchanges.filter { exchange in
      guard case .found(let found) = plan.contract.router.route(exchange.request) else { return false }
      return found === endpoint
    }
    let index = VariedExchange.richest(of: own)
    return Ordinary(
      result: result, exchanges: exchanges, own: index.map { own[$0] },
      place: index.map { VariedExchange($0, of: own, with: endpoint) })
  }

  /// Returns the content of the value decoded from a variant's response, or `nil` if it differs between two runs.
  func reflection(of variant: Variant, in exchange: VariedExchange, on lane: VariantLane) async throws -> String? {
    var texts: [String] = []
    for _ in 0..<2 {
      lane.session.play(variant, in: exchange)
      guard case .success(let text?) = try await client(on: lane, showingValue: true) else { return nil }
      texts.append(text)
    }
    return texts[0] == texts[1] ? texts[0] : nil
  }

  /// Runs the client with the lane's responses.
  ///
  /// - Parameter showingValue: A Boolean value that indicates whether to return the text of the value.
  func client(on lane: VariantLane, showingValue: Bool = false) async throws -> Result {
    let context = CallContext(
      baseURL: lane.baseURL, credentials: credentials, login: login,
      variables: plan.options.variables, deadline: plan.options.deadline,
      lookups: VariableLookups(allowsDefaults: true), loginNeeded: nil, mark: nil)
    var play = Play(call: call, suite: plan.suite, context: context)
    play.showsValue = showingValue
    switch try await plan.options.player.play(play, until: nil) {
    case .returned(let value): return .success(value.text)
    case .threw(let failure): return .threw(failure)
    case .crashed(let crash): return .crashed(crash)
    case nil: return .hung
    }
  }
}
