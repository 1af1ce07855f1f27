import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The requests that restore an item's former values. They are determined before anything is changed.
///
/// The endpoints' `state` determines where a body's members are stored: in the members of the same name, or in the
/// targets of `set`. A request without a body sets only these targets. For example, `PUT /favorites/124` fills a heart,
/// and `DELETE` empties it. An endpoint that also sets other members, such as a transfer that sets an asset to
/// `DEPLOYED`, comes before those that restore these members.
struct Restoration: Sendable {
  /// A request to one of the item's endpoints.
  struct Step: Sendable {
    let endpoint: Endpoint
    /// The body, or `nil` for a request without one.
    let body: JSON?
    fileprivate var restored: [JSONPointer] = []
    fileprivate var spoiled: [JSONPointer] = []
  }

  private(set) var steps: [Step] = []
  /// The members that no endpoint restores.
  let lost: [JSONPointer]

  /// - Parameters:
  ///   - places: The members that have changed or will change.
  ///   - original: The item's state to restore.
  init(of places: [JSONPointer], to original: JSON, by updates: [Endpoint]) {
    var open = places
    let candidates = updates.filter { $0.states.count == 1 && $0.state?.additions.isEmpty ?? false }
    let ordered = candidates.enumerated().sorted { left, right in
      (Self.constants(right.element), left.offset) < (Self.constants(left.element), right.offset)
    }
    for (_, endpoint) in ordered {
      guard !open.isEmpty, let step = Self.step(endpoint, open, original) else { continue }
      steps.append(step)
      open.removeAll { place in step.restored.contains { place.isWithin($0) } }
      open += step.spoiled.filter { !open.contains($0) }
    }
    lost = open
  }

  private static func constants(_ endpoint: Endpoint) -> Int {
    endpoint.state?.assignments.count {
      switch $0.value {
      case .constant, .chosen: true
      default: false
      }
    } ?? 0
  }

  /// Returns an endpoint's request that restores some members, or `nil` if it can restore none, or if it requires
  /// values that the item never had.
  private static func step(_ endpoint: Endpoint, _ open: [JSONPointer], _ original: JSON) -> Step? {
    guard let rule = endpoint.state, rule.action == .update else { return nil }
    var step: Step
    if let place = rule.bodyPlace {
      guard let made = wrapped(endpoint, rule, place, open, original) else { return nil }
      step = made
    } else if let schema = endpoint.body?.structured?.schema {
      guard let made = withBody(endpoint, rule, schema, open, original) else { return nil }
      step = made
    } else {
      guard endpoint.body == nil else { return nil }
      step = Step(endpoint: endpoint, body: nil)
    }
    for assignment in rule.assignments {
      switch assignment.value {
      case .constant(let value) where original.at(assignment.target) == value: step.restored.append(assignment.target)
      case .constant, .chosen: step.spoiled.append(assignment.target)
      default: continue
      }
    }
    let helps = step.restored.contains { restored in open.contains { $0.isWithin(restored) } }
    // A step without a body can't undo its own side effects.
    return helps && (step.body != nil || step.spoiled.isEmpty) ? step : nil
  }

  /// Returns a request whose body contains the item at a pointer. It contains all members if the body replaces the
  /// item, otherwise only those that changed.
  private static func wrapped(
    _ endpoint: Endpoint, _ rule: StateRule, _ place: JSONPointer, _ open: [JSONPointer], _ original: JSON
  ) -> Step? {
    guard rule.merge != .none, let schema = endpoint.body?.structured?.schema else { return nil }
    let wanted = Set(open.compactMap(\.tokens.first))
    var members: [(String, JSON)] = []
    for (name, value) in original.members
    where (wanted.contains(name) || rule.merge == .replace)
      && (rule.bodyMembers.isEmpty || rule.bodyMembers.contains(name))
    {
      members.append((name, value))
    }
    var restored = members.map(\.0)
    // Remove members that didn't exist before by setting them to null.
    for name in wanted.sorted() where original[name] == nil {
      if rule.merge == .patch { members.append((name, .null)) }
      if rule.merge == .patch || rule.merge == .replace { restored.append(name) }
    }
    let body = place.tokens.reversed().reduce(JSON.object(members)) { JSON.object([($1, $0)]) }
    guard !restored.isEmpty, schema.isValid(body) else { return nil }
    var step = Step(endpoint: endpoint, body: body)
    step.restored = restored.map { JSONPointer(tokens: [$0]) }
    return step
  }

