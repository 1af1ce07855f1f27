extension Report {
  /// The exit status that follows from what was found: 2 when a file is wrong, 1 when drift reaches the gate or a call
  /// failed, else 0.
  ///
  /// A wrong file comes first: what it describes wasn't looked at. A failed call is no drift, so no gate lets it pass.
  /// Waived drift counts for nothing.
  package func exitStatus(gate: Gate) -> Int {
    if problems.contains(where: { $0.level == .error }) { return 2 }
    if drift.contains(where: { $0.waived == nil && gate.stops($0.severity) }) { return 1 }
    return calls.contains { $0.outcome == .failed } ? 1 : 0
  }
}
