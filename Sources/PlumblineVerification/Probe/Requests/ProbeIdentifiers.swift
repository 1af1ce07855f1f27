import PlumblineContractModel
import PlumblineJSONTree

/// The values of an endpoint's path parameters, in order.
struct ProbeIdentifiers: Sendable {
  /// The evidence that an item with these identifiers exists.
  enum Basis: Sendable, Hashable {
    /// The identifiers are in one of the server's lists.
    case listed
    /// The identifiers come from `--var` or the contract.
    case given
    /// The identifiers come from a recording, and may never have existed on this server.
    case guessed
  }

  /// The known identifiers of an item that exists.
  var existing: [String]?
  var basis = Basis.guessed
  /// Identifiers that start with existing ones and end with made-up ones, or `nil` if none or all of them are known to
  /// exist.
  var belowExisting: [String]?
  /// Identifiers that should be unused. GETs must prove that before anything relies on it.
  let absent: [String]

  /// A Boolean value that indicates whether the existing identifiers are reliable: if a request with them finds
  /// nothing, the endpoint itself is missing.
  var isSure: Bool { existing != nil && basis != .guessed }

  /// Returns a value as text that ``Parameter/value(ofList:)`` can read, or `nil` if there is no such text.
  static func text(_ value: JSON) -> String? {
    guard value.kind == .array else { return WireReading.text(value) }
    let texts = value.elements.compactMap(WireReading.text)
    return texts.isEmpty || texts.count < value.count || texts.contains { $0.contains(",") }
      ? nil : texts.joined(separator: ",")
  }

  static func absent(for endpoint: Endpoint) -> [String] { endpoint.path.map(AbsentIdentifier.text) }

  /// The identifiers to try in reads, most conclusive first: those known to exist, or else made-up ones below existing
  /// ones and ones that may exist, or else ones that should be unused.
  var forReading: [[String]] {
    if let existing, isSure { return [existing] }
    let candidates = [belowExisting, existing].compactMap { $0 }
    return candidates.isEmpty ? [absent] : candidates
  }
}
