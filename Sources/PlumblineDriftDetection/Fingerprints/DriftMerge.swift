/// Folds the drift of many exchanges: what has one fingerprint becomes one drift with a count.
///
/// Of each kind the first stays, with its pointer, its call and its recording, or the one that any order of the same
/// exchanges gives. The kinds come in the order of first sight.
package struct DriftMerge: Sendable {
  /// Which of the drift of one kind is told.
  package enum Choice: Sendable {
    /// The first that was added.
    case first
    /// The earliest by the exchanges' times, then the least by what it says and by what was exchanged, and by its recording
    /// last: the same in whatever order, and in whatever parts, the exchanges were looked at.
    case least
  }

  /// Each drift once.
  package private(set) var drift: [Drift] = []
  private var places: [String: Int] = [:]
  private let choice: Choice

  package init(choosing choice: Choice = .first) { self.choice = choice }

  /// The drift of some exchanges, each once.
  package static func merged(_ drift: some Sequence<Drift>) -> [Drift] {
    var merge = DriftMerge()
    merge.add(drift)
    return merge.drift
  }

  /// Adds what one exchange showed.
  ///
  /// - Parameter shown: the exchange as a finding shows it; asked for where the finding is the one that is told, or where only
  ///   what was exchanged can say so.
  package mutating func add(_ found: some Sequence<Drift>, showing shown: ((Drift) -> ShownExchange?)? = nil) {
    for var one in found {
      let fingerprint = one.fingerprint
      guard let known = places[fingerprint] else {
        if let shown { one.exchange = shown(one) }
        places[fingerprint] = drift.count
        drift.append(one)
        continue
      }
      let order = choice == .least ? one.isTold(before: drift[known]) : false
      if order != false, let shown { one.exchange = shown(one) }
      let isTold = order ?? one.isTold(byExchangeBefore: drift[known])
      drift[known] = isTold ? one.uniting(drift[known]) : drift[known].uniting(one)
    }
  }
}
