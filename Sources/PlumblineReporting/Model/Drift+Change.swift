import PlumblineDriftDetection
import PlumblineJSONTree

extension Rule {
  /// A Boolean value that indicates whether it is about two contracts, and not about an exchange.
  var isOfChanges: Bool { id.hasPrefix("change.") }
}

extension Drift {
  /// What stands before what was promised, and before what came; of a change, before what the contracts say.
  var sideNames: (expected: String, actual: String) { rule.isOfChanges ? ("old", "new") : ("expected", "actual") }

  /// The request or the answer that shows a change, on one line.
  var witnessText: String? { witness.map { String(decoding: $0.json.serialized(), as: UTF8.self) } }

  /// The same, indented.
  var witnessBlock: String? { witness?.json.prettyText }

  /// Where else a change is that is told once: `tickets.get /response/body/data`, or the endpoint alone.
  var otherPlaces: [String] {
    others.map { ([$0.endpoint] + [$0.pointer?.description].compactMap { $0 }).joined(separator: " ") } + elsewhere
  }

  /// Where the older contract says it, and where the newer one does, each with its name; of other drift, the contract's
  /// place, and the recording's.
  var places: [(name: String, place: SourceLocation)] {
    let places =
      rule.isOfChanges ? [("old", old), ("new", contract)] : [("contract", contract), ("recorded", recorded)]
    return places.compactMap { name, place in place.map { (name, $0) } }
  }
}
