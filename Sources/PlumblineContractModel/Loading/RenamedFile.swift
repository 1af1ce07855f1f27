import PlumblineJSONTree

/// A file in a service's folder that has been renamed. It is read under either name.
///
/// For renamed keys, see ``RenamedKey``.
package struct RenamedFile: Sendable, Hashable {
  package let old: String
  package let new: String

  /// The field usage map. It lists the fields that each client method needs.
  package static let fieldUsage = RenamedFile(old: "sensitivity.json", new: "field-usage.json")

  /// The links that open an app.
  package static let deepLinks = RenamedFile(old: "links.json", new: "deep-links.json")

  /// All renamed files.
  package static let all = [fieldUsage, deepLinks]

  /// The new name, followed by the old one.
  package var names: [String] { [new, old] }

  /// Returns the file in a folder. If the folder contains it under both names, the new name wins.
  package func find(in files: [ContractLoader.File]) -> ContractLoader.File? {
    names.lazy.compactMap { name in files.first { $0.name == name } }.first
  }

  /// Returns the problem of a folder that contains the file under both names, or `nil` if it doesn't.
  package func conflict(in files: [ContractLoader.File]) -> Problem? {
    guard let outdated = files.first(where: { $0.name == old }), files.contains(where: { $0.name == new }) else {
      return nil
    }
    return Problem(
      SourceLocation(file: outdated.path, line: 1, column: 1),
      "\(old) is the old name of \(new), and both exist; keep \(new).")
  }
}
