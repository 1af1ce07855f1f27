import PlumblineHTTPMessages

/// A decorator that keeps a client behind the proxy when it follows URLs in a server's responses.
///
/// A response may contain the server's own address, for example in `"next": "https://api.example.com/orders?after=7"`,
/// in a `Link`, or in the URL of a file. A client that follows such a URL would bypass the proxy, and its requests
/// would be neither checked nor guarded nor undone. The decorator therefore replaces the server's base URL in bodies,
/// events, and header fields with the address that the client used to reach the proxy. If the client sends such an
/// address, it is translated back to the server's. Responders inside this decorator, such as an observer, see the
/// server's addresses in both directions.
///
///     "next": "https://api.example.com/v1/orders?after=7"    sent by the server, whose base URL is https://api.example.com/v1
///     "next": "http://127.0.0.1:53122/orders?after=7"        the client's
///
/// The following stay unchanged: URLs of other servers, and of the same server outside the path of its base URL; prose
/// that contains a URL; plain text and files, because clients compare them with stored copies; and messages with a
/// digest or a signature, which would become invalid. The observer is notified of these messages.
package struct LocalAddresses: Responder {
  private let inner: any Responder
  private let upstream: BaseURL
  private let bases: [String]
  private let observe: @Sendable (String) -> Void

  /// - Parameters:
  ///   - upstream: The server that the inner responder calls.
  ///   - observe: A closure that is called with a sentence for each response that contains URLs of the server but stays
  ///     unchanged. The sentence contains the reason. The closure must not block.
  package init(_ inner: any Responder, upstream: BaseURL, observe: @escaping @Sendable (String) -> Void = { _ in }) {
    self.inner = inner
    self.upstream = upstream
    bases = Self.bases(of: upstream)
    self.observe = observe
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    guard let origin = RedirectContainment.origin(of: request) else {
      return inner.respond(to: request, completion: completion)
    }
    let reply = inner.respond(
      to: outgoing(request, from: origin), completion: Completion { completion(incoming($0, to: request, origin)) })
    guard case .now(let answer) = reply else { return .later }
    return .now(incoming(answer, to: request, origin))
  }

  /// Returns the variants of a base URL: with and without its scheme's default port and, if its host is this computer,
  /// with each of this computer's names.
  private static func bases(of upstream: BaseURL) -> [String] {
    let hosts = ["127.0.0.1", "localhost", "::1"]
    let names = hosts.contains(upstream.host) ? hosts : [upstream.host]
    let authorities = names.flatMap { name -> [String] in
      let host = name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name
      let isUsual = upstream.port == (upstream.isSecure ? 443 : 80)
      return ["\(host):\(upstream.port)"] + (isUsual ? [host] : [])
    }
    return authorities.map { "\(upstream.scheme)://\($0)\(upstream.path)" }
  }

  // MARK: - Requests

  /// Returns the request with the server's addresses instead of the proxy's.
  private func outgoing(_ request: Request, from origin: String) -> Request {
    let rewriting = AddressRewriting([origin], to: upstream.description)
    var outgoing = request
    if let query = request.query, let rewritten = rewriting.rewrite(query, as: .encoded) {
      outgoing.target = String(request.target.prefix { $0 != "?" }) + "?" + rewritten
    }
    if let headers = Self.rewritten(request.headers, by: rewriting, where: { $0 != "host" }) {
      outgoing.headers = headers
    }
    if let bytes = request.body.bytes,
      let form = Self.form(of: request.headers, request.mediaType), Self.seal(of: request.headers) == nil,
      let rewritten = rewriting.rewrite(bytes, as: form)
    {
      outgoing.body = Body(rewritten)
      outgoing.headers.remove("content-length")
    }
    return outgoing
  }

  // MARK: - Responses

  /// Returns the response with the proxy's addresses instead of the server's.
  private func incoming(_ answer: OutgoingResponse, to request: Request, _ origin: String) -> OutgoingResponse {
    if case .failure = answer.content { return answer }
    let (response, seal) = Self.rewritten(answer.response, by: AddressRewriting(bases, to: origin))
    if let seal {
      observe(
        "\(request.method) \(request.path): the response contains URLs of the server and \(seal), so they aren't rewritten; "
          + "a client that follows one bypasses the verifier")
    }
    guard let response else { return answer }
    var changed = answer
    changed.content = .response(response)
    return changed
  }

  /// Returns a response as seen by a client that reached the proxy at an origin.
  package static func response(_ response: Response, of upstream: BaseURL, at origin: String) -> Response {
    rewritten(response, by: AddressRewriting(bases(of: upstream), to: origin)).response ?? response
  }

  /// Returns a response with all addresses replaced, or `nil` if there were none, and the field that prevented its body
  /// from being changed.
  private static func rewritten(
    _ response: Response, by rewriting: AddressRewriting
  ) -> (response: Response?, seal: String?) {
    var changed: Response?
    if signature(of: response.headers) == nil,
      let headers = rewritten(response.headers, by: rewriting, where: holdsAddresses)
    {
      changed = response
      changed?.headers = headers
    }
    guard let bytes = response.body.bytes, !bytes.isEmpty, let form = form(of: response.headers, response.mediaType),
      let rewritten = rewriting.rewrite(bytes, as: form)
    else { return (changed, nil) }
    if let seal = seal(of: response.headers) ?? (response.status == 206 ? "Content-Range" : nil) {
      return (changed, seal)
    }
    changed = changed ?? response
    changed?.body = Body(rewritten)
    return (changed, nil)
  }

  /// Returns a Boolean value that indicates whether a response's header field may lead a client to a different address.
  /// ``RedirectContainment`` handles `Location`, and the sources of a page's scripts only concern the browser.
  private static func holdsAddresses(_ name: String) -> Bool {
    name != "location" && !name.hasPrefix("access-control-") && !name.hasPrefix("content-security-policy")
  }

  /// Returns the fields with all addresses replaced, or `nil` if there are no such addresses.
  ///
  /// - Parameter isWanted: A closure that indicates whether a field with a lowercase name is examined.
  private static func rewritten(
    _ headers: HeaderFields, by rewriting: AddressRewriting, where isWanted: (String) -> Bool
  ) -> HeaderFields? {
    var isChanged = false
    // A field may occur several times.
    let fields = headers.map { name, value -> (String, String) in
      guard isWanted(name.lowercased()), let rewritten = rewriting.rewrite(value, as: .text) else {
        return (name, value)
      }
      isChanged = true
      return (name, rewritten)
    }
    return isChanged ? HeaderFields(fields) : nil
  }

  // MARK: - Forms of bodies

  /// Returns the kind of text in a body that may contain addresses, or `nil` if the body is passed on unchanged.
  private static func form(of headers: HeaderFields, _ mediaType: String?) -> AddressRewriting.Form? {
    guard !headers.contains("content-encoding"), let type = mediaType?.lowercased() else { return nil }
    let essence = String(type.prefix { $0 != ";" }).filter { $0 != " " }
    if essence == "application/x-www-form-urlencoded" { return .encoded }
    let name = essence.split(separator: "/").last.map { String($0) } ?? ""
    if name == "json" || name.hasSuffix("+json") || ["x-ndjson", "jsonl", "json-seq", "ndjson"].contains(name) {
      return .json
    }
    let isMarkup = ["xml", "html", "event-stream", "uri-list"].contains(name) || name.hasSuffix("+xml")
    // Leave images alone, even if their format is markup.
    return isMarkup && !essence.hasPrefix("image/") ? .text : nil
  }

  private static let digests: Set<String> = [
    "content-md5", "digest", "content-digest", "repr-digest", "x-content-sha256", "x-amz-content-sha256",
  ]

  /// Returns the digest or signature field that a changed body would no longer match, or `nil` if there is none.
  private static func seal(of headers: HeaderFields) -> String? {
    headers.first { digests.contains($0.0.lowercased()) }?.0 ?? signature(of: headers)
  }

  /// Returns the field that contains a signature (RFC 9421) or whose name suggests that it does, or `nil` if there is
  /// none.
  private static func signature(of headers: HeaderFields) -> String? {
    headers.first { name, _ in
      let name = name.lowercased()
      return name == "signature" || name.hasSuffix("-signature") || name.hasSuffix("-hmac")
    }?.0
  }
}