  private static func withBody(
    _ endpoint: Endpoint, _ rule: StateRule, _ schema: Schema, _ open: [JSONPointer], _ original: JSON
  ) -> Step? {
    let outline = schema.outline()
    let places = outline.places.first?.members ?? [:]
    let required = Set(places.filter { !outline.places[$0.value].isOptional }.keys)
    var members: [(String, JSON)] = []
    var restored: [JSONPointer] = []
    for name in places.keys.sorted(by: { (required.contains($0) ? 0 : 1, $0) < (required.contains($1) ? 0 : 1, $1) }) {
      let sources = sources(of: name, rule, open, original)
      let isWanted = sources.places.contains { place in open.contains { $0.isWithin(place) || place.isWithin($0) } }
      let isKept = rule.merge == .replace && original[name] != nil
      guard required.contains(name) || isWanted || isKept else { continue }
      guard let value = sources.value else {
        if required.contains(name) { return nil }
        continue
      }
      // An endpoint can't restore a value that it doesn't accept, such as a former null.
      if required.contains(name) || schema.isValid(.object(members + [(name, value)])) {
        members.append((name, value))
        restored += sources.places
      }
    }
    guard !members.isEmpty, schema.isValid(.object(members)) else { return nil }
    // Include members that are looked up with a sent value, because they change with it.
    for assignment in rule.assignments {
      guard case .lookup(_, let matches, _) = assignment.value else { continue }
      let names = matches.map { match -> String? in
        if case .body(let pointer) = match.address { pointer.tokens.first } else { nil }
      }
      let isSent = names.allSatisfy { name in name.map { own in members.contains { $0.0 == own } } ?? false }
      if isSent { restored.append(assignment.target) }
    }
    var step = Step(endpoint: endpoint, body: .object(members))
    step.restored = restored
    return step
  }

  /// Returns the pointers to the item's members that a member of the body sets, and the value that restores them.
  private static func sources(
    of name: String, _ rule: StateRule, _ open: [JSONPointer], _ original: JSON
  ) -> (places: [JSONPointer], value: JSON?) {
    let source = Address.body(JSONPointer(tokens: [name]))
    for assignment in rule.assignments {
      switch assignment.value {
      case .address(source): return ([assignment.target], original.at(assignment.target))
      case .lookup(_, let matches, let member):
        guard matches.count == 1, matches[0].address == source, let key = matches[0].members.first,
          member.tokens.isEmpty
        else { continue }
        return ([assignment.target], original.at(assignment.target + key))
      default: continue
      }
    }
    guard rule.merge != .none else { return ([], nil) }
    let place = JSONPointer(tokens: [name])
    guard rule.merge == .deep || rule.merge == .patch, let whole = original[name], whole.kind == .object else {
      return ([place], original[name])
    }
    let leaves = open.filter { $0.isWithin(place) && $0 != place }
    guard !leaves.isEmpty else { return ([place], whole) }
    return (leaves, part(of: whole, at: leaves.map { Array($0.tokens.dropFirst()) }))
  }

  /// Returns an object with only some of its members, at all levels, or `nil` if one of them doesn't exist.
  private static func part(of whole: JSON, at paths: [[String]]) -> JSON? {
    var members: [(String, JSON)] = []
    for name in Set(paths.compactMap(\.first)).sorted() {
      guard let value = whole[name] else { return nil }
      let deeper = paths.filter { $0.first == name && $0.count > 1 }.map { Array($0.dropFirst()) }
      guard let kept = deeper.isEmpty ? value : part(of: value, at: deeper) else { return nil }
      members.append((name, kept))
    }
    return .object(members)
  }
}
