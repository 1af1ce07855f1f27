import PlumblineContractModel
import PlumblineJSONTree

/// Finds the entries of a HAR file as it arrives, so that a file of any size needs only the memory of one entry.
///
/// Bytes go in as they arrive, split anywhere, and entries come out as strings with their places. Only the bytes that
/// delimit an entry are examined, which are brackets and the ends of strings. The text around the entries is kept, with
/// one digit for each entry, and is parsed at the end. The whole file is therefore validated as JSON, and errors have
/// their locations.
///
///     {"log": {"entries": [{"request": …}, {"request": …}], "comment": ""}}
///     kept:  {"log": {"entries": [0], "comment": ""}}
package struct HARScanner {
  /// A piece of the file.
  package enum Piece: Sendable {
    /// The text of an entry, and where it begins.
    case entry([UInt8], SourceLocation)
    /// An entry with more bytes than the limit.
    case tooLong(SourceLocation)
  }

  /// The maximum depth. A deeper file isn't a HAR file.
  private static let deepest = 512
  private static let longestKey = 16
  private static let most = 32 << 20

  /// The kind of text that the next byte belongs to.
  private enum Lexing {
    case token, string
    /// The byte after a backslash.
    case escape
  }

  /// The entry that the scanner is in.
  private struct Entry {
    /// The offset at which the entry begins or, if its bytes are skipped, continues.
    var start: Int
    let place: SourceLocation
    /// A Boolean value that indicates whether the entry's bytes are skipped.
    var isTooLong = false
    /// The number of brackets that are open within the entry.
    var depth = 0
  }

  private let file: String
  private let limit: Int

  private var buffer: [UInt8] = []
  /// The position up to which the buffer was scanned.
  private var position = 0
  private var entry: Entry?
  /// The open brackets.
  private var open: [UInt8] = []
  /// The keys on the path to the scanner's position that can lead to entries.
  private var keys: [[UInt8]] = [[], [], []]
  private var key: [UInt8] = []
  private var expectsKey = false
  private var lexing = Lexing.token
  private var isInEntries = false
  /// The line of the byte at `position`, and the offset of its beginning, which may be before the buffer.
  private var line = 1
  private var lineStart = 0
  /// The text around the entries.
  private var kept: [UInt8] = []
  /// The places in the file at which the kept text continues, by offset.
  private var seams: [(kept: Int, line: Int, column: Int)] = [(0, 1, 0)]
  /// A Boolean value that indicates whether an entry came after the last comma.
  private var hasEntry = false
  /// The problem between entries, after which nothing is examined.
  private var fault: Problem?
  private var isLost = false

  /// - Parameters:
  ///   - file: The path that places show.
  ///   - limit: The largest number of bytes of an entry.
  package init(file: String, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The number of buffered bytes.
  var waiting: Int { buffer.count }

  /// The size of the kept text and its places.
  var room: Int { kept.count + seams.count }

  /// Takes the next bytes of the file.
  package mutating func take(_ bytes: some Collection<UInt8>) {
    let gone = entry?.start ?? position
    buffer.removeSubrange(..<gone)
    position -= gone
    lineStart -= gone
    entry?.start = 0
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next piece, or `nil` if more bytes must arrive first.
  package mutating func next() -> Piece? {
    let end = buffer.count
    var place = position
    var piece: Piece?
    // The buffer has a separate reference, because scanning modifies the other state.
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
    // The bytes of a skipped entry aren't kept.
    if entry?.isTooLong == true { entry?.start = place }
    position = fault == nil ? place : end
    return piece
  }

  /// Skips blanks outside strings. A small compressed file may have a thousand million of them.
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

  /// Skips the bytes of an entry. Returns `true` when its last bracket was found. A plain value ends before a comma or
  /// a bracket that isn't its own.
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

  /// Processes a byte outside entries, and returns the plain value that ends before it.
  private mutating func look(at byte: UInt8, _ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Piece? {
    if lexing != .token {
      // Keeping the byte is deferred, so that the key doesn't include its closing quote.
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

  /// Handles a byte between two entries, or after the last one. A plain value ends before it.
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

  /// Returns the number of bytes in the line before a place in the buffer.
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
      // The lowest marked byte is a quote or a backslash.
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

  /// Returns the problem with the file around its entries, once it has arrived completely.
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

  /// Returns the place in the file for a place in the kept text.
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
