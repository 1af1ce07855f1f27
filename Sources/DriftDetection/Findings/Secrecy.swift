import ContractModel
import JSONTree

/// Which values a finding may not show.
enum Secrecy {
  /// Whether a value that stands at a place is a secret: by the nearest name, and what is never one aside.
  ///
  /// - Parameter allowed: the values that a schema lists there.
  static func hides(_ value: JSON, at pointer: JSONPointer, allowed: [JSON] = []) -> Bool {
    guard let kind = kind(at: pointer.tokens[...]) else { return false }
    return hides(value, kind) && !allowed.contains(value)
  }

  /// Whether a value under a name is a secret.
  static func hides(_ value: JSON, under name: String) -> Bool {
    SecretNames.kind(of: name).map { hides(value, $0) } ?? false
  }

  private static func hides(_ value: JSON, _ kind: SecretNames.Kind) -> Bool {
    switch (value.kind, kind) {
    case (.string, .secret), (.string, .code), (.number, .code): true
    default: false
    }
  }

  private static func kind(at tokens: ArraySlice<String>) -> SecretNames.Kind? {
    guard let last = tokens.last else { return nil }
    if let kind = SecretNames.kind(of: last) { return kind }
    let isIndex = last.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    return isIndex || SecretNames.isQualifier(name: last) ? kind(at: tokens.dropLast()) : nil
  }
}
