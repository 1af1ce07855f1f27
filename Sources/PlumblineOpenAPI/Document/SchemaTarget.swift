import PlumblineJSONTree

/// The schema that a reference targets, identified by its component or file.
struct SchemaTarget {
  /// The component's name, or a slash and the file's name.
  let name: String
  /// A Boolean value that indicates whether the target is within the component rather than the component itself.
  let isDeep: Bool

  /// The name, with a trailing slash if the target may be any part of the component.
  var key: String { isDeep ? name + "/" : name }

  /// Parses a reference.
  ///
  /// - Parameter path: The path of the document that contains the reference.
  init(_ reference: String, in path: String) {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = String(parts.first ?? "")
    let tokens: [String] = parts.count > 1 ? JSONPointer(fragment: String(parts[1]))?.tokens ?? [] : []
    let homes: [[String]] = [["components", "schemas"], ["definitions"]]
    if let home = homes.first(where: { tokens.count > $0.count && tokens.starts(with: $0) }) {
      name = tokens[home.count]
      isDeep = tokens.count > home.count + 1
    } else {
      name = Self.name(ofFile: file.isEmpty ? path : file)
      isDeep = false
    }
  }

  /// Returns the name of a file, prefixed with a slash to distinguish it from component names.
  static func name(ofFile path: String) -> String {
    "/" + (path.split(separator: "/").last.map(String.init) ?? "")
  }
}
