import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The shape of a collection's string keys, for generating new ones.
///
/// It is derived from the keys of the initial items, such as `ord_8f2k`, or otherwise from the examples in the key's
/// schema. If there are neither, keys are numeric strings or UUIDs if the schema allows them. Otherwise, they follow
/// the schema's pattern, which is done by trying endings of several lengths, and then variations of a generated key.
/// Paths that contain a key may be more restrictive than its schema, and generated keys are valid for both. The mapping
/// from numbers to keys is deterministic and one-to-one.
struct KeyShape: Sendable {
  private enum Form: Sendable {
    /// Digits after a prefix, such as `ord_7`.
    case digits(prefix: String)
    /// A UUID with the number at its end, such as `00000000-0000-4000-8000-000000000007`.
    case uuid
    /// Random-looking letters and digits after a prefix.
    case code(prefix: String, alphabet: [UInt8], length: Int)
  }

  private static let digits = Array("0123456789".utf8)
  private static let hexadecimal = Array("0123456789abcdef".utf8)
  private static let small = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
  private static let capital = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  private static let mixed = small + Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  /// Crockford's alphabet, as used by ULIDs.
  private static let crockford = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  /// A prime factor that maps different numbers to different codes, as long as the numbers don't exceed the capacity.
  private static let spread: UInt64 = 2_654_435_761
  private static let longest = 32

  private let form: Form

  private init(_ form: Form) { self.form = form }

  /// - Parameters:
  ///   - sample: The key of an item in the initial collection.
  ///   - schema: The schema that all keys must be valid for.
  ///   - paths: The path parameters that must accept all keys.
  init?(like sample: JSON?, _ schema: Schema, paths: [Parameter] = []) {
    func fits(_ shape: KeyShape) -> Bool {
      (Array(1...40) + [1000]).lazy.map(shape.key).allSatisfy { schema.isValid($0) && paths.accept($0) }
    }
    let examples =
      (schema.source["examples"].map { Array($0.elements) } ?? []) + [schema.source["example"]].compactMap { $0 }
    let candidates: [KeyShape?] =
      ([sample] + examples).map { $0?.string.flatMap(Self.init(like:)) }
      + [KeyShape(.digits(prefix: "")), KeyShape(.uuid)]
    if let found = candidates.lazy.compactMap({ $0 }).first(where: fits) {
      self = found
      return
    }
    let patterns = ([schema] + paths.map(\.schema)).compactMap { $0.source["pattern"]?.string }
    let beginnings = patterns.isEmpty ? [""] : patterns.map(Self.beginning)
    if let found = beginnings.lazy.flatMap(Self.guesses).first(where: fits) {
      self = found
      return
    }
    let generated = ([schema] + paths.map(\.schema)).lazy.compactMap { try? $0.example().get().string }
    guard let found = generated.flatMap(Self.variations).first(where: fits) else { return nil }
    self = found
  }

  /// Creates the shape of a key such as `ord_8f2k`, `5f2b9c0d8a7e6f5b4c3d2e1f`, `01ARZ3NDEKTSV4RRFFQ69G5FAV`. Returns
  /// `nil` if the key looks like a word or a name.
  private init?(like key: String) {
    let end = key.utf8.reversed().prefix { Self.mixed.contains($0) }.count
    let tail = Array(key.utf8.suffix(end))
    let prefix = String(key.dropLast(end))
    if end == 12, prefix.utf8.count == 24, prefix.split(separator: "-").map(\.utf8.count) == [8, 4, 4, 4] {
      self.init(.uuid)
      return
    }
    guard tail.count >= (prefix.isEmpty ? 8 : 4), tail.contains(where: Self.digits.contains) else { return nil }
    // After a single word, the digits are the item's number.
    if tail.allSatisfy(Self.digits.contains), !prefix.utf8.contains(where: Self.digits.contains) { return nil }
    if tail.count == 26, prefix.isEmpty, tail.allSatisfy(Self.crockford.contains) {
      // A ULID starts with the time.
      self.init(.code(prefix: String(key.prefix(10)), alphabet: Self.crockford, length: 16))
      return
    }
    let alphabets = [Self.digits, Self.small, Self.capital, Self.mixed]
    let isHash = tail.count >= 16 && tail.allSatisfy(Self.hexadecimal.contains)
    guard let alphabet = isHash ? Self.hexadecimal : alphabets.first(where: { $0.isSuperset(of: tail) }) else {
      return nil
    }
    self.init(.code(prefix: prefix, alphabet: alphabet, length: tail.count))
  }

  /// Returns possible endings for a pattern with a literal prefix, shortest first. Endings that allow only a few keys
  /// come last.
  private static func guesses(behind prefix: String) -> [KeyShape] {
    [KeyShape(.digits(prefix: prefix))]
      + (Array(4...longest) + Array(1...3)).flatMap { length in
        [small, hexadecimal, digits, letters, capital, crockford, mixed].map { alphabet in
          KeyShape(.code(prefix: prefix, alphabet: alphabet, length: length))
        }
      }
  }

  /// Returns the shapes of keys that share the beginning and length of a generated one, such as `SM` and 32 digits for
  /// a pattern with alternative beginnings.
  private static func variations(of key: String) -> [KeyShape] {
    (0...min(8, max(0, key.utf8.count - 4))).flatMap { count in
      [hexadecimal, digits, small, letters, capital, mixed].map { alphabet in
        KeyShape(.code(prefix: String(key.prefix(count)), alphabet: alphabet, length: key.utf8.count - count))
      }
    }
  }

  /// Returns the literal text at the beginning of a pattern, such as `job_` in `^job_[a-z0-9]{8}$`.
  private static func beginning(of pattern: String) -> String {
    guard pattern.hasPrefix("^") else { return "" }
    var prefix = ""
    var rest = pattern.dropFirst()
    while let character = rest.first, character.isASCII,
      character.isLetter || character.isNumber || "_-:/".contains(character)
    {
      rest.removeFirst()
      // Exclude a character that is optional or repeated.
      if let next = rest.first, "?*{+".contains(next) { break }
      prefix.append(character)
    }
    return prefix
  }

  /// A Boolean value that indicates whether keys are codes. Codes don't reveal the next number.
  var isCode: Bool { if case .code = form { true } else { false } }

  /// Returns the key for a number.
  func key(_ number: Int) -> JSON {
    switch form {
    case .digits(let prefix): return JSON("\(prefix)\(number)")
    case .uuid: return JSON("00000000-0000-4000-8000-\(Self.padded(String(number), to: 12))")
    case .code(let prefix, let alphabet, let length): return JSON(prefix + Self.code(number, alphabet, length))
    }
  }

  private static func padded(_ text: String, to length: Int) -> String {
    String(repeating: "0", count: max(0, length - text.utf8.count)) + text
  }

  private static func code(_ number: Int, _ alphabet: [UInt8], _ length: Int) -> String {
    let base = UInt64(alphabet.count)
    var (capacity, places) = (base, 1)
    while places < length, capacity < 1 << 56 { (capacity, places) = (capacity * base, places + 1) }
    // Numbers beyond the capacity would result in codes that are already used, so make these longer.
    let number = UInt64(max(0, number))
    var rest = number < capacity ? number.multipliedReportingOverflow(by: spread).partialValue % capacity : number
    var letters: [UInt8] = []
    while letters.count < length || rest > 0 {
      letters.append(alphabet[Int(rest % base)])
      rest /= base
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func isSuperset(of others: [UInt8]) -> Bool { others.allSatisfy(contains) }
}
