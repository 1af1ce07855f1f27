import PlumblineASCII

/// The contents of a request head, collected line by line.
///
/// Offsets are relative to the first byte of the head, regardless of its position in the input.
struct RequestHead: Sendable {
  var method = HTTPMethod.get
  var target = 0..<0
  /// The scheme and authority of a target in absolute form.
  var authority: (range: Range<Int>, isSecure: Bool)?
  var minorVersion = 1
  var fields: [HeaderFields.Field] = []
  var hostCount = 0
  var host = 0..<0
  var contentLength: Int?
  var transferEncoding: Range<Int>?
  var connectionCloses = false
  var connectionKeepsAlive = false
  var expectsContinue = false
  var hasUnknownExpectation = false

  var keepsAlive: Bool {
    minorVersion == 0 ? connectionKeepsAlive && !connectionCloses : !connectionCloses
  }

  /// Parses the request line (RFC 9112 section 3) without its CRLF.
  mutating func parseRequestLine(_ bytes: Span<UInt8>, to end: Int, base: Int) throws(RequestRefusal) {
    var position = base
    while position < end, FieldSyntax.isToken(bytes[position]) { position += 1 }
    guard position > base, position < end, bytes[position] == 0x20 else {
      throw RequestRefusal(400, "The request line doesn't start with a method and a space.")
    }
    guard position - base <= 64 else { throw RequestRefusal(501, "The method's name is too long.") }
    method = Self.method(bytes, base, position - base)
    position += 1
    let start = position
    while position < end, FieldSyntax.isTarget(bytes[position]) { position += 1 }
    guard position > start, position < end, bytes[position] == 0x20 else {
      throw RequestRefusal(
        400, "The request line has no valid target, which must be visible ASCII without a number sign.")
    }
    target = start - base..<position - base
    try parseVersion(bytes, from: position + 1, to: end)
    try parseTarget(bytes, base: base)
  }

  private mutating func parseVersion(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(RequestRefusal) {
    var slash = start
    while slash < end, FieldSyntax.isToken(bytes[slash]) { slash += 1 }
    guard end - slash == 4, slash > start, bytes[slash] == 0x2F, bytes[slash + 1].isDigit,
      bytes[slash + 2] == 0x2E, bytes[slash + 3].isDigit
    else { throw RequestRefusal(400, "The request line doesn't end with a version such as HTTP/1.1.") }
    let isHTTP =
      slash - start == 4 && bytes[start] == 0x48 && bytes[start + 1] == 0x54 && bytes[start + 2] == 0x54
      && bytes[start + 3] == 0x50
    guard isHTTP else {
      guard !FieldLine.isEqual(bytes, start, slash - start, "http") else {
        throw RequestRefusal(400, "The protocol's name must be HTTP, in capitals.")
      }
      throw RequestRefusal(501, "This server supports only HTTP.")
    }
    guard bytes[slash + 1] == 0x31 else { throw RequestRefusal(505, "This server supports HTTP/1.1 and HTTP/1.0.") }
    minorVersion = bytes[slash + 3] == 0x30 ? 0 : 1
  }

  private mutating func parseTarget(_ bytes: Span<UInt8>, base: Int) throws(RequestRefusal) {
    let start = base + target.lowerBound
    if bytes[start] == 0x2F { return }
    if bytes[start] == 0x2A && target.count == 1 {
      let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .trace]
      guard !known.contains(method) else { throw RequestRefusal(400, "Only OPTIONS may have the target *.") }
      return
    }
    if method == .connect { throw RequestRefusal(501, "This server doesn't open tunnels.") }
    let length = target.count
    let isSecure = length > 8 && FieldLine.isEqual(bytes, start, 8, "https://")
    guard isSecure || (length > 7 && FieldLine.isEqual(bytes, start, 7, "http://")) else {
      throw RequestRefusal(400, "The target must start with a slash or be a complete http URL.")
    }
    let authorityStart = target.lowerBound + (isSecure ? 8 : 7)
    var end = authorityStart
    while end < target.upperBound, bytes[base + end] != 0x2F, bytes[base + end] != 0x3F { end += 1 }
    guard end > authorityStart else { throw RequestRefusal(400, "The target is a URL without a host.") }
    authority = (authorityStart..<end, isSecure)
    target = end..<target.upperBound
  }

