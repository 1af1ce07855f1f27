import PlumblineContractModel
import PlumblineJSONTree

/// Changes of a whole service: only one side of a comparison has it, or has read some part.
package enum ServicePresence {
  /// The name for such findings, as they belong to no endpoint.
  static let name = "service"

  /// NEW has no such service.
  package static func removal(of contract: Contract) -> Drift {
    var drift = Drift(
      rule: Rule.change.service.removed, service: contract.service, endpoint: name, expected: contract.title,
      message: "The service \(contract.service) was removed. Clients that call it fail.")
    drift.old = contract.location
    return drift
  }

  /// The change of a part that isn't compared because neither side holds it, or can read it.
  ///
  /// - Parameters:
  ///   - message: the message about the part.
  ///   - old: the part's place in OLD; `nil` if OLD has no such part.
  package static func change(
    ofUnread message: String, in contract: Contract, old: SourceLocation?, new: SourceLocation?
  ) -> Drift {
    var drift = Drift(
      rule: Rule.change.service.notCompared, service: contract.service, endpoint: name,
      message: "A part that can't be compared has changed. \(message)", contract: new, detail: original(message))
    drift.old = old
    return drift
  }

  /// Returns a message as it was first worded, so that rewording it keeps the fingerprint, and the waivers that name it.
  static func original(_ message: String) -> String {
    reworded.reduce(message) { text, phrase in
      text.replacing(phrase.now, with: phrase.first, maxReplacements: 1)
    }
  }

  /// Phrases about parts that don't match their format's schema. A message has each of them at most once, ahead of the
  /// description of the part.
  private static let reworded: [(now: String, first: String)] = [
    ("\" must be ", "\" has to be "),
    ("isn't allowed here together with the others.", "has no place here beside the others."),
    ("isn't allowed here.", "has no place here."), ("isn't valid here.", "is not what belongs here."),
    (" is not allowed here; expected ", " is not allowed here; it is "),
    ("; all known keys are already present.", "; the known ones are all there."), ("; known: ", "; there is "),
    ("; none are defined.", "; there are none."),
  ]

  /// OLD has no such service.
  package static func addition(of contract: Contract) -> Drift {
    Drift(
      rule: Rule.change.service.added, service: contract.service, endpoint: name, actual: contract.title,
      message: "New service: \(contract.service).", contract: contract.location)
  }
}
