import PlumblineJSONTree

/// The common cause of several findings that a service shows at many endpoints: an envelope without its code, a header that is
/// nowhere, a field of a schema that they share. People read about it once; a waiver may excuse all of its findings.
///
/// Like a fingerprint it outlives runs, machines and edits: it depends on service, rule, detail and the place that the findings
/// share, never on an endpoint, a message or a line. A finding that shares its place with no other endpoint's has its
/// fingerprint as its cause.
///
///     response.envelope.error-code-undocumented  /response/body/error  INVALID_API_KEY     one cause, on 35 endpoints
///     response.field.number-as-string            contract.json#/schemas/Ticket/properties/id/type
package struct Cause: Sendable, Hashable, CustomStringConvertible {
  /// Sixteen hexadecimal digits.
  package let text: String

  package init(of drift: Drift) {
    guard let shared = drift.sharedPlace else {
      text = drift.fingerprint
      return
    }
    var hash = StableHash()
    hash.combine("cause")
    hash.combine(drift.service)
    hash.combine(drift.rule.id)
    for part in shared { hash.combine(part) }
    text = hash.text
  }

  package var description: String { text }
}

extension Drift {
  /// The cause that the finding shares with others: sixteen hexadecimal digits.
  package var cause: String { common?.cause(in: service) ?? Cause(of: self).text }

  /// Returns a Boolean value that indicates whether a cause from a report is that of the finding: its own, or the difference
  /// that it is a sign of, however many others are signs of the same.
  func hasCause(_ text: String) -> Bool { cause == text || difference?.cause(in: service) == text }

  /// The pointer with `*` for what differs from item to item.
  private var foldedPlace: String? { (folded ?? pointer.map(Fingerprint.folded))?.description }

  /// Distinguishes the cause from others of its rule; `nil` if each endpoint has its own.
  fileprivate var sharedPlace: [String?]? {
    let rules = Rule.response
    if rule.isAboutFields {
      return promise.map { [$0, (folded ?? pointer)?.tokens.last { $0 != "*" }, detail] }
    }
    if rule.group == .change { return promise.map { [$0, detail] } }
    switch rule {
    case rules.envelope.payloadMissing, rules.body.malformed: return [foldedPlace, actual]
    case rules.status.undocumented: return [actual]
    case rules.status.contradictsEnvelope: return [foldedPlace, expected, status.map(String.init)]
    case .endpoint.moved: return hasOtherSlash ? ["slash"] : nil
    case Rule.client.wrongError: return [status.map(String.init), detail]
    case Rule.access.credentialIgnored, Rule.effect.guardIgnored: return [detail]
    case Rule.access.permissionIgnored, Rule.client.callFailed, .endpoint.unavailable: return promise.map { [$0] }
    // A client's date reader fails the same way on every date that it reads.
    case Rule.client.stricterThanContract: return promise.map { [$0] }
    // The runtime names the line that traps, whichever response leads there.
    case Rule.client.crashed: return promise.map { [$0] }
    // A parameter that one list ignores is most often ignored by all.
    case _ where Rule.list.all.contains(rule): return [detail]
    case Rule.request.query.missing:
      // A credential is every endpoint's.
      return expectsCredential ? [foldedPlace, detail] : nil
    case rules.body.unexpected, rules.body.missing: return [foldedPlace]
    default:
      let isOfHead = rule.isAbout(.envelope, .header, .mediaType, of: .response) || rule.isAbout(.header, of: .request)
      return isOfHead ? [foldedPlace, detail] : nil
    }
  }

  /// A Boolean value that indicates whether a redirect adds a slash to a path, or takes one away: a framework's habit, the same
  /// everywhere.
  private var hasOtherSlash: Bool {
    guard let expected, let actual else { return false }
    return expected.hasSuffix("/") != actual.hasSuffix("/")
  }
}
