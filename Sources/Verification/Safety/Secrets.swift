import ContractModel
import DriftDetection
import HTTPMessages

/// The credential values of a run, and how they are kept out of what people read.
///
/// A server may echo what it was sent, and then a key stands in the `actual` of a drift. Each occurrence becomes "•••",
/// also one that was cut short with an ellipsis. Values of fewer than four characters are left: they occur everywhere.
package struct Secrets: Sendable {
  private static let shortest = 4
  private static let mask = "•••"

  /// The longest first, so that a value that is part of another leaves nothing of it.
  private let values: [String]

  package init(_ values: some Sequence<String>) {
    self.values = Set(values).filter { $0.count >= Self.shortest }.sorted {
      ($1.count, $0) < ($0.count, $1)
    }
  }

  /// These, and the credentials that requests show: a client may have been given a token while it ran.
  package func adding(_ exchanges: [Exchange], of contract: Contract) -> Secrets {
    let names = contract.credentials.map(\.name)
    let shown = exchanges.flatMap { exchange in
      let values = CredentialValues(exchange.request, names: names, in: contract)
      return names.compactMap { values[$0] }
    }
    return Secrets(values + Self.spellings(of: shown))
  }

  /// Values with what else they are sent as: a user's name and password go out as Base64 (RFC 7617).
  package static func spellings(of values: [String]) -> [String] {
    values.flatMap { value -> [String] in
      let encoded = Base64.encode(value.utf8)
      guard let colon = value.firstIndex(of: ":") else { return [value, encoded] }
      return [value, encoded, String(value[value.index(after: colon)...])]
    }
  }

  /// A text without the values.
  package func redact(_ text: String) -> String {
    var text = text
    for value in values {
      if text.contains(value) { text = text.replacing(value, with: Self.mask) }
      if text.contains("…") { text = redactingCut(value, in: text) }
    }
    return text
  }

  /// Masks the beginning of a value where an ellipsis stands for its rest.
  private func redactingCut(_ value: String, in text: String) -> String {
    let pieces = text.split(separator: "…", omittingEmptySubsequences: false)
    let masked = pieces.dropLast().map { piece -> String in
      for length in stride(from: min(value.count, piece.count), through: Self.shortest, by: -1)
      where piece.hasSuffix(value.prefix(length)) {
        return piece.dropLast(length) + Self.mask
      }
      return String(piece)
    }
    return (masked + pieces.suffix(1).map(String.init)).joined(separator: "…")
  }
}
