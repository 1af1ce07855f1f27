/// Folds the drift of many exchanges: what has one fingerprint becomes one drift with a count.
///
/// The first of each kind stays, with its pointer, its call and its recording. Order is that of first sight.
package struct DriftMerge: Sendable {
  /// Each drift once.
  package private(set) var drift: [Drift] = []
  private var places: [String: Int] = [:]

  package init() {}

  /// The drift of some exchanges, each once.
  package static func merged(_ drift: some Sequence<Drift>) -> [Drift] {
    var merge = DriftMerge()
    merge.add(drift)
    return merge.drift
  }

  /// Adds what one exchange showed.
  package mutating func add(_ found: some Sequence<Drift>) {
    for one in found {
      let fingerprint = one.fingerprint
      if let place = places[fingerprint] {
        let (sum, overflow) = drift[place].count.addingReportingOverflow(one.count)
        drift[place].count = overflow ? .max : sum
      } else {
        places[fingerprint] = drift.count
        drift.append(one)
      }
    }
  }
}
