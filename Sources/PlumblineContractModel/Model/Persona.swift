import PlumblineJSONTree

/// A caller with credentials and permissions.
package final class Persona: Sendable {
  /// The name to pass to `--as`, such as `viewer`.
  package let name: String
  /// The values of the persona's credentials on the mock, by credential name.
  package let credentials: [String: String]
  /// The permissions, such as `can_edit_tickets`.
  package let permissions: [String]
  /// The persona as written in the contract, for conditions on `persona.type` and similar members.
  package let source: JSON
  /// The ID of a caller that was created at run time and is otherwise equal to this persona, or `nil` for a persona of
  /// the contract.
  package let newcomer: JSON?
  /// The name of the contract's persona that this one represents or is modeled on.
  package let kin: String

  package init(
    name: String, credentials: [String: String], permissions: [String], source: JSON, newcomer: JSON? = nil,
    kin: String? = nil
  ) {
    self.name = name
    self.credentials = credentials
    self.permissions = permissions
    self.source = source
    self.newcomer = newcomer
    self.kin = kin ?? name
  }

  /// The values that the contract's persona logs in with.
  package var login: JSON? { source["login"] }

  /// Returns a copy of this persona with a different ID, for an account that was just created. If the ID is `nil`,
  /// returns the persona itself.
  package func becoming(_ id: JSON?) -> Persona {
    guard let id else { return self }
    let others = source.members.map { ($0.key, $0.value) }.filter { $0.0 != "id" }
    return Persona(
      name: name, credentials: credentials, permissions: permissions, source: .object([("id", id)] + others),
      newcomer: id)
  }

  /// Returns a Boolean value that indicates whether two personas are the same.
  package func isSame(as other: Persona) -> Bool { kin == other.kin && newcomer == other.newcomer }

  /// Returns a copy of this persona for a different item. If the persona's key occurs as a word in its strings, it is
  /// replaced with the item's key: `account:ada` becomes `account:ben`.
  package func becoming(_ key: JSON, insteadOf own: String) -> Persona {
    let text = key.string ?? key.text
    let members = source.members.map { name, value in
      (name, name == "credentials" || name == "login" ? value : Self.replaced(own, in: value, by: text))
    }
    let others = members.filter { $0.0 != "id" }
    let id = members.first { $0.0 == "id" && $0.1 != source["id"] }?.1 ?? key
    return Persona(
      name: text, credentials: credentials, permissions: permissions.map { Self.replaced(own, in: $0, by: text) },
      source: .object([("id", id)] + others), newcomer: key, kin: name)
  }

  private static func replaced(_ word: String, in value: JSON, by other: String) -> JSON {
    if let text = value.string { return JSON(replaced(word, in: text, by: other)) }
    return value.kind == .array ? .array(value.elements.map { replaced(word, in: $0, by: other) }) : value
  }

  private static func replaced(_ word: String, in text: String, by other: String) -> String {
    guard !word.isEmpty else { return text }
    var result = ""
    var rest = text[...]
    while let found = rest.firstRange(of: word) {
      let before = found.lowerBound == text.startIndex ? nil : text[text.index(before: found.lowerBound)]
      let after = found.upperBound == text.endIndex ? nil : text[found.upperBound]
      let isWord = ![before, after].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
      result += rest[..<found.lowerBound] + (isWord ? other : word)
      rest = rest[found.upperBound...]
    }
    return result + rest
  }
}
