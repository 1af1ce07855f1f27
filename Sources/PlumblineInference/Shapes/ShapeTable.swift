import PlumblineJSONTree

/// The evidence about JSON values, organized by place.
///
/// A place is a node in a graph, with the types of its values, the members of its objects, and the elements of its
/// arrays. A link leads to a node. It counts the holders that had a value there and those whose value was null, so a
/// node can occur in many places, and be absent from some of them. When nodes of the same kind are merged, all their
/// links lead to the remaining node.
///
///     {"id": 1, "by": {"name": "Ada"}}, {"id": 2, "by": null}
///     root -> object 2 { id -> integer (2 of 2), by -> (2 of 2, null once) object 1 { name -> string (1 of 1) } }
struct ShapeTable {
  /// A link to a node.
  struct Link {
    var node: Int
    /// The number of holders that had a value there, whether or not it was null.
    var seen = 0
    var nulls = 0
  }

  /// The types of values. All numbers count as one type.
  struct Kinds: OptionSet, Hashable {
    let rawValue: UInt8

    static let boolean = Kinds(rawValue: 1)
    static let number = Kinds(rawValue: 2)
    static let string = Kinds(rawValue: 4)
    static let array = Kinds(rawValue: 8)
    static let object = Kinds(rawValue: 16)

    /// A Boolean value that indicates whether the set contains a single type.
    var isSingle: Bool { rawValue.nonzeroBitCount == 1 }
  }

  struct Node {
    var booleans = 0
    var integers = 0
    var decimals = 0
    var strings = 0
    var arrays = 0
    var objects = 0
    var texts = TextFacts()
    /// The names of the members, in order of appearance.
    var names: [String] = []
    var members: [String: Link] = [:]
    var items: Link?
    /// The elements at each position of arrays, as long as all arrays are short and contain only plain values.
    var places: [Link] = []
    /// A Boolean value that indicates whether any array is too long to be a tuple, or contains more than plain values.
    var isPlainList = false
    var lengths: ClosedRange<Int>?
    /// A Boolean value that indicates whether the members' names are keys. If so, `items` describes the value of any
    /// member.
    var isMap = false
    /// A Boolean value that indicates whether the node has values that are nested too deeply to be examined.
    var isDeep = false

    /// The number of values that aren't null.
    var values: Int { booleans + integers + decimals + strings + arrays + objects }

    /// The types of the node's values.
    var kinds: Kinds {
      var kinds: Kinds = []
      if booleans > 0 { kinds.insert(.boolean) }
      if integers + decimals > 0 { kinds.insert(.number) }
      if strings > 0 { kinds.insert(.string) }
      if arrays > 0 { kinds.insert(.array) }
      if objects > 0 { kinds.insert(.object) }
      return kinds
    }

    /// The names of the members that all objects have.
    var required: [String] { names.filter { (members[$0]?.seen ?? 0) >= objects } }
  }

  private static let deepest = 64
  /// The maximum length of arrays whose elements may differ by position.
  private static let longestTuple = 4

  private(set) var nodes: [Node] = []
  private var parents: [Int] = []

  subscript(id: Int) -> Node { nodes[find(id)] }

  /// Returns the types of a node's values without copying anything.
  func kinds(of id: Int) -> Kinds { nodes[find(id)].kinds }

  mutating func make() -> Int {
    nodes.append(Node())
    parents.append(parents.count)
    return parents.count - 1
  }

  /// Returns the node that a node was merged into, or the node itself if it wasn't merged.
  func find(_ id: Int) -> Int {
    var id = id
    while parents[id] != id { id = parents[id] }
    return id
  }

  /// Records a value in the node of a link.
  ///
  /// - Parameter owner: A number that identifies the item that has the value.
  mutating func add(_ value: JSON, to link: inout Link, owner: Int, depth: Int = 0) {
    link.seen += 1
    if value.isNull {
      link.nulls += 1
    } else {
      add(value, to: find(link.node), owner: owner, depth)
    }
  }

  private mutating func add(_ value: JSON, to id: Int, owner: Int, _ depth: Int) {
    guard depth < Self.deepest else {
      nodes[id].isDeep = true
      return
    }
    switch value.kind {
    case .null: break
    case .bool: nodes[id].booleans += 1
    case .number:
      if value.int == nil || Self.isDecimal(value) { nodes[id].decimals += 1 } else { nodes[id].integers += 1 }
    case .string:
      nodes[id].strings += 1
      nodes[id].texts.add(value.string ?? "", owner: owner)
    case .object:
      nodes[id].objects += 1
      let owner = (value["id"] ?? value["uuid"] ?? value["uid"] ?? value).deepHash
      for (name, member) in value.uniquingKeys.members {
        var link = nodes[id].members[name] ?? Link(node: make())
        if nodes[id].members[name] == nil { nodes[id].names.append(name) }
        add(member, to: &link, owner: owner, depth: depth + 1)
        nodes[id].members[name] = link
      }
    case .array:
      nodes[id].arrays += 1
      let count = value.count
      let lengths = nodes[id].lengths ?? count...count
      nodes[id].lengths = min(lengths.lowerBound, count)...max(lengths.upperBound, count)
      var link = nodes[id].items ?? Link(node: make())
      for (index, element) in value.elements.enumerated() {
        add(element, to: &link, owner: owner, depth: depth + 1)
        let isPlain = element.kind != .array && element.kind != .object
        if !isPlain || count > Self.longestTuple { nodes[id].isPlainList = true }
        guard !nodes[id].isPlainList else { continue }
        if nodes[id].places.count == index { nodes[id].places.append(Link(node: make())) }
        var place = nodes[id].places[index]
        add(element, to: &place, owner: owner, depth: depth + 1)
        nodes[id].places[index] = place
      }
      nodes[id].items = link
    }
  }

