import ContractModel
import HTTPMessages
import JSONTree

/// Values that are never written to a file, and what is written in their place.
///
/// A value is replaced wherever it stands: as a whole text, and inside others. Short ones, of which a password may be one,
/// are replaced inside others only where they are a word of their own: `demo` is no part of `demolition`.
package struct SecretTable: Sendable {
  /// Fewer characters than these occur everywhere and protect nothing.
  private static let shortest = 4
  /// From so many characters on, an occurrence is no accident.
  private static let telling = 8

  private struct Entry: Sendable {
    let value: [UInt8]
    let replacement: [UInt8]
  }

  /// By value; the longest first in ``entries``, so that a value that is part of another leaves nothing of it.
  private var replacements: [String: String] = [:]
  private var entries: [Entry] = []

  package init() {}

  /// Every value.
  package var values: [String] { Array(replacements.keys) }

  /// Adds a value and what stands in its place; `nil` for a text of the same shape. The first word on a value counts.
  package mutating func add(_ value: String, as replacement: String?) {
    let replacement = replacement ?? SecretText.masked(value)
    guard value.utf8.count >= Self.shortest, value != replacement, replacements[value] == nil else { return }
    replacements[value] = replacement
    var spellings = [(value, replacement), (PercentEncoding.encode(value), PercentEncoding.encode(replacement))]
    if value.contains(":") { spellings.append((Base64.encode(value.utf8), Base64.encode(replacement.utf8))) }
    for (value, replacement) in spellings where !entries.contains(where: { $0.value.elementsEqual(value.utf8) }) {
      entries.append(Entry(value: Array(value.utf8), replacement: Array(replacement.utf8)))
    }
    entries.sort { one, other in
      one.value.count == other.value.count
        ? one.value.lexicographicallyPrecedes(other.value) : one.value.count > other.value.count
    }
  }

  /// What stands in the place of a whole value.
  package func replacement(of value: String) -> String? { replacements[value] }

  /// A text without the values; `nil` where it has none.
  package func replaced(in text: String) -> String? {
    if let whole = replacements[text] { return whole }
    return replaced(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Bytes without the values; `nil` where they have none.
  package func replaced(in bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8]?
    for entry in entries {
      if let changed = Self.replacing(entry, in: result ?? bytes) { result = changed }
    }
    return result
  }

  /// Whether a value stands in bytes as it is.
  package func occurs(in bytes: [UInt8]) -> Bool {
    entries.contains { !Self.places(of: $0.value, in: bytes).isEmpty }
  }

  private static func replacing(_ entry: Entry, in bytes: [UInt8]) -> [UInt8]? {
    let places = places(of: entry.value, in: bytes)
    guard !places.isEmpty else { return nil }
    var changed: [UInt8] = []
    var end = 0
    for place in places {
      changed += bytes[end..<place] + entry.replacement
      end = place + entry.value.count
    }
    return changed + bytes[end...]
  }

  private static func places(of value: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard let first = value.first, bytes.count >= value.count else { return [] }
    var places: [Int] = []
    var start = 0
    let last = bytes.count - value.count
    while start <= last {
      if bytes[start] == first, bytes[start..<start + value.count].elementsEqual(value),
        value.count >= telling || isWord(start..<start + value.count, in: bytes)
      {
        places.append(start)
        start += value.count
      } else {
        start += 1
      }
    }
    return places
  }

  private static func isWord(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
    func isPart(_ index: Int) -> Bool {
      guard bytes.indices.contains(index) else { return false }
      switch bytes[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: return true
      default: return false
      }
    }
    return !isPart(range.lowerBound - 1) && !isPart(range.upperBound)
  }
}
