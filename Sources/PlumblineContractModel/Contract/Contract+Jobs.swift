extension Contract {
  /// Returns a Boolean value that indicates whether a rule reads a job. A job may have progressed since it was last
  /// read.
  package func readsJob(_ rule: StateRule) -> Bool {
    guard rule.action == .read, let name = rule.collection else { return false }
    return collection(name)?.progress != nil
  }
}
