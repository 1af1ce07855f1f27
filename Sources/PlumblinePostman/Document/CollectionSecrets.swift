import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings

/// The secrets in a collection. They are removed from all strings.
struct CollectionSecrets {
  /// The attributes of an authentication that aren't secrets.
  private static let plain: Set<String> = [
    "type", "key", "in", "algorithm", "addTokenTo", "signatureMethod", "version", "addParamsToHeader",
    "addEmptyParamsToSign", "realm", "region", "service", "tokenType", "headerPrefix", "grant_type", "timestamp",
    "username", "user", "domain", "workstation", "qop", "showPassword", "disableRetryRequest", "scope",
  ]
  /// The minimum length of a secret that is also removed from within longer strings. A shorter one is removed only if
  /// it is the whole string.
  private static let shortest = 12

  private var whole: Set<String> = []
  private let redactor = Redactor(nil)

  init(_ root: JSON, _ variables: Variables) {
    whole.formUnion(variables.secrets)
    collect(root, variables)
  }

  private mutating func collect(_ owner: JSON, _ variables: Variables) {
    for place in [owner, owner.object("request")] + owner.list("response").map({ $0.object("originalRequest") }) {
      guard let auth = place?.object("auth") else { continue }
      for (name, value) in AuthAttributes(auth).all where !Self.plain.contains(name) {
        let text = variables.resolved(value)
        if text.count >= 6, !Variables.isOpen(text) { whole.insert(text) }
      }
    }
    for item in owner.list("item") { collect(item, variables) }
  }

  /// Returns a string without the secrets.
  func text(_ text: String) -> String {
    if whole.contains(text) { return "left-out" }
    var text = text
    for secret in whole where secret.count >= Self.shortest && text.contains(secret) {
      text = text.replacing(secret, with: "left-out")
    }
    return text
  }

  /// Returns a Boolean value that indicates whether a value may be shown as an example for a name.
  func isShown(_ value: String, of name: String) -> Bool {
    !value.isEmpty && text(value) == value && redactor.changed(value) == nil
      && !SecretNames.isSecret(name, holding: value) && !SecretNames.isSecret(field: name, holding: value)
      && !PersonalTexts.isPersonal(value, named: name)
  }
}

/// The attributes of an authentication: a list of keys and values in version 2.1, and an object in version 2.0.
struct AuthAttributes {
  private(set) var all: [(name: String, value: String)] = []

  init(_ auth: JSON) {
    guard let type = auth["type"]?.string, let written = auth[type] else { return }
    for element in written.kind == .array ? Array(written.elements) : [] {
      if let name = element["key"]?.string, let value = element["value"]?.plainText { all.append((name, value)) }
    }
    for (name, value) in written.kind == .object ? Array(written.members) : [] {
      if let value = value.plainText { all.append((name, value)) }
    }
  }

  subscript(name: String) -> String? { all.first { $0.name == name }?.value }
}
