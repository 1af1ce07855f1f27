import PlumblineHTTPMessages

/// Where the control interface lies.
enum ControlPath {
  private static let prefix = Array("/__plumbline".utf8)

  /// Whether a request is for the control interface, and not for the mock.
  static func isControl(_ request: Request) -> Bool {
    let target = request.targetBytes
    // The second byte tells nearly all requests apart.
    guard target.count >= prefix.count, target[target.startIndex + 1] == prefix[1] else { return false }
    guard target.starts(with: prefix) else { return false }
    guard target.count > prefix.count else { return true }
    let next = target[target.startIndex + prefix.count]
    return next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
  }
}
