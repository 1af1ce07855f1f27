import PlumblineASCII
import PlumblineJSONTree

/// A short string that identifies equal drift and is stable across runs, machines and edits of the contract.
///
/// The fingerprint depends on the service, endpoint, rule, status, folded pointer and detail. It never depends on a
/// message, a line or a count, so that waivers keep working when messages or files change.
package struct Fingerprint: Sendable, Hashable, CustomStringConvertible {
  /// The fingerprint as sixteen hexadecimal digits.
  package let text: String

  package init(of drift: Drift) {
    var hash = StableHash()
    hash.combine(drift.service)
    hash.combine(Self.folded(endpoint: drift.endpoint))
    hash.combine(drift.rule.id)
    hash.combine(drift.status.map { String($0) })
    hash.combine((drift.folded ?? drift.pointer.map(Self.folded))?.description)
    hash.combine(drift.detail)
    text = hash.text
  }

  package var description: String { text }

  /// Returns a pointer with `*` for every token that can only be an array index.
  package static func folded(_ pointer: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens.map { isNumber($0) ? "*" : $0 })
  }

  /// Returns an endpoint's name without IDs. An undocumented endpoint is identified by its method and path, and with
  /// IDs in the path, every item would be separate drift.
  private static func folded(endpoint: String) -> String {
    guard endpoint.contains("/") else { return endpoint }
    return endpoint.split(separator: "/", omittingEmptySubsequences: false)
      .map { isNumber($0) || isIdentifier($0) ? "*" : $0 }.joined(separator: "/")
  }

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isDigit }
  }

  /// Returns a Boolean value that indicates whether a string is a UUID.
  private static func isIdentifier(_ text: Substring) -> Bool {
    text.utf8.count == 36
      && text.utf8.allSatisfy { byte in
        switch byte {
        case ASCII.digits, ASCII.capitalHexLetters, ASCII.smallHexLetters, UInt8(ascii: "-"): true
        default: false
        }
      }
  }
}

extension Drift {
  /// The drift's fingerprint, which equal drift shares, as sixteen hexadecimal digits.
  package var fingerprint: String { Fingerprint(of: self).text }
}
