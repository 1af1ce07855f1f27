import PlumblineJSONTree

/// A collector for unresolved references. References with the same cause are reported only once.
struct ReferenceLog {
  private var broken: [String: [(location: SourceLocation, message: String)]] = [:]
  private let documents: [String: JSONDocument]

  init(documents: [String: JSONDocument]) {
    self.documents = documents
  }

  /// Adds a reference with its location and its problem.
  mutating func add(_ reference: String, in file: String, at location: SourceLocation, _ message: String) {
    let target = String(reference.prefix { $0 != "#" })
    let fragment = reference.dropFirst(target.count)
    let name = target.isEmpty ? file : target
    if isToldAtTarget(name, JSONPointer(fragment: String(fragment))) { return }
    let key = "\(name)\(fragment)"
    if broken[key]?.contains(where: { $0.location == location }) != true {
      broken[key, default: []].append((location, message))
    }
  }

  /// Reports each cause at its first location, with the number of other locations that share it.
  func report(to log: ProblemLog) {
    for places in broken.values {
      let sorted = places.sorted { $0.location < $1.location }
      guard let first = sorted.first else { continue }
      let others = sorted.count - 1
      let rest =
        others == 0 ? "" : others == 1 ? " One more has the same problem." : " \(others) more have the same problem."
      log.error(first.location, first.message + rest)
    }
  }

  /// Returns a Boolean value that indicates whether the target is an invalid entry in a file's `schemas`. The format
  /// check reports such an entry.
  private func isToldAtTarget(_ name: String, _ pointer: JSONPointer?) -> Bool {
    guard let pointer, pointer.tokens.first == "schemas", let root = documents[name]?.root else { return false }
    if let schemas = root["schemas"], schemas.kind != .object { return true }
    guard pointer.tokens.count == 2, let target = root.at(pointer) else { return false }
    return target.kind != .object && target.kind != .bool
  }
}
