import PlumblineContractModel
import PlumblineJSONTree

/// A scanner that finds the entries of a HAR file as it arrives, so that a file of any size needs only as much memory
/// as one entry.
///
/// Bytes can arrive in chunks of any size. Entries are returned as text with their locations. Only the bytes that
/// delimit entries are examined: brackets and the ends of strings. The text around the entries is kept, with one digit
/// in place of each entry, and is parsed at the end. This way, the whole file is validated as JSON, and errors have
/// their locations.
///
///     {"log": {"entries": [{"request": …}, {"request": …}], "comment": ""}}
///     kept:  {"log": {"entries": [0], "comment": ""}}
package struct HARScanner {
  /// A part of the file.
  package enum Piece: Sendable {
    /// The text of an entry and the location where it begins.
    case entry([UInt8], SourceLocation)
    /// An entry that exceeds the size limit.
    case tooLong(SourceLocation)
  }

  /// The maximum nesting depth. HAR files aren't nested more deeply.
  private static let deepest = 512
  private static let longestKey = 16
  private static let most = 32 << 20

  /// The kind of text that the next byte belongs to.
  private enum Lexing {
    case token, string
    /// The byte after a backslash.
    case escape
  }

  /// The entry that is being scanned.
  private struct Entry {
    /// The offset where the entry begins. If its bytes are skipped, this is the offset where it continues.
    var start: Int
    let place: SourceLocation
    /// A Boolean value that indicates whether the entry is too long, so that its bytes are skipped.
    var isTooLong = false
    /// The number of brackets that are open within the entry.
    var depth = 0
  }

  private let file: String
  private let limit: Int

  private var buffer: [UInt8] = []
  /// The position up to which the buffer has been scanned.
  private var position = 0
  private var entry: Entry?
  /// The open brackets.
  private var open: [UInt8] = []
  /// The keys in the path to the current position, as far as they can lead to entries.
  private var keys: [[UInt8]] = [[], [], []]
  private var key: [UInt8] = []
  private var expectsKey = false
  private var lexing = Lexing.token
  private var isInEntries = false
  /// The line number at `position`, and the offset where the line begins, which may precede the buffer.
  private var line = 1
  private var lineStart = 0
  /// The text around the entries.
  private var kept: [UInt8] = []
  /// The locations in the file where the kept text continues, by offset in the kept text.
  private var seams: [(kept: Int, line: Int, column: Int)] = [(0, 1, 0)]
  /// A Boolean value that indicates whether there has been an entry since the last comma.
  private var hasEntry = false
  /// The problem that was found between entries. Nothing after it is examined.
  private var fault: Problem?
  private var isLost = false

  /// - Parameters:
  ///   - file: The path to show in locations.
  ///   - limit: The maximum size of an entry in bytes.
  package init(file: String, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The number of buffered bytes.
  var waiting: Int { buffer.count }

  /// The size of the kept text and its locations.
  var room: Int { kept.count + seams.count }

  /// Adds the next bytes of the file.
  package mutating func take(_ bytes: some Collection<UInt8>) {
    let gone = entry?.start ?? position
    buffer.removeSubrange(..<gone)
    position -= gone
    lineStart -= gone
    entry?.start = 0
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next piece, or `nil` if more bytes are needed.
  package mutating func next() -> Piece? {
    let end = buffer.count
    var place = position
    var piece: Piece?
    // Use a separate reference to the buffer, because scanning modifies the other state.
    let text = buffer
    text.withUnsafeBufferPointer { bytes in
      while place < end, piece == nil, fault == nil {
        if let first = entry?.start, pass(bytes, &place) {
          piece = ended(bytes[first..<place])
          continue
        }
        if lexing != .token {
          let from = place
          if lexing == .string { place = Self.stringStop(bytes, place) }
          if entry == nil { keep(bytes[from..<place]) }
        } else if entry == nil {
          let from = place
          passBlanks(bytes, &place)
          if !isInEntries || open.count != 3 { keep(bytes[from..<place]) }
        }
        guard place < end else { break }
        let byte = bytes[place]
        if beginsEntry(byte) {
          begin(place, byte)
          continue
        }
        piece = look(at: byte, place, bytes)
        if byte == UInt8(ascii: "\n") { endLine(at: place) }
        place += 1
      }
    }
    if let entry, !entry.isTooLong, piece == nil, place - entry.start > limit {
      self.entry?.isTooLong = true
      piece = .tooLong(entry.place)
    }
    // Don't keep the bytes of a skipped entry.
    if entry?.isTooLong == true { entry?.start = place }
    position = fault == nil ? place : end
    return piece
  }

  /// Skips white space outside of strings. A small compressed file may contain a billion spaces.
  private mutating func passBlanks(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) {
    let raw = UnsafeRawBufferPointer(bytes)
    let spaces: UInt64 = 0x2020_2020_2020_2020
    var place = position
    while place < bytes.count, bytes[place].isBlank {
      if place + 8 <= bytes.count, raw.loadUnaligned(fromByteOffset: place, as: UInt64.self) == spaces {
        place += 8
        continue
      }
      if bytes[place] == UInt8(ascii: "\n") { endLine(at: place) }
      place += 1
    }
    position = place
  }

  private mutating func endLine(at place: Int) {
    line += 1
    lineStart = place + 1
  }

  /// Skips bytes of an entry. Returns `true` at its end: after its last bracket or, for a scalar, before a comma or the
  /// enclosing bracket.
  private mutating func pass(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Bool {
    var place = position
    var depth = entry?.depth ?? 0
    defer {
      position = place
      entry?.depth = depth
    }
    while place < bytes.count {
      switch lexing {
      case .escape: lexing = .string
      case .string:
        place = Self.stringStop(bytes, place)
        guard place < bytes.count else { return false }
        lexing = bytes[place] == UInt8(ascii: "\\") ? .escape : .token
      case .token:
        switch bytes[place] {
        case UInt8(ascii: "\""): lexing = .string
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return false }
          depth -= 1
          if depth == 0 {
            place += 1
            return true
          }
        case UInt8(ascii: ",") where depth == 0: return false
        case UInt8(ascii: "\n"): endLine(at: place)
        default: break
        }
      }
      place += 1
    }
    return false
  }

  /// Processes a byte outside of entries. Returns the scalar that ends before it, if there is one.
  private mutating func look(at byte: UInt8, _ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Piece? {
    if lexing != .token {
      // Keep the byte only at the end, so that a key doesn't include its closing quote.
      defer { keep(bytes[place...place]) }
      if lexing == .escape {
        lexing = .string
      } else if byte == UInt8(ascii: "\\") {
        lexing = .escape
      } else if byte == UInt8(ascii: "\"") {
        lexing = .token
        if expectsKey, open.count < 3 { keys[open.count] = key }
      }
      return nil
    }
    if isInEntries, open.count == 3 {
      return byte.isBlank ? nil : separate(byte, place, bytes)
    }
    switch byte {
    case UInt8(ascii: "\""):
      keep(bytes[place...place])
      lexing = .string
      key = []
      return nil
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if byte == UInt8(ascii: "["), open.count == 2, Self.isKey(keys[1], "log"), Self.isKey(keys[2], "entries") {
        isInEntries = true
      }
      if open.count < Self.deepest { open.append(byte) } else { isLost = true }
      expectsKey = byte == UInt8(ascii: "{")
    case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
    case UInt8(ascii: ","): expectsKey = open.last == UInt8(ascii: "{")
    case UInt8(ascii: ":"): expectsKey = false
    default: break
    }
    keep(bytes[place...place])
    return nil
  }

  /// Returns a Boolean value that indicates whether an entry begins with a byte.
  private func beginsEntry(_ byte: UInt8) -> Bool {
    isInEntries && open.count == 3 && entry == nil && lexing == .token && byte != UInt8(ascii: ",")
      && byte != UInt8(ascii: "]") && !byte.isBlank
  }

  /// Processes a byte between two entries or after the last one. If the preceding entry is a scalar, it ends here.
  private mutating func separate(_ byte: UInt8, _ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Piece? {
    let piece = entry.flatMap { ended(bytes[$0.start..<place]) }
    let isEnd = byte == UInt8(ascii: "]")
    if !hasEntry, !isEnd || kept.last == UInt8(ascii: "0") {
      complain("Expected an entry, found '\(Character(UnicodeScalar(byte)))'.", place)
    }
    hasEntry = false
    guard isEnd else { return piece }
    seams.append((kept.count, line, column(of: place)))
    kept.append(byte)
    open.removeLast()
    isInEntries = false
    return piece
  }

  private mutating func begin(_ place: Int, _ byte: UInt8) {
    let found = "found '\(Character(UnicodeScalar(byte)))'."
    if hasEntry { complain("Expected ',' or ']' after an entry, \(found)", place) }
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: ":") { complain("Expected an entry, \(found)", place) }
    entry = Entry(start: place, place: self.place(of: place))
  }

  private mutating func complain(_ message: String, _ place: Int) {
    fault = fault ?? Problem(self.place(of: place), message)
  }

  /// Returns the number of bytes in the line before a position in the buffer.
  private func column(of place: Int) -> Int { place - lineStart }

  private func place(of place: Int) -> SourceLocation {
    SourceLocation(file: file, line: line, column: column(of: place) + 1)
  }

  private mutating func close() {
    if !open.isEmpty { open.removeLast() }
    if open.count < 3 { isInEntries = false }
    expectsKey = false
  }

  private mutating func ended(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Piece? {
    defer { entry = nil }
    hasEntry = true
    if kept.last == UInt8(ascii: "[") { kept.append(UInt8(ascii: "0")) }
    return entry.flatMap { $0.isTooLong ? nil : .entry(Array(text), $0.place) }
  }

  private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if kept.count < Self.most { kept.append(contentsOf: bytes) } else { isLost = true }
    if lexing != .token, expectsKey, open.count < 3, key.count < Self.longestKey { key.append(contentsOf: bytes) }
  }

  /// Returns the position of the next quote or backslash.
  static func stringStop(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    var place = place
    let quotes: UInt64 = 0x2222_2222_2222_2222
    let backslashes: UInt64 = 0x5C5C_5C5C_5C5C_5C5C
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(bytes)
    while place + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian
      let (one, two) = (word ^ quotes, word ^ backslashes)
      // The lowest marked byte is definitely a quote or a backslash.
      let found = ((one &- ones) & ~one | (two &- ones) & ~two) & highs
      if found != 0 { return place + found.trailingZeroBitCount >> 3 }
      place += 8
    }
    while place < bytes.count, bytes[place] != 0x22, bytes[place] != 0x5C { place += 1 }
    return place
  }

  private static func isKey(_ bytes: [UInt8], _ text: StaticString) -> Bool {
    bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Returns the problem with the text around the entries, once the file has arrived completely.
  package mutating func finish() -> Problem? {
    if let fault { return fault }
    if let entry, !entry.isTooLong {
      if kept.last == UInt8(ascii: "0") { kept.append(UInt8(ascii: ",")) }
      seams.append((kept.count, entry.place.line, entry.place.column - 1))
      kept.append(contentsOf: buffer[entry.start...])
    } else if isInEntries {
      seams.append((kept.count, line, column(of: position)))
    }
    if isLost {
      return Problem(
        SourceLocation(file: file, line: 1, column: 1), "There is too much data outside the entries for a HAR file.")
    }
    do throws(JSONSyntaxError) {
      let root = try JSON.parse(kept, file: file)
      guard let log = root["log"] else { return Problem(root.location, "This isn't a HAR file: it has no \"log\".") }
      guard log.kind == .object, let list = log["entries"] else {
        return Problem(placed(log.location), "\"log\" must be an object with \"entries\".")
      }
      guard list.kind == .array else {
        return Problem(placed(list.location), "\"entries\" must be an array, not \(list.kind.name).")
      }
      return nil
    } catch {
      return Problem(placed(error.location), error.message)
    }
  }

  /// Converts a location in the kept text to the location in the file.
  private func placed(_ location: SourceLocation) -> SourceLocation {
    var offset = 0
    var line = 1
    while line < location.line, offset < kept.count {
      if kept[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
    offset += location.column - 1
    guard let seam = seams.last(where: { $0.kept <= offset }) else { return location }
    var place = SourceLocation(file: file, line: seam.line, column: seam.column + 1)
    for byte in kept[seam.kept..<min(offset, kept.count)] {
      if byte == UInt8(ascii: "\n") {
        place.line += 1
        place.column = 1
      } else {
        place.column += 1
      }
    }
    return place
  }
}
