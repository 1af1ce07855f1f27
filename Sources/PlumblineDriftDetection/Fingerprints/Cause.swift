import PlumblineJSONTree

/// The common cause of several findings that a service shows at many endpoints, such as an envelope without its code, a
/// header that is missing everywhere, or a field of a shared schema. Reports show the cause once, and a waiver may
/// excuse all of its findings.
///
/// Like a fingerprint, a cause is stable across runs, machines and edits. It depends on the service, rule, detail, and
/// shared location of the findings, never on an endpoint, a message, or a line. If a finding doesn't share its location
/// with another endpoint, its cause is its fingerprint.
///
///     response.envelope.error-code-undocumented  /response/body/error  INVALID_API_KEY     one cause, on 35 endpoints
///     response.field.number-as-string            contract.json#/schemas/Ticket/properties/id/type
package struct Cause: Sendable, Hashable, CustomStringConvertible {
  /// The cause as sixteen hexadecimal digits.
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
  /// The cause that the finding shares with others, as sixteen hexadecimal digits.
  package var cause: String { common?.cause(in: service) ?? Cause(of: self).text }

  /// Returns a Boolean value that indicates whether a cause from a report matches the finding. Both the finding's own
  /// cause and the difference that it is a symptom of match, no matter how many other findings share the difference.
  func hasCause(_ text: String) -> Bool { cause == text || difference?.cause(in: service) == text }

  /// The pointer with `*` for the parts that differ from item to item.
  private var foldedPlace: String? { (folded ?? pointer.map(Fingerprint.folded))?.description }

  /// The values that distinguish the cause from others of its rule, or `nil` if each endpoint has its own cause.
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
    // A client's date parser fails in the same way for every date.
    case Rule.client.stricterThanContract: return promise.map { [$0] }
    // The runtime reports the line of the trap, regardless of which response caused it.
    case Rule.client.crashed: return promise.map { [$0] }
    // A parameter that one list ignores is usually ignored by all lists.
    case _ where rule.group == .list: return [detail]
    case Rule.request.query.missing:
      // All endpoints share a credential.
      return expectsCredential ? [foldedPlace, detail] : nil
    case rules.body.unexpected, rules.body.missing: return [foldedPlace]
    default:
      let isOfHead = rule.isAbout(.envelope, .header, .mediaType, of: .response) || rule.isAbout(.header, of: .request)
      return isOfHead ? [foldedPlace, detail] : nil
    }
  }

  /// A Boolean value that indicates whether a redirect adds or removes a trailing slash, which frameworks do
  /// consistently.
  private var hasOtherSlash: Bool {
    guard let expected, let actual else { return false }
    return expected.hasSuffix("/") != actual.hasSuffix("/")
  }
}
