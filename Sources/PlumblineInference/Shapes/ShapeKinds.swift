/// An analysis that distinguishes maps from objects, and finds objects in many places that are of the same kind.
enum ShapeKinds {
  /// The minimum number of common members. With fewer, objects may be alike by chance.
  private static let leastMembers = 3
  private static let manyMembers = 12
  private static let leastTexts = 6
  private static let leastObjects = 5

  /// Turns the nodes below some links into maps where their members' names are keys.
  ///
  /// - Parameter isListed: A closure that indicates whether a string occurs in a list of strings, and is therefore data
  ///   rather than a name.
  static func findMaps(
    below links: [ShapeTable.Link], in table: inout ShapeTable, isListed: (String) -> Bool
  ) {
    var seen: Set<Int> = []
    var waiting = links.map { (link: $0, name: "") }
    while let (next, name) = waiting.popLast() {
      let id = table.find(next.node)
      guard seen.insert(id).inserted else { continue }
      if isMap(table[id], name, table, isListed) { table.makeMap(id) }
      let node = table[id]
      waiting += node.names.compactMap { name in node.members[name].map { ($0, name) } }
      waiting += (table.tuple(node) ?? [node.items].compactMap { $0 }).map { ($0, node.isMap ? "" : name) }
    }
  }

  /// The last words of names whose objects usually contain strings under arbitrary names.
  private static let labels: Set<String> = ["labels", "annotations", "tags", "translations", "headers", "env"]

  private static func isMap(
    _ node: ShapeTable.Node, _ name: String, _ table: ShapeTable, _ isListed: (String) -> Bool
  ) -> Bool {
    guard node.objects > 0, node.arrays == 0, !node.isMap, !node.names.isEmpty else { return false }
    let count = node.names.count
    let identifiers = node.names.count { PathWord.isIdentifier($0) }
    if identifiers == count { return count > 1 || (node.names[0].count >= 8) }
    if identifiers * 4 >= count * 3, count >= 4 { return true }
    guard isUniform(node, table) else { return false }
    let areTexts = node.names.allSatisfy { name in
      node.members[name].map { table.kinds(of: $0.node).isSubset(of: .string) } ?? false
    }
    if areTexts, let last = PathWord.words(name).last?.lowercased(), labels.contains(last) { return true }
    if count > 1, node.names.count(where: isListed) * 5 >= count * 4 { return true }
    if count >= manyMembers, node.names.count(where: isMarked) * 2 >= count { return true }
    guard node.objects >= leastObjects else { return false }
    let rare = node.names.count { (node.members[$0]?.seen ?? 0) * 2 < node.objects }
    let isMany = count >= manyMembers && rare * 4 >= count * 3
    return isMany || areTexts && count >= leastTexts && node.required.count * 4 <= count
  }

  /// Returns a Boolean value that indicates whether a name contains a character that is rare in member names. Examining
  /// characters is slow, so the bytes are checked first.
  private static func isMarked(_ name: String) -> Bool {
    let marks = ".-/ :"
    return name.utf8.contains { marks.utf8.contains($0) } && name.contains { marks.contains($0) }
  }

  /// Returns a Boolean value that indicates whether the values of all members are of the same kind.
  private static func isUniform(_ node: ShapeTable.Node, _ table: ShapeTable) -> Bool {
    var all: ShapeTable.Kinds = []
    for name in node.names {
      guard let link = node.members[name] else { continue }
      all.formUnion(table.kinds(of: link.node))
      if !all.isEmpty, !all.isSingle { return false }
    }
    if all.isEmpty { return false }
    guard all == .object else { return true }
    let nodes = node.names.compactMap { node.members[$0] }.map { table[$0.node] }
    let common = nodes.dropFirst().reduce(Set(nodes[0].names)) { $0.intersection($1.names) }
    return nodes.allSatisfy { common.count * 2 >= $0.names.count }
  }

