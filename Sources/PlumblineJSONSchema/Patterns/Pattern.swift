import PlumblineJSONTree

/// A regular expression that matches in time linear in the length of the text, regardless of the pattern.
///
/// # Why a custom engine
///
/// Backtracking engines take exponential time on patterns such as `^(a+)+$`, and both contracts and traffic are
/// untrusted input. Some engines give up after a while and report "no match", which would be wrong.
///
/// # How it works
///
/// `PatternParser` reads ECMA-262 syntax (Unicode mode) into a `PatternTree`. `PatternProgram` turns the tree into a
/// nondeterministic automaton over code points (Thompson's construction) of at most 20,000 states. For `^(a+)+$`:
///
///     5 check ^ → 4     4 take a → 3     3 fork 4, 2     2 fork 4, 1     1 check $ → 0     0 match
///
/// On `aaaa`, the set of states that the automaton may be in after each `a` is {4, 1}, whose size doesn't grow with the
/// text. Such sets are the states of a deterministic automaton, `PatternAutomaton`, a table indexed by state and byte:
///
///     state                class 'a'    class other    at the end
///     A: {5 at the start}  B            dead           no
///     B: {4, 1}            B            dead           match
///
/// It reads UTF-8 in place in the document. `UTF8Trie` turns each set of code points into an automaton over bytes, and
/// a deterministic state records how far into a code point each of its threads has advanced.
///
/// States are built on demand, in a cache that one run borrows at a time (`PatternMachine`). A full cache is reset. If
/// that happens repeatedly, or if states are too expensive, `PatternRun` walks a nondeterministic automaton instead, in
/// which a repeated set is a single state with a count. Most patterns have few deterministic states. After many
/// strings, all states are built, and from then on a match takes one table lookup per byte (`FrozenAutomaton`), without
/// any shared mutable state. Each method takes at most (text length × program size) steps, and all of them yield the
/// same answer.
///
/// Look-around at the ends of an anchored pattern is separated (`PatternTree.separated`). For example, `^(?!-)[a-z-]+$`
/// becomes a pattern that must match and a pattern that must not, each with its own automaton. Look-around elsewhere is
/// left to the walk, which first determines, for all positions in the text at once, whether the assertion holds there.
/// This takes linear time even if assertions are nested.
///
/// Work is limited by a number of steps, not by time. A caller may set a limit for all its questions. Once the steps
/// are used up, the remaining questions are undecided.
///
/// In JSON Schema, a match may start anywhere, so the program starts with a loop over all code points unless every
/// alternative starts with `^`. The question is only whether there is a match. A run therefore ends at the first match,
/// greedy and lazy quantifiers make no difference, groups don't capture, and loops at either end of the pattern only
/// need their minimum number of rounds.
///
/// # Limitations
///
/// Back-references aren't regular. A pattern that uses them compiles to `undecided` with a reason. The keyword then
/// neither accepts nor rejects, and reports say so. The same applies to unknown properties, and to counted repetitions
/// of groups that need too many states.
package struct Pattern: Sendable {
  /// The pattern as written.
  package let text: String
  let tree: PatternTree
  let machine: PatternMachine

  /// Compiles a pattern.
  ///
  /// - Throws: The fault of the pattern, or the reason that it can't be decided.
  package init(_ text: String) throws(PatternFault) {
    var parser = PatternParser(text)
    self.text = text
    tree = try parser.parse()
    machine = try PatternMachine(tree)
  }

  /// Returns a Boolean value that indicates whether any part of a UTF-8 string matches, without a step limit.
  package func matches(_ text: Span<UInt8>) -> Bool {
    var steps = Int.max
    return machine.matches(text, &steps) ?? false
  }

  /// Returns a Boolean value that indicates whether any part of a UTF-8 string matches, or `nil` if the remaining steps
  /// aren't enough. Deducts the steps used.
  package func matches(_ text: [UInt8], within steps: inout Int) -> Bool? {
    // The code uses a slice, because an array's own span requires macOS 26.
    let slice = text[...]
    return machine.matches(slice.span, &steps)
  }

  /// Returns a Boolean value that indicates whether any part of a UTF-8 string matches, without a step limit.
  package func matches(_ text: [UInt8]) -> Bool {
    let slice = text[...]
    return matches(slice.span)
  }

  /// Returns a Boolean value that indicates whether any part of the string or key at a document's node matches, reading
  /// it in place.
  package func matches(_ document: JSONDocument, _ node: Int) -> Bool {
    let place = document.tape[node]
    let contents = Int(place.offset) + 1..<Int(place.end) - 1
    let bytes = document.bytes[contents]
    if !place.hasEscapes { return matches(bytes.span) }
    return matches(EscapedText.decode(bytes.span))
  }

  /// Returns the results of all methods for the same string, for tests: the table, a growing cache, and a walk of the
  /// nondeterministic automaton. The result includes the number of states that the walk visited.
  package func verdicts(_ text: [UInt8]) -> (verdicts: [Bool], steps: Int) {
    var run = PatternRun(counted)
    let slice = text[...]
    let walked = run.matches(slice.span) ?? false
    var verdicts = [matches(text)]
    if let program = machine.program, machine.conditions.isEmpty {
      var automaton = PatternAutomaton(program, limits: .tight)
      verdicts.append(PatternMachine.run(&automaton, slice.span) ?? walked)
      machine.freeze()
      verdicts.append(matches(text))
    }
    return (verdicts + [walked], run.steps)
  }

  /// The program that a walk uses for the whole pattern, including look-around at its ends.
  private var counted: PatternProgram {
    machine.conditions.isEmpty ? machine.counted : (try? PatternProgram(tree, .counted)) ?? machine.counted
  }

  /// The number of states in the program, which bounds the number of steps for each code point.
  package var stateCount: Int { counted.stateCount }

  /// Builds all deterministic states now instead of after many strings. Returns `false` if there are too many.
  @discardableResult
  package func freeze() -> Bool { machine.freeze() }
}
