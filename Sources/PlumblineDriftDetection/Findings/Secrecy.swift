import PlumblineContractModel
import PlumblineJSONTree

/// The rules that determine which values a finding must not show.
enum Secrecy {
  /// Returns a Boolean value that indicates whether a value at a location is a secret, based on the surrounding names.
  /// Some values are never secrets.
  ///
  /// - Parameters:
  ///   - allowed: The values that a schema lists for the location.
  ///   - isText: A Boolean value that indicates whether a string is expected. If so, a number may be the secret in a
  ///     different notation.
  static func hides(_ value: JSON, at pointer: JSONPointer, allowed: [JSON] = [], isText: Bool = false) -> Bool {
    guard let kind = kind(at: pointer.tokens[...]), !allowed.contains(value) else { return false }
    return hides(value, kind) || isText && value.kind == .number && kind == .secret
  }

  /// Returns a Boolean value that indicates whether a value under a name is a secret.
  static func hides(_ value: JSON, under name: String) -> Bool {
    SecretNames.kind(of: name).map { hides(value, $0) } ?? false
  }

  private static func hides(_ value: JSON, _ kind: SecretNames.Kind) -> Bool {
    switch value.kind {
    case .string: kind.settled(by: value.string ?? "")?.hides ?? false
    case .number: kind == .code
    default: false
    }
  }

  private static func kind(at tokens: ArraySlice<String>) -> SecretNames.Kind? {
    tokens.reduce(nil) { kind, token in SecretNames.kind(of: token, in: kind) }
  }
}
