import PlumblineContractModel
import PlumblineJSONTree

/// The formats in a draft that fewer than three distinct values support. They are written as `x-format`, which rejects
/// no value.
struct FormatHints {
  /// The maximum number of locations that are named.
  private static let named = 5

  /// The locations in the order of the files, in the form `Item.at (date-time)`.
  private let places: [String]

  init(_ files: [ContractLoader.File]) {
    var places: [String] = []
    for file in files {
      guard let root = try? JSON.parse(file.bytes) else { continue }
      Self.collect(root, below: [], into: &places)
    }
    self.places = places
  }

  /// The notice for reviewers of the draft, or an empty array if there are no hints.
  var lines: [String] {
    guard !places.isEmpty else { return [] }
    let rest = places.count - Self.named
    let names = places.prefix(Self.named).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return ["notice: x-format was added only as a hint, because fewer than three different values were seen: \(names)."]
  }

  private static func collect(_ value: JSON, below path: [String], into places: inout [String]) {
    switch value.kind {
    case .object:
      if let format = value["x-format"]?.string { places.append("\(name(of: path)) (\(format))") }
      for (key, member) in value.members { collect(member, below: path + [key], into: &places) }
    case .array: for element in value.elements { collect(element, below: path, into: &places) }
    default: break
    }
  }

  /// Returns the names on the path to a schema without the keywords between them, such as `Item.at`.
  private static func name(of path: [String]) -> String {
    let keywords: Set<String> = [
      "schemas", "endpoints", "errors", "properties", "items", "schema", "success", "body", "payload", "headers",
      "anyOf", "additionalProperties", "content",
    ]
    let words = path.enumerated().filter { index, word in
      // A member may have the same name as a keyword.
      !keywords.contains(word) || index > 0 && path[index - 1] == "properties"
    }
    return words.map(\.element).joined(separator: ".")
  }
}
