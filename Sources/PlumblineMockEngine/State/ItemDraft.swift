import PlumblineJSONTree

/// The members of an item under construction, in order. They are serialized once, when all are known.
struct ItemDraft {
  /// The maximum number of members that are searched linearly. For more of them, a dictionary is faster.
  private static let few = 16

  private(set) var members: [(String, JSON)] = []
  private var places: [String: Int] = [:]

  init() {}

  /// Creates a draft with those members of an object that satisfy a predicate. If a member is repeated, the last value
  /// wins. If the value isn't an object, the draft is empty.
  init(_ value: JSON?, where isWanted: (String) -> Bool) {
    guard let value, value.kind == .object else { return }
    members.reserveCapacity(min(value.count, 64))
    for (name, value) in value.members where isWanted(name) { set(name, value) }
  }

  /// The value of a member, or `nil` if the draft doesn't have it.
  subscript(name: String) -> JSON? { place(of: name).map { members[$0].1 } }

  /// Replaces the value of a member, or appends the member.
  mutating func set(_ name: String, _ value: JSON) {
    if let place = place(of: name) {
      members[place].1 = value
      return
    }
    if members.count == Self.few {
      for (place, member) in members.enumerated() { places[member.0] = place }
    }
    if members.count >= Self.few { places[name] = members.count }
    members.append((name, value))
  }

  /// Removes a member.
  mutating func remove(_ name: String) {
    guard let place = place(of: name) else { return }
    members.remove(at: place)
    guard members.count >= Self.few else {
      places = [:]
      return
    }
    places = Dictionary(members.enumerated().map { ($1.0, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The item as JSON.
  var json: JSON { .object(members) }

  private func place(of name: String) -> Int? {
    members.count > Self.few ? places[name] : members.firstIndex { $0.0 == name }
  }
}
