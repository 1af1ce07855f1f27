import PlumblineJSONTree

/// The texts of items, stored contiguously in large pieces of memory.
///
/// A parsed item takes three times the memory of its text, in three allocations. A session flooded with new items would
/// spend more time on allocating that memory than on everything else, so only the text is kept, and an item is parsed
/// again when it is needed.
///
///     pieces   0: {"id":7,"name":"a"}{"id":8,"name":"bc"}…      1: …
///     place of the second item: piece 0, offset 19, count 20
///
/// A removed string leaves a gap. A piece that is all gaps is freed at once; otherwise the owner moves its strings to
/// new memory when too much is wasted.
struct ItemTexts: Sendable {
  /// The location of a string.
  struct Place: Sendable {
    fileprivate let piece: UInt32
    fileprivate let offset: UInt32
    let count: UInt32
  }

  private struct Piece: Sendable {
    /// The memory; `nil` for a freed piece.
    var memory: TextMemory?
    /// The number of its bytes that are still in use.
    var used = 0

    /// Returns a Boolean value that indicates whether a string can be appended. A copy of the strings shares their
    /// memory: the first to append gets new memory, and the existing bytes stay.
    mutating func hasRoom(for count: Int) -> Bool {
      guard let room = memory?.room, room >= count else { return false }
      return isKnownUniquelyReferenced(&memory)
    }
  }

  private static let smallestPiece = 4096
  private static let largestPiece = 1 << 20
  /// The number of wasted bytes below which nothing is moved.
  private static let tolerated = 64 * 1024

  private var pieces: [Piece] = []
  /// Pieces without memory, to be reused.
  private var freePieces: [Int] = []
  /// The piece to which new texts are appended.
  private var current: Int?
  /// The number of bytes in the strings.
  private(set) var used = 0
  /// The number of bytes between the strings.
  private var wasted = 0

  /// A Boolean value that indicates whether a quarter of the memory is gaps.
  var isWasteful: Bool { wasted > Self.tolerated && wasted > used / 4 }

  /// Stores a string.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Place {
    let index = piece(for: text.count)
    // A piece that was just found has room.
    let offset = pieces[index].memory?.append(text) ?? 0
    pieces[index].used += text.count
    used += text.count
    // A string is at most 256 MiB, the limit for a document, and a piece with room is smaller.
    return Place(
      piece: UInt32(truncatingIfNeeded: index), offset: UInt32(truncatingIfNeeded: offset),
      count: UInt32(truncatingIfNeeded: text.count))
  }

  /// Removes a string.
  mutating func remove(_ place: Place) {
    let index = Int(place.piece)
    let count = Int(place.count)
    pieces[index].used -= count
    used -= count
    wasted += count
    guard pieces[index].used == 0 else { return }
    wasted -= pieces[index].memory?.count ?? 0
    pieces[index].memory = nil
    freePieces.append(index)
    if current == index { current = nil }
  }

  /// Passes a string to a closure, which must not keep it beyond the call.
  func withText<Result>(at place: Place, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard let memory = pieces[Int(place.piece)].memory else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return memory.withBytes(Int(place.offset)..<Int(place.offset) + Int(place.count), body)
  }

  /// Returns the piece that has room for a string.
  private mutating func piece(for count: Int) -> Int {
    if let current, pieces[current].hasRoom(for: count) { return current }
    // A few items take little memory, and large pieces are requested rarely.
    let size = max(count, min(Self.largestPiece, max(Self.smallestPiece, used)))
    let piece = Piece(memory: TextMemory(capacity: size))
    let index = freePieces.popLast() ?? pieces.count
    if index == pieces.count { pieces.append(piece) } else { pieces[index] = piece }
    current = index
    return index
  }
}
