/// A generator of strings of given lengths that match some patterns and don't match others.
///
/// The writer traverses the product of the patterns' deterministic automata in whole characters. Characters that no set
/// in the patterns distinguishes form a single letter of its alphabet. Working backward from the end, the writer
/// determines the states from which a string of the given length can still succeed. It then moves forward, choosing
/// only among these states. It thus finds a string if one exists, within the limits on states.
struct PatternWriter {
  private static let stateLimit = 2_500
  private static let workLimit = 12_000_000
  private static let letterLimit = 48
  private static let rangeLimit = 40

  /// For each letter, the characters that have the same transitions, readable characters first.
  private var alphabet: [[Unicode.Scalar]] = []
  /// For each state, the next state after each letter of the alphabet, or -1 if there is none.
  private var edges: [[Int]] = []
  private var accepts: [Bool] = []
  /// For each length, the states from which a string of that length succeeds.
  private var reaching: [[Bool]] = []

  /// A Boolean value that indicates whether there is a letter for every character, so that a failed search proves that
  /// no string exists.
  private(set) var isComplete = false

  init?(_ clauses: PatternClauses) {
    let all = clauses.wanted + clauses.unwanted
    let wantedCount = clauses.wanted.count
    (alphabet, isComplete) = Self.alphabet(all)
    var automata = all.map { PatternAutomaton($0, limits: .writing) }
    let start = automata.map(\.start)
    var states = [start]
    var numbers = [start: 0]
    func isAccepting(_ state: [UInt16]) -> Bool {
      state.indices.allSatisfy { automata[$0].acceptsEnd[Int(state[$0])] == ($0 < wantedCount) }
    }
    accepts = [isAccepting(start)]
    var place = 0
    while place < states.count {
      var row: [Int] = []
      for letter in alphabet {
        var next = states[place]
        for index in next.indices {
          guard let after = Self.step(&automata[index], next[index], letter[0]) else { return nil }
          next[index] = after
        }
        let isLost = next.indices.contains {
          next[$0] == ($0 < wantedCount ? PatternAutomaton.dead : PatternAutomaton.matched)
        }
        if isLost {
          row.append(-1)
        } else if let known = numbers[next] {
          row.append(known)
        } else {
          guard states.count < Self.stateLimit else { return nil }
          numbers[next] = states.count
          row.append(states.count)
          states.append(next)
          accepts.append(isAccepting(next))
        }
      }
      edges.append(row)
      place += 1
    }
    reaching = [accepts]
  }

  /// Returns a string with a number of characters in the given range, or `nil` if there is none within the limits of
  /// the search.
  mutating func text(from minimum: Int, to maximum: Int, size: GenerationSize, variation: Int) -> String? {
    let cost = max(1, edges.count * alphabet.count)
    let reach = Self.workLimit / cost
    guard let shortest, max(minimum, shortest) <= min(reach, maximum) else { return nil }
    let minimum = max(minimum, shortest)
    let last = min(maximum, max(minimum, min(minimum + 300, reach)))
    let order: [Int]
    switch size {
    case .minimal: order = Array(minimum...last)
    case .typical:
      let usual = min(max(minimum, 6), last)
      order = Array(usual...last) + Array((minimum..<max(minimum, usual)).reversed())
    case .maximal: order = (minimum...(maximum == .max ? min(last, minimum + 40) : last)).reversed()
    }
    for length in order where reaches(0, length) {
      return walk(length, variation)
    }
    return nil
  }

  /// The length of the shortest string that succeeds.
  var shortest: Int? {
    var seen = [Bool](repeating: false, count: edges.count)
    var level = [0]
    seen[0] = true
    for length in 0...edges.count {
      if level.contains(where: { accepts[$0] }) { return length }
      var next: [Int] = []
      for state in level {
        for target in edges[state] where target >= 0 && !seen[target] {
          seen[target] = true
          next.append(target)
        }
      }
      level = next
    }
    return nil
  }

