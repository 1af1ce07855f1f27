import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineInference

/// The credentials in the environment, for checking whether a draft would reveal one of them, for example in a name, a
/// path segment, or an error code. Values that are sent as credentials don't count.
struct ShownCredentials {
  private let gate: SecretGate

  /// - Parameter values: The credentials. If there are none, the result is `nil`.
  init?(_ values: [String]) {
    if values.isEmpty { return nil }
    var gate = SecretGate()
    for value in values { gate.add(value) }
    self.gate = gate
  }

  /// Returns a Boolean value that indicates whether a draft reveals one of the credentials.
  func areIn(_ draft: ContractInference.Draft) -> Bool {
    let lines = draft.endpoints.flatMap { [$0.id, $0.request] } + draft.notes
    return lines.contains { isIn($0) } || draft.files.contains { isIn(String(decoding: $0.bytes, as: UTF8.self)) }
  }

  /// Returns the captures without exchanges that contain a credential, and the number of exchanges that were omitted.
  func without(_ captures: [CapturedTraffic]) -> (captures: [CapturedTraffic], count: Int) {
    var count = 0
    let rest = captures.map { capture in
      let exchanges = capture.exchanges.filter { !isIn($0.exchange) }
      count += capture.exchanges.count - exchanges.count
      return CapturedTraffic(exchanges: exchanges, provenance: capture.provenance)
    }
    return (captures: rest, count: count)
  }

  private func isIn(_ exchange: Exchange) -> Bool {
    let request = exchange.request
    let method = request.method.rawValue
    var texts = [method, method.lowercased(), request.path] + names(of: request.headers)
    texts += request.queryItems.map(\.name)
    if let bytes = request.body.bytes { texts.append(String(decoding: bytes, as: UTF8.self)) }
    if let response = exchange.response {
      texts += names(of: response.headers)
      if let bytes = response.body.bytes { texts.append(String(decoding: bytes, as: UTF8.self)) }
    }
    return texts.contains { isIn($0) }
  }

  private func names(of headers: HeaderFields) -> [String] { headers.map { "\($0.name)" } }

  /// Returns a Boolean value that indicates whether a string contains one of the credentials. They are also looked for
  /// in lowercase, because a draft's names are in lowercase.
  private func isIn(_ text: String) -> Bool {
    let folded = text.lowercased()
    return gate.lines(text) != text || gate.lines(folded) != folded
  }
}
