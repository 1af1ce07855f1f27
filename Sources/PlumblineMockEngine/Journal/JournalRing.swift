import PlumblineHTTPMessages

/// A ring buffer for a journal's exchanges. The oldest exchange is at `first`. The buffer has as many slots as were
/// ever needed at once, and a used slot keeps its memory for later exchanges.
struct JournalRing: Sendable {
  /// The capacity in exchanges.
  let room: Int
  // The parts of a slot are in three arrays, because a struct would be copied just to read one of them.
  /// The exchanges that aren't packed.
  private var whole: [JournalEntry?] = []
  private var packed: [PackedExchange] = []
  private var weights: [Int] = []
  private var first = 0
  private(set) var count = 0
  private(set) var bytes = 0

  init(room: Int) {
    self.room = room
  }

  /// Appends an exchange. There must be room for it.
  ///
  /// - Parameter entry: A closure that creates an entry for the exchange, in case it can't be packed.
  mutating func append(
    id: Int, time: Int, _ request: Request, _ answer: OutgoingResponse, largestBody: Int, entry: () -> JournalEntry
  ) {
    let place = (first + count) % room
    // Slots are filled in order, so a missing slot is always the next one.
    if place == weights.count {
      whole.append(nil)
      packed.append(PackedExchange())
      weights.append(0)
    }
    if let weight = packed[place].pack(id: id, time: time, request, answer, largestBody: largestBody) {
      weights[place] = weight
    } else {
      packed[place].forget()
      let entry = entry()
      whole[place] = entry
      weights[place] = entry.weight
    }
    count += 1
    bytes += weights[place]
  }

  /// Removes the oldest exchange, and returns its entry if it wasn't packed, so that the caller can free it.
  ///
  /// - Parameter keepsMemory: A Boolean value that indicates whether the slot is about to be reused.
  mutating func removeFirst(keepsMemory: Bool) -> JournalEntry? {
    guard count > 0 else { return nil }
    var entry: JournalEntry?
    swap(&entry, &whole[first])
    bytes -= weights[first]
    if !keepsMemory { packed[first].forget() }
    first = (first + 1) % room
    count -= 1
    return entry
  }

  /// The exchanges, oldest first.
  var entries: [JournalEntry] {
    (0..<count).compactMap { offset in
      let place = (first + offset) % room
      return whole[place] ?? packed[place].entry
    }
  }
}
