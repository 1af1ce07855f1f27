/// A run of a pattern's nondeterministic automaton over a string. It keeps the set of states that the automaton may be
/// in.
///
/// For each code point, a run takes time in proportion to the number of states. In addition to the states, it needs
/// memory only for a position for each repetition being counted, and for a bit for each look-around assertion and byte
/// of the text.
///
/// # Counted repetitions
///
/// All matches that are inside `x{2,9}` at the same time consume the next `x` together. The state therefore keeps a
/// queue of the positions where it was entered, oldest first. All of them survive an `x`, and any other code point ends
/// them. The oldest leaves the queue after nine rounds, and a match may leave the loop as long as the oldest has had at
/// least two.
///
/// # Look-around
///
/// Before the run, each look-around assertion is evaluated for all positions at once. For a look-ahead, a walk from the
/// end of the text to the start records where its matches start. For a look-behind, a walk from the start records where
/// its matches end. After that, a look-around costs no more than any other check.
struct PatternRun {
  private let program: PatternProgram
  /// The round in which each state last joined the set.
  private var marks: [Int]
  /// The round in which each counting state was last added to the states to step from.
  private var listed: [Int]
  private var round = 0
  private var pending: [Int] = []
  /// The distinct states to step from.
  private var current: [Int] = []
  /// The states after the current code point.
  private var following: [Int] = []
  private var entered: [CountedPlaces]
  private var looks: [PlaceSet] = []
  /// The positions at which matches start or end, if that is the question.
  private var found = PlaceSet()
  /// The current position, in bytes.
  private var place = 0
  /// The code point before the current position.
  private var before: UInt32?
  /// The code point after the current position.
  private var after: UInt32?
  /// The total number of states that have been visited.
  private(set) var steps = 0

  init(_ program: PatternProgram) {
    self.program = program
    marks = [Int](repeating: -1, count: program.states.count)
    listed = program.countCount > 0 ? marks : []
    entered = [CountedPlaces](repeating: CountedPlaces(), count: program.countCount)
  }

  /// Returns a Boolean value that indicates whether the text matches, or `nil` if that takes more steps than allowed.
  /// The text is UTF-8, with lone surrogates encoded like adjacent code points.
  mutating func matches(_ text: Span<UInt8>, within limit: Int = .max) -> Bool? {
    guard look(around: text, within: limit) else { return nil }
    return walk(text, within: limit)
  }

  /// Returns the positions at which matches start or end, or `nil` if that takes more steps than allowed.
  private mutating func places(_ text: Span<UInt8>, within limit: Int) -> PlaceSet? {
    guard look(around: text, within: limit) else { return nil }
    found = PlaceSet(upTo: text.count)
    return walk(text, within: limit) == nil ? nil : found
  }

  private mutating func look(around text: Span<UInt8>, within limit: Int) -> Bool {
    for look in program.looks {
      var run = PatternRun(look.program)
      let places = run.places(text, within: limit - steps)
      steps += run.steps
      guard let places else { return false }
      looks.append(places)
    }
    return true
  }

  /// Scans the text. If the question is only whether there is a match, returns `true` at the first match.
  private mutating func walk(_ text: Span<UInt8>, within limit: Int) -> Bool? {
    let isBackward = program.question == .starts
    place = isBackward ? text.count : 0
    var next = place
    // When walking backward, consume the code point before the current position next.
    var ahead = isBackward ? Self.scalar(text, before: &next) : Self.scalar(text, at: &next)
    (before, after) = isBackward ? (ahead, nil) : (nil, ahead)
    if join(program.search) { return true }
    while let scalar = ahead {
      place = next
      ahead = isBackward ? Self.scalar(text, before: &next) : Self.scalar(text, at: &next)
      (before, after) = isBackward ? (ahead, scalar) : (scalar, ahead)
      round += 1
      swap(&current, &following)
      following.removeAll(keepingCapacity: true)
      for state in current where step(state, scalar) { return true }
      if following.isEmpty { break }
      if steps > limit { return nil }
    }
    return false
  }

