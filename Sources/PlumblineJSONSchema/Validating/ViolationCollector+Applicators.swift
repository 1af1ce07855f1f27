import PlumblineJSONTree

extension ViolationCollector {
  /// Collects the violations of `anyOf` or `oneOf`. For a nullable value, these are the violations of the only branch
  /// apart from null. Otherwise, there is a single violation that contains all branches.
  mutating func collectBranches(_ rule: Rule, _ value: Int) {
    let branches = schema.tables.branches[rule.index]
    let holding = branches.indices.filter { validator.holds(branches[$0], value) }
    if holding.count > 1 {
      let list = holding.map { "\($0 + 1)" }.joined(separator: ", ")
      var ambiguous = violation(
        rule, value, expected: "exactly one of \(branches.count) alternatives", actual: "\(holding.count) of them",
        message: "The value matches alternatives \(list), but must match exactly one of \(branches.count).")
      ambiguous.discriminator = discriminator(of: rule)
      return add(ambiguous)
    }
    let others = branches.filter { !isNullOnly($0) }
    if branches.count == 2, others.count == 1 { return collect(others[0], value) }
    var explained: [[Violation]] = []
    for branch in branches { explained.append(violations(ofBranch: branch, value)) }
    let ranked = explained.enumerated().sorted {
      (distance($0.element, value), $0.offset) < (distance($1.element, value), $1.offset)
    }
    let named = validator.named(validator.branchShapes[rule.index], by: value)
    // The branch that the value names is the intended one, even if another branch is a closer match.
    let meant: Int? =
      named.count == 1
      ? branches.firstIndex(of: named[0]) : named.isEmpty ? farBranch(of: rule, explained, value) : nil
    let nearest = (meant ?? ranked.first?.offset).flatMap { place in
      explained[place].first.map { " The closest, number \(place + 1), fails: \($0.message)" }
    }
    var unfit = violation(
      rule, value, expected: "one of \(branches.count) alternatives",
      message: "The value matches none of \(branches.count) alternatives.\(nearest ?? "")",
      branches: ranked.map(\.element))
    unfit.discriminator = discriminator(of: rule)
    unfit.naming = naming(of: rule, explained, value)
    if let meant { unfit.named = explained[meant] }
    add(unfit)
  }

  /// Returns the member that distinguishes branches, if a value doesn't name any of them. A branch that doesn't
  /// restrict the member may still be the intended one, unless another of its members lacks a required value.
  private func naming(of rule: Rule, _ branches: [[Violation]], _ value: Int) -> Violation.Naming? {
    guard let naming = schema.tables.naming(of: rule.index),
      let name = JSON(document, value)[naming.member]?.string, !naming.texts.contains(name)
    else { return nil }
    let object = JSON(document, value).pointer
    var names = naming.texts
    var known = Set(names)
    for (branch, violations) in branches.enumerated() where !naming.names(branch) {
      guard violations.contains(where: { $0.allowed.count == 1 && $0.instance.parent == object }) else { return nil }
      let own = violations.first { $0.instance == object.appending(naming.member) && !$0.allowed.isEmpty }
      for text in own?.allowed.compactMap(\.string) ?? [] where known.insert(text).inserted {
        names.append(text)
      }
    }
    return Violation.Naming(member: naming.member, names: names)
  }

  /// Returns the branch that the value's discriminating member selects among the branches after the first 64, which
  /// aren't represented by bits. Returns `nil` unless exactly one is possible.
  private func farBranch(of rule: Rule, _ branches: [[Violation]], _ value: Int) -> Int? {
    guard branches.count > UInt64.bitWidth, let naming = schema.tables.naming(of: rule.index),
      let name = JSON(document, value)[naming.member]?.string, !naming.texts.contains(name)
    else { return nil }
    let place = JSON(document, value).pointer.appending(naming.member)
    let meant = branches.indices.dropFirst(UInt64.bitWidth).filter { branch in
      !branches[branch].isEmpty && !branches[branch].contains { $0.instance == place }
    }
    return meant.count == 1 ? meant[0] : nil
  }

  /// Returns the discriminator's member.
  private func discriminator(of rule: Rule) -> String? {
    let place = schema.place(of: rule)
    return place.pointer.parent.flatMap { place.document.root.at($0) }?["discriminator"]?["propertyName"]?.string
  }

