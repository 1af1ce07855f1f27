import HTTPMessages

/// A request that can't have an effect: the only kind that the probe can send.
///
/// There is no way to make one of a well-formed write. A write has a malformed body or none; a DELETE needs an ``Absence``,
/// which only a GET can give. Every unsafe one carries `If-Match` with a tag that no representation has: a server that
/// knows preconditions must not carry it out (RFC 9110 section 13.1.1).
package struct HarmlessRequest: Sendable {
  /// Breaks off after its first key: no JSON text starts like this and ends here.
  package static let malformedBody = #"{"plumbline-probe""#
  /// A tag that no server has given to anything.
  package static let impossibleTag = #""plumbline-probe""#

  package let request: Request
  package let harmlessness: Harmlessness

  private init(
    _ method: HTTPMethod, _ target: String, _ headers: HeaderFields, _ harmlessness: Harmlessness, body: String = ""
  ) {
    var headers = headers
    if !method.isSafe { headers["If-Match"] = Self.impossibleTag }
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    request = Request(method: method, target: target, headers: headers, body: Body(body))
    self.harmlessness = harmlessness
  }

  static func options(_ target: String, _ headers: HeaderFields) -> HarmlessRequest {
    HarmlessRequest(.options, target, headers, .asksForMethods)
  }

  /// A GET, or a HEAD where that is what the contract has.
  static func read(_ target: String, _ headers: HeaderFields, asHead: Bool = false) -> HarmlessRequest {
    HarmlessRequest(asHead ? .head : .get, target, headers, .reads)
  }

  /// A write to an endpoint whose contract refuses an empty object.
  static func malformed(_ method: HTTPMethod, _ target: String, _ headers: HeaderFields) -> HarmlessRequest {
    HarmlessRequest(method, target, headers, .malformedBody, body: malformedBody)
  }

  /// A write without a body to an endpoint whose contract requires one.
  static func empty(_ method: HTTPMethod, _ target: String, _ headers: HeaderFields) -> HarmlessRequest {
    HarmlessRequest(method, target, headers, .emptyBody)
  }

  /// A DELETE, or another write with a malformed body, of an item that isn't there.
  static func absent(
    _ method: HTTPMethod, _ target: String, _ headers: HeaderFields, _ absence: Absence
  ) -> HarmlessRequest {
    HarmlessRequest(method, target, headers, .absentItem, body: method == .delete ? "" : malformedBody)
  }

  /// The same to another path: one that can't exist, or the one with or without a slash at its end.
  func moved(to target: String, isNonsense: Bool) -> HarmlessRequest {
    var headers = request.headers
    headers.remove("If-Match")
    let body = String(decoding: request.body.bytes ?? [], as: UTF8.self)
    return HarmlessRequest(
      request.method, target, headers,
      isNonsense && !request.method.isSafe ? .nonsensePath : harmlessness, body: body)
  }
}
