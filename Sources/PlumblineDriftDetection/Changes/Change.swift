import PlumblineContractModel
import PlumblineJSONTree

/// A preliminary finding: a difference between two contracts, without its service and endpoint.
struct Change {
  var rule: Rule
  /// The severity, or `nil` to use the rule's severity.
  var severity: Severity?
  var status: Int?
  /// The location in the exchange, such as `/response/body/data/id`.
  var pointer: JSONPointer?
  /// The location in OLD.
  var old: SourceLocation?
  var new: SourceLocation?
  /// A short description of what OLD promises.
  var expected: String?
  /// A short description of what NEW promises instead.
  var actual: String?
  var detail: String?
  /// The part of the contracts that several endpoints may share, as names or pointers in both files, without line
  /// numbers.
  var promise: String?
  var witness: ChangeWitness?
  /// The reason that the change is neither proven nor refuted.
  var undecided: String?
  var message: String
  /// The record of additional places. Only the change at the first place of a cause has one.
  var elsewhere: Elsewhere?

  /// The endpoints of a change that has been reported at enough places.
  final class Elsewhere {
    /// The number of places at which the change was reported.
    var places = 1
    fileprivate(set) var endpoints: [String] = []

    func note(_ endpoint: String) { if endpoints.last != endpoint { endpoints.append(endpoint) } }
  }

  init(
    _ rule: Rule, _ severity: Severity? = nil, status: Int? = nil, at pointer: JSONPointer? = nil,
    old: SourceLocation? = nil, new: SourceLocation? = nil, expected: String? = nil, actual: String? = nil,
    detail: String? = nil, promise: String? = nil, witness: ChangeWitness? = nil, _ message: String
  ) {
    self.rule = rule
    self.severity = severity
    self.status = status
    self.pointer = pointer
    self.old = old
    self.new = new
    self.expected = expected.map { ShortText.cut($0) }
    self.actual = actual.map { ShortText.cut($0) }
    self.detail = detail.map { ShortText.cut($0) }
    self.promise = promise
    self.witness = witness
    self.message = message
  }

  /// A Boolean value that indicates whether a client that relies on OLD is certain to break.
  var isBreaking: Bool { (severity ?? rule.severity) == .breaking }
}

/// The findings of a comparison so far.
final class ChangeLog {
  private let service: String
  private var found: [(drift: Drift, elsewhere: Change.Elsewhere?)] = []

  init(service: String) {
    self.service = service
  }

  /// Adds the changes of an endpoint or another named part.
  func add(_ changes: [Change], of name: String) {
    for change in changes { add(change, of: name) }
  }

  func add(_ change: Change, of name: String) {
    var drift = Drift(
      rule: change.rule, severity: change.severity, service: service, endpoint: name, status: change.status,
      pointer: change.pointer, expected: change.expected, actual: change.actual, message: change.message,
      contract: change.new, detail: change.detail)
    drift.folded = change.pointer
    drift.promise = change.promise
    drift.old = change.old
    drift.witness = change.witness
    drift.undecided = change.undecided
    found.append((drift, change.elsewhere))
  }

  /// The distinct findings, in an order that doesn't depend on the order in the files. Among findings at the same
  /// location, the most severe comes first.
  var drift: [Drift] {
    let told = found.enumerated().map { offset, found in
      var drift = found.drift
      drift.elsewhere = found.elsewhere?.endpoints ?? []
      return (drift: drift, place: drift.pointer?.description ?? "", offset: offset)
    }
    return DriftMerge.merged(
      told.sorted { left, right in
        let (one, other) = (left.drift, right.drift)
        if one.endpoint != other.endpoint { return one.endpoint < other.endpoint }
        if one.severity != other.severity { return one.severity > other.severity }
        if one.rule != other.rule { return one.rule.id < other.rule.id }
        if one.status != other.status { return one.status ?? 0 < other.status ?? 0 }
        if left.place != right.place { return left.place < right.place }
        if one.detail != other.detail { return one.detail ?? "" < other.detail ?? "" }
        return left.offset < right.offset
      }.map(\.drift))
  }
}
