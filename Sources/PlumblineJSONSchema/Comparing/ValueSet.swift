import PlumblineJSONTree

/// A set of values, described by the schemas that they must satisfy. It is the left side of an inclusion.
///
/// If a schema leaves a choice open, a proof examines the ways to make it one by one. Each way is a smaller set. For
/// example, `{"anyOf": [A, B]}` is the union of the set of values that satisfy it and A, and the set of values that
/// satisfy it and B.
struct ValueSet: Hashable {
  struct Member: Hashable {
    let name: String
    let value: JSON
  }

  /// The requirements other than the nodes. Few sets have any.
  private struct Demands: Hashable {
    var excluded: [Int] = []
    var values: [JSON]?
    var present: [String] = []
    var missing: [String] = []
    var fixed: [Member] = []
    var settled: [Choice.Key] = []
  }

  /// Demands with a cached hash. Sets are copied and looked up far more often than they are created.
  private final class Kept: Sendable {
    let demands: Demands
    let hash: Int

    init(_ demands: Demands) {
      self.demands = demands
      hash = demands.hashValue
    }
  }

  /// The nodes that hold, in ascending order.
  private(set) var nodes: [Int] = []
  /// The kinds to consider. Integers are a separate kind only if a rule distinguishes them.
  var kinds: UInt8 = 0x3F
  private var kept: Kept?

  private var demands: Demands {
    get { kept?.demands ?? Demands() }
    set { kept = newValue == Demands() ? nil : Kept(newValue) }
  }

  /// The nodes that don't hold, in ascending order.
  var excluded: [Int] { demands.excluded }
  /// The only possible values, if they are listed.
  var values: [JSON]? {
    get { demands.values }
    set { demands.values = newValue }
  }
  /// The members that are present.
  var present: [String] { demands.present }
  /// The members that are absent.
  var missing: [String] { demands.missing }
  /// The members that have a known value.
  var fixed: [Member] { demands.fixed }
  /// The nodes whose choice has been made.
  var settled: [Choice.Key] { demands.settled }

  /// The set of all values.
  static let everything = ValueSet()

  init(_ nodes: [Int] = []) {
    for node in nodes { insert(node) }
  }

  static func == (left: ValueSet, right: ValueSet) -> Bool {
    left.kinds == right.kinds && left.nodes == right.nodes
      && (left.kept === right.kept || left.kept?.hash == right.kept?.hash && left.demands == right.demands)
  }

  func hash(into hasher: inout Hasher) {
    for node in nodes { hasher.combine(node) }
    hasher.combine(kept.map { $0.hash ^ Int(kinds) } ?? Int(kinds))
  }

  mutating func insert(_ node: Int) { nodes.insertSorted(node) }
  mutating func exclude(_ node: Int) { demands.excluded.insertSorted(node) }
  mutating func settle(_ choice: Choice.Key) { demands.settled.insertSorted(choice) }
  mutating func require(_ name: String) { demands.present.insertSorted(name) }
  mutating func forbid(_ name: String) { demands.missing.insertSorted(name) }

  mutating func fix(_ name: String, _ value: JSON) {
    require(name)
    demands.fixed.append(Member(name: name, value: value))
  }

  func inserting(_ node: Int) -> ValueSet {
    var copy = self
    copy.insert(node)
    return copy
  }

  func excluding(_ node: Int) -> ValueSet {
    var copy = self
    copy.exclude(node)
    return copy
  }

  func limited(to kind: UInt8) -> ValueSet {
    var copy = self
    copy.kinds &= kind
    return copy
  }

  func requiring(_ name: String) -> ValueSet {
    var copy = self
    copy.require(name)
    return copy
  }

  func forbidding(_ name: String) -> ValueSet {
    var copy = self
    copy.forbid(name)
    return copy
  }

  /// Returns the set without the requirement that a node doesn't hold.
  func admitting(_ node: Int) -> ValueSet {
    var copy = self
    copy.demands.excluded.removeAll { $0 == node }
    return copy
  }

  /// The goals for a generator of values.
  var goals: [Goal] { nodes.map { Goal(node: $0) } + excluded.map { Goal(node: $0, isNegated: true) } }
}

/// A choice between several ways to satisfy a rule.
struct Choice {
  /// The node that leaves the choice open, and the index of its rule.
  struct Key: Hashable, Comparable {
    let node: Int
    let rule: Int

    static func < (left: Key, right: Key) -> Bool { (left.node, left.rule) < (right.node, right.rule) }
  }

  enum Kind {
    case any([Int])
    case one([Int])
    case condition(test: Int, then: Int?, otherwise: Int?)
    case member(String, Int)
  }

  let key: Key
  let kind: Kind
}

extension Choice.Kind {
  /// The alternatives, one of which must hold. The array is empty for choices of a different kind.
  var branches: [Int] {
    switch self {
    case .any(let branches), .one(let branches): branches
    case .condition, .member: []
    }
  }
}

extension Array where Element: Comparable {
  /// Inserts an element once, keeping the array in ascending order.
  fileprivate mutating func insertSorted(_ element: Element) {
    let place = firstIndex { $0 >= element } ?? endIndex
    if place < endIndex, self[place] == element { return }
    insert(element, at: place)
  }
}
