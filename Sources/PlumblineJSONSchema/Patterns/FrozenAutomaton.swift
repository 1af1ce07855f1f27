/// A deterministic automaton with all its states. It is an immutable table that any number of threads may read.
///
/// A state is represented by the position of its row, which saves a multiplication for each byte. The two states that a
/// string can't leave have ordinary rows, so a run needn't check for them after each byte. The last column of a row
/// contains 1 if a string that ends in the state matches.
struct FrozenAutomaton: Sendable {
  private let classes: [UInt8]
  private let table: [UInt16]
  /// The column that contains the verdict.
  private let end: Int
  private let start: Int
  /// The first row that a string can leave.
  private let first: Int

  /// Creates a frozen automaton from one that is complete and small enough for row positions to fit into cells.
  init(_ automaton: PatternAutomaton) {
    classes = automaton.classes
    end = automaton.width
    let width = automaton.width + 1
    var table: [UInt16] = []
    table.reserveCapacity(automaton.stateCount * width)
    for state in 0..<automaton.stateCount {
      for target in automaton.table[state * end..<(state + 1) * end] {
        table.append(UInt16(truncatingIfNeeded: Int(target) &* width))
      }
      table.append(automaton.acceptsEnd[state] ? 1 : 0)
    }
    self.table = table
    start = Int(automaton.start) &* width
    first = Int(PatternAutomaton.first) &* width
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    // The code uses slices, because an array's `span` requires macOS 26.
    let (allClasses, wholeTable) = (classes[...], table[...])
    let (classes, table) = (allClasses.span, wholeTable.span)
    var state = start
    var index = 0
    let count = text.count
    while count &- index >= 8, state >= first {
      for _ in 0..<8 {
        state = Int(table[state &+ Int(classes[Int(text[index])])])
        index &+= 1
      }
    }
    while index < count, state >= first {
      state = Int(table[state &+ Int(classes[Int(text[index])])])
      index &+= 1
    }
    return table[state &+ end] != 0
  }
}
