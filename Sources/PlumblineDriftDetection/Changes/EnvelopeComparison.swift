import PlumblineContractModel
import PlumblineJSONTree

/// A comparison of the envelopes of two contracts. The changes are computed once for all endpoints.
struct EnvelopeComparison {
  let old: Envelope?
  let new: Envelope?
  /// The changes, if both contracts have an envelope.
  let changes: [Change]
  private let contracts: (old: Contract, new: Contract)

  private static let rules = Rule.change.response.envelope

  init(old: Contract, new: Contract) {
    self.old = old.envelope
    self.new = new.envelope
    contracts = (old, new)
    guard let before = old.envelope, let after = new.envelope else {
      changes = []
      return
    }
    changes =
      Self.flag(before, after)
      + [
        Self.place(Self.rules.payloadMoved, "payload", \.payload, before, after),
        Self.place(Self.rules.errorCodeMoved, "errorCode", \.errorCode, before, after),
        Self.place(Self.rules.messageMoved, "message", \.message, before, after),
        Self.place(Self.rules.detailsMoved, "details", \.details, before, after),
      ].compactMap { $0 } + Self.others(before, after)
  }

  /// Returns the location of an error's code.
  func place(of failure: Failure, isNew: Bool) -> JSONPointer? {
    (isNew ? contracts.new : contracts.old).codePlace(of: failure)
  }

  private static func change(
    _ rule: Rule, at place: JSONPointer, old: SourceLocation, new: SourceLocation, _ expected: String, _ actual: String,
    _ message: String
  ) -> Change {
    Change(
      rule, at: "/response/body" + place, old: old, new: new, expected: expected, actual: actual, promise: "envelope",
      message)
  }

  private static func flag(_ before: Envelope, _ after: Envelope) -> [Change] {
    func words(_ flag: Envelope.Flag?) -> String {
      guard let flag else { return "the status alone" }
      let values = "\(flag.success.map(\.text).sorted().joined(separator: ", "))"
      let failure = flag.failure.isEmpty ? "" : ", not \(flag.failure.map(\.text).sorted().joined(separator: ", "))"
      return "\(Envelope.name(of: flag.place)): \(values)\(failure)"
    }
    let (was, isNow) = (words(before.flag), words(after.flag))
    guard was != isNow else { return [] }
    // Clients that check the status don't depend on a flag that didn't exist.
    return [
      change(
        rules.flagChanged, at: (before.flag ?? after.flag)?.place ?? JSONPointer(),
        old: before.flag?.location ?? before.location, new: after.flag?.location ?? after.location, was, isNow,
        "The success flag changed from \(was) to \(isNow).")
    ].map { one in
      var change = one
      if before.flag == nil { change.severity = .notice }
      return change
    }
  }

  private static func place(
    _ rule: Rule, _ name: String, _ slot: KeyPath<Envelope, JSONPointer?>, _ before: Envelope, _ after: Envelope
  ) -> Change? {
    guard let place = before[keyPath: slot], place != after[keyPath: slot] else { return nil }
    let isNow = after[keyPath: slot].map(Envelope.name(of:))
    return change(
      rule, at: place, old: before.locations[name] ?? before.location, new: after.locations[name] ?? after.location,
      Envelope.name(of: place), isNow ?? "nowhere",
      isNow.map { "The envelope's \(name) moved from '\(Envelope.name(of: place))' to '\($0)'." }
        ?? "The envelope's \(name) was removed; it was at '\(Envelope.name(of: place))'.")
  }

  /// Returns the changes for additional members that have moved. Each response reports the members that it contains.
  private static func others(_ before: Envelope, _ after: Envelope) -> [Change] {
    before.others.compactMap { slot in
      guard let other = after.other(slot.name), other.place != slot.place else { return nil }
      return change(
        rules.memberRemoved, at: slot.place, old: slot.schema.source.location, new: other.schema.source.location,
        Envelope.name(of: slot.place), Envelope.name(of: other.place),
        "'\(slot.name)' moved from '\(Envelope.name(of: slot.place))' to '\(Envelope.name(of: other.place))'.")
    }
  }
}
