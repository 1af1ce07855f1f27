import PlumblineHTTPMessages

/// The header fields that contain a digest of the body, so that clients can check the bytes that they receive:
/// `Content-Digest` and `Repr-Digest` (RFC 9530), their predecessors, the field used by container registries, and an
/// `ETag` that looks like a digest, as object stores send it.
enum ContentDigests {
  static let names = ["content-digest", "repr-digest", "digest", "content-md5", "docker-content-digest"]

  /// Returns the location of the digest that allows a client to check a response's body byte for byte. It is the name
  /// of a header field, or `path` or `query` if the digest is part of the request. Returns `nil` if there is none.
  static func proof(of response: Response, to request: Request) -> String? {
    if let name = field(in: response.headers) { return name }
    guard request.method.isSafe, (200..<300).contains(response.status) else { return nil }
    let segments = request.path.split(separator: "/").map { PercentEncoding.decode(String($0)) }
    if segments.contains(where: { DigestText.isNamed($0) }) { return "path" }
    return request.queryItems.contains { DigestText.isNamed($0.value) } ? "query" : nil
  }

  /// Returns the name of the header field that contains a digest of the body, or `nil` if there is none.
  static func field(in headers: HeaderFields) -> String? {
    if let name = names.first(where: { headers.contains($0) }) { return name }
    return headers["etag"].map(isDigest) ?? false ? "etag" : nil
  }

  /// The lengths of MD5, SHA-1, SHA-256, and SHA-512 digests in hexadecimal digits.
  private static let lengths: Set<Int> = [32, 40, 64, 128]

  /// Returns a Boolean value that indicates whether an entity tag looks like a digest of the content. A weak tag never
  /// does.
  private static func isDigest(_ tag: String) -> Bool {
    guard tag.hasPrefix("\""), tag.hasSuffix("\""), lengths.contains(tag.utf8.count - 2) else { return false }
    return tag.dropFirst().dropLast().allSatisfy(\.isHexDigit)
  }

  /// Returns header fields without digests, for a body that was changed.
  static func removed(from headers: HeaderFields) -> HeaderFields {
    var headers = headers
    for name in names { headers[name] = nil }
    return headers
  }
}
