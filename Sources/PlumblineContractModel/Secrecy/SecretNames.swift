import PlumblineASCII

/// A namespace for determining from their names which members, parameters, header fields, cookies and form fields
/// contain secrets.
///
/// A name is split into words, and the last ones decide. `prev_password`, `nextAuthSecret` and `X-API-Key` end with the
/// name of a secret, whereas `password_updated_at` and `token_type` don't. Words that merely qualify the secret may
/// follow, as in `password_confirmation`, `token2` and `secretHash`. If several endings match, the longest wins:
/// `next_page_token` refers to a page, but `page_access_token` is a secret. The words are in ``SecretVocabulary``.
///
/// Some names are ambiguous. `enable_password` may be a switch or a password, and `session` a lesson or a login
/// session. For these, ``Kind/settled(by:)`` considers the value.
package enum SecretNames {
  /// The kind of value that a name implies.
  package enum Kind: Sendable, Hashable {
    /// A string that identifies the caller. A number with such a name is a count.
    case secret
    /// A secret that is short enough to be written as a number, such as a PIN.
    case code
    /// A position in a list. It isn't a secret itself but may contain one, so recordings replace it.
    case cursor
    /// A statement about a secret, or the secret itself. A string is a secret unless it means yes, no or a number.
    case flag
    /// Any value. Only a long string that looks random is a secret.
    case opaque
    /// A part of a code. Only digits are a secret.
    case digits

    /// Returns the kind of a string whose name has this kind: a secret, a code, a cursor or `nil`.
    package func settled(by text: String) -> Kind? { settled(by: text.utf8) }

    /// Returns the kind of a string whose name has this kind, given the string's bytes.
    func settled(by text: some Collection<UInt8>) -> Kind? {
      switch self {
      case .secret, .code, .cursor: self
      case .flag: SecretTexts.isSwitch(text) ? nil : .secret
      case .opaque: SecretTexts.isOpaque(text) ? .secret : nil
      case .digits: !text.isEmpty && text.allSatisfy { $0.isDigit } ? .code : nil
      }
    }

    /// The kind of a number whose name has this kind.
    package var ofNumber: Kind? {
      switch self {
      case .secret, .code, .cursor: self
      case .flag, .opaque, .digits: nil
      }
    }

    /// A Boolean value that indicates whether values of this kind must not be shown.
    package var hides: Bool { self == .secret || self == .code }
  }

  /// Returns the kind for a name, or `nil` if the name implies none, as most names do.
  package static func kind(of name: String) -> Kind? { members.value(of: name, else: readKind(of:)) }

  /// Returns the kind for the name of a header field, or `nil` if the name implies none, as most names do.
  package static func kind(ofField name: String) -> Kind? { fields.value(of: name, else: readKind(ofField:)) }

  private static let members = NameMemo<Kind?>()
  private static let fields = NameMemo<Kind?>()

  private static func readKind(of name: String) -> Kind? {
    let words = words(of: name)
    if words.last.map(SecretVocabulary.lastWords.contains) ?? false,
      let kind = SecretVocabulary.whole[words.joined(separator: " ")]
    {
      return kind
    }
    guard let kind = kind(ofEnding: words) else { return nil }
    guard let first = words.first, words.count > 1, SecretVocabulary.denials.contains(first) else { return kind }
    return kind.hides ? .flag : nil
  }

  private static func readKind(ofField name: String) -> Kind? {
    let words = words(of: name)
    if words.contains("hmac") || SecretVocabulary.fields.contains(words.joined(separator: " ")) { return .secret }
    return kind(of: name)
  }

  /// Returns the kind for a name inside a value that is itself named.
  ///
  /// Everything inside a secret is secret, regardless of its name (`"credentials": { "left": "…", "right": "…" }`),
  /// unless the name is that of one of the secret's properties, such as its ID, type or time. Inside other values, only
  /// a name that merely qualifies takes their kind.
  ///
  /// - Parameter outer: The kind of the enclosing value.
  package static func kind(of name: String, in outer: Kind?) -> Kind? {
    let own = kind(of: name)
    guard let outer else { return own }
    if let own, own != .opaque { return own }
    if isQualifier(name: name) { return outer }
    switch outer {
    case .secret: return isRemark(name) ? own : .secret
    case .code, .digits: return isRemark(name) ? own : .digits
    case .cursor, .flag, .opaque: return own
    }
  }

  /// Returns a Boolean value that indicates whether a string with the given name must not be shown.
  package static func isSecret(_ name: String, holding text: String) -> Bool {
    kind(of: name)?.settled(by: text)?.hides ?? false
  }

  /// Returns a Boolean value that indicates whether a header field's value must not be shown.
  package static func isSecret(field name: String, holding text: String) -> Bool {
    kind(ofField: name)?.settled(by: text)?.hides ?? false
  }
}

