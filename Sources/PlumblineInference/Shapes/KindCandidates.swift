/// A search among many objects for those that may be of the same kind as a given one.
///
/// Two objects of the same kind share at least three in five of their members, and each has all members that the other
/// requires. An object with required members is therefore compared only with objects that have the rarest of these. An
/// object without required members is compared only with objects that have one of its rarest names. The number of names
/// to consider is chosen so that two objects of the same kind can't differ in all of them:
///
///     a {id, title, colour}, b {id, title, colour}, c {id, name, email}: of colour, title and id the rarest is colour,
///     so a is held to b alone
struct KindCandidates {
  /// The maximum number of objects that an object is compared with. More objects with the same names are unlikely to be
  /// of the same kind.
  private static let most = 64

  private let names: [[String]]
  /// The objects that have each name, in order.
  private var holders: [String: [Int]] = [:]
  /// The number of objects with each name that have already been processed.
  private var passed: [String: Int] = [:]

  /// Creates a search.
  ///
  /// - Parameter names: The names of each object's members.
  init(_ names: [[String]]) {
    self.names = names
    for (index, own) in names.enumerated() {
      for name in own { holders[name, default: []].append(index) }
    }
  }

  /// Returns the later objects that may be of the same kind as an object, in order. Call this method for all objects in
  /// sequence, starting with the first.
  ///
  /// - Parameter required: The member names that all objects at this node have.
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
