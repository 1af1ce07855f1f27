import PlumblineHTTPMessages

/// Header fields that carry a digest of the body, which a client compares with the bytes that it gets: `Content-Digest` and
/// `Repr-Digest` (RFC 9530), those that came before them, that of container registries, and an `ETag` that looks like one, as
/// object stores have it.
enum ContentDigests {
  private static let names = ["content-digest", "repr-digest", "digest", "content-md5", "docker-content-digest"]

  /// Whether a message has one, so that its body has to stay as it is, byte for byte.
  static func has(_ headers: HeaderFields) -> Bool {
    names.contains { headers.contains($0) } || headers["etag"].map(isDigest) ?? false
  }

  /// The lengths of digests by MD5, SHA-1, SHA-256 and SHA-512 in hexadecimal digits.
  private static let lengths: Set<Int> = [32, 40, 64, 128]

  /// Whether an entity tag is the content's digest, as far as it shows; a weak one never is.
  private static func isDigest(_ tag: String) -> Bool {
    guard tag.hasPrefix("\""), tag.hasSuffix("\""), lengths.contains(tag.utf8.count - 2) else { return false }
    return tag.dropFirst().dropLast().allSatisfy(\.isHexDigit)
  }

  /// A message's fields without them, where its body is another than the one that they are of.
  static func removed(from headers: HeaderFields) -> HeaderFields {
    var headers = headers
    for name in names { headers[name] = nil }
    return headers
  }
}
