import PlumblineDriftDetection
import PlumblineJSONTree

extension Rule {
  /// A Boolean value that indicates whether the drift concerns two contracts rather than an exchange.
  var isOfChanges: Bool { group == .change }

  /// A Boolean value that indicates whether the drift concerns a contract and a pact.
  var isOfPacts: Bool { isAbout(.pact, of: .change) }
}

extension Drift {
  /// The labels for the expected and the actual value. For a change, they are the labels for the old and the new
  /// contract.
  var sideNames: (expected: String, actual: String) {
    rule.isOfPacts ? ("needed", "promised") : rule.isOfChanges ? ("old", "new") : ("expected", "actual")
  }

  /// The request or response that shows a change, on one line.
  var witnessText: String? { witness.map { String(decoding: $0.json.serialized(), as: UTF8.self) } }

  /// The request or response that shows a change, indented.
  var witnessBlock: String? { witness?.json.prettyText }

  /// The other locations of a change that is reported only once, such as `tickets.get /response/body/data`, or just the
  /// endpoint.
  var otherPlaces: [String] {
    others.map { ([$0.endpoint] + [$0.pointer?.description].compactMap { $0 }).joined(separator: " ") } + elsewhere
  }

  /// The locations of the drift, each with its label. For a change, they are in the older and the newer contract. For
  /// other drift, they are in the contract and in the recording.
  var places: [(name: String, place: SourceLocation)] {
    let places =
      rule.isOfPacts
      ? [("pact", old), ("contract", contract)]
      : rule.isOfChanges ? [("old", old), ("new", contract)] : [("contract", contract), ("recorded", recorded)]
    return places.compactMap { name, place in place.map { (name, $0) } }
  }
}
