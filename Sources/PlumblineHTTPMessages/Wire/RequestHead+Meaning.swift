import PlumblineASCII

extension RequestHead {
  /// Checks the rules that apply to the head as a whole, and returns the framing of the body.
  func framing(_ bytes: Span<UInt8>, base: Int, limits: HTTPLimits) throws(RequestRefusal) -> BodyFraming {
    try checkHost(bytes, base: base)
    if minorVersion > 0 && hasUnknownExpectation {
      throw RequestRefusal(417, "The only supported expectation is 100-continue.")
    }
    if let transferEncoding {
      guard contentLength == nil else {
        throw RequestRefusal(400, "Content-Length and Transfer-Encoding contradict each other: send one of them.")
      }
      guard minorVersion > 0 else { throw RequestRefusal(400, "HTTP/1.0 doesn't support Transfer-Encoding.") }
      try checkTransferEncoding(bytes, base: base, transferEncoding)
      return .chunked
    }
    guard let contentLength, contentLength > 0 else { return .none }
    guard limits.streamed != nil || contentLength <= limits.body else {
      throw RequestRefusal(413, "The body is larger than this server accepts: \(limits.body) bytes.")
    }
    return .length(contentLength)
  }

  private func checkHost(_ bytes: Span<UInt8>, base: Int) throws(RequestRefusal) {
    guard hostCount > 0 else {
      guard minorVersion == 0 else { throw RequestRefusal(400, "An HTTP/1.1 request needs a Host field.") }
      return
    }
    guard hostCount == 1 else { throw RequestRefusal(400, "There is more than one Host field.") }
    guard isPlainHost(bytes, base: base) || Authority.isValid(slice(bytes, base, host)) else {
      throw RequestRefusal(400, "Host must be a host with an optional port.")
    }
    guard !host.isEmpty else { throw RequestRefusal(400, "Host is empty.") }
    guard let authority else { return }
    let scheme = authority.isSecure ? 443 : 80
    guard let named = Authority(slice(bytes, base, authority.range)), !named.host.isEmpty else {
      throw RequestRefusal(400, "The target is a URL without a valid host.")
    }
    guard let host = Authority(slice(bytes, base, host)), host.host == named.host,
      (host.port ?? scheme) == (named.port ?? scheme)
    else { throw RequestRefusal(400, "The target names a host other than the Host field.") }
  }

  /// Returns a Boolean value that indicates whether the host is an ordinary name with an optional port. This avoids a
  /// copy on the hot path.
  private func isPlainHost(_ bytes: Span<UInt8>, base: Int) -> Bool {
    var position = base + host.lowerBound
    let end = base + host.upperBound
    let start = position
    while position < end, FieldSyntax.isHost(bytes[position]) { position += 1 }
    guard position > start else { return false }
    guard position < end else { return true }
    guard bytes[position] == 0x3A, end - position <= 6 else { return false }
    for index in position + 1..<end where !bytes[index].isDigit { return false }
    return true
  }

  /// Accepts only `chunked`. Any coding before it is unsupported, and with any other value, the end of the body can't
  /// be determined reliably.
  private func checkTransferEncoding(_ bytes: Span<UInt8>, base: Int, _ range: Range<Int>) throws(RequestRefusal) {
    if FieldLine.isEqual(bytes, base + range.lowerBound, range.count, "chunked") { return }
    let value = FieldSyntax.text(slice(bytes, base, range)).lowercased()
    let codings = value.split(separator: ",", omittingEmptySubsequences: false).map { coding in
      String(coding.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    guard codings.last == "chunked", codings.count > 1, !codings.dropLast().contains("chunked"),
      codings.allSatisfy({ FieldSyntax.isName($0.utf8) }), !codings.contains("identity")
    else { throw RequestRefusal(400, "Transfer-Encoding doesn't end with chunked, so the end of the body is unknown.") }
    throw RequestRefusal(501, "The only supported transfer coding is chunked.")
  }

  private func slice(_ bytes: Span<UInt8>, _ base: Int, _ range: Range<Int>) -> ArraySlice<UInt8> {
    [UInt8](copying: bytes.extracting(base + range.lowerBound..<base + range.upperBound))[...]
  }

  /// Returns the request. Its parts share a single copy of the head's bytes.
  func request(_ storage: [UInt8]) -> Request {
    let headers = HeaderFields(storage: storage, fields: fields)
    var request = Request(method: method, head: storage, target: target, headers: headers)
    if authority != nil, storage[target].first != UInt8(ascii: "/") { request.target = "/" + request.target }
    return request
  }
}