  /// Returns the distance between a value and a branch. A wrong kind of value weighs most, followed by a wrong `const`
  /// or `enum` directly inside, which usually distinguishes alternatives, and then the number of violations.
  private func distance(_ violations: [Violation], _ value: Int) -> Int {
    var distance = violations.count
    for violation in violations {
      let isHere = violation.order == value
      switch violation.keyword {
      case "type" where isHere, "false" where isHere: distance += 1_000_000
      case "const", "enum": distance += isHere ? 100_000 : 10_000
      case "required": distance += 10
      default: break
      }
    }
    return distance
  }

  private func isNullOnly(_ node: Int) -> Bool {
    let rules = schema.rules(of: node)
    guard rules.count == 1, let rule = rules.first else { return false }
    switch rule.kind {
    case .types: return TypeSet(rawValue: UInt8(truncatingIfNeeded: rule.operand)) == .null
    case .constant, .enumeration: return schema.tables.values[rule.index].allSatisfy(\.isNull)
    default: return false
    }
  }

  private func isNever(_ node: Int) -> Bool { schema.rules(of: node).first?.kind == .never }

  mutating func collectMembers(_ rule: Rule, _ object: Int) {
    let table = schema.tables.objects[rule.index]
    let end = document.next(object)
    var key = object + 1
    while key < end, !isFull {
      var isNamed = false
      if let index = table.property(document, key) {
        isNamed = true
        collectIfBroken(table.properties[index].node, key + 1)
      }
      for (pattern, node) in table.patterns {
        let verdict = validator.matches(pattern, key)
        if verdict != false { isNamed = true }
        if verdict == true { collectIfBroken(node, key + 1) }
      }
      if !isNamed, let additional = table.additional {
        if isNever(additional) {
          extra(key, "additionalProperties", table.additionalPlace ?? rule, object)
        } else {
          collectIfBroken(additional, key + 1)
        }
      }
      key = document.next(key + 1)
    }
  }

  private mutating func collectIfBroken(_ node: Int, _ value: Int) {
    if !isFull, !validator.holds(node, value) { collect(node, value) }
  }

  private mutating func extra(_ key: Int, _ keyword: String, _ rule: Rule, _ object: Int) {
    let name = document.string(key)
    add(
      violation(
        rule, object, keyword: keyword, expected: "no property '\(name)'",
        actual: describe(JSON(document, key + 1)), message: "The property '\(name)' is not allowed here.",
        property: name, order: key, location: JSON(document, key).location))
  }

  mutating func collectItems(_ rule: Rule, _ array: Int) {
    let table = schema.tables.items[rule.index]
    var element = array + 1
    var index = 0
    while element < document.next(array), !isFull {
      guard let node = index < table.prefix.count ? table.prefix[index] : table.rest else { return }
      collectIfBroken(node, element)
      element = document.next(element)
      index += 1
    }
  }

  mutating func collectUnevaluatedMembers(_ rule: Rule, of node: Int, _ object: Int) {
    var key = object + 1
    for mark in validator.evaluatedMembers(node, object) {
      if !mark, isNever(rule.index) {
        extra(key, "unevaluatedProperties", rule, object)
      } else if !mark {
        collectIfBroken(rule.index, key + 1)
      }
      key = document.next(key + 1)
    }
  }

  mutating func collectUnevaluatedItems(_ rule: Rule, of node: Int, _ array: Int) {
    var element = array + 1
    for mark in validator.evaluatedItems(node, array) {
      if !mark, isNever(rule.index) {
        add(
          violation(
            rule, element, expected: "no element here", message: "This element of the array is not allowed."))
      } else if !mark {
        collectIfBroken(rule.index, element)
      }
      element = document.next(element)
    }
  }

  mutating func collectNames(_ rule: Rule, _ object: Int) {
    var key = object + 1
    while key < document.next(object), !isFull {
      if !validator.holds(rule.index, key) {
        let name = document.string(key)
        let reasons = violations(ofBranch: rule.index, key)
        let reason = reasons.first.map { " \($0.message)" } ?? ""
        add(
          violation(
            rule, object, expected: reasons.first?.expected ?? "another name", actual: "the name '\(name.cut(60))'",
            message: "The property name '\(name.cut(60))' is not allowed.\(reason)", property: name,
            branches: [reasons], order: key, location: JSON(document, key).location))
      }
      key = document.next(key + 1)
    }
  }
}
