extension Contract {
  /// Returns the header fields that a persona sends to an endpoint to authenticate. They cover the first alternative
  /// that the persona can satisfy, or else as many credentials as the persona has. For credentials in the query, use
  /// ``queryItems(for:_:)``; for those in the body, use ``showing(_:in:for:)``.
  package func headers(for persona: Persona, _ endpoint: Endpoint) -> [(name: String, value: String)] {
    headers(of: persona.credentials, for: endpoint)
  }

  /// Returns the query items that a persona sends to an endpoint to authenticate.
  package func queryItems(for persona: Persona, _ endpoint: Endpoint) -> [(name: String, value: String)] {
    queryItems(of: persona.credentials, for: endpoint)
  }

  /// Returns the header fields that carry the given credentials to an endpoint.
  package func headers(
    of values: [String: String], for endpoint: Endpoint
  ) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    var cookies: [String] = []
    for (credential, value) in chosen(values, for: endpoint) {
      switch credential.carrier {
      case .bearer: fields.append(("Authorization", "Bearer \(value)"))
      case .basic: fields.append(("Authorization", "Basic \(Base64.encode(value.utf8))"))
      case .header(let name): fields.append((name, value))
      case .cookie(let name): cookies.append("\(name)=\(value)")
      case .query, .body: break
      }
    }
    if !cookies.isEmpty { fields.append(("Cookie", cookies.joined(separator: "; "))) }
    return fields
  }

  /// Returns the query items that carry the given credentials to an endpoint.
  package func queryItems(
    of values: [String: String], for endpoint: Endpoint
  ) -> [(name: String, value: String)] {
    chosen(values, for: endpoint).compactMap { credential, value in
      if case .query(let name) = credential.carrier { (name, value) } else { nil }
    }
  }

  func chosen(_ values: [String: String], for endpoint: Endpoint) -> [(Credential, String)] {
    let alternatives = endpoint.authentication.alternatives.filter { !$0.isEmpty }
    let names = alternatives.first { $0.allSatisfy { values[$0] != nil } } ?? endpoint.authentication.names
    return names.compactMap { name in
      guard let credential = credential(name), let value = values[name] else { return nil }
      return (credential, value)
    }
  }
}
