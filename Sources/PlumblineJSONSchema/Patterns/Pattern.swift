import PlumblineJSONTree

/// A regular expression that matches in time linear in the text, regardless of the pattern.
///
/// # Why an engine of our own
///
/// Backtracking engines take exponential time on patterns such as `^(a+)+$`, and contracts and traffic are both input.
/// Some give up after a while and call that "no match", which would be a wrong verdict.
///
/// # How it works
///
/// `PatternParser` reads ECMA-262 syntax (Unicode mode) into a `PatternTree`. `PatternProgram` turns the tree into a
/// nondeterministic automaton over code points (Thompson's construction) of at most 20,000 states. For `^(a+)+$`:
///
///     5 check ^ → 4     4 take a → 3     3 fork 4, 2     2 fork 4, 1     1 check $ → 0     0 match
///
/// On `aaaa` the set of states it may be in after each `a` is {4, 1}: its size doesn't grow with the text. Such sets
/// are the states of a deterministic automaton, `PatternAutomaton`, which is a table by state and byte:
///
///     state                class 'a'    class other    at the end
///     A: {5 at the start}  B            dead           no
///     B: {4, 1}            B            dead           match
///
/// It reads UTF-8 as it lies in the document. `UTF8Trie` turns each set of code points into an automaton over bytes,
/// and a deterministic state notes how far into a code point each of its threads has come.
///
/// States are built as strings ask for them, in a cache that one run borrows at a time (`PatternMachine`); a cache that is full
/// starts over, and where that keeps happening, or a state costs too much, `PatternRun` walks a nondeterministic automaton
/// instead, in which a repeated set is one state that counts. Most patterns have few deterministic states: once texts keep
/// coming they are all built, and from then on a match is one look into a table for each byte (`FrozenAutomaton`), with nothing
/// shared that could change. Each of these ways takes at most text × program steps, and all of them give the same answer.
///
/// Look-around at the ends of an anchored pattern is taken off (`PatternTree.separated`): `^(?!-)[a-z-]+$` is a pattern that
/// has to match and another that must not, a product of two automata. Look-around elsewhere is left to the walk, which first
/// notes for all places of the text at once whether the look holds there: still linear, whatever is nested in what.
///
/// Steps are counted, not timed. A caller may set a limit for all its questions; once it is used up, the rest is undecided.
///
/// JSON Schema searches: a match may start anywhere, so the program starts with a loop over all code points, unless
/// each way into the pattern starts with `^`. The question is yes or no, so a run ends at the first match, greedy or
/// lazy makes no difference, groups capture nothing, and loops at either end of the pattern need their fewest rounds
/// only.
///
/// # Limitations
///
/// Back-references aren't regular. A pattern that uses them compiles to `undecided` with a reason: the keyword neither
/// accepts nor rejects, and reports say so. The same goes for properties that aren't known here, and for counted
/// repetitions of groups that need too many states.
package struct Pattern: Sendable {
  /// The pattern as written.
  package let text: String
  let tree: PatternTree
  let machine: PatternMachine

  /// Compiles a pattern; throws its fault, or the reason why it can't be decided.
  package init(_ text: String) throws(PatternFault) {
    var parser = PatternParser(text)
    self.text = text
    tree = try parser.parse()
    machine = try PatternMachine(tree)
  }

  /// Returns a Boolean value that indicates whether some part of a UTF-8 text matches, however many steps that takes.
  package func matches(_ text: Span<UInt8>) -> Bool {
    var steps = Int.max
    return machine.matches(text, &steps) ?? false
  }

  /// Returns a Boolean value that indicates whether some part of a UTF-8 text matches, taken off the steps that are left; nil
  /// if they don't suffice.
  package func matches(_ text: [UInt8], within steps: inout Int) -> Bool? {
    // A slice, as an array's own span needs macOS 26.
    let slice = text[...]
    return machine.matches(slice.span, &steps)
  }

  /// Returns a Boolean value that indicates whether some part of a UTF-8 text matches, however many steps that takes.
  package func matches(_ text: [UInt8]) -> Bool {
    let slice = text[...]
    return matches(slice.span)
  }

  /// Returns a Boolean value that indicates whether some part of the string or key at a node of a document matches, read where
  /// it lies.
  package func matches(_ document: JSONDocument, _ node: Int) -> Bool {
    let place = document.tape[node]
    let contents = Int(place.offset) + 1..<Int(place.end) - 1
    let bytes = document.bytes[contents]
    if !place.hasEscapes { return matches(bytes.span) }
    return matches(EscapedText.decode(bytes.span))
  }

  /// Returns the same question answered by each way there is, for tests: by the table, by a growing cache, and by a walk of the
  /// nondeterministic automaton; and how many states that walk visited.
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

  /// The whole pattern as a walk uses it, look-around at its ends included.
  private var counted: PatternProgram {
    machine.conditions.isEmpty ? machine.counted : (try? PatternProgram(tree, .counted)) ?? machine.counted
  }

  /// States of the program, which bound the steps that each code point may cost.
  package var stateCount: Int { counted.stateCount }

  /// Builds all deterministic states now, as many strings would; whether they are few enough for that.
  @discardableResult
  package func freeze() -> Bool { machine.freeze() }
}
