import PlumblineContractModel

extension Report {
  /// The effect of changes to a contract on a client's call, as determined by `diff --clients`.
  package struct ImpactLine: Sendable, Hashable {
    /// The effect on the call. The raw values are used in the JSON report.
    package enum Effect: String, Sendable, Hashable, CaseIterable {
      /// The call fails, although it succeeded before the change.
      case fails
      /// The call has no result before its deadline.
      case hangs
      /// The call sends a request that is no longer accepted.
      case refused
      /// The call still works, and the values that it decodes reveal the change.
      case shows
      /// The call still works and decodes the same values, because it doesn't read what has changed.
      case ignores
      /// The call still works, but it isn't known whether its values reveal the change.
      case succeeds
      /// The call wasn't run, so it isn't known whether it breaks.
      case notAsked

      /// A Boolean value that indicates whether the call no longer works as before.
      package var breaks: Bool { self == .fails || self == .hangs || self == .refused }
    }

    package var service: String
    package var endpoint: String
    /// The call's name, such as "reads a ticket".
    package var call: String
    /// The released version that the call belongs to, or `nil` for the current client.
    package var release: String?
    /// The fingerprint of the change, or `nil` for a rejected request, because several changes may have caused that.
    package var change: String?
    /// The location of the change, such as `/response/body/data/id`.
    package var place: String?
    /// The endpoint whose response contains the change, or `nil` for the call's own endpoint. A call may read from
    /// other endpoints first.
    package var answer: String?
    package var effect: Effect
    /// The client's message, or the problem with its request. It is empty if the call still works.
    package var message: String

    package init(
      service: String, endpoint: String, call: String, release: String? = nil, change: String?, place: String?,
      answer: String? = nil, effect: Effect, message: String
    ) {
      self.service = service
      self.endpoint = endpoint
      self.call = call
      self.release = release
      self.change = change
      self.place = place
      self.answer = answer
      self.effect = effect
      self.message = message
    }

    /// The effect as a phrase, such as "fails at /response/body/data/id" or "in version 2.3 fails at
    /// /response/body/data/id".
    var phrase: String { (release.map { "in version \($0) " } ?? "") + effectPhrase }

    private var effectPhrase: String {
      let at = " " + (place ?? "the change") + (answer.map { " of \($0)" } ?? "")
      return switch effect {
      case .fails: "fails at" + at
      case .hangs: "gets no result at" + at
      case .refused: "sends a request that is now rejected"
      case .shows: "continues and shows" + at
      case .ignores: "works as before, regardless of" + at
      case .succeeds: "works despite" + at
      case .notAsked: "wasn't run"
      }
    }
  }

  /// A released version of a service's client for which there is a map of the fields that it needs.
  package struct Release: Sendable, Hashable {
    package var service: String
    package var version: String

    package init(service: String, version: String) {
      self.service = service
      self.version = version
    }
  }

  /// The calls of one endpoint that are affected in the same way, in order.
  package struct ImpactGroup: Sendable {
    /// The first of the calls.
    package let line: ImpactLine
    package private(set) var calls: [String]

    /// The calls as a phrase, such as "reads a ticket" or "reads a ticket, lists tickets and 4 more".
    package var callsPhrase: String {
      calls.count > 3
        ? calls.prefix(3).joined(separator: ", ") + " and \(calls.count - 3) more"
        : Spelling.list(calls)
    }

    fileprivate init(_ line: ImpactLine) {
      self.line = line
      calls = [line.call]
    }

    fileprivate mutating func add(_ call: String) { if !calls.contains(call) { calls.append(call) } }
  }

  /// The impacts, grouped if they are identical. Groups that break come first.
  package var impactGroups: [ImpactGroup] {
    var groups: [ImpactGroup] = []
    var places: [ImpactLine: Int] = [:]
    for impact in impacts ?? [] {
      var key = impact
      key.call = ""
      if key.effect != .notAsked { key.message = "" }
      // A client may be unable to distinguish two changes at the same location.
      key.change = nil
      if let place = places[key] {
        groups[place].add(impact.call)
      } else {
        places[key] = groups.count
        groups.append(ImpactGroup(impact))
      }
    }
    // Calls with an unknown effect come before calls that still work.
    return groups.filter(\.line.effect.breaks) + groups.filter { $0.line.effect == .notAsked }
      + groups.filter { !$0.line.effect.breaks && $0.line.effect != .notAsked }
  }

  /// Raises warnings to breaking changes if a call is known to fail because of them. Even if most clients are prepared
  /// for such a change, this client isn't.
  package mutating func raiseWhatBreaksClients() {
    let known = Set((impacts ?? []).lazy.filter(\.effect.breaks).compactMap(\.change))
    for index in drift.indices where drift[index].severity == .warning && known.contains(drift[index].fingerprint) {
      drift[index].severity = .breaking
    }
  }

  /// A Boolean value that indicates whether a call breaks because of a change that isn't waived.
  var breaksClients: Bool { !brokenCalls.isEmpty }

  private var brokenCalls: [ImpactLine] {
    let waived = Set(drift.lazy.filter { $0.waived != nil }.map(\.fingerprint))
    return (impacts ?? []).filter { $0.effect.breaks && !($0.change.map(waived.contains) ?? false) }
  }

  /// Returns a list of the calls' endpoints, without duplicates, in order.
  private static func endpoints(of calls: [ImpactLine]) -> String {
    var seen: Set<String> = []
    return Spelling.list(calls.filter { seen.insert("\($0.service) \($0.endpoint)").inserted }.map(\.endpoint))
  }

  /// The effect of the changes on clients as a clause, such as "clients break at tickets.get and customers.get; version
  /// 2.3 of TrueLog breaks at tickets.get". It is `nil` if no client was checked.
  var impactClause: String? {
    let broken = brokenCalls
    var clauses: [String] = []
    if askedClients {
      let own = broken.filter { $0.release == nil }
      clauses.append(
        own.isEmpty ? "no client call breaks" : "clients break at \(Self.endpoints(of: own))")
      let unasked = (impacts ?? []).count { $0.effect == .notAsked }
      if unasked > 0 { clauses.append("\(String.count(unasked, "call")) \(unasked == 1 ? "wasn't" : "weren't") run") }
      if unplayed > 0 {
        clauses.append("no client was tested with \(String.count(unplayed, "change")) to errors or header fields")
      }
    }
    let affected = releases.map { release in
      (release, broken.filter { $0.release == release.version && $0.service == release.service })
    }
    for (release, calls) in affected where !calls.isEmpty {
      clauses.append(
        "version \(release.version) of \(title(of: release.service)) breaks at \(Self.endpoints(of: calls))")
    }
    if !releases.isEmpty, affected.allSatisfy(\.1.isEmpty) {
      clauses.append("no released version is known to break")
    }
    return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
  }
}
