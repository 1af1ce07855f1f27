import PlumblineHTTPMessages

/// Fields that concern one connection and not the message (RFC 9110, section 7.6.1).
enum HopByHop {
  private static let names = [
    "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// The fields without these, and without those that Connection names.
  static func strip(_ fields: HeaderFields) -> HeaderFields {
    var named: [String] = []
    for value in fields.values("connection") {
      named += value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }
    var stripped = fields
    for name in names + named where stripped.contains(name) { stripped.remove(name) }
    return stripped
  }
}
