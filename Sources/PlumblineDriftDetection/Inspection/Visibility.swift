/// How much of an exchange can be seen by whoever has it inspected.
package enum Visibility: Sendable, Hashable {
  case whole
  /// All but credentials, as in recordings: then nobody can say that one is missing.
  case withoutCredentials
  /// Method, target and status, as in access logs: neither header fields nor bodies.
  case startLines

  /// Returns a Boolean value that indicates whether drift by a rule can be told from what is seen.
  func shows(_ rule: Rule) -> Bool {
    guard self == .startLines else { return true }
    return rule == .response.status.undocumented
      || ["endpoint.", "request.path.", "request.query."].contains { rule.id.hasPrefix($0) }
  }
}
