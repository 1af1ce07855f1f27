import PlumblineJSONTree

/// Collects references that can't be followed, so that those with one cause are told once.
struct ReferenceLog {
  private var broken: [String: [(location: SourceLocation, message: String)]] = [:]
  private let documents: [String: JSONDocument]

  init(documents: [String: JSONDocument]) {
    self.documents = documents
  }

  /// Notes a reference with its place and what is wrong with it.
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

  /// Tells each cause at its first place, with how many other places share it.
  func report(to log: ProblemLog) {
    for places in broken.values {
      let sorted = places.sorted { $0.location < $1.location }
      guard let first = sorted.first else { continue }
      let others = sorted.count - 1
      let rest = others == 0 ? "" : others == 1 ? " One more is the same." : " \(others) more are the same."
      log.error(first.location, first.message + rest)
    }
  }

  /// True when the target stands among a file's `schemas` and is none: the format check says so there.
  private func isToldAtTarget(_ name: String, _ pointer: JSONPointer?) -> Bool {
    guard let pointer, pointer.tokens.first == "schemas", let root = documents[name]?.root else { return false }
    if let schemas = root["schemas"], schemas.kind != .object { return true }
    guard pointer.tokens.count == 2, let target = root.at(pointer) else { return false }
    return target.kind != .object && target.kind != .bool
  }
}
