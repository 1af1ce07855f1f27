import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// Merges reports about parts of a run into the report that a single run would have created.
///
/// Every member of a merged report is a function of the multiset of parts, such as a sum, a minimum, a set, or a list
/// whose order depends only on its contents. Merging is therefore commutative and associative, so an engine that
/// distributes work can merge in any order.
///
///     merged [a, b, c]  ==  merged [merged [c, a], b]
///
/// Endpoints and evidence are in the contract's order, which every part contains completely. If the parts differ
/// (`verify --only`), they are sorted by their location in the contract.
extension Report {
  /// Returns a report that combines several reports, or `nil` if there are none. All must have the same command and
  /// target.
  package static func merged(_ reports: some Sequence<Report>) -> Report? {
    var whole: Report?
    for report in reports { whole = whole.map { $0.uniting(report) } ?? report.alone }
    guard var settled = whole, settled.settleAbsences() else { return whole }
    settled.drift = sorted(settled.drift)
    return settled
  }

  /// The report, in the order that a merged report has.
  private var alone: Report { uniting(Report(command: command, target: target)) }

  private func uniting(_ other: Report) -> Report {
    var union = Report(command: command, target: target)
    union.services = Self.united(services, other.services)
    union.endpoints = Self.united(endpoints, other.endpoints)
    if called != nil || other.called != nil {
      union.called = union.endpoints.count { $0.isCalled ?? false }
    }
    let order = EndpointOrder(union.endpoints)
    union.calls = (calls + other.calls).sorted { order.key(of: $0).precedes(order.key(of: $1)) }
    var drift = DriftMerge(choosing: .least)
    drift.add(self.drift)
    drift.add(other.drift)
    union.drift = Self.sorted(drift.drift)
    union.problems = Set(problems).union(other.problems).sorted {
      ($0.location, $0.message, $0.level.rawValue) < ($1.location, $1.message, $1.level.rawValue)
    }
    union.evidence = Self.united(evidence, other.evidence, order)
    union.cutAnswers = max(cutAnswers, other.cutAnswers)
    for line in outages + other.outages { union.note(line) }
    union.sortOutages()
    union.exchanges = exchanges.addingCapped(other.exchanges)
    union.variants = variants.addingCapped(other.variants)
    for line in leftOutVariants + other.leftOutVariants { union.note(line) }
    union.leftOutVariants.sort { order.key(of: $0.name).precedes(order.key(of: $1.name)) }
    for value in usedValues + other.usedValues { union.note(value) }
    union.sortUsedValues()
    union.take(self)
    union.take(other)
    return union
  }

  private mutating func sortUsedValues() {
    for index in usedValues.indices { usedValues[index].endpoints.sort() }
    usedValues.sort { left, right in
      (left.service, left.variable, left.value, left.origin.rawValue)
        < (right.service, right.variable, right.value, right.origin.rawValue)
    }
  }

