import PlumblineJSONTree

/// The parts of HAR entries that recordings can't contain, counted by kind.
package struct HARLeftover {
  private static let parts: [(name: String, what: String)] = [
    ("timings", "timings"), ("cache", "cache states"), ("pageref", "pages"),
    ("serverIPAddress", "addresses of servers"),
    ("connection", "connections"), ("comment", "comments"),
  ]

  private var counts: [String: Int] = [:]
  private var own: [String: Int] = [:]

  package init() {}

  package mutating func note(_ entry: HAREntry) {
    for (name, what) in Self.parts where Self.says(entry.source[name]) { counts[what, default: 0] += 1 }
    for place in [
      entry.source, entry.source["request"], entry.source["response"], entry.source["response"]?["content"],
    ] {
      for (name, value) in place?.members.map({ $0 }) ?? [] where name.hasPrefix("_") && name != HAREntry.ownKey {
        // Recordings contain the times of these events.
        if name == EventTimes.key, entry.exchange.timing != nil { continue }
        if Self.says(value) { own[name, default: 0] += 1 }
      }
    }
  }

  private static func says(_ value: JSON?) -> Bool {
    guard let value, !value.isNull else { return false }
    return value.kind == .string
      ? value.string?.isEmpty == false : value.kind != .object && value.kind != .array || value.count > 0
  }

  /// The leftovers as one sentence, or `nil` if there are none.
  package var sentence: String? {
    let known = Self.parts.compactMap { part in counts[part.what].map { "\(part.what) (\($0))" } }
    let others = own.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    let all = known + others
    return all.isEmpty
      ? nil : "Recordings don't keep everything in a capture. Left out: \(all.joined(separator: ", "))."
  }
}
