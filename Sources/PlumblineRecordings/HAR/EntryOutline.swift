import PlumblineASCII
import PlumblineJSONTree

/// The bytes of an entry that determine the findings about its exchange.
///
/// Captures contain repetitions, because pages poll and lists are loaded again. Entries with the same outline are the
/// same exchange at different times, so the findings about the first one apply to all of them. Creating an outline
/// takes one pass over an entry's text, without creating a tree.
///
/// An outline omits values about the time and connection of the exchange, and the values of header fields that change
/// with every message (``ChangingFields``). Only plain strings and numbers are omitted, and their positions are part of
/// the outline. Texts with the same outline therefore have the same structure, and either all or none of them are
/// valid.
///
///     { "startedDateTime": "2026-11-20T08:00:00Z", "time": 12.5, "request": { "url": "https://example.com/notes", … } }
///     bytes:  { "startedDateTime": "", "time": , "request": { "url": "https://example.com/notes", … } }
///     gaps:   22, 33
package struct EntryOutline: Hashable, Sendable {
  /// The maximum size in bytes of an entry that has an outline.
  static let largest = 256 << 10

  /// A digest of `bytes`. An outline is looked up more often than it is created, and comparing its bytes each time
  /// would cost as much as creating it.
  private let digest: UInt64
  /// The entry without the omitted values.
  private let bytes: [UInt8]
  /// The offsets in `bytes` where values were omitted.
  private let gaps: [Int]

  /// The approximate size of the outline in memory.
  package var size: Int { bytes.count + gaps.count * MemoryLayout<Int>.stride }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
  }

  /// Returns the outline of an entry and the text of its `startedDateTime`. Returns `nil` if the entry isn't in a
  /// simple form and has to be read completely.
  ///
  /// - Parameter changing: The header fields whose values are omitted.
  package static func of(
    _ entry: [UInt8], changing: ChangingFields
  ) -> (outline: EntryOutline, started: String?)? {
    guard entry.count <= largest else { return nil }
    return entry.withUnsafeBufferPointer { bytes in
      var scan = OutlineScan(bytes, changing: changing)
      guard scan.entry() else { return nil }
      var (kept, gaps): ([UInt8], [Int]) = ([], [])
      kept.reserveCapacity(bytes.count)
      gaps.reserveCapacity(scan.cuts.count)
      var start = 0
      for cut in scan.cuts {
        kept.append(contentsOf: bytes[start..<cut.lowerBound])
        gaps.append(kept.count)
        start = cut.upperBound
      }
      kept.append(contentsOf: bytes[start...])
      let started = scan.started.map { String(decoding: bytes[$0], as: UTF8.self) }
      return (EntryOutline(bytes: kept, gaps: gaps), started)
    }
  }

  private init(bytes: [UInt8], gaps: [Int]) {
    digest = Self.digest(of: bytes)
    self.bytes = bytes
    self.gaps = gaps
  }

  /// Random keys that are different in each process, so that a file can't contain entries crafted to have the same
  /// digest.
  private static let keys = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

  /// Returns a digest of bytes, processing 16 at a time. Outlines with the same digest are compared, so collisions do
  /// no harm.
  private static func digest(of bytes: [UInt8]) -> UInt64 {
    let (first, second) = keys
    var digest = UInt64(truncatingIfNeeded: bytes.count) ^ second
    func mix(_ one: UInt64, _ other: UInt64) {
      let product = (one ^ first).multipliedFullWidth(by: other ^ digest)
      digest = product.high ^ product.low
    }
    bytes.withUnsafeBytes { raw in
      var place = 0
      while place + 16 <= raw.count {
        mix(
          raw.loadUnaligned(fromByteOffset: place, as: UInt64.self),
          raw.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
        place += 16
      }
      for byte in raw[place...] { mix(UInt64(byte), second) }
    }
    return digest
  }
}

/// A pass over the text of an entry. It needn't detect all errors: of two texts that differ only in omitted values,
/// either both are valid JSON or neither is.
private struct OutlineScan {
  private typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  /// The maximum length of text that is omitted, and the maximum number of consecutive digits.
  private static let longest = 256
  private static let mostDigits = 32

  private let bytes: UnsafeBufferPointer<UInt8>
  private let changing: ChangingFields
  private var place = 0
  /// The ranges to omit.
  private(set) var cuts: [Range<Int>] = []
  /// The range of the text of `startedDateTime`, without quotes.
  private(set) var started: Range<Int>?

  init(_ bytes: UnsafeBufferPointer<UInt8>, changing: ChangingFields) {
    self.bytes = bytes
    self.changing = changing
    cuts.reserveCapacity(16)
  }

  /// Scans the entry. Returns `false` if it isn't in a simple form.
  mutating func entry() -> Bool {
    skipBlanks()
    guard
      object({ scan, key in
        if Self.isEqual(key, "request") { return scan.message(.request) }
        if Self.isEqual(key, "response") { return scan.message(.response) }
        if Self.isEqual(key, "startedDateTime") { return scan.time() }
        if Self.isEqual(key, "timings") {
          guard scan.peek == UInt8(ascii: "{") else { return scan.skip() }
          return scan.object { scan, _ in scan.cutOrSkip() }
        }
        return Self.isIncidental(key) ? scan.cutOrSkip() : scan.skip()
      })
    else { return false }
    skipBlanks()
    return place == bytes.count
  }

  /// Returns a Boolean value that indicates whether a member of an entry is irrelevant to findings about the exchange.
  private static func isIncidental(_ key: Text) -> Bool {
    isEqual(key, "time") || isEqual(key, "connection") || isEqual(key, "serverIPAddress")
      || isEqual(key, "_connectionId")
  }