  private static func sorted(_ drift: [Drift]) -> [Drift] {
    drift.map { ($0, $0.fingerprint) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Adopts the reason why a part couldn't be completed, if there is one. A part that had nothing to check doesn't
  /// affect the others.
  private mutating func take(_ part: Report) {
    guard let sentences = part.failure, !part.isEmptyHanded else { return }
    let all = Set([failure, sentences].compactMap { $0 }.flatMap { $0.split(separator: "\n").map(String.init) })
    failure = all.sorted().joined(separator: "\n")
    exit = max(exit, part.exit)
  }
}

extension Report {
  private static func united(_ left: [ServiceLine], _ right: [ServiceLine]) -> [ServiceLine] {
    let titles = Dictionary((left + right).map { ($0.name, $0.title) }, uniquingKeysWith: min)
    return titles.map { ServiceLine(name: $0.key, title: $0.value) }.sorted { $0.name < $1.name }
  }

  private static func united(_ left: [EndpointLine], _ right: [EndpointLine]) -> [EndpointLine] {
    let (left, right) = (Dictionary(grouping: left, by: \.service), Dictionary(grouping: right, by: \.service))
    return Set(left.keys).union(right.keys).sorted().flatMap { service -> [EndpointLine] in
      guard let mine = left[service] else { return right[service] ?? [] }
      guard let others = right[service] else { return mine }
      var lines: [String: EndpointLine] = [:]
      for line in mine + others {
        lines[line.id] = lines[line.id].map { $0.uniting(line) } ?? line
      }
      if mine.map(\.id) == others.map(\.id) { return mine.compactMap { lines[$0.id] } }
      return lines.values.sorted { $0.contractOrder < $1.contractOrder }
    }
  }

  private static func united(_ left: [Evidence], _ right: [Evidence], _ order: EndpointOrder) -> [Evidence] {
    let (left, right) = (
      Dictionary(grouping: left, by: \.endpointName), Dictionary(grouping: right, by: \.endpointName)
    )
    let names = Set(left.keys).union(right.keys).sorted { order.key(of: $0).precedes(order.key(of: $1)) }
    return names.flatMap { name -> [Evidence] in
      guard let mine = left[name] else { return right[name] ?? [] }
      guard let others = right[name] else { return mine }
      var seen: [Evidence: Int] = [:]
      for one in mine + others { seen[one.subject] = (seen[one.subject] ?? 0).addingCapped(one.seen) }
      let isOneList = mine.map(\.subject) == others.map(\.subject)
      let subjects = isOneList ? mine.map(\.subject) : seen.keys.sorted { $0.words.lexicographicallyPrecedes($1.words) }
      return subjects.map { subject in
        var one = subject
        one.seen = seen[subject] ?? 0
        return one
      }
    }
  }
}

/// The order of endpoints in a merged report. Calls and evidence are sorted accordingly. Undocumented endpoints come
/// last.
private struct EndpointOrder {
  private var ranks: [Report.EndpointName: Int] = [:]

  init(_ lines: [Report.EndpointLine]) {
    for (rank, line) in lines.enumerated() { ranks[line.name] = rank }
  }

  struct Key {
    let rank: Int
    let words: [String]

    func precedes(_ other: Key) -> Bool {
      rank == other.rank ? words.lexicographicallyPrecedes(other.words) : rank < other.rank
    }
  }

  func key(of name: Report.EndpointName) -> Key { Key(rank: ranks[name] ?? .max, words: [name.service, name.id]) }

  func key(of call: Report.CallLine) -> Key {
    let endpoint = key(of: call.endpointName)
    return Key(
      rank: endpoint.rank,
      words: endpoint.words + [
        call.name, call.outcomeName, call.reason ?? "", call.finding ?? "", call.milliseconds.thousandths,
        "\(call.isProof) \(call.isUndoing)",
      ])
  }
}

extension Report.EndpointLine {
  /// Returns a line that combines two lines for the same endpoint. If the parts were run with different contracts, the
  /// smaller value wins.
  fileprivate func uniting(_ other: Self) -> Self {
    var union = other.words.lexicographicallyPrecedes(words) ? other : self
    union.isCalled = [isCalled, other.isCalled].compactMap { $0 }.reduce(nil) { ($0 ?? false) || $1 }
    return union
  }

  /// The endpoint's position in its contract. Links come last.
  fileprivate var contractOrder: (Int, SourceLocation, String) {
    (kind == .link ? 1 : 0, contract ?? SourceLocation(file: "", line: 0, column: 0), id)
  }

  private var words: [String] {
    [
      request, when ?? "", standing.rawValue, kind.rawValue, stateStanding?.rawValue ?? "",
      documentedCases?.description ?? "", contract?.description ?? "",
    ]
  }
}

extension Evidence {
  fileprivate var endpointName: Report.EndpointName { Report.EndpointName(service: service, id: endpoint) }

  /// The documented part without its count.
  fileprivate var subject: Evidence {
    var subject = self
    subject.seen = 0
    return subject
  }

  fileprivate var words: [String] {
    ["\(status)", kind.rawValue, pointer?.description ?? "", value ?? ""]
  }
}

extension Int {
  /// Returns the sum, or the maximum integer on overflow.
  func addingCapped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
