/// The numbered sequences of schema resources that a validation has entered.
///
/// Only the first entry into a resource matters to a dynamic reference, so a sequence contains each resource once.
/// Equal sequences share a number, so entering a resource takes only a lookup.
struct DynamicScopes {
  /// Each scope's last resource and its enclosing scope. Scope 0 is empty.
  private var entries: [(resource: Int32, outer: Int32)] = [(-1, -1)]
  private var known: [Step: Int32] = [:]

  private struct Step: Hashable {
    let scope: Int32
    let resource: Int32
  }

  /// Returns the scope that results from entering a resource.
  mutating func entering(_ resource: Int32, from scope: Int32) -> Int32 {
    if entries[Int(scope)].resource == resource { return scope }
    let step = Step(scope: scope, resource: resource)
    if let next = known[step] { return next }
    var next = scope
    if !resources(of: scope).contains(resource) {
      next = Int32(clamping: entries.count)
      entries.append((resource, scope))
    }
    known[step] = next
    return next
  }

  /// Returns the resources of a scope, outermost first.
  func resources(of scope: Int32) -> [Int32] {
    var resources: [Int32] = []
    var scope = scope
    while scope > 0 {
      resources.append(entries[Int(scope)].resource)
      scope = entries[Int(scope)].outer
    }
    return resources.reversed()
  }
}
