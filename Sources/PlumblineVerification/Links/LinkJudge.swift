import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree

/// A comparison of a client's result for a string or a payload with the expectations in `deep-links.json`.
struct LinkJudge {
  /// The client's result.
  enum Result: Sendable {
    case read(LinkReading)
    case made(String)
    /// The client threw an error with this description.
    case threw(String)
  }

  let service: String
  let link: Link
  let linkCase: LinkCase

  private var kind: String { linkCase.kind == .text ? "link" : linkCase.kind.rawValue }

  /// Returns all discrepancies between the result and the expectations.
  func drift(for result: Result) -> [Drift] {
    switch (linkCase.duty, result) {
    case (.take, .threw(let reason)):
      [drift(Rule.link.refused, "The client rejects a \(kind) that it must accept.", "accepted", reason)]
    case (.take(let opens, let landing), .read(let reading)):
      values(
        opens, reading.values, at: "opens", Rule.link.misread, "The client reads different values from the \(kind).")
        + login(reading) + self.landing(landing, reading)
    case (.refuse, .read(let reading)):
      [
        drift(
          Rule.link.accepted, "The client accepts a \(kind) that it must reject.", "rejected",
          Self.list(reading.values))
      ]
    case (.make, .threw(let reason)):
      [drift(Rule.link.madeOtherwise, "The client doesn't generate the link.", linkCase.text, reason)]
    case (.make, .made(let text)) where text != linkCase.text:
      [drift(Rule.link.madeOtherwise, "The client generates a different link.", linkCase.text, text)]
    default: []
    }
  }

  private func login(_ reading: LinkReading) -> [Drift] {
    guard let login = link.login, reading.login != login else { return [] }
    let asked = reading.login == true
    return [
      drift(
        Rule.link.login,
        asked
          ? "The client requires a login where none is needed."
          : "The client doesn't require the login that is needed.",
        login ? "a login" : "no login", asked ? "a login" : "no login", JSONPointer(tokens: ["login"]))
    ]
  }

  private func landing(_ documented: [LinkValue]?, _ reading: LinkReading) -> [Drift] {
    guard let documented else { return [] }
    return values(
      documented, reading.landing ?? [:], at: "landing", Rule.link.landing,
      "After the login, the user lands on a different destination."
    )
  }

  /// Compares the documented values with those that the client read. None may differ, be missing, or be unexpected.
  private func values(
    _ documented: [LinkValue], _ read: [String: String], at member: String, _ rule: Rule, _ message: String
  ) -> [Drift] {
    var found: [Drift] = []
    for value in documented where read[value.name] != value.text {
      found.append(
        drift(
          rule, message, JSON(value.text).text, read[value.name].map { JSON($0).text } ?? "nothing",
          JSONPointer(tokens: [member, value.name]), at: value.location))
    }
    for (name, text) in read.sorted(by: { $0.key < $1.key }) where !documented.contains(where: { $0.name == name }) {
      found.append(drift(rule, message, "nothing", JSON(text).text, JSONPointer(tokens: [member, name])))
    }
    return found
  }

  private static func list(_ values: [String: String]) -> String {
    let shown = values.sorted { $0.key < $1.key }.map { "\($0.key) \(JSON($0.value).text)" }
    return shown.isEmpty ? "accepted" : Spelling.list(shown)
  }

  /// A sentence about the contract's confidence in the case, if it differs from the contract's confidence in the link.
  private var standing: String {
    switch linkCase.standing {
    case .assumed: " The contract assumes this case; it isn't documented."
    case .unconfirmed: " The documentation of this case is unconfirmed."
    case .documented: link.standing == .documented ? "" : " This case is documented."
    }
  }

  private func drift(
    _ rule: Rule, _ message: String, _ expected: String, _ actual: String, _ pointer: JSONPointer? = nil,
    at location: SourceLocation? = nil
  ) -> Drift {
    return Drift(
      rule: rule, service: service, endpoint: link.id, pointer: pointer, expected: expected, actual: actual,
      message: message + standing,
      contract: location ?? linkCase.location, detail: linkCase.name,
      call: "\(link.id): \(linkCase.title)")
  }
}
