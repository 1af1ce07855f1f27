import PlumblineContractModel
import PlumblineDriftDetection

/// What somebody wrote for a rule.
enum RuleName {
  /// The complaint about a rule that there isn't, with the nearest ones.
  static func unknown(_ id: String) -> UsageError {
    let known = RuleCatalog.all.map(\.id)
    let word = id.split(separator: ".").last.map(String.init) ?? id
    // People often know only the last part of a name.
    let alike = known.filter { $0.split(separator: ".").last.map(String.init) == word }.prefix(3)
    let hint =
      if let nearest = Spelling.nearest(id, among: known) {
        "; did you mean \"\(nearest)\"?"
      } else if alike.isEmpty {
        "."
      } else {
        "; did you mean \(Spelling.list(alike.map { "\"\($0)\"" }, joining: "or"))?"
      }
    return UsageError("There is no rule \"\(id)\"\(hint) `plumbline explain --all` lists every rule.")
  }
}
