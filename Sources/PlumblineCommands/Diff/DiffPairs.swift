import PlumblineContractModel
import PlumblineWorkspace

/// The services of both sides of a comparison, matched by name.
struct DiffPairs {
  /// A service that exists on one or both sides.
  struct Pair {
    let name: String
    let old: ServiceHome?
    let new: ServiceHome?
  }

  let pairs: [Pair]

  /// Matches the services of both sides. If each side has a single service, the two are compared even if their names
  /// differ. If only one side does, its service is compared with the named one or, if none is named, with the one that
  /// has the same name.
  ///
  /// - Parameter names: The services to compare. An empty array selects all of them.
  init(_ old: ContractSource, _ new: ContractSource, named names: [String]) throws(UsageError) {
    let sides = (old: Self.byName(old), new: Self.byName(new))
    let known = Set(sides.old.keys).union(sides.new.keys).sorted()
    for name in names where !known.contains(name) {
      throw UsageError("Unknown service \"\(name)\"" + Spelling.suggestion(for: name, among: known))
    }
    if old.isSingle || new.isSingle {
      let single = old.isSingle ? old : new
      let other = old.isSingle ? new : old
      guard names.count <= 1 else {
        throw UsageError("\(single.name) is a single service, so name only one service to compare it with.")
      }
      let own = single.homes.first
      let name = other.isSingle ? other.homes.first?.name : names.first ?? own?.name
      guard let name, let partner = other.homes.first(where: { $0.name == name }) else {
        throw UsageError(
          "\(other.name) has no service \"\(name ?? "")\" to compare \(single.name) with"
            + Spelling.suggestion(for: name ?? "", among: other.homes.map(\.name))
            + " Name the service after the two versions.")
      }
      pairs = [old.isSingle ? Pair(name: name, old: own, new: partner) : Pair(name: name, old: partner, new: own)]
      return
    }
    let wanted = names.isEmpty ? known : known.filter(names.contains)
    pairs = wanted.map { Pair(name: $0, old: sides.old[$0], new: sides.new[$0]) }
  }

  private static func byName(_ source: ContractSource) -> [String: ServiceHome] {
    Dictionary(source.homes.map { ($0.name, $0) }) { first, _ in first }
  }
}
