import PlumblineJSONTree

/// A set of values, said by what they have to satisfy: what stands to the left of "is each of these one of those?".
///
/// Where a schema leaves a choice, a proof goes through the ways one by one: each way is a smaller set. `{"anyOf": [A, B]}`
/// is the set of what satisfies it and A, and the set of what satisfies it and B.
struct ValueSet: Hashable {
  /// The nodes that hold, ascending.
  private(set) var nodes: [Int] = []
  /// The nodes that don't hold, ascending.
  private(set) var excluded: [Int] = []
  /// The kinds that are looked at; whole numbers are a kind of their own here only where something says so.
  var kinds: UInt8 = 0x3F
  /// The only values there are.
  var values: [JSON]?
  /// Members that are there.
  private(set) var present: [String] = []
  /// Members that aren't.
  private(set) var missing: [String] = []
  /// Members whose values are these.
  private(set) var fixed: [Member] = []
  /// Nodes whose choice has been made.
  private(set) var settled: [Choice.Key] = []

  struct Member: Hashable {
    let name: String
    let value: JSON
  }

  /// Every value.
  static let everything = ValueSet()

  init(_ nodes: [Int] = []) {
    for node in nodes { insert(node) }
  }

  mutating func insert(_ node: Int) { nodes.insertSorted(node) }
  mutating func exclude(_ node: Int) { excluded.insertSorted(node) }
  mutating func settle(_ choice: Choice.Key) { settled.insertSorted(choice) }
  mutating func require(_ name: String) { present.insertSorted(name) }
  mutating func forbid(_ name: String) { missing.insertSorted(name) }

  mutating func fix(_ name: String, _ value: JSON) {
    require(name)
    fixed.append(Member(name: name, value: value))
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

  /// The same without one of the nodes that don't hold.
  func admitting(_ node: Int) -> ValueSet {
    var copy = self
    copy.excluded.removeAll { $0 == node }
    return copy
  }

  /// What a generator has to meet.
  var goals: [Goal] { nodes.map { Goal(node: $0) } + excluded.map { Goal(node: $0, isNegated: true) } }
}

/// Ways of which one is to be taken.
struct Choice {
  /// The node that leaves it, and the place of its rule there.
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
  /// The alternatives of which one is to hold; none for choices of another kind.
  var branches: [Int] {
    switch self {
    case .any(let branches), .one(let branches): branches
    case .condition, .member: []
    }
  }
}

extension Array where Element: Comparable {
  /// Keeps ascending order, and each element once.
  fileprivate mutating func insertSorted(_ element: Element) {
    let place = firstIndex { $0 >= element } ?? endIndex
    if place < endIndex, self[place] == element { return }
    insert(element, at: place)
  }
}