  /// Parses a field line without its CRLF, and records the fields that determine the framing of the message.
  mutating func parseField(_ bytes: Span<UInt8>, from start: Int, to end: Int, base: Int) throws(RequestRefusal) {
    let field = try FieldLine.parse(bytes, from: start, to: end, base: base)
    fields.append(field)
    let name = base + Int(field.nameStart)
    let value = Int(field.valueStart)..<Int(field.valueStart) + Int(field.valueLength)
    switch field.nameLength {
    case 4 where FieldLine.isEqual(bytes, name, 4, "host"):
      hostCount += 1
      host = value
    case 6 where FieldLine.isEqual(bytes, name, 6, "expect"):
      if FieldLine.isEqual(bytes, base + value.lowerBound, value.count, "100-continue") {
        expectsContinue = true
      } else {
        hasUnknownExpectation = true
      }
    case 10 where FieldLine.isEqual(bytes, name, 10, "connection"):
      noteConnection(bytes, base + value.lowerBound, base + value.upperBound)
    case 14 where FieldLine.isEqual(bytes, name, 14, "content-length"):
      guard contentLength == nil else { throw RequestRefusal(400, "More than one Content-Length header.") }
      contentLength = try Self.length(bytes, base + value.lowerBound, base + value.upperBound)
    case 17 where FieldLine.isEqual(bytes, name, 17, "transfer-encoding"):
      guard transferEncoding == nil else { throw RequestRefusal(400, "More than one Transfer-Encoding header.") }
      transferEncoding = value
    default: break
    }
  }

  private mutating func noteConnection(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) {
    var position = start
    while position < end {
      while position < end, FieldLine.isBlank(bytes[position]) || bytes[position] == 0x2C { position += 1 }
      var next = position
      while next < end, bytes[next] != 0x2C { next += 1 }
      var last = next
      while last > position, FieldLine.isBlank(bytes[last - 1]) { last -= 1 }
      if FieldLine.isEqual(bytes, position, last - position, "close") { connectionCloses = true }
      if FieldLine.isEqual(bytes, position, last - position, "keep-alive") { connectionKeepsAlive = true }
      position = next
    }
  }

  /// Returns the value of a `Content-Length` field. Only digits are allowed, so that all readers agree on the value.
  static func length(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(RequestRefusal) -> Int {
    guard start < end else { throw RequestRefusal(400, "Content-Length is empty.") }
    var length = 0
    for index in start..<end {
      guard bytes[index].isDigit else { throw RequestRefusal(400, "Content-Length is not a number.") }
      guard length < Int.max / 16 else { throw RequestRefusal(400, "Content-Length is too large for any body.") }
      length = length * 10 + Int(bytes[index] - 0x30)
    }
    return length
  }

  private static func method(_ bytes: Span<UInt8>, _ start: Int, _ length: Int) -> HTTPMethod {
    switch (length, bytes[start]) {
    case (3, 0x47) where bytes[start + 1] == 0x45 && bytes[start + 2] == 0x54: return .get
    case (4, 0x50) where bytes[start + 1] == 0x4F && bytes[start + 2] == 0x53 && bytes[start + 3] == 0x54:
      return .post
    default:
      let token = bytes.extracting(start..<start + length)
      return HTTPMethod(checked: token.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }
  }
}

/// The way to determine the end of a body.
package enum BodyFraming: Sendable, Equatable {
  /// There is no body, and no field that frames one.
  case none
  case length(Int)
  case chunked
  /// The body ends when the connection is closed.
  case untilClose
}
