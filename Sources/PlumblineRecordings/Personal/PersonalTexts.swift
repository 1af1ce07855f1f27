import PlumblineASCII
import PlumblineContractModel
import PlumblineJSONTree

/// The personal data in exchanges, and its replacements in recordings.
///
/// Email addresses are found wherever they occur. Telephone numbers and postal addresses are found by their names or by
/// the `format` in a schema. Names of people and other data are found if a schema has `"x-personal": true`. A value is
/// excluded if its schema has `"x-personal": false`, if it is a key that a mock finds items by, or if a schema lists
/// it.
///
/// Fakes have the same format as the original, and are numbered in the order of first occurrence, as in
/// `person-1@example.com`. Equal values get equal fakes, so that a later request with the same value still matches the
/// recorded one.
package struct PersonalTexts {
  /// A value and its replacement.
  struct Fake {
    let value: String
    let text: String
    let reach: SecretTable.Reach
  }

  private let keyNames: Set<String>
  private var made: [Fake] = []
  /// The values that have a replacement. Email addresses are compared ignoring case.
  private var known: Set<String> = []
  private var numbers: [String: Int] = [:]
  private var counts: [Kind: Int] = [:]
  private var kept: Set<String> = []

  private static let phoneFormats: Set<String> = ["phone", "tel", "phone-number", "e164"]

  private enum Kind: Hashable {
    case email, phone, street, postcode, town, person, day, other
  }

  init(_ contract: Contract) {
    keyNames = Set(contract.collections.compactMap { $0.key?.tokens.last })
  }

  /// The fakes created so far. If a value is a key anywhere, it is kept everywhere.
  var fakes: [Fake] { made.filter { !kept.contains($0.value) } }

  /// Learns the personal data in a string.
  mutating func learn(_ leaf: MessageTexts.Leaf) {
    if let name = leaf.name, keyNames.contains(name) { kept.insert(leaf.text) }
    guard leaf.kind == nil else { return }
    let schemas = leaf.schemas
    let said = Self.saying(leaf, schemas)
    if said == false { return }
    let emails = leaf.isNumber ? [] : EmailAddresses.found(in: leaf.text)
    if emails == [leaf.text] {
      add(leaf.text, .email, leaf)
    } else if let kind = kind(of: leaf, schemas, isSaid: said == true), !leaf.isListed {
      add(leaf.text, kind, leaf)
    }
    for email in emails where email != leaf.text { add(email, .email, nil) }
  }

  /// Returns a Boolean value that indicates whether the nearest schema with `x-personal` declares a string personal, or
  /// `nil` if there is no such schema.
  ///
  /// - Parameter own: The schemas of the string itself.
  private static func saying(_ leaf: MessageTexts.Leaf, _ own: [JSON]) -> Bool? {
    for schemas in [own] + leaf.outerSchemas {
      for schema in schemas { if let isPersonal = schema["x-personal"]?.bool { return isPersonal } }
    }
    return nil
  }

  private func kind(of leaf: MessageTexts.Leaf, _ schemas: [JSON], isSaid: Bool) -> Kind? {
    let formats = Set(schemas.compactMap { $0["format"]?.string })
    if !formats.isDisjoint(with: Self.phoneFormats), Self.isPhone(leaf.text) { return .phone }
    // A date, the address of a machine, or an id is never personal, regardless of its name.
    if formats.isEmpty || isSaid, let kind = Self.kind(of: leaf.text, isNumber: leaf.isNumber, named: leaf.names) {
      return kind
    }
    guard isSaid else { return nil }
    if formats.contains("date") || formats.contains("date-time") { return .day }
    return leaf.text.contains(where: \.isNumber) || leaf.isNumber ? .other : .person
  }

  /// Returns the kind that the name of a value implies, if the value looks like that kind.
  private static func kind(of text: String, isNumber: Bool, named names: [String]) -> Kind? {
    switch PersonalNames.kind(of: names) {
    case .phone where isPhone(text): .phone
    case .postcode where text.contains(where: \.isNumber): .postcode
    case .street where !isNumber && isPostal(text): .street
    case .address where !isNumber && isPostal(text) && !isOfMachine(text): .street
    case .town where !isNumber: .town
    default: nil
    }
  }

  /// Returns a Boolean value that indicates whether a value is personal, judging by its format and its name.
  package static func isPersonal(_ text: String, named name: String) -> Bool {
    !EmailAddresses.found(in: text).isEmpty || kind(of: text, isNumber: false, named: [name]) != nil
  }

  private static func isPhone(_ text: String) -> Bool {
    // Check the bytes first. That excludes most texts, and examining characters is slow.
    text.utf8.allSatisfy { $0.isDigit || "+ ()-./".utf8.contains($0) } && text.utf8.count { $0.isDigit } >= 5
  }

  private static func isPostal(_ text: String) -> Bool {
    text.contains(where: \.isLetter) && !text.contains("://") && !text.contains("@") && text.count > 3
  }

  /// Returns a Boolean value that indicates whether an address identifies a machine. It does if every word is a network
  /// address, or if the whole text is a single plain word, such as "dynamic".
  private static func isOfMachine(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.count == 1, text.allSatisfy({ $0.isASCII && ($0.isLowercase || $0 == "_" || $0 == "-") }) { return true }
    return words.allSatisfy(isOfNetwork)
  }

  /// Returns a Boolean value that indicates whether a word is an address of a machine, such as `10.0.0.1:80`,
  /// `fe80::1`, `00:1b:44:11:3a:b7`, `db.internal:5432`, `/run/docker.sock`, or
  /// `0x52908400098527886E0F7030069857D2E4169EE7`.
  private static func isOfNetwork(_ word: Substring) -> Bool {
    guard word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".:-_/%[]".contains($0)) }) else {
      return false
    }
    if word.hasPrefix("/") || isHost(word) || isCode(word) { return true }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count > 2 {
      return parts.allSatisfy { $0.allSatisfy { $0.isHexDigit || "./%[]".contains($0) } || $0 == parts.last }
    }
    guard let host = parts.first, host.contains(".") else { return false }
    let isNumbers = host.allSatisfy { $0.isNumber || $0 == "." || $0 == "/" }
    return isNumbers || parts.count == 2 && parts[1].allSatisfy(\.isNumber) && !parts[1].isEmpty
  }

  /// Returns a Boolean value that indicates whether a word is the name of a host, such as `db.internal`. Street names
  /// contain capital letters.
  private static func isHost(_ word: Substring) -> Bool {
    let labels = word.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.count > 1, last.allSatisfy(\.isLetter) else { return false }
    return labels.allSatisfy { label in
      !label.isEmpty && label.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
    }
  }

  /// Returns a Boolean value that indicates whether a word is the encoded address of an account, a device, or a
  /// contract. Such words are long and alternate between letters and digits.
  private static func isCode(_ word: Substring) -> Bool {
    guard word.count >= 20, word.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else { return false }
    return zip(word, word.dropFirst()).count { $0.isNumber && $1.isLetter } >= 3
  }

  private mutating func add(_ value: String, _ kind: Kind, _ leaf: MessageTexts.Leaf?) {
    guard !kept.contains(value), !value.isEmpty, known.insert(value).inserted else { return }
    let key = kind == .email ? value.lowercased() : value
    let number = numbers[key] ?? counts[kind, default: 0] + 1
    numbers[key] = number
    counts[kind] = max(counts[kind, default: 0], number)
    let candidates = Self.candidates(for: value, kind, number).filter { $0 != value }
    let fits = leaf.map { leaf in candidates.first { leaf.takes($0) } } ?? nil
    guard let text = fits ?? candidates.first else { return }
    made.append(Fake(value: value, text: text, reach: Self.reach(of: value, kind)))
  }

  /// Returns possible replacements, simplest first.
  private static func candidates(for value: String, _ kind: Kind, _ number: Int) -> [String] {
    let shape = FakeTexts.numbered(FakeTexts.shape(of: value), number)
    switch kind {
    case .email: return ["person-\(number)@example.com", "p\(number)@example.com", shape]
    case .phone: return [0, 2, 3, 4].map { digits(of: value, "5", number, from: $0) } + [shape]
    case .street: return ["\(number) Example Street", shape]
    case .postcode: return [digits(of: FakeTexts.shape(of: value), "1", number), shape]
    case .town: return ["Example Town \(number)", shape]
    case .person: return ["Person \(number)", shape]
    case .day:
      let day = "2000-01-\(number % 28 < 9 ? "0" : "")\(number % 28 + 1)"
      return [day, "\(day)T00:00:00Z", shape]
    case .other: return [digits(of: shape, "1", number), shape]
    }
  }

  /// Returns a string in which all digits are replaced by one digit, except for the last ones, which contain a number.
  private static func digits(of text: String, _ digit: Character, _ number: Int, from first: Int = 0) -> String {
    var seen = 0
    var characters = text.map { character -> Character in
      guard character.isNumber else { return character }
      seen += 1
      return seen > first ? digit : character
    }
    var rest = number
    var position = characters.count
    while rest > 0, position > 0 {
      position -= 1
      guard characters[position].isNumber else { continue }
      seen -= 1
      if seen < max(first, 1) { break }
      // Never use 0, because few numbers begin with it.
      characters[position] = Character("\(1 + (rest - 1) % 9)")
      rest = (rest - 1) / 9
    }
    return String(characters)
  }

  private static func reach(of value: String, _ kind: Kind) -> SecretTable.Reach {
    switch kind {
    case .email: .anywhere
    case .phone, .street: value.utf8.count >= 8 ? .word : .whole
    case .person: value.contains(" ") && value.utf8.count >= 6 ? .word : .whole
    case .postcode, .town, .day, .other: .whole
    }
  }
}
