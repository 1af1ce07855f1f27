import PlumblineJSONTree

extension SchemaCompiler {
  /// The limits on the search in each branch, which keep the cost of compiling linear.
  private static let reach = (nodes: 8, properties: 32, references: 4, texts: 256)

  /// A member's name, with the strings that each branch allows for the member. Branches that don't restrict the member
  /// have no entry.
  private struct Candidate {
    let name: MemberName
    var texts: [Int: [TextRange]] = [:]
    var textCount = 0
  }

  /// Finds the discriminators of `oneOf` and `anyOf` among the nodes from an index on.
  mutating func tellBranchesApart(from start: Int) {
    for node in start..<nodes.count {
      for index in nodes[node].range where rules[index].kind == .oneOf || rules[index].kind == .anyOf {
        tellBranchesApart(rules[index].index)
      }
    }
  }

  private mutating func tellBranchesApart(_ index: Int) {
    var candidates: [Candidate] = []
    var places: [[UInt8]: Int] = [:]
    for (branch, node) in tables.branches[index].prefix(64).enumerated() {
      for (name, texts) in fixedMembers(of: node) {
        let place = places[name.bytes] ?? candidates.count
        if place == candidates.count {
          places[name.bytes] = place
          candidates.append(Candidate(name: name))
        }
        if candidates[place].texts[branch] != nil { continue }
        candidates[place].texts[branch] = texts
        candidates[place].textCount += texts.count
      }
    }
    // Prefer the candidate in the most branches, and then the one with the fewest strings, because a kind is usually a
    // single word.
    let ranked = candidates.filter { $0.texts.count > 1 && $0.textCount <= Self.reach.texts }
    guard
      let best = ranked.min(by: { ($1.texts.count, $0.textCount) < ($0.texts.count, $1.textCount) })
    else { return }
    var shape = tables.branchShapes[index]
    shape.discriminator = Int32(clamping: discriminator(best))
    tables.branchShapes.complete(index, with: shape)
  }

  private mutating func discriminator(_ candidate: Candidate) -> Int {
    let all = candidate.texts.keys.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    let start = tables.discriminatorTexts.count
    var places: [[UInt8]: Int] = [:]
    for (branch, texts) in candidate.texts.sorted(by: { $0.key < $1.key }) {
      for text in texts {
        let bytes = Array(tables.bytes[Int(text.start)..<Int(text.start) + Int(text.count)])
        let place = places[bytes] ?? tables.discriminatorTexts.append(DiscriminatorText(text: text, ruledOut: all))
        places[bytes] = place
        var entry = tables.discriminatorTexts[place]
        entry.ruledOut &= ~(1 << UInt64(branch))
        tables.discriminatorTexts.complete(place, with: entry)
      }
    }
    return tables.discriminators.append(
      Discriminator(
        name: tables.text(candidate.name.bytes), hash: candidate.name.hash, start: Int32(clamping: start),
        count: Int32(clamping: tables.discriminatorTexts.count - start), ruledOut: all))
  }

  /// Returns the members that a node restricts to certain strings, as far as a quick search finds them.
  private func fixedMembers(of node: Int) -> [(MemberName, [TextRange])] {
    var found: [(MemberName, [TextRange])] = []
    var pending = [node]
    var next = 0
    while next < pending.count, next < Self.reach.nodes {
      for index in nodes[pending[next]].range {
        let rule = rules[index]
        switch rule.kind {
        case .reference: pending.append(rule.index)
        case .allOf: pending += tables.branches[rule.index].prefix(Self.reach.nodes)
        case .object:
          for property in tables.objects[rule.index].properties.prefix(Self.reach.properties) {
            if let texts = fixedTexts(of: property.node) { found.append((property.name, texts)) }
          }
        default: break
        }
      }
      next += 1
    }
    return found
  }

  /// Returns the strings of a node's `const` or `enum`, or `nil` if it has neither or lists other kinds of values too.
  private func fixedTexts(of node: Int) -> [TextRange]? {
    var node = node
    for _ in 0..<Self.reach.references {
      let range = nodes[node].range
      if let index = range.first(where: { rules[$0].kind == .constant || rules[$0].kind == .enumeration }) {
        let list = tables.lists[rules[index].index]
        if list.kinds != JSONKind.string.bit { return nil }
        let start = Int(list.textStart)
        return Array(tables.texts[start..<start + Int(list.textCount)])
      }
      guard let index = range.first(where: { rules[$0].kind == .reference }) else { return nil }
      node = rules[index].index
    }
    return nil
  }
}
