import PlumblineJSONTree

/// The members of an object in their order, while it is made.
struct Members {
  private(set) var list: [(String, JSON)] = []

  init() {}

  /// All members of an object.
  init(of object: JSON) { list = object.members.map { ($0.key, $0.value) } }

  subscript(name: String) -> JSON? { list.first { $0.0 == name }?.1 }

  var names: [String] { list.map(\.0) }
  var isEmpty: Bool { list.isEmpty }
  var json: JSON { JSON.object(list) }

  /// Gives a member a value, in its place or as the last one.
  mutating func set(_ name: String, _ value: JSON) {
    if let index = list.firstIndex(where: { $0.0 == name }) {
      list[index].1 = value
    } else {
      list.append((name, value))
    }
  }

  /// Sets the same if there is a value.
  mutating func set(_ name: String, ifThere value: JSON?) {
    if let value { set(name, value) }
  }

  mutating func remove(_ name: String) { list.removeAll { $0.0 == name } }
}
