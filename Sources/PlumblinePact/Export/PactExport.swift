import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A pact of the calls that a client makes, with the parts of their responses that it needs.
///
/// It contains no timestamps and no tool version, and is sorted by name. Two pacts therefore differ only if the clients
/// differ, or the responses that they got.
package struct PactExport {
  /// The number of interactions.
  package let count: Int
  /// The pact's file.
  package let text: [UInt8]
  /// One sentence for each part that the pact omits, with the reason.
  package let remarks: [String]

  /// - Parameters:
  ///   - consumer: The client's name.
  ///   - provider: The service's name.
  ///   - version: The major version of the specification: 2, 3 or 4.
  package init(_ calls: [ConsumedCall], of contract: Contract, consumer: String, provider: String, version: Int) {
    var writer = Writer(contract: contract, version: version)
    for call in calls.sorted(by: { ($0.endpoint.id, $0.name) < ($1.endpoint.id, $1.name) }) { writer.add(call) }
    let specification = version >= 4 ? "\(version).0" : "\(version).0.0"
    let pact = JSON.object([
      ("consumer", .object([("name", JSON(consumer))])), ("provider", .object([("name", JSON(provider))])),
      ("interactions", .array(writer.interactions)),
      ("metadata", .object([("pactSpecification", .object([("version", JSON(specification))]))])),
    ])
    count = writer.interactions.count
    text = pact.serialized(.pretty) + [UInt8(ascii: "\n")]
    remarks = writer.remarks
  }
}

extension PactExport {
  /// The interactions, in order of creation.
  private struct Writer {
    let contract: Contract
    let version: Int
    private(set) var interactions: [JSON] = []
    private(set) var remarks: [String] = []
    private var callers: CallerRegistry
    /// The values that must not occur in a pact.
    private let secrets: Set<String>

    init(contract: Contract, version: Int) {
      self.contract = contract
      self.version = version
      callers = CallerRegistry(contract)
      secrets = Set(contract.personas.flatMap(Self.secrets))
    }

    private static func secrets(of persona: Persona) -> [String] {
      let typed = persona.login?.members.compactMap { name, value in
        value.string.flatMap { SecretNames.isSecret(name, holding: $0) ? $0 : nil }
      }
      return (persona.credentials.map(\.value) + (typed ?? [])).filter { !$0.isEmpty }
    }

    mutating func add(_ call: ConsumedCall) {
      do throws(RequestExpectation.Refusal) {
        interactions.append(try interaction(call))
      } catch {
        remarks.append("\"\(call.title)\" isn't part of the pact: \(error.reason).")
      }
    }

    private mutating func interaction(_ call: ConsumedCall) throws(RequestExpectation.Refusal) -> JSON {
      let redacted = try redacted(call)
      guard let response = redacted.response else {
        throw RequestExpectation.Refusal(reason: "it got no response")
      }
      let shown = CredentialValues(call.exchange.request, in: contract).asked(by: call.endpoint.authentication)
      let reading = RequestReading(call.exchange.request, for: call.endpoint, persona: call.persona)
      let states = ProviderStates(call.endpoint, reading, caller: shown.isEmpty ? nil : call.persona, in: contract)
      let isLogin = call.endpoint.states.contains { $0.action == .login }
      let login = isLogin ? Set(contract.personas.flatMap { $0.login?.members.keys ?? [] }) : []
      let request = try RequestExpectation(
        redacted.request, sent: call.exchange.request, credentials: shown.names.compactMap { contract.credential($0) },
        login: login, version: version)
      if let place = request.place(ofOneOf: secrets) {
        throw RequestExpectation.Refusal(reason: "its \(place) contains a credential")
      }
      var members: [(String, JSON)] = version >= 4 ? [("type", "Synchronous/HTTP")] : []
      members.append(("description", JSON(call.title)))
      if !states.all.isEmpty { members.append(self.states(states.all)) }
      members += [
        ("request", hidden(request.json)), ("response", hidden(expected(response, call, isList: states.isList))),
      ]
      return .object(members)
    }

    /// Returns the exchange in the form of a recording, without credentials and without transport fields.
    private mutating func redacted(_ call: ConsumedCall) throws(RequestExpectation.Refusal) -> Exchange {
      var options = RecordingPlan.Options(
        from: nil, on: "2000-01-01", path: { endpoint, name in "\(endpoint)/\(name)" })
      // The mock sent the response, so nothing was recorded from a server.
      options.kind = .authored
      let plan = RecordingPlan([Capture(call.exchange)], of: contract, beside: [], options: options, callers: &callers)
      guard let file = plan.files.first(where: { !$0.isDraft }) else {
        throw RequestExpectation.Refusal(reason: plan.skips.first?.reason ?? "no endpoint matches its request")
      }
      return file.recording.exchange
    }

    private func states(_ states: [PactInteraction.State]) -> (String, JSON) {
      if version == 2 { return ("providerState", JSON(states.map(\.name).joined(separator: " and "))) }
      let written = states.map { state in
        let parameters: [(String, JSON)] =
          state.parameters.isEmpty ? [] : [("params", .object(state.parameters.map { ($0.name, $0.value) }))]
        return JSON.object([("name", JSON(state.name))] + parameters)
      }
      return ("providerStates", .array(written))
    }

    private mutating func expected(_ response: Response, _ call: ConsumedCall, isList: Bool) -> JSON {
      var members: [(String, JSON)] = [("status", JSON(response.status))]
      guard let bytes = response.body.bytes, !bytes.isEmpty else { return .object(members) }
      guard response.mediaType.map(MediaType.isJSON) ?? true, let body = try? JSON.parse(bytes) else {
        if call.needs.contains(where: \.isRequired) {
          remarks.append("The needs of \"\(call.title)\" aren't part of the pact: the response body isn't JSON.")
        }
        return .object(members)
      }
      let expectation = BodyExpectation(body, needs: call.needs, isList: isList, version: version)
      for field in expectation.leftOut {
        remarks.append(
          "The need of \"\(call.title)\" for \(field) isn't part of the pact: no matching rule covers all values."
        )
      }
      if let body = expectation.body {
        members.append(
          ("body", version >= 4 ? RequestExpectation.wrapped(body, "application/json", "false") : body))
        members += expectation.rules.members
      }
      return .object(members)
    }

    /// Returns a message with placeholders in place of secrets in its body.
    private func hidden(_ message: JSON) -> JSON {
      guard let body = message["body"] else { return message }
      return message.setting("body", to: withoutSecrets(body, 0))
    }

    private func withoutSecrets(_ value: JSON, _ depth: Int) -> JSON {
      guard depth < 100 else { return value }
      switch value.kind {
      case .string: return secrets.contains(value.string ?? "") ? JSON(RequestExpectation.placeholder) : value
      case .array: return .array(value.elements.map { withoutSecrets($0, depth + 1) })
      case .object: return .object(value.members.map { ($0.key, withoutSecrets($0.value, depth + 1)) })
      default: return value
      }
    }
  }
}
