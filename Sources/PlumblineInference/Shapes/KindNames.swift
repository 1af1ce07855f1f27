import PlumblineOpenAPI

/// The kinds of objects that occur in several places, and a name for each kind.
struct KindNames {
  /// A value of an endpoint, with the name that it suggests for its kind.
  struct Root {
    let link: ShapeTable.Link
    let name: String
    /// A Boolean value that indicates whether this is the top-level value of a response, which provides the best name
    /// for its kind.
    let isMain: Bool
  }

  /// The name of each kind, by node.
  private(set) var names: [Int: String] = [:]
  /// The nodes in the order that they were found in.
  private(set) var order: [Int] = []

  private struct Uses {
    var count = 0
    var main: [String: Int] = [:]
    var others: [String: Int] = [:]
  }

  init(_ roots: [Root], _ table: ShapeTable, taken: [String]) {
    var uses: [Int: Uses] = [:]
    var met: [Int] = []
    var visited: Set<Int> = []
    func meet(_ link: ShapeTable.Link, _ name: String, isMain: Bool) {
      let id = table.find(link.node)
      let node = table[id]
      if node.objects > 0, !node.isMap, node.names.count > 1 {
        if uses[id] == nil { met.append(id) }
        uses[id, default: Uses()].count += 1
        if isMain { uses[id]?.main[name, default: 0] += 1 } else { uses[id]?.others[name, default: 0] += 1 }
      }
      if node.arrays > 0 || node.isMap {
        for inner in table.tuple(node) ?? [node.items].compactMap({ $0 }) { meetOnce(inner, name, id, isMain) }
      }
      guard visited.insert(id).inserted else { return }
      for member in node.names {
        if let inner = node.members[member] { meet(inner, member, isMain: false) }
      }
    }
    // Visit the elements of each list only once per place, which also ends cycles.
    var lists: Set<[Int]> = []
    func meetOnce(_ link: ShapeTable.Link, _ name: String, _ holder: Int, _ isMain: Bool) {
      guard lists.insert([holder, table.find(link.node), isMain ? 1 : 0]).inserted else { return }
      meet(link, name, isMain: isMain)
    }
    for root in roots { meet(root.link, root.name, isMain: root.isMain) }
    var identifiers = Identifiers()
    for name in taken { _ = identifiers.unique(name) }
    for id in met {
      guard let own = uses[id], own.count > 1 || !own.main.isEmpty && Self.isThing(table[id]) else { continue }
      let votes = own.main.isEmpty ? own.others : own.main
      let wish = votes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "Item"
      let word = PathWord.pascal(PathWord.singular(wish))
      names[id] = identifiers.unique(word.first?.isLetter == true ? word : "Item\(word)").replacing("-", with: "")
      order.append(id)
    }
  }

  /// Returns a Boolean value that indicates whether objects are resources in their own right, with a member that
  /// identifies them.
  private static func isThing(_ node: ShapeTable.Node) -> Bool {
    node.names.count > 2 && node.names.contains { ["id", "uuid", "uid", "_id"].contains($0.lowercased()) }
  }
}