  private static func isDecimal(_ value: JSON) -> Bool {
    value.text.utf8.contains { $0 == 0x2E || $0 == 0x65 || $0 == 0x45 }
  }

  /// Adds the words that responses contain for a request's members to those of the request. Even if a request was seen
  /// only once, it then accepts the words that twenty items have.
  mutating func adoptTexts(of answer: Int, in request: Int) {
    let (shown, taken) = (self[answer], self[request])
    for name in taken.names {
      guard let own = taken.members[name].map({ find($0.node) }),
        let other = shown.members[name].map({ self[$0.node] }),
        nodes[own].kinds == .string, other.kinds == .string, other.texts.enumeration(at: name) != nil,
        nodes[own].texts.areAmong(other.texts)
      else { continue }
      nodes[own].texts = other.texts
    }
  }

  /// Merges two nodes, including the members that both have under the same names.
  mutating func unite(_ one: Int, _ other: Int) {
    let (left, right) = (find(one), find(other))
    guard left != right else { return }
    parents[right] = left
    let taken = nodes[right]
    nodes[right] = Node()
    nodes[left].booleans += taken.booleans
    nodes[left].integers += taken.integers
    nodes[left].decimals += taken.decimals
    nodes[left].strings += taken.strings
    nodes[left].arrays += taken.arrays
    nodes[left].objects += taken.objects
    nodes[left].texts.unite(taken.texts)
    nodes[left].isDeep = nodes[left].isDeep || taken.isDeep
    nodes[left].isMap = nodes[left].isMap || taken.isMap
    nodes[left].isPlainList = nodes[left].isPlainList || taken.isPlainList
    if let lengths = taken.lengths {
      let own = nodes[left].lengths ?? lengths
      nodes[left].lengths = min(own.lowerBound, lengths.lowerBound)...max(own.upperBound, lengths.upperBound)
    }
    for name in taken.names {
      if let link = taken.members[name] { join(link, member: name, of: left) }
    }
    if let items = taken.items {
      if let own = nodes[find(left)].items {
        nodes[find(left)].items = sum(own, items)
        unite(own.node, items.node)
      } else {
        nodes[find(left)].items = items
      }
    }
    for (index, place) in taken.places.enumerated() {
      let home = find(left)
      if index < nodes[home].places.count {
        let own = nodes[home].places[index]
        nodes[home].places[index] = sum(own, place)
        unite(own.node, place.node)
      } else {
        nodes[home].places.append(place)
      }
    }
    fold(left)
  }

  private mutating func join(_ link: Link, member name: String, of id: Int) {
    let home = find(id)
    guard let own = nodes[home].members[name] else {
      nodes[home].names.append(name)
      nodes[home].members[name] = link
      return
    }
    nodes[home].members[name] = sum(own, link)
    unite(own.node, link.node)
  }

  private func sum(_ one: Link, _ other: Link) -> Link {
    Link(node: one.node, seen: one.seen + other.seen, nulls: one.nulls + other.nulls)
  }

  /// Returns the elements of a tuple, that is, of arrays that all have the same length and different types at each
  /// position, or `nil` for other arrays.
  func tuple(_ node: Node) -> [Link]? {
    guard node.arrays >= 3, !node.isPlainList, let lengths = node.lengths, lengths.lowerBound == lengths.upperBound,
      (2...Self.longestTuple).contains(lengths.upperBound), node.places.count == lengths.upperBound
    else { return nil }
    let kinds = node.places.map { self.kinds(of: $0.node) }
    return kinds.allSatisfy(\.isSingle) && Set(kinds).count > 1 ? node.places : nil
  }

  /// Turns a node into a map whose values are all of the same kind.
  mutating func makeMap(_ id: Int) {
    nodes[find(id)].isMap = true
    fold(id)
  }

  /// Merges the members seen so far into the value of the map.
  private mutating func fold(_ id: Int) {
    while nodes[find(id)].isMap, let name = nodes[find(id)].names.popLast() {
      guard let link = nodes[find(id)].members.removeValue(forKey: name) else { continue }
      guard let all = nodes[find(id)].items else {
        nodes[find(id)].items = link
        continue
      }
      nodes[find(id)].items = sum(all, link)
      unite(all.node, link.node)
    }
  }
}
