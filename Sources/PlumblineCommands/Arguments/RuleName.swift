import PlumblineContractModel
import PlumblineDriftDetection

/// A rule name as the user typed it.
enum RuleName {
  /// Returns the error for an unknown rule, with the most similar names.
  static func unknown(_ id: String) -> UsageError {
    let known = RuleCatalog.all.map(\.id)
    let word = id.split(separator: ".").last.map(String.init) ?? id
    // Users often remember only the last component of a name.
    let alike = known.filter { $0.split(separator: ".").last.map(String.init) == word }.prefix(3)
    let hint =
      if let nearest = Spelling.nearest(id, among: known) {
        "; did you mean \"\(nearest)\"?"
      } else if alike.isEmpty {
        "."
      } else {
        "; did you mean \(Spelling.list(alike.map { "\"\($0)\"" }, joining: "or"))?"
      }
    return UsageError("Unknown rule \"\(id)\"\(hint) `plumbline explain --all` lists every rule.")
  }
}