  /// Consumes a code point from one state. Returns `true` if that completes a match that ends the walk.
  private mutating func step(_ state: Int, _ scalar: UInt32) -> Bool {
    switch program.states[state] {
    case .take(let set, let target): return program.sets[set].contains(scalar) && join(target)
    case .count(let count, let target):
      // Keep positions from this round. They were entered after the code point.
      if !program.sets[count.set].contains(scalar) {
        entered[count.index].leave(before: round)
        return false
      }
      if let maximum = count.maximum { entered[count.index].leave(before: round - maximum) }
      guard let oldest = entered[count.index].oldest else { return false }
      list(state)
      return round - oldest >= count.minimum && join(target)
    default: return false
    }
  }

  /// Adds a counting state to the states to step from.
  private mutating func list(_ state: Int) {
    if listed[state] == round { return }
    listed[state] = round
    steps += 1
    following.append(state)
  }

  /// Adds a state and all states that it reaches without consuming a code point. Returns `true` if it reaches a match
  /// that ends the walk.
  private mutating func join(_ state: Int) -> Bool {
    pending.append(state)
    while let state = pending.popLast() {
      if marks[state] == round { continue }
      marks[state] = round
      steps += 1
      switch program.states[state] {
      case .take: following.append(state)
      case .count(let count, let target):
        entered[count.index].enter(round, keepsOldest: count.maximum == nil)
        list(state)
        if count.minimum == 0 { pending.append(target) }
      case .fork(let one, let other):
        pending.append(other)
        pending.append(one)
      case .check(let check, let target):
        if check.holds(before.map(ScalarSet.isWord), after.map(ScalarSet.isWord)) { pending.append(target) }
      case .look(let index, let target):
        if looks[index].contains(place) != program.looks[index].isNegated { pending.append(target) }
      case .match:
        if program.question == .match {
          pending.removeAll()
          return true
        }
        found.insert(place)
      }
    }
    return false
  }

  /// Decodes the code point at a position and advances past it.
  private static func scalar(_ text: Span<UInt8>, at index: inout Int) -> UInt32? {
    guard index < text.count else { return nil }
    let lead = UInt32(text[index])
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var value = length == 1 ? lead : lead & (0x7F >> UInt32(length))
    let end = min(index + length, text.count)
    for place in index + 1..<max(index + 1, end) { value = value << 6 | UInt32(text[place] & 0x3F) }
    index = end
    return value
  }

  /// Decodes the code point before a position and moves back over it.
  private static func scalar(_ text: Span<UInt8>, before index: inout Int) -> UInt32? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, index - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    index = start
    var end = start
    return scalar(text, at: &end)
  }
}

/// The rounds in which a counted repetition was entered, oldest first. Each round occurs once.
private struct CountedPlaces {
  private var rounds: [Int] = []
  private var first = 0

  var oldest: Int? { first < rounds.count ? rounds[first] : nil }

  mutating func enter(_ round: Int, keepsOldest: Bool) {
    // Without a maximum, the oldest round represents all others. Keep the newest too, because it may have come after
    // the code point that ends them.
    if keepsOldest, rounds.count - first >= 2 { rounds.removeLast() }
    rounds.append(round)
  }

  mutating func leave(before round: Int) {
    while first < rounds.count, rounds[first] < round { first += 1 }
    if first > 64, first * 2 > rounds.count {
      rounds.removeFirst(first)
      first = 0
    }
  }
}

/// A set of positions in a string, with one bit for each byte and one for the end.
private struct PlaceSet {
  private var words: [UInt64] = []

  init() {}

  init(upTo last: Int) {
    words = [UInt64](repeating: 0, count: last / 64 + 1)
  }

  func contains(_ place: Int) -> Bool { words[place >> 6] >> UInt64(place & 63) & 1 != 0 }

  mutating func insert(_ place: Int) { words[place >> 6] |= 1 << UInt64(place & 63) }
}