  private mutating func reaches(_ state: Int, _ length: Int) -> Bool {
    while reaching.count <= length {
      let before = reaching[reaching.count - 1]
      reaching.append(edges.map { row in row.contains { $0 >= 0 && before[$0] } })
    }
    return reaching[length][state]
  }

  private func walk(_ length: Int, _ variation: Int) -> String {
    var text = ""
    var state = 0
    for place in 0..<length {
      let rest = reaching[length - place - 1]
      let choices = edges[state].indices.filter { edges[state][$0] >= 0 && rest[edges[state][$0]] }
      guard let letter = choices.first else { break }
      let members = alphabet[letter]
      // Adjacent characters differ, and so do the strings of different variations.
      text.unicodeScalars.append(members[(place &* 7 &+ variation &* 3) % members.count])
      state = edges[state][letter]
    }
    return text
  }

  private static func step(
    _ automaton: inout PatternAutomaton, _ state: UInt16, _ scalar: Unicode.Scalar
  ) -> UInt16? {
    var state = state
    for byte in String(scalar).utf8 {
      let column = Int(automaton.classes[Int(byte)])
      let known = automaton.table[Int(state) * automaton.width + column]
      if known != PatternAutomaton.unknown {
        state = known
      } else {
        guard let made = automaton.step(state, column) else { return nil }
        state = made
      }
    }
    return state
  }

  /// Returns the letters of the alphabet: first ASCII letters, then digits and punctuation, then characters that only
  /// the programs' own sets contain. `isComplete` indicates whether every set of characters that the programs
  /// distinguish has a letter.
  private static func alphabet(_ programs: [PatternProgram]) -> (letters: [[Unicode.Scalar]], isComplete: Bool) {
    var sets: [ScalarSet] = []
    for program in programs { for set in program.sets where !sets.contains(set) { sets.append(set) } }
    var values = Array(UInt32(0x61)...0x7A) + Array(UInt32(0x41)...0x5A) + Array(UInt32(0x30)...0x39)
    values +=
      "-_. /:@+,;'()#".unicodeScalars.map(\.value) + Array(UInt32(0x21)...0x7E) + [0xE9, 0x65E5, 0x1F600, 0x0A, 0x09]
    values += (UInt32(0)...0x20) + [0x7F, 0x80]
    for set in sets {
      for range in set.ranges.prefix(rangeLimit) {
        values += [range.lowerBound, range.upperBound, range.lowerBound &- 1, range.upperBound + 1]
      }
    }
    var isComplete = sets.allSatisfy { $0.ranges.count <= rangeLimit }
    var letters: [[Unicode.Scalar]] = []
    var numbers: [[Bool]: Int] = [:]
    var unwritten: Set<[Bool]> = []
    var seen: Set<UInt32> = []
    for value in values where value <= ScalarSet.last && seen.insert(value).inserted {
      let signature = sets.map { $0.contains(value) } + [ScalarSet.isWord(value)]
      guard let scalar = Unicode.Scalar(value), !(0xFDD0...0xFDEF).contains(value) else {
        unwritten.insert(signature)
        continue
      }
      if let number = numbers[signature] {
        // Don't mix readable characters with others that happen to belong to the same sets.
        if letters[number].count < 26, value < 0x7F, value > 0x20, letters[number][0].isASCII {
          letters[number].append(scalar)
        }
      } else if letters.count < letterLimit {
        numbers[signature] = letters.count
        letters.append([scalar])
      } else {
        isComplete = false
      }
    }
    return (letters, isComplete && unwritten.allSatisfy { numbers[$0] != nil })
  }
}

extension Pattern {
  /// Returns a string that matches the pattern, or `nil` if there is none or none is found within the limits.
  package func sample(_ size: GenerationSize = .typical, variation: Int = 0) -> String? {
    for clauses in PatternClauses.ways(matching: [self], avoiding: []) {
      var writer = PatternWriter(clauses)
      if let text = writer?.text(from: 0, to: .max, size: size, variation: variation), matches(Array(text.utf8)) {
        return text
      }
    }
    return nil
  }
}
