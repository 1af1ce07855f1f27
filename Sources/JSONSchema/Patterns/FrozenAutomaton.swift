/// A deterministic automaton whose states are all known: a table that any number of threads may read.
///
/// States are stored as the place of their row, which saves a multiplication for each byte. The two states that a text
/// can not leave have rows like all others, so that a run need not look for them after each byte.
struct FrozenAutomaton: Sendable {
  private let classes: [UInt8]
  private let table: [UInt16]
  /// The verdict at the end of a text, by row.
  private let acceptsEnd: [Bool]
  private let width: Int
  private let start: Int
  /// The first row that a text can leave.
  private let first: Int

  /// Takes over an automaton that is complete, and small enough for places to fit the cells.
  init(_ automaton: PatternAutomaton) {
    classes = automaton.classes
    width = automaton.width
    let width = width
    table = automaton.table.map { UInt16(truncatingIfNeeded: Int($0) &* width) }
    acceptsEnd = automaton.acceptsEnd
    start = Int(automaton.start) &* width
    first = Int(PatternAutomaton.first) &* width
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    let (classes, table) = (classes.span, table.span)
    var state = start
    var index = 0
    let count = text.count
    while count &- index >= 8 {
      if state < first { return acceptsEnd[state / width] }
      for _ in 0..<8 {
        state = Int(table[state &+ Int(classes[Int(text[index])])])
        index &+= 1
      }
    }
    while index < count {
      state = Int(table[state &+ Int(classes[Int(text[index])])])
      index &+= 1
    }
    return acceptsEnd[state / width]
  }
}
