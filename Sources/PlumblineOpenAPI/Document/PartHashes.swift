import PlumblineJSONTree

/// The hashes of a description's parts that contracts can't represent, including the targets of their references. If a
/// schema used by such a part changes, so does the part's hash.
struct PartHashes {
  /// A target of references. It is retained, because its document is part of its identity.
  private struct Target {
    let value: JSON
    let hash: Int
    let references: [JSON]
  }

  /// The targets that a part references directly.
  private struct Start: Hashable {
    let targets: Set<JSON.Identity>
    let readsFiles: Bool
  }

  /// The keywords with descriptive text, which has no effect on messages.
  private static let words: Set = ["description", "summary", "title", "$comment"]

  private var targets: [JSON.Identity: Target] = [:]
  private var known: [Start: Int] = [:]

  /// Returns a hash of the given parts that is valid within this process and equals the hash of the same parts in
  /// another description.
  ///
  /// - Parameter documents: The documents for resolving references to other files, or `nil` to exclude those
  ///   references.
  mutating func hash(of parts: [JSON], following documents: DocumentSet? = nil) -> Int {
    let starts = parts.flatMap(Self.references).compactMap { Self.target(of: $0, documents) }
    if starts.isEmpty { return parts.hashValue }
    let start = Start(targets: Set(starts.map(\.identity)), readsFiles: documents != nil)
    let reached = known[start] ?? self.reached(from: starts, documents)
    known[start] = reached
    return Self.mixed(reached, parts)
  }

  /// Returns a hash of the given values and all values that they reference.
  private mutating func reached(from starts: [JSON], _ documents: DocumentSet?) -> Int {
    var seen: Set<JSON.Identity> = []
    var hashes: Set<Int> = []
    var pending = starts
    while let value = pending.popLast() {
      guard seen.insert(value.identity).inserted else { continue }
      let target =
        targets[value.identity]
        ?? Target(value: value, hash: Self.hash(value), references: Self.references(in: value))
      targets[value.identity] = target
      hashes.insert(target.hash)
      pending += target.references.compactMap { Self.target(of: $0, documents) }
    }
    return hashes.hashValue
  }

  private static func target(of reference: JSON, _ documents: DocumentSet?) -> JSON? {
    guard let text = reference.string else { return nil }
    if text.hasPrefix("#") { return JSONPointer(fragment: text).flatMap { reference.document.root.at($0) } }
    guard let documents, case .found(let value) = documents.resolve(text, from: reference) else { return nil }
    return value
  }

  private static func references(in value: JSON) -> [JSON] {
    var found: [JSON] = []
    var pending = [value]
    while let one = pending.popLast() {
      for element in one.elements { pending.append(element) }
      for (key, member) in one.members {
        if key == "$ref", member.kind == .string { found.append(member) } else { pending.append(member) }
      }
    }
    return found
  }

  /// Returns a hash of a value's content, regardless of the order of its members.
  private static func hash(_ value: JSON) -> Int {
    var hash = 0
    var pending = [(value: value, place: 0)]
    while let (one, place) = pending.popLast() {
      switch one.kind {
      case .object:
        hash ^= mixed(place, "object")
        for (key, member) in one.members where member.kind != .string || !words.contains(key) {
          pending.append((member, mixed(place, key)))
        }
      case .array:
        hash ^= mixed(place, "array")
        for (index, element) in one.elements.enumerated() { pending.append((element, mixed(place, index))) }
      default: hash ^= mixed(place, one)
      }
    }
    return hash
  }

  private static func mixed(_ place: Int, _ value: some Hashable) -> Int {
    var hasher = Hasher()
    hasher.combine(place)
    hasher.combine(value)
    return hasher.finalize()
  }
}