  private mutating func time() -> Bool {
    guard started == nil else { return false }
    started = cutText()
    return started != nil || skip()
  }

  private mutating func message(_ side: ChangingFields.Side) -> Bool {
    guard peek == UInt8(ascii: "{") else { return skip() }
    return object { scan, key in
      if side == .response, Self.isEqual(key, "_transferSize") { return scan.cutOrSkip() }
      guard Self.isEqual(key, "headers"), scan.peek == UInt8(ascii: "[") else { return scan.skip() }
      return scan.list { $0.field(of: side) }
    }
  }

  /// Scans a header field. It must be an object with a name followed by a value.
  private mutating func field(of side: ChangingFields.Side) -> Bool {
    guard peek == UInt8(ascii: "{") else { return skip() }
    var isChanging = false
    var isCut = false
    return object { scan, key in
      // If a name is repeated, its last value wins, so don't allow another value after an omitted one.
      if isCut { return false }
      if Self.isEqual(key, "name") {
        let start = scan.place
        guard scan.skip() else { return false }
        isChanging =
          scan.place - start > 2 && scan.bytes[start] == UInt8(ascii: "\"")
          && scan.changing.contains(scan.bytes[start + 1..<scan.place - 1], in: side)
        return true
      }
      guard isChanging, Self.isEqual(key, "value") else { return scan.skip() }
      isCut = scan.cutText() != nil
      return isCut || scan.skip()
    }
  }
}

// MARK: - The parts of a JSON text

extension OutlineScan {
  private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

  private static func isEqual(_ key: Text, _ name: StaticString) -> Bool {
    key.count == name.utf8CodeUnitCount
      && key.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  private mutating func skipBlanks() {
    while place < bytes.count, bytes[place].isBlank { place += 1 }
  }

  /// Scans an object, and calls a closure for the value of each member. Fails if a key contains an escape sequence,
  /// because then it could be any key.
  private mutating func object(_ member: (inout Self, Text) -> Bool) -> Bool {
    guard peek == UInt8(ascii: "{") else { return false }
    place += 1
    skipBlanks()
    if peek == UInt8(ascii: "}") {
      place += 1
      return true
    }
    while true {
      let start = place + 1
      guard peek == UInt8(ascii: "\""), skipString() else { return false }
      let key = bytes[start..<place - 1]
      guard !key.contains(UInt8(ascii: "\\")) else { return false }
      skipBlanks()
      guard peek == UInt8(ascii: ":") else { return false }
      place += 1
      skipBlanks()
      guard member(&self, key) else { return false }
      skipBlanks()
      let end = peek
      place += 1
      if end == UInt8(ascii: "}") { return true }
      guard end == UInt8(ascii: ",") else { return false }
      skipBlanks()
    }
  }

  private mutating func list(_ element: (inout Self) -> Bool) -> Bool {
    guard peek == UInt8(ascii: "[") else { return false }
    place += 1
    skipBlanks()
    if peek == UInt8(ascii: "]") {
      place += 1
      return true
    }
    while true {
      guard element(&self) else { return false }
      skipBlanks()
      let end = peek
      place += 1
      if end == UInt8(ascii: "]") { return true }
      guard end == UInt8(ascii: ",") else { return false }
      skipBlanks()
    }
  }

  /// Skips a value of any kind.
  private mutating func skip() -> Bool {
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard skipString() else { return false }
        if depth == 0 { return true }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // A number or literal ends before its container does.
        if depth == 0 { return true }
        depth -= 1
        if depth == 0 {
          place += 1
          return true
        }
      case UInt8(ascii: ","):
        if depth == 0 { return true }
      default: break
      }
      place += 1
    }
    return false
  }

  /// Skips a string, including its quotes.
  private mutating func skipString() -> Bool {
    place += 1
    while true {
      place = HARScanner.stringStop(bytes, place)
      guard place < bytes.count else { return false }
      if bytes[place] == UInt8(ascii: "\"") {
        place += 1
        return true
      }
      place += 2
    }
  }

  /// Omits a plain string or a number, and skips any other value.
  private mutating func cutOrSkip() -> Bool {
    if peek == UInt8(ascii: "\"") { return cutText() != nil || skip() }
    guard let end = numberEnd() else { return skip() }
    cuts.append(place..<end)
    place = end
    return true
  }

  /// Omits a string that can be a field's value as is: printable ASCII without escape sequences or surrounding spaces.
  /// Returns its range without the quotes.
  private mutating func cutText() -> Range<Int>? {
    guard peek == UInt8(ascii: "\"") else { return nil }
    let start = place + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      let byte = bytes[end]
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\"), end - start < Self.longest else { return nil }
      end += 1
    }
    guard end < bytes.count, end > start, bytes[start] != 0x20, bytes[end - 1] != 0x20 else { return nil }
    cuts.append(start..<end)
    place = end + 1
    return start..<end
  }

  /// Returns the end of the number at the current position (RFC 8259 section 6), or `nil` if there is none.
  private func numberEnd() -> Int? {
    var end = place
    func digits() -> Bool {
      let start = end
      while end < bytes.count, bytes[end].isDigit, end - start < Self.mostDigits { end += 1 }
      return end > start
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: "0") {
      end += 1
    } else if !digits() {
      return nil
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      guard digits() else { return nil }
    }
    // Digits after a leading zero are an error that has to be detected.
    return end < bytes.count && bytes[end].isDigit ? nil : end
  }
}
