/// One walk of a pattern's nondeterministic automaton over a text: the set of states that it may be in.
///
/// It needs time for each code point in proportion to the states, and no memory beyond them.
struct PatternRun {
  private let program: PatternProgram
  /// In which round each state last joined the set.
  private var marks: [Int]
  private var round = 0
  private var pending: [Int] = []
  /// How many states were visited in all.
  private(set) var steps = 0

  init(_ program: PatternProgram) {
    self.program = program
    marks = [Int](repeating: -1, count: program.states.count)
  }

  /// Whether the text matches; it is UTF-8, lone surrogates encoded like their neighbours.
  mutating func matches(_ text: Span<UInt8>) -> Bool {
    // The states to step from, each once, and those after the code point at hand.
    var current: [Int] = []
    var following: [Int] = []
    var index = 0
    var before: UInt32?
    var next = Self.scalar(text, &index)
    if join(program.search, before, next, into: &current) { return true }
    while let scalar = next {
      before = scalar
      next = Self.scalar(text, &index)
      round += 1
      following.removeAll(keepingCapacity: true)
      for state in current {
        guard case .take(let set, let target) = program.states[state], program.sets[set].contains(scalar) else {
          continue
        }
        if join(target, before, next, into: &following) { return true }
      }
      if following.isEmpty { return false }
      swap(&current, &following)
    }
    return false
  }

  /// Adds a state and all that it reaches without taking a code point; true when that is a match.
  private mutating func join(_ state: Int, _ before: UInt32?, _ next: UInt32?, into set: inout [Int]) -> Bool {
    pending.append(state)
    while let state = pending.popLast() {
      if marks[state] == round { continue }
      marks[state] = round
      steps += 1
      switch program.states[state] {
      case .take: set.append(state)
      case .fork(let one, let other):
        pending.append(other)
        pending.append(one)
      case .check(let check, let target):
        if check.holds(before.map(ScalarSet.isWord), next.map(ScalarSet.isWord)) { pending.append(target) }
      case .match:
        pending.removeAll()
        return true
      }
    }
    return false
  }

  /// Decodes the code point at a place and steps past it.
  private static func scalar(_ text: Span<UInt8>, _ index: inout Int) -> UInt32? {
    guard index < text.count else { return nil }
    let lead = UInt32(text[index])
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = length == 1 ? lead : lead & (0x7F >> UInt32(length))
    for place in index + 1..<max(index + 1, min(index + length, text.count)) {
      value = value << 6 | UInt32(text[place] & 0x3F)
    }
    index += length
    return value
  }
}
