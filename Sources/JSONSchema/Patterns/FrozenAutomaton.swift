/// A deterministic automaton whose states are all known: a table that any number of threads may read.
struct FrozenAutomaton: Sendable {
  private let classes: [UInt8]
  private let table: [UInt16]
  private let acceptsEnd: [Bool]
  private let width: Int
  private let start: UInt16

  /// Takes over an automaton that is complete.
  init(_ automaton: PatternAutomaton) {
    classes = automaton.classes
    table = automaton.table
    acceptsEnd = automaton.acceptsEnd
    width = automaton.width
    start = automaton.start
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    let (classes, table, width) = (classes.span, table.span, width)
    var state = start
    for index in text.indices {
      if state < PatternAutomaton.first { return state == PatternAutomaton.matched }
      state = table[Int(state) &* width &+ Int(classes[Int(text[index])])]
    }
    return acceptsEnd[Int(state)]
  }
}
