import PlumblineJSONTree
import PlumblineRecordings

/// The values in recorded successes by which items are asked for: those of `id` and the like, and texts and numbers in lists.
final class MentionedItems: Sendable {
  private struct Mention: Hashable {
    /// In lower case; empty for an element of a list.
    let name: String
    let text: String
  }

  /// What items are called by, whatever a path calls them.
  private static let usual = ["", "id", "uuid", "key", "slug", "name", "number", "code"]

  private let all: Set<Mention>

  init(_ recordings: [Recording]) {
    var all: Set<Mention> = []
    for recording in recordings where recording.response.status < 400 {
      if let body = recording.responseBody { Self.collect(body, name: "", &all) }
    }
    self.all = all
  }

  /// A parser bounds how deep values lie in one another, and so the recursion.
  private static func collect(_ value: JSON, name: String, _ all: inout Set<Mention>) {
    switch value.kind {
    case .object: for (key, member) in value.members { collect(member, name: key.lowercased(), &all) }
    case .array: for element in value.elements { collect(element, name: "", &all) }
    case .string, .number: all.insert(Mention(name: name, text: value.string ?? value.text))
    case .bool, .null: break
    }
  }

  /// Whether one of them is what a path parameter has.
  func contains(_ text: String, of parameter: String) -> Bool {
    ([parameter.lowercased()] + Self.usual).contains { all.contains(Mention(name: $0, text: text)) }
  }
}
