import PlumblineJSONSchema
import PlumblineJSONTree

extension FieldJudge {
  /// Marks missing members that the value contains one level deeper or higher.
  ///
  ///     { "data": { "id": 7, "name": "Cat" } }    instead of { "id": 7, "name": "Cat" }
  ///     { "id": 7, "area": 57, "rooms": 2 }       instead of { "id": 7, "features": { "area": 57, "rooms": 2 } }
  func leveled(_ faults: [FieldFault]) -> [FieldFault] {
    let raised = raisedMembers(faults)
    return faults.map { fault in
      if let name = wrapper(of: fault) { return fault.moved(to: PayloadLevel(deeperIn: name)) }
      guard let name = fault.instance.tokens.last else { return fault }
      if fault.kind == .missing, raised.objects.contains(fault.instance) {
        return fault.moved(to: PayloadLevel(higherThan: name))
      }
      guard fault.kind == .undocumented, let object = raised.members[fault.instance] else { return fault }
      var member = fault
      let level = PayloadLevel(deeperIn: object)
      member.expected = level.description
      member.message = "In the contract, the field \(ShortText.quoted(name)) is \(level)."
      return member
    }
  }

  /// Returns the only member that contains the expected value, or `nil` unless there is exactly one candidate.
  private func wrapper(of fault: FieldFault) -> String? {
    guard fault.kind == .type, let object = value.at(fault.instance), object.kind == .object else { return nil }
    let candidates: [String]
    if fault.rule == rules.missing {
      let names = Set(schema.declared(at: fault.instance, in: value))
      candidates = object.members.filter { member in
        let known = member.value.members.filter { names.contains($0.key) }.count
        return member.value.kind == .object && known > 0 && 2 * known >= names.count
      }.map(\.key)
    } else if fault.rule == rules.typeChanged, fault.expected == JSONKind.array.name {
      candidates = object.members.filter { $0.value.kind == .array }.map(\.key)
    } else {
      return nil
    }
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// Returns the locations of missing objects whose members appear one level higher, along with the object's name for
  /// each such member.
  private func raisedMembers(_ faults: [FieldFault]) -> (objects: Set<JSONPointer>, members: [JSONPointer: String]) {
    var strange: [JSONPointer: Set<String>] = [:]
    for fault in faults where fault.kind == .undocumented {
      if let parent = fault.instance.parent, let name = fault.instance.tokens.last {
        strange[parent, default: []].insert(name)
      }
    }
    // The items of a list share a schema, so one item represents all of them.
    var known: [JSONPointer: Set<String>] = [:]
    var objects: Set<JSONPointer> = []
    var members: [JSONPointer: String] = [:]
    for fault in faults where fault.kind == .missing {
      guard let name = fault.instance.tokens.last, let parent = fault.instance.parent, let beside = strange[parent],
        beside.count > 1
      else { continue }
      let place = Fingerprint.folded(fault.instance)
      let declared = known[place] ?? membersDeclared(in: name, at: parent)
      known[place] = declared
      let moved = declared.intersection(beside)
      guard moved.count > 1, 2 * moved.count >= declared.count else { continue }
      objects.insert(fault.instance)
      for member in moved { members[parent.appending(member)] = name }
    }
    return (objects, members)
  }

  /// Returns the members that the contract declares in a missing object.
  private func membersDeclared(in name: String, at parent: JSONPointer) -> Set<String> {
    guard let filled = value.inserting(key: name, value: [:], at: parent) else { return [] }
    return Set(schema.declared(at: parent.appending(name), in: filled))
  }
}

extension FieldFault {
  /// Returns the fault with the level at which the missing value was found.
  fileprivate func moved(to level: PayloadLevel) -> FieldFault {
    var fault = self
    fault.actual = level.description
    fault.message += " The members that belong here were sent \(level)."
    return fault
  }
}
