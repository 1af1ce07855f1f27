import PlumblineContractModel

/// What to tell when no recording fits.
extension Selection {
  /// The recordings that come nearest to a request, at most three, and for each the one thing that missed.
  func nearMisses() -> [(recorded: Recorded, reason: String)] {
    let fits = shelf.single.enumerated().map { (place: $0, recorded: $1, cost: Fit($1, to: values).cost) }
    // A success that misses by much is nearer to what was wanted than a failure of the same request.
    return fits.sorted { left, right in
      if left.recorded.isSuccess != right.recorded.isSuccess { return left.recorded.isSuccess }
      return (left.cost, left.place) < (right.cost, right.place)
    }
    .prefix(3).map { ($0.recorded, missed($0.recorded)) }
  }

  private func missed(_ recorded: Recorded) -> String {
    for clause in recorded.recording.match.clauses {
      guard let value = values.reading.value(at: clause.address) else { return "\(clause.address) is absent" }
      if let violation = clause.schema.violations(of: value, limit: 1).first {
        return "\(clause.address): \(violation.phrase)"
      }
    }
    if !recorded.isSuccess, recorded.matched == nil {
      let status = recorded.status
      return "a \(status) is played where its own request comes, or is asked for by Prefer: code=\(status)"
    }
    let difference = Fit.differences(recorded, to: values).first
    return difference ?? "this request is promised another answer"
  }
}
