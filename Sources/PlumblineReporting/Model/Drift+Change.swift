import PlumblineDriftDetection
import PlumblineJSONTree

extension Rule {
  /// A Boolean value that indicates whether it concerns two contracts rather than an exchange.
  var isOfChanges: Bool { group == .change }

  /// A Boolean value that indicates whether it concerns a contract and a pact.
  var isOfPacts: Bool { isAbout(.pact, of: .change) }
}

extension Drift {
  /// The labels before the expected and the actual value; for a change, those before the parts of the old and the new
  /// contract.
  var sideNames: (expected: String, actual: String) {
    rule.isOfPacts ? ("needed", "promised") : rule.isOfChanges ? ("old", "new") : ("expected", "actual")
  }

  /// The request or the response that shows a change, on one line.
  var witnessText: String? { witness.map { String(decoding: $0.json.serialized(), as: UTF8.self) } }

  /// The same, indented.
  var witnessBlock: String? { witness?.json.prettyText }

  /// The other places of a change that is reported once: `tickets.get /response/body/data`, or the endpoint alone.
  var otherPlaces: [String] {
    others.map { ([$0.endpoint] + [$0.pointer?.description].compactMap { $0 }).joined(separator: " ") } + elsewhere
  }

  /// The places in the older and in the newer contract, each with its name; for other drift, the place in the contract and in
  /// the recording.
  var places: [(name: String, place: SourceLocation)] {
    let places =
      rule.isOfPacts
      ? [("pact", old), ("contract", contract)]
      : rule.isOfChanges ? [("old", old), ("new", contract)] : [("contract", contract), ("recorded", recorded)]
    return places.compactMap { name, place in place.map { (name, $0) } }
  }
}
