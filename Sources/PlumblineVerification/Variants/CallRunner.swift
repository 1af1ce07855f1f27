import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineMockEngine

/// Runs one call of a client on a lane, as often as somebody likes, always as the same caller.
struct CallRunner {
  /// What a client made of its answers.
  enum Result {
    case success(any Sendable)
    case threw(ClientFailure)
    case hung
  }

  /// What came of a call whose answers are the mock's own.
  struct Ordinary {
    let result: Result
    /// All that was asked and answered.
    let exchanges: [Exchange]
    /// The last exchange with the call's endpoint.
    let own: Exchange?
  }

  let call: Call
  let endpoint: Endpoint
  /// Who calls; nil for nobody.
  let persona: Persona?
  private let verifier: Verifier
  private let credentials: [String: String]
  private let login: [String: String]

  /// - Throws: why the caller's credentials can't be had.
  init(_ call: Call, of endpoint: Endpoint, verifier: Verifier) throws {
    self.call = call
    self.endpoint = endpoint
    self.verifier = verifier
    let persona = try verifier.persona(of: call)
    self.persona = persona
    credentials = try persona.map { try verifier.credentials.values(for: $0, calling: endpoint) } ?? [:]
    login = verifier.login(of: persona)
  }

  /// Runs the call at a mock with nothing remembered.
  func ordinary(on lane: VariantLane, _ library: MockLibrary) async throws -> Ordinary {
    let log = ExchangeLog()
    lane.session.play(library, into: log)
    let result = try await client(on: lane)
    let exchanges = log.all
    let own = exchanges.last { exchange in
      guard case .found(let found) = verifier.contract.router.route(exchange.request) else { return false }
      return found === endpoint
    }
    return Ordinary(result: result, exchanges: exchanges, own: own)
  }

  /// What a value shows that is decoded from an answer; `nil` when it isn't twice the same.
  ///
  /// - Parameter endpoint: the one that answers; the call's own if nothing is said.
  func reflection(
    of variant: Variant, for endpoint: Endpoint? = nil, on lane: VariantLane, forgetting library: MockLibrary?
  ) async throws -> String? {
    var texts: [String] = []
    for _ in 0..<2 {
      lane.session.play(variant, for: endpoint ?? self.endpoint, forgetting: library)
      guard case .success(let value) = try await client(on: lane) else { return nil }
      texts.append(Reflection.text(of: value))
    }
    return texts[0] == texts[1] ? texts[0] : nil
  }

  /// Runs the client with whatever the lane answers.
  func client(on lane: VariantLane) async throws -> Result {
    let context = CallContext(
      baseURL: lane.baseURL, credentials: credentials, login: login,
      variables: verifier.options.variables, deadline: verifier.options.deadline,
      lookups: VariableLookups(allowsDefaults: true), loginNeeded: nil, mark: nil)
    let (call, suite) = (call, verifier.suite)
    let result = await Deadline.race(verifier.options.deadline) { () async -> Swift.Result<Result, VariableError> in
      do {
        return .success(.success(try await call.run(context)))
      } catch let error as VariableError {
        return .failure(error)
      } catch {
        return .success(.threw(suite.failure(of: error)))
      }
    }
    return try result?.get() ?? .hung
  }
}
