/// Finds the candidates among many objects that may be of the same kind as another.
///
/// Two objects of one kind have three in five of their members in common, and each has what the other requires. So an object
/// that requires something is compared only with those that have the rarest of its required members, and one that requires
/// nothing only with those that have one of its rarest names, of as many as the two can't all differ in:
///
///     a {id, title, colour}, b {id, title, colour}, c {id, name, email}: of colour, title and id the rarest is colour,
///     so a is held to b alone
struct KindRivals {
  /// The maximum number of objects that one is compared with: more objects with the same names are unlikely to be one kind.
  private static let most = 64

  private let names: [[String]]
  /// The objects that have a name, in their order.
  private var holders: [String: [Int]] = [:]
  /// The number of a name's holders that were already returned.
  private var passed: [String: Int] = [:]

  /// - Parameter names: the names of each object's members.
  init(_ names: [[String]]) {
    self.names = names
    for (index, own) in names.enumerated() {
      for name in own { holders[name, default: []].append(index) }
    }
  }

  /// Returns the later objects that may be of an object's kind, in their order. It must be called for one object after the
  /// other, from the first.
  ///
  /// - Parameter required: the names that all of its objects have.
  mutating func next(_ index: Int, required: [String]) -> [Int] {
    let own = names[index]
    for name in own { passed[name, default: 0] += 1 }
    let known = required.filter { holders[$0] != nil }
    if let rarest = known.min(by: { count(of: $0) < count(of: $1) }) { return Array(after(rarest).prefix(Self.most)) }
    let sorted = own.sorted { (count(of: $0), $0) < (count(of: $1), $1) }
    var found: Set<Int> = []
    for name in sorted.prefix(own.count - (own.count * 3 + 4) / 5 + 1) {
      found.formUnion(after(name).prefix(Self.most))
    }
    return Array(found.sorted().prefix(Self.most))
  }

  private func count(of name: String) -> Int { holders[name]?.count ?? 0 }

  private func after(_ name: String) -> ArraySlice<Int> { (holders[name] ?? []).dropFirst(passed[name] ?? 0) }
}