  /// Merges the objects below some links that are of the same kind.
  ///
  /// - Parameter isStrict: A Boolean value that indicates whether objects must have exactly the same members, and the
  ///   same required ones, to be merged.
  static func unite(below links: [ShapeTable.Link], in table: inout ShapeTable, isStrict: Bool = false) {
    var isDone = false
    while !isDone {
      isDone = true
      func unite(_ one: Int, _ other: Int, if isOne: (ShapeTable.Node, ShapeTable.Node) -> Bool) {
        let (left, right) = (table.find(one), table.find(other))
        guard left != right, isOne(table[left], table[right]) else { return }
        table.unite(left, right)
        isDone = false
      }
      let all = objects(below: links, table)
      let candidates = all.map(\.id).filter { table[$0].names.count >= leastMembers }
      // Skip a single object, which has no other to resemble.
      let things = candidates.count > 1 ? candidates : []
      var byNames: [Set<String>: Int] = [:]
      for id in things {
        let names = Set(table[id].names)
        if let other = byNames[names] {
          unite(other, id) { areOne($0, $1, table, isStrict) }
        } else {
          byNames[names] = id
        }
      }
      let rest = things.filter { table.find($0) == $0 }
      var rivals = KindCandidates(rest.map { table[$0].names })
      for (index, one) in rest.enumerated() {
        for other in rivals.next(index, required: table[one].required) {
          unite(one, rest[other]) { areOne($0, $1, table, isStrict) }
        }
      }
      guard !isStrict else { continue }
      let groups = Dictionary(grouping: all, by: \.name).filter { !$0.key.isEmpty && $0.value.count > 1 }
      for group in groups.sorted(by: { $0.key < $1.key }) {
        // Read the types of the first node only once, because merging doesn't change them.
        guard let first = group.value.first?.id, let kinds = kindsOfAll(table[first], table) else { continue }
        for other in group.value.dropFirst() {
          unite(first, other.id) { areOneByName($0, $1, kinds, table) }
        }
      }
    }
  }

  /// Returns the nodes of objects, without duplicates, each with the name of the first member that refers to it.
  private static func objects(below links: [ShapeTable.Link], _ table: ShapeTable) -> [(id: Int, name: String)] {
    var found: [(id: Int, name: String)] = []
    var seen: Set<Int> = []
    var waiting = links.reversed().map { (link: $0, name: "") }
    while let (next, name) = waiting.popLast() {
      let id = table.find(next.node)
      guard seen.insert(id).inserted else { continue }
      let node = table[id]
      if node.objects > 0, !node.isMap { found.append((id, name)) }
      waiting += node.names.reversed().compactMap { name in node.members[name].map { ($0, name) } }
      waiting += (table.tuple(node) ?? [node.items].compactMap { $0 }).map { ($0, "") }
    }
    return found
  }

  /// Returns the types of an object's values, or `nil` if they differ from value to value or there are no values.
  private static func kindsOfAll(_ node: ShapeTable.Node, _ table: ShapeTable) -> ShapeTable.Kinds? {
    var all: ShapeTable.Kinds?
    for name in node.names {
      guard let link = node.members[name] else { continue }
      let kinds = table.kinds(of: link.node)
      if let all, all != kinds { return nil }
      all = kinds
    }
    return all
  }

  /// Returns a Boolean value that indicates whether two objects with the same name are of the same kind: all their
  /// values have the same types, and they share a member.
  ///
  /// - Parameter kinds: The types of the first object's values.
  private static func areOneByName(
    _ one: ShapeTable.Node, _ other: ShapeTable.Node, _ kinds: ShapeTable.Kinds, _ table: ShapeTable
  ) -> Bool {
    one.kinds == other.kinds && other.names.contains { one.members[$0] != nil } && kindsOfAll(other, table) == kinds
  }

  /// Returns a Boolean value that indicates whether two objects are of the same kind: each has the members that the
  /// other always has, and all shared members have the same types.
  private static func areOne(
    _ one: ShapeTable.Node, _ other: ShapeTable.Node, _ table: ShapeTable, _ isStrict: Bool
  ) -> Bool {
    let (least, most) = (min(one.names.count, other.names.count), max(one.names.count, other.names.count))
    // The larger object has more additional members than two objects of the same kind may have.
    guard least >= leastMembers, least * 5 >= most * 3 else { return false }
    let common = one.names.filter { other.members[$0] != nil }
    let all = one.names.count + other.names.count - common.count
    guard common.count >= leastMembers, common.count * 5 >= all * 3 else { return false }
    if isStrict, common.count != all || Set(one.required) != Set(other.required) { return false }
    guard one.required.allSatisfy({ other.members[$0] != nil }),
      other.required.allSatisfy({ one.members[$0] != nil })
    else { return false }
    return common.allSatisfy { name in
      guard let mine = one.members[name], let theirs = other.members[name] else { return false }
      let (left, right) = (table.kinds(of: mine.node), table.kinds(of: theirs.node))
      guard !left.isEmpty, !right.isEmpty else { return true }
      guard left == right else { return false }
      guard left == .object, !table[mine.node].isMap, !table[theirs.node].isMap else { return true }
      let (inner, outer) = (table[mine.node], table[theirs.node])
      return inner.names.isEmpty || outer.names.isEmpty || outer.names.contains { inner.members[$0] != nil }
    }
  }
}
