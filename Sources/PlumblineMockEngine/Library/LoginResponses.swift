import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings

/// A namespace for detecting login endpoints and adapting recorded logins to other personas.
enum LoginResponses {
  /// Returns a Boolean value that indicates whether personas log in at an endpoint.
  ///
  /// It must be a POST endpoint. If it has recorded successes, one of them must have a persona's login in its request.
  /// Otherwise, its body must accept a persona's login, and it must have its own error for unknown logins.
  static func isLogin(_ endpoint: Endpoint, recordings: [PreparedRecording], contract: Contract) -> Bool {
    guard endpoint.request.method == .post, let schema = endpoint.body?.structured?.schema else { return false }
    let logins = contract.personas.compactMap(\.login).filter { $0.count > 0 }
    guard !logins.isEmpty else { return false }
    let successes = recordings.filter(\.isSuccess)
    if !successes.isEmpty {
      return successes.contains { recorded in
        logins.contains { login in recorded.values.body.map { PersonaLogin.contains($0, login) } ?? false }
      }
    }
    let names = Set(schema.declared(at: JSONPointer(), in: .object([])))
    guard logins.contains(where: { $0.members.allSatisfy { names.contains($0.key) } }) else { return false }
    let refusals = endpoint.failures.count { endpoint.occasions(of: $0).contains(.unauthenticated) }
    return refusals > (endpoint.authentication.isOptional ? 0 : 1)
  }

  /// Returns the recorded response to one persona's login, adapted to a different persona: with that persona's
  /// credentials, details (id, name, type, login), and permissions.
  static func answer(
    _ recorded: PreparedRecording, to persona: Persona, insteadOf other: Persona, in contract: Contract
  )
    -> Response
  {
    let response = recorded.rendered.response
    guard let body = recorded.recording.responseBody else { return response }
    let exchange = Substitution(from: other, to: persona, permissions: Set(contract.personas.flatMap(\.permissions)))
    var changed = response
    changed.body = Body(exchange.apply(body, key: nil, depth: 0).serialized())
    return changed
  }

  private struct Substitution {
    let from: Persona
    let to: Persona
    let permissions: Set<String>

    /// The maximum nesting depth to which a response is adapted. It bounds the recursion.
    private static let deepest = 32

    func apply(_ value: JSON, key: String?, depth: Int) -> JSON {
      guard depth < Self.deepest else { return value }
      switch value.kind {
      case .object:
        return .object(value.members.map { ($0.key, apply($0.value, key: $0.key, depth: depth + 1)) })
      case .array:
        return .array(value.elements.map { apply($0, key: key, depth: depth + 1) })
      default:
        return replacement(for: value, key: key) ?? value
      }
    }

    private func replacement(for value: JSON, key: String?) -> JSON? {
      if let text = value.string {
        for (name, credential) in from.credentials.sorted(by: { $0.key < $1.key }) where credential == text {
          if let own = to.credentials[name], own != text { return JSON(own) }
        }
      }
      guard let key else { return nil }
      if value.kind == .bool, permissions.contains(key) { return JSON(to.permissions.contains(key)) }
      if value == from.source[key] { return to.source[key] }
      if value == from.login?[key] { return to.login?[key] }
      return nil
    }
  }
}
