import PlumblineASCII
import PlumblineContractModel
import PlumblineJSONTree

/// Preliminary drift: a finding in one message, without its service, endpoint, and status.
struct Finding: Sendable {
  var rule: Rule
  /// The location in the exchange, such as `/response/body/data/3/id`.
  var pointer: JSONPointer
  /// The location with `*` for indices and dynamic keys.
  var folded: JSONPointer
  var expected: String?
  var actual: String?
  var message: String
  var contract: SourceLocation?
  var detail: String?
  /// The location in the body, for sorting. `nil` comes first.
  var place: SourceLocation?
  var count = 1
  /// The location of the expectation in a schema, or `nil` if it doesn't come from a schema.
  var promise: String?

  init(
    _ rule: Rule, at pointer: JSONPointer, folded: JSONPointer? = nil, expected: String? = nil, actual: String? = nil,
    contract: SourceLocation? = nil, detail: String? = nil, place: SourceLocation? = nil, _ message: String
  ) {
    self.rule = rule
    self.pointer = pointer
    self.folded = folded ?? pointer
    self.expected = expected.map { ShortText.cut($0) }
    self.actual = actual.map { ShortText.cut($0) }
    self.message = message
    self.contract = contract
    self.detail = detail.map { ShortText.cut($0) }
    self.place = place
  }
}

extension [Finding] {
  /// Returns the findings in document order, each cause once. Equal faults at several indices of an array become a
  /// single finding with a count.
  func arranged() -> [Finding] {
    if count < 2 { return self }
    return withManyValuesJoined().arrangedOne()
  }

  /// The maximum number of undocumented values to report individually at one location. If there are more, the location
  /// evidently isn't an enumeration, and they become a single finding.
  private static var manyValues: Int { 5 }

  private func withManyValuesJoined() -> [Finding] {
    var values: [JSONPointer: Set<String>] = [:]
    for finding in self where finding.isOfValue {
      values[finding.folded, default: []].insert(finding.detail ?? "")
    }
    let many = values.filter { $0.value.count > Self.manyValues }
    if many.isEmpty { return self }
    return map { finding in
      guard finding.isOfValue, let number = many[finding.folded]?.count else { return finding }
      var one = finding
      one.detail = nil
      one.message = "The first of \(number) different values that aren't among the documented ones."
      return one
    }
  }

  private func arrangedOne() -> [Finding] {
    var seen: Set<Place> = []
    var groups: [Place: Int] = [:]
    var result: [Finding] = []
    for finding in inDocumentOrder {
      guard seen.insert(Place(finding.rule, finding.pointer, finding.detail)).inserted else { continue }
      let group = Place(finding.rule, finding.folded, finding.detail)
      if let index = groups[group] {
        result[index].count += 1
      } else {
        groups[group] = result.count
        result.append(finding)
      }
    }
    return result
  }

  private var inDocumentOrder: [Finding] {
    enumerated().sorted { left, right in
      switch (left.element.place, right.element.place) {
      case (let one?, let other?) where one != other: one < other
      case (nil, .some): true
      case (.some, nil): false
      default: left.offset < right.offset
      }
    }.map(\.element)
  }
}

extension Finding {
  fileprivate var isOfValue: Bool {
    (rule == Rule.response.field.valueNotInEnum || rule == Rule.request.field.valueNotInEnum) && detail != nil
  }
}

extension Drift {
  /// A Boolean value that indicates whether the promise is a location or a string in a contract.
  ///
  /// Such promises don't contain secrets from an exchange, and they yield the same cause for every exchange. Other
  /// promises contain words from a server or a client.
  fileprivate var hasContractPlace: Bool {
    rule.isAboutFields || rule.group == .change
  }
}

/// The key that distinguishes findings.
private struct Place: Hashable {
  let rule: Rule
  let pointer: JSONPointer
  let detail: String?

  init(_ rule: Rule, _ pointer: JSONPointer, _ detail: String?) {
    self.rule = rule
    self.pointer = pointer
    self.detail = detail
  }
}

/// A namespace for loosely comparing the names of members and header fields.
enum LooseName {
  /// Returns a name in lowercase and without separators, so that `ticketId`, `ticket_id`, and `Ticket-ID` are the same.
  static func of(_ name: String) -> String {
    var isPlain = true
    for byte in name.utf8 {
      // Other letters have their own case rules, and accents may follow a separator.
      if byte >= 0x80 { return name.lowercased().filter { $0 != "_" && $0 != "-" } }
      if byte.isCapital || isSeparator(byte) { isPlain = false }
    }
    if isPlain { return name }
    return String(unsafeUninitializedCapacity: name.utf8.count) { bytes in
      var count = 0
      for byte in name.utf8 where !isSeparator(byte) {
        bytes[count] = byte.lowercased
        count += 1
      }
      return count
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }
}

extension Redactor {
  /// Returns drift with its secrets masked.
  package func redact(_ drift: Drift) -> Drift {
    var drift = drift
    drift.endpoint = text(drift.endpoint)
    drift.message = text(drift.message)
    drift.expected = drift.expected.map(text)
    drift.actual = drift.actual.map(text)
    drift.detail = drift.detail.map(text)
    drift.clientError = drift.clientError.map(text)
    if !drift.hasContractPlace { drift.promise = drift.promise.map(text) }
    drift.pointer = drift.pointer.map(redact)
    drift.folded = drift.folded.map(redact)
    drift.exchange = drift.exchange?.changing(text)
    return drift
  }

  private func redact(_ pointer: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens.map(name))
  }
}
