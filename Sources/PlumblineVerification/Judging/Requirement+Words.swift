import PlumblineContractModel

extension Requirement {
  /// A short description: the permission's name, or the condition's addresses.
  var words: String {
    switch self {
    case .permission(let permission): permission
    case .condition(let condition): condition.clauses.map { "\($0.address)" }.joined(separator: ", ")
    }
  }
}
