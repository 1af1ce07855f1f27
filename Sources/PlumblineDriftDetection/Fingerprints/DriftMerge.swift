import PlumblineJSONTree

/// The merged drift of many exchanges. All drift with the same fingerprint becomes a single finding with a count.
///
/// Of each kind, the first finding is kept, with its pointer, call, and recording. Alternatively, the kept finding can
/// be chosen independently of the order of the exchanges. Kinds are in the order of their first occurrence.
package struct DriftMerge: Sendable {
  /// The choice of which drift of one kind to report.
  package enum Choice: Sendable {
    /// The first drift that is added.
    case first
    /// The earliest drift by the exchanges' times, then the least by contents and exchange, and finally by recording.
    /// It is the same regardless of the order and grouping in which the exchanges were examined.
    case least
  }

  /// The merged drift, with one entry for each kind.
  package private(set) var drift: [Drift] = []
  private var places: [String: Int] = [:]
  /// The indices of findings in their original form, before masking.
  private var seen: [DriftIdentity: Int] = [:]
  /// The maximum number of findings to remember in their original form. Traffic may contain any number of undocumented
  /// paths.
  private static let mostSeen = 20_000
  private let choice: Choice

  package init(choosing choice: Choice = .first) { self.choice = choice }

  /// Returns the drift of several exchanges, each kind once.
  package static func merged(_ drift: some Sequence<Drift>) -> [Drift] {
    var merge = DriftMerge()
    merge.add(drift)
    return merge.drift
  }

  /// Adds the findings of one exchange.
  ///
  /// - Parameter shown: A closure that returns the exchange to show for a finding. It is called if the finding is
  ///   reported, or if only the exchange can decide whether to report it.
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

  /// Counts a finding of a known kind if nothing else needs to be done, and returns `true`.
  ///
  /// If the kind already has an older finding, there is nothing to mask or describe. A name or value that is masked in
  /// only some exchanges is counted in the form in which it was first seen.
  ///
  /// - Parameters:
  ///   - found: The finding as an inspector returned it.
  ///   - moment: The time at which it was found.
  package mutating func counts(_ found: Drift, at moment: String?) -> Bool {
    guard let moment, let known = seen[DriftIdentity(found)], let first = drift[known].firstSeen, first < moment else {
      return false
    }
    drift[known].unite(found, firstSeen: moment, lastSeen: moment)
    return true
  }

  /// Counts the findings of an exchange that is equal to an earlier one. If any of them may need to be shown, returns
  /// `false` without counting.
  package mutating func countsAll(_ found: [Drift], at moment: String?) -> Bool {
    guard found.isEmpty || moment != nil else { return false }
    for one in found {
      guard let moment, let known = seen[DriftIdentity(one)], let first = drift[known].firstSeen, first < moment else {
        return false
      }
    }
    return found.allSatisfy { counts($0, at: moment) }
  }

  /// Remembers a finding as an inspector returned it, for ``counts(_:at:)``.
  ///
  /// - Parameter shown: The same finding as it was added. If masking turned it into a different kind, it isn't
  ///   remembered.
  package mutating func remember(_ found: Drift, shownAs shown: Drift) {
    let identity = DriftIdentity(found)
    guard seen.count < Self.mostSeen, identity == DriftIdentity(shown), seen[identity] == nil else { return }
    seen[identity] = places[shown.fingerprint]
  }
}

/// The identity of a kind of finding within a process. ``Fingerprint`` is the external one.
private struct DriftIdentity: Hashable {
  let service: String
  let endpoint: String
  let rule: String
  let status: Int?
  let pointer: JSONPointer?
  let detail: String?

  init(_ drift: Drift) {
    service = drift.service
    endpoint = drift.endpoint
    rule = drift.rule.id
    status = drift.status
    pointer = drift.folded ?? drift.pointer
    detail = drift.detail
  }
}
