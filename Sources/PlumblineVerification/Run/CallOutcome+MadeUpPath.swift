import PlumblineDriftDetection

extension CallOutcome {
  /// Returns the outcome with an undocumented 404 or 410 downgraded to a notice, for a call whose path contains made-up
  /// values.
  ///
  /// These values may not exist on any server, so they are most likely the reason for the status. The undocumented
  /// status is still worth reporting, but it is no reason to fail a run.
  ///
  /// - Parameter names: The path's variables whose values were made up. If there are none, the outcome is returned
  ///   unchanged.
  func noticingAbsence(of names: [String]) -> CallOutcome {
    guard !names.isEmpty else { return self }
    var outcome = self
    outcome.drift = drift.map { (drift: Drift) -> Drift in
      let isAbsence = drift.status == 404 || drift.status == 410
      guard isAbsence, drift.rule == .response.status.undocumented else { return drift }
      var notice = drift
      notice.severity = .notice
      let those = names.count == 1 ? "it" : "them"
      notice.message += " The run made up \(names.joined(separator: ", ")), so the server may well not have \(those)."
      return notice
    }
    return outcome
  }
}

extension CallGuesses {
  /// Returns the variables in a generated request's path that weren't given, or an empty array for a recorded request.
  ///
  /// - Parameter defaulted: The variables that the call used defaults for.
  func madeUpInPath(_ defaulted: [String]) -> [String] {
    guard isMade else { return [] }
    return identifiers.filter { $0.parameter != nil && defaulted.contains($0.variable) }.map(\.variable)
  }
}
