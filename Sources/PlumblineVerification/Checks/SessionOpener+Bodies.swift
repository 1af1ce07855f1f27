import PlumblineContractModel
import PlumblineJSONTree

/// The bodies of requests that refresh or end a session, with `grant_type` and `client_id` beside the token as in RFC
/// 6749 and RFC 7009.
extension SessionOpener {
  /// Returns a request's body without the endpoint's credentials, or `nil` if it would be empty. It contains the
  /// members that the rule's `when` requires, the token that a logout names, and the members that the schema requires,
  /// with the login's or the contract's values.
  func body(of endpoint: Endpoint, _ rule: StateRule?, ending token: String?) -> JSON? {
    guard let schema = endpoint.body?.structured?.schema else { return Optional<JSON>.none }
    var body = JSON.emptyObject
    for clause in rule?.condition.clauses ?? [] {
      guard case .body(let place) = clause.address, let value = clause.values?.first else { continue }
      body = body.placing(place, value) ?? body
    }
    if let token, case .body(let place) = rule?.key { body = body.placing(place, JSON(token)) ?? body }
    let outline = schema.outline()
    let credentials = contract.credentials.filter { endpoint.authentication.names.contains($0.name) }
    let shown = credentials.compactMap { credential in
      if case .body(let place) = credential.carrier { place.tokens.first } else { nil }
    }
    for (name, index) in (outline.places.first?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard !outline.places[index].isOptional, body[name] == nil, !shown.contains(name) else { continue }
      let given = Self.given(schema.source["properties"]?[name])
      if let value = typed(name).map({ JSON($0) }) ?? given { body = body.setting(name, to: value) }
    }
    return body.count > 0 ? Optional(body) : Optional<JSON>.none
  }

  /// Returns a login value that isn't secret.
  private func typed(_ name: String) -> String? {
    let values = personas.compactMap { entry(of: $0)?.typed[name] }
    return values.first.flatMap { SecretNames.isSecret(name, holding: $0) ? nil : $0 }
  }

  /// Returns the value that a member's schema prescribes.
  private static func given(_ schema: JSON?) -> JSON? {
    let listed = schema?["enum"].map { Array($0.elements) } ?? []
    let only = listed.count == 1 ? listed.first : Optional<JSON>.none
    return schema?["const"] ?? only ?? schema?["default"] ?? schema?["examples"]?.elements.first
  }
}