extension SecretNames {
  private static func kind(ofEnding words: [String]) -> Kind? {
    var words = words
    while let last = words.popLast() {
      // Most names aren't in the vocabulary. Check the last word before joining any words.
      let names = SecretVocabulary.lastWords.contains(last) ? words + [last] : []
      for length in stride(from: min(SecretVocabulary.longest, names.count), through: 1, by: -1) {
        let ending = names.suffix(length).joined(separator: " ")
        if SecretVocabulary.exceptions.contains(ending) { return nil }
        if let kind = SecretVocabulary.endings[ending] { return kind }
      }
      if !isQualifier(last) { return nil }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether a name is merely a qualifier of the enclosing name, such as `value`
  /// or `current`.
  private static func isQualifier(name: String) -> Bool {
    words(of: name).allSatisfy { isQualifier($0) || $0 == "access" || $0 == "refresh" }
  }

  private static func isQualifier(_ word: String) -> Bool {
    SecretVocabulary.qualifiers.contains(word) || word.utf8.allSatisfy { $0.isDigit }
  }

  /// Returns a Boolean value that indicates whether a name inside a secret is that of a harmless property, such as
  /// `created_at`, `token_type` or `userId`.
  private static func isRemark(_ name: String) -> Bool {
    let words = words(of: name).filter { !$0.utf8.allSatisfy { $0.isDigit } }
    guard let last = words.last else { return false }
    let remarks = SecretVocabulary.remarks
    if remarks.contains(last) || remarks.contains(words.suffix(2).joined(separator: " ")) { return true }
    return words.count == 1 && SecretVocabulary.denials.contains(last)
  }

  /// Returns the name's words. A word that consists of several known ones, such as `newpassword` or `csrftoken`, is
  /// split.
  private static func words(of name: String) -> [String] {
    NameWords.of(name).flatMap { word in
      SecretVocabulary.all.contains(word) ? [word] : parts(of: word[...]) ?? [word]
    }
  }

  private static func parts(of word: Substring) -> [String]? {
    // Known words don't contain digits, and a word consists of either digits or letters.
    guard word.utf8.count <= 40, word.utf8.first.map({ !$0.isDigit }) ?? false else { return nil }
    var deadEnds: Set<Substring.Index> = []
    return parts(of: word, &deadEnds)
  }

  /// Splits a string into known words, or returns `nil` if that isn't possible.
  ///
  /// - Parameter deadEnds: The indices of suffixes that can't be split, so that each is tried only once.
  private static func parts(of rest: Substring, _ deadEnds: inout Set<Substring.Index>) -> [String]? {
    if rest.isEmpty { return [] }
    guard !deadEnds.contains(rest.startIndex) else { return nil }
    for length in stride(from: min(SecretVocabulary.longestWord, rest.count), through: 2, by: -1) {
      let head = String(rest.prefix(length))
      if SecretVocabulary.all.contains(head), let more = parts(of: rest.dropFirst(length), &deadEnds) {
        return [head] + more
      }
    }
    deadEnds.insert(rest.startIndex)
    return nil
  }
}
