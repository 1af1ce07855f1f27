import PlumblineJSONTree

/// A check for computed members that no server can compute: the key, members nested in each other, and members in
/// circular dependencies.
struct ComputedLint {
  /// A computed member and its collection.
  private struct Node {
    let collection: ItemCollection
    let member: ComputedMember

    var words: String { "\(member.target) of \"\(collection.name)\"" }
  }

  /// The maximum number of members to compare with each other. No hand-written contract has more.
  private static let most = 500

  private let nodes: [Node]
  private let log: ProblemLog

  init(_ collections: [ItemCollection], log: ProblemLog) {
    let all = collections.flatMap { collection in
      collection.computed.map { Node(collection: collection, member: $0) }
    }
    nodes = Array(all.prefix(Self.most))
    self.log = log
  }

  func check() {
    for (index, node) in nodes.enumerated() {
      if let key = node.collection.key, Self.overlap(key, node.member.target) {
        log.servableError(
          node.member.location,
          "\(node.member.target) holds the key of \"\(node.collection.name)\", which is assigned once and never computed: remove "
            + "this.")
      }
      let around = nodes[..<index].first {
        $0.collection === node.collection && Self.overlap($0.member.target, node.member.target)
      }
      if let around {
        log.servableError(
          node.member.location,
          "\(node.member.target) and \(around.member.target) are both computed, but one contains the other: keep only one "
            + "formula.")
      }
    }
    checkCircles()
  }

  /// Reports each cycle once, at its first member.
  private func checkCircles() {
    let edges = nodes.map { node in nodes.indices.filter { Self.depends(node, on: nodes[$0]) } }
    var done: Set<Int> = []
    for start in nodes.indices where !done.contains(start) {
      guard let circle = Self.circle(from: start, edges) else { continue }
      done.formUnion(circle)
      let others = circle.dropFirst().map { nodes[$0].words } + [nodes[start].words]
      log.servableError(
        nodes[start].member.location,
        "\(nodes[start].words) is computed from itself: it needs \(others.joined(separator: ", which needs ")). Remove one of "
          + "these formulas.")
    }
  }

  /// Returns the shortest cycle through a member, starting with that member, or `nil` if there is none.
  private static func circle(from start: Int, _ edges: [[Int]]) -> [Int]? {
    var before: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let current = queue[next]
      next += 1
      if edges[current].contains(start) {
        var way = [current]
        while let last = way.last, last != start, let earlier = before[last] { way.append(earlier) }
        return way.reversed()
      }
      for other in edges[current] where other != start && before[other] == nil {
        before[other] = current
        queue.append(other)
      }
    }
    return nil
  }

  private static func depends(_ node: Node, on other: Node) -> Bool {
    let member = node.member
    if other.collection === node.collection, member.sources.contains(where: { overlap($0, other.member.target) }) {
      return true
    }
    guard let name = member.resource, other.collection.name == name else { return false }
    let far = member.matches.map(\.other) + (member.factors ?? [])
    return far.contains { overlap($0, other.member.target) }
  }

  private static func overlap(_ one: JSONPointer, _ other: JSONPointer) -> Bool {
    one.isWithin(other) || other.isWithin(one)
  }
}
