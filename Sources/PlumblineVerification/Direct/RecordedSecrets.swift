import PlumblineContractModel
import PlumblineHTTPMessages

/// A search for the secrets in a recorded request. They belong to one server and are never sent to another.
enum RecordedSecrets {
  /// Returns the locations of secrets in the query, the header fields and the body, such as `query token` or
  /// `header X-Auth`. Secrets are recognized by their names or formats.
  ///
  /// - Parameter login: A Boolean value that indicates whether the body is a login, whose secrets are replaced anyway.
  static func places(in request: Request, to endpoint: Endpoint, of contract: Contract, login: Bool) -> [String] {
    var places: [String] = []
    let texts = Redactor(contract).texts { places.append(String($0.dropFirst("/request/".count))) }
    _ = texts.target(of: request, to: endpoint)
    // Check only the path's parameters, because variables may override them. A list's cursor isn't a secret.
    let cursors = endpoint.states.compactMap(\.cursor).map { address in
      if case .query(let name) = address { "query/\(name)" } else { "" }
    }
    places.removeAll { $0 == "path" || cursors.contains($0) }
    for (name, value) in request.headers { _ = texts.field(name, value, at: "/request/header/\(name)") }
    if !login, let bytes = request.body.bytes {
      _ = texts.body(bytes, request.headers, BodyOutline(of: request, to: endpoint), at: "/request/body")
    }
    return places.map { $0.replacing("/", with: " ") }
  }
}
