import PlumblineContractModel
import PlumblineJSONTree

/// The items of a stream's body, for naming the item that contains a finding, as in `In event 3 (delta): …` or
/// `In line 7: …`.
struct StreamItems {
  /// The body as a list of its events or lines.
  let value: JSON
  let form: BodyForm
  /// The line of each value, if the items are lines.
  var lines: [JSONLines.Place] = []

  /// Returns the findings, with the item's number, and an event's name, prepended to each message. Bodies in other
  /// formats have no items.
  func naming(_ findings: [Finding]) -> [Finding] {
    guard !findings.isEmpty, value.kind == .array, form == .events || form == .jsonLines else { return findings }
    return findings.filter { !isOfTransport($0) }.map { finding in
      // The location has to be an item, such as `/response/body/2`, or inside one.
      guard finding.pointer.tokens.count > 2, let index = Int(finding.pointer.tokens[2]), let item = value[index] else {
        return finding
      }
      var named = finding
      named.message = "In \(name(of: item, at: index)): \(finding.message)"
      if lines.indices.contains(index), lines[index].index != index {
        var tokens = finding.pointer.tokens
        tokens[2] = "\(lines[index].index)"
        named.pointer = JSONPointer(tokens: tokens)
      }
      return named
    }
  }

  /// Returns a Boolean value that indicates whether a finding concerns a transport field that the contract doesn't
  /// declare.
  private func isOfTransport(_ finding: Finding) -> Bool {
    let tokens = finding.pointer.tokens
    return form == .events && tokens.count == 4 && ["event", "id", "retry"].contains(tokens[3])
      && [Rule.response.field.undocumented, Rule.request.field.undocumented].contains(finding.rule)
  }

  private func name(of item: JSON, at index: Int) -> String {
    if form == .jsonLines { return "line \(lines.indices.contains(index) ? lines[index].number : index + 1)" }
    let event = item["event"]?.string.map { " (\(ShortText.plain($0, to: 40)))" }
    return "event \(index + 1)\(event ?? "")"
  }
}
