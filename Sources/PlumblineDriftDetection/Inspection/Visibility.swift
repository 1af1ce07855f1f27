/// The parts of an exchange that an inspection can see.
package enum Visibility: Sendable, Hashable {
  case whole
  /// Everything except credentials, as in recordings: missing ones can't be detected.
  case withoutCredentials
  /// Method, target and status, as in access logs: neither header fields nor bodies.
  case startLines

  /// Returns a Boolean value that indicates whether drift by a rule can be detected in the visible parts.
  func shows(_ rule: Rule) -> Bool {
    guard self == .startLines else { return true }
    return rule == .response.status.undocumented || rule.group == .endpoint || rule.isAbout(.path, .query, of: .request)
  }
}
