/// The parts of an exchange that an inspection can see.
package enum Visibility: Sendable, Hashable {
  case whole
  /// Everything except credentials, as in recordings. Missing credentials can't be detected.
  case withoutCredentials
  /// The method, target and status, as in access logs. Neither header fields nor bodies are visible.
  case startLines

  /// Returns a Boolean value that indicates whether drift covered by a rule can be detected in the visible parts.
  func shows(_ rule: Rule) -> Bool {
    guard self == .startLines else { return true }
    return rule == .response.status.undocumented || rule.group == .endpoint || rule.isAbout(.path, .query, of: .request)
  }
}
