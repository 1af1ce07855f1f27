import PlumblineHTTPMessages

/// Header fields with a digest of the body, which a client compares with the bytes that it gets: `Content-Digest` and
/// `Repr-Digest` (RFC 9530), their predecessors, the one used by container registries, and an `ETag` that looks like a
/// digest, as object stores send it.
enum ContentDigests {
  static let names = ["content-digest", "repr-digest", "digest", "content-md5", "docker-content-digest"]

  /// Returns the means by which a client can check that a response's body is the one that the server sent, byte for
  /// byte. It is a header field's name, or `path` or `query` if the request contains the digest, or `nil` if there is
  /// none.
  static func proof(of response: Response, to request: Request) -> String? {
    if let name = field(in: response.headers) { return name }
    guard request.method.isSafe, (200..<300).contains(response.status) else { return nil }
    let segments = request.path.split(separator: "/").map { PercentEncoding.decode(String($0)) }
    if segments.contains(where: { DigestText.isNamed($0) }) { return "path" }
    return request.queryItems.contains { DigestText.isNamed($0.value) } ? "query" : nil
  }

  /// Returns the field of a message that has a digest of its body, or `nil` if none has.
  static func field(in headers: HeaderFields) -> String? {
    if let name = names.first(where: { headers.contains($0) }) { return name }
    return headers["etag"].map(isDigest) ?? false ? "etag" : nil
  }

  /// The lengths of digests by MD5, SHA-1, SHA-256 and SHA-512 in hexadecimal digits.
  private static let lengths: Set<Int> = [32, 40, 64, 128]

  /// Returns a Boolean value that indicates whether an entity tag looks like the content's digest. A weak tag never
  /// does.
  private static func isDigest(_ tag: String) -> Bool {
    guard tag.hasPrefix("\""), tag.hasSuffix("\""), lengths.contains(tag.utf8.count - 2) else { return false }
    return tag.dropFirst().dropLast().allSatisfy(\.isHexDigit)
  }

  /// Returns a message's fields without digests, for a body that differs from the digested one.
  static func removed(from headers: HeaderFields) -> HeaderFields {
    var headers = headers
    for name in names { headers[name] = nil }
    return headers
  }
}
