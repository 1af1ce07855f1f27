import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI

/// The variables of a collection whose values may be shown.
struct Variables {
  /// The maximum depth of variables that refer to other variables.
  private static let deepest = 8
  /// The maximum length of a resolved string. Without it, a chain of variables could double the length at each step.
  private static let longest = 65_536

  private var values: [String: String] = [:]
  /// The values that must not be shown.
  private(set) var secrets: [String] = []

  init(_ collection: JSON) {
    for variable in collection.list("variable") where !variable.isDisabled {
      guard let name = variable["key"]?.plainText ?? variable["id"]?.plainText,
        let value = variable["value"]?.plainText, !value.isEmpty
      else { continue }
      if variable["type"]?.string == "secret" || SecretNames.isSecret(name, holding: value) {
        secrets.append(value)
      } else {
        values[name] = value
      }
    }
  }

  /// Returns a variable's value, or `nil` if it has none or the value must not be shown.
  func value(of name: String) -> String? { values[name].map(resolved) }

  /// Returns a string in which variables are replaced by their values. Variables without a value stay.
  func resolved(_ text: String) -> String {
    var text = text
    for _ in 0..<Self.deepest where text.contains("{{") && text.utf8.count < Self.longest {
      let next = Self.replacing(text) { values[$0] }
      if next == text { break }
      text = next
    }
    return text
  }

  /// Returns a string in which each variable is replaced by its value or, if it has none, by its name.
  func concrete(_ text: String) -> String {
    Self.replacing(resolved(text)) { Self.word($0) }
  }

  /// Returns a variable's name as a word.
  static func word(_ name: String) -> String {
    let word = Identifiers.words(name)
    return word.isEmpty ? "value" : word
  }

  /// Replaces each `{{name}}`. Names can't contain braces.
  static func replacing(_ text: String, _ value: (String) -> String?) -> String {
    guard text.contains("{{") else { return text }
    return parts(of: text).map { part in
      switch part {
      case .text(let text): text
      case .variable(let name): value(name) ?? "{{\(name)}}"
      }
    }.joined()
  }

  enum Part: Equatable {
    case text(String)
    case variable(String)
  }

  /// Returns the literal parts and the variables of a string, in order.
  static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      plain += rest[..<open]
      rest = rest[open...]
      let inner = rest.dropFirst(2)
      if rest.hasPrefix("{{"), let end = inner.firstIndex(where: { $0 == "{" || $0 == "}" }), end > inner.startIndex,
        inner[end...].hasPrefix("}}")
      {
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(.variable(String(inner[..<end])))
        rest = inner[end...].dropFirst(2)
      } else {
        plain.append("{")
        rest = rest.dropFirst()
      }
    }
    plain += rest
    if !plain.isEmpty { parts.append(.text(plain)) }
    return parts
  }

  /// Returns a Boolean value that indicates whether a string contains a variable.
  static func isOpen(_ text: String) -> Bool {
    parts(of: text).contains { if case .variable = $0 { true } else { false } }
  }
}
