import PlumblineJSONTree

/// The ordered members of an object under construction.
struct Members {
  private(set) var list: [(String, JSON)] = []

  init() {}

  /// Creates the members of an object.
  init(of object: JSON) { list = object.members.map { ($0.key, $0.value) } }

  subscript(name: String) -> JSON? { list.first { $0.0 == name }?.1 }

  var names: [String] { list.map(\.0) }
  var isEmpty: Bool { list.isEmpty }
  var json: JSON { JSON.object(list) }

  /// Sets a member's value. A new member is added at the end.
  mutating func set(_ name: String, _ value: JSON) {
    if let index = list.firstIndex(where: { $0.0 == name }) {
      list[index].1 = value
    } else {
      list.append((name, value))
    }
  }

  /// Sets a member's value, unless the value is `nil`.
  mutating func set(_ name: String, ifThere value: JSON?) {
    if let value { set(name, value) }
  }

  mutating func remove(_ name: String) { list.removeAll { $0.0 == name } }
}
