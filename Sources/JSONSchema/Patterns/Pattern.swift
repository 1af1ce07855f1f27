/// A regular expression that matches in time linear in the text, whatever the pattern.
///
/// # Why an engine of our own
///
/// Backtracking engines take exponential time on patterns such as `^(a+)+$`, and contracts and traffic are both input.
/// Some give up after a while and call that "no match", which would be a wrong verdict.
///
/// # How it works
///
/// `PatternParser` reads ECMA-262 syntax (Unicode mode) into a `PatternTree`; `PatternProgram` turns the tree into a
/// nondeterministic automaton (Thompson's construction), counted repetitions written out, at most 10,000 states.
/// `PatternRun` walks the text once and keeps the set of all states the automaton may be in. So a text of n scalars costs
/// at most n × states steps and never backtracks. For `^(a+)+$`:
///
///     5 check ^ → 4     4 take a → 3     3 fork 4, 2     2 fork 4, 1     1 check $ → 0     0 match
///
/// On `aaaa` the set after each `a` is {3, 2, 4, 1}: its size does not grow with the text.
///
/// JSON Schema searches: a match may start anywhere, so the entry joins the set at each scalar, unless each way into the
/// pattern starts with `^`. The question is yes or no, so the run ends at the first match, greedy or lazy makes no
/// difference, and groups capture nothing.
///
/// A lazily built deterministic automaton can replace `PatternRun` without a change elsewhere: a state there is one of
/// these sets.
///
/// # What it can't say
///
/// Back-references and look-around are not regular. A pattern that uses them compiles to `undecided` with a reason: the
/// keyword neither accepts nor rejects, and reports say so. The same goes for Unicode scripts, whose tables are not there.
struct Pattern: Sendable {
  let text: String
  let tree: PatternTree
  let program: PatternProgram
  /// Whether no match can start but at the first scalar.
  let isAnchored: Bool

  init(_ text: String) throws(PatternFault) {
    var parser = PatternParser(text)
    self.text = text
    tree = try parser.parse()
    program = try PatternProgram(tree)
    isAnchored = Self.startsAnchored(tree)
  }

  /// Whether some part of a UTF-8 text matches.
  func matches(_ text: [UInt8]) -> Bool {
    var run = PatternRun(program, isAnchored: isAnchored)
    return run.matches(text)
  }

  private static func startsAnchored(_ tree: PatternTree) -> Bool {
    switch tree {
    case .start: true
    case .sequence(let parts): parts.first.map(startsAnchored) ?? false
    case .choice(let branches): branches.allSatisfy(startsAnchored)
    case .loop(let part, let minimum, _): minimum > 0 && startsAnchored(part)
    default: false
    }
  }
}
