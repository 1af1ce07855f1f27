import PlumblineContractModel

/// A namespace for findings about parts of documents that contracts can't represent and that only one of two documents
/// has.
package enum UnheldPartChange {
  /// Returns the finding that OLD lacks a part.
  ///
  /// - Parameter endpoint: The endpoint in NEW that the part belongs to, or `nil` for the service.
  package static func addition(of part: UnheldPart, in service: String, at endpoint: String?) -> Drift {
    let name = part.name
    let (rule, message) =
      switch part.kind {
      case .webhook: (Rule.change.webhook.added, "The webhook '\(name)' is new; receivers can ignore it.")
      case .callback: (Rule.change.callback.added, "The callback '\(name)' is new; receivers can ignore it.")
      case .scope:
        (
          Rule.change.access.scopeAdded,
          "The scope \(name) is now required. It is unknown which tokens have it; requests with tokens that lack it are rejected."
        )
      }
    var drift = drift(rule, part, service, endpoint, message)
    drift.contract = part.location
    drift.actual = name
    return drift
  }

  /// Returns the finding that NEW lacks a part.
  ///
  /// - Parameter endpoint: The ID in NEW of the endpoint that the part belonged to, or `nil` for the service.
  package static func removal(of part: UnheldPart, in service: String, at endpoint: String?) -> Drift {
    let name = part.name
    let (rule, message) =
      switch part.kind {
      case .webhook:
        (
          Rule.change.webhook.removed,
          "The webhook '\(name)' was removed; receivers no longer get its requests."
        )
      case .callback:
        (
          Rule.change.callback.removed,
          "The callback '\(name)' was removed; receivers no longer get its requests."
        )
      case .scope: (Rule.change.access.scopeRemoved, "The scope \(name) is no longer required.")
      }
    var drift = drift(rule, part, service, endpoint, message)
    drift.old = part.location
    drift.expected = name
    return drift
  }

  private static func drift(
    _ rule: Rule, _ part: UnheldPart, _ service: String, _ endpoint: String?, _ message: String
  ) -> Drift {
    var drift = Drift(
      rule: rule, service: service, endpoint: endpoint ?? ServicePresence.name, message: message, detail: part.name)
    // Treat a scope that all operations require as a single change.
    drift.promise = part.name
    return drift
  }
}
