import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineVerification

extension Service {
  /// Returns the results of the suite, including writes, for a server whose contents are disposable.
  func verify(on server: any Responder, only: [String]) async throws -> [CallOutcome] {
    let contract = try library.get().contract
    let listener = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    var options = VerifierOptions(
      allowsWrites: true, only: only.map { Wildcard($0) }, variables: expendables, environment: environment(contract),
      deadline: .seconds(3600))
    options.clock = ProbeClock(now: { 0 }, pause: { _ in })
    let target = Target.server(try BaseURL(parsing: "http://127.0.0.1:1"), DisposableServer(server: server))
    let verifier = Verifier(suite: suite, contract: contract, target: target, options: options, server: listener)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await verifier.run()) } catch { result = .failure(error) }
    await listener.shutdown(grace: .zero)
    return try result.get()
  }

  /// Returns the credentials and inputs of all of a contract's personas, as environment variables.
  private func environment(_ contract: Contract) -> [String: String] {
    var environment: [String: String] = [:]
    for (index, persona) in contract.personas.enumerated() {
      let suffixes = index == 0 ? ["", "_\(persona.name.uppercased())"] : ["_\(persona.name.uppercased())"]
      for suffix in suffixes {
        for credential in contract.credentials {
          if let name = credential.environment { environment[name + suffix] = persona.credentials[credential.name] }
        }
        for member in persona.login?.members.map({ $0 }) ?? [] {
          environment["\(suite.service.uppercased())_LOGIN_\(member.key.uppercased())\(suffix)"] = member.value.string
        }
      }
    }
    return environment
  }

  /// The resources that a run may remove or change permanently, because the server is the mock.
  private var expendables: [String: String] {
    switch suite.service {
    case "truelog":
      [
        "removable_ticket_id": "1045", "removable_asset_id": "312", "removable_busy_accessory_id": "21",
        "removable_depended_customer_id": "57", "foreign_comment_id": "8", "removable_foreign_comment_id": "8",
      ]
    case "realityportal":
      ["disposable_account": "yes", "new_email": "nina@example.com", "second_email": "nora@example.com"]
    default: ["removable_plan_id": "plan-lisbon"]
    }
  }
}

/// A server that declares its contents disposable.
private struct DisposableServer: Responder {
  let server: any Responder

  func respond(to request: Request, completion: Completion) -> Reply {
    request.path == Disposable.path ? .now(Disposable.answer) : server.respond(to: request, completion: completion)
  }
}
