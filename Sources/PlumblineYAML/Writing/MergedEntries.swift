/// The entries of a mapping with merge keys. Its own come first, followed by those of the mappings that `<<` names,
/// where the first occurrence of a key wins.
///
///     base: &base { a: 1, b: 2 }
///     more: { <<: *base, b: 3 }      # { "b": 3, "a": 1 }
///
/// YAML 1.2 has no merge key. This is the merge key of YAML 1.1 (https://yaml.org/type/merge.html), which most readers
/// support. Its value is a mapping, or a list of mappings, the earlier of which win. A merged mapping may have merge
/// keys of its own.
enum MergedEntries {
  /// Returns the key nodes of a mapping's entries in the order they are written.
  ///
  /// - Parameter budget: The budget that is charged for examined entries, because mappings that merge one another twice
  ///   each would take forever.
  static func keys(of mapping: Int, _ tree: YAMLTree, _ budget: inout ExpansionBudget) throws(YAMLFault) -> [Int] {
    var keys: [Int] = []
    var known: Set<ArraySlice<UInt8>> = []
    var pending = [mapping]
    var isOwn = true
    while let next = pending.popLast() {
      var merged: [Int] = []
      var hasMerge = false
      for key in entries(of: next, tree) {
        try budget.merge(at: Int(tree.nodes[mapping].offset))
        if tree.isMerge(tree.nodes[key]) {
          guard !hasMerge else {
            throw YAMLFault(
              .duplicateKey, at: Int(tree.nodes[key].offset),
              "The mapping already has <<; use a single << with a list of mappings: <<: [*one, *other].")
          }
          hasMerge = true
          merged = try mappings(key + 1, tree)
        } else if known.insert(tree.text(of: tree.nodes[tree.resolved(key)])).inserted || isOwn {
          // A repeated key of the mapping itself is kept, so that it is rejected like any other.
          keys.append(key)
        }
      }
      pending += merged.reversed()
      isOwn = false
    }
    return keys
  }

  private static func entries(of mapping: Int, _ tree: YAMLTree) -> some Sequence<Int> {
    let end = Int(tree.nodes[mapping].next)
    return sequence(state: mapping + 1) { key in
      guard key < end else { return nil }
      defer { key = Int(tree.nodes[key + 1].next) }
      return key
    }
  }

  /// Returns the mappings that a merge key's value names.
  private static func mappings(_ value: Int, _ tree: YAMLTree) throws(YAMLFault) -> [Int] {
    let node = tree.resolved(value)
    if tree.nodes[node].kind == .mapping { return [node] }
    guard tree.nodes[node].kind == .sequence else { throw notMergeable(value, tree) }
    var found: [Int] = []
    var item = node + 1
    while item < Int(tree.nodes[node].next) {
      guard tree.nodes[tree.resolved(item)].kind == .mapping else { throw notMergeable(item, tree) }
      found.append(tree.resolved(item))
      item = Int(tree.nodes[item].next)
    }
    return found
  }

  private static func notMergeable(_ node: Int, _ tree: YAMLTree) -> YAMLFault {
    YAMLFault(
      at: Int(tree.nodes[node].offset), "<< takes a mapping, or a list of mappings; quote it if it is a name.")
  }
}
