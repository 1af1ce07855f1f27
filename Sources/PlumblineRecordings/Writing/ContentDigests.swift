import PlumblineHTTPMessages

/// Header fields that carry a digest of the body, which a client compares with the bytes that it gets: `Content-Digest` and
/// `Repr-Digest` (RFC 9530), those that came before them, and that of container registries.
enum ContentDigests {
  private static let names = ["content-digest", "repr-digest", "digest", "content-md5", "docker-content-digest"]

  /// Whether a message has one, so that its body has to stay as it is, byte for byte.
  static func has(_ headers: HeaderFields) -> Bool { names.contains { headers.contains($0) } }

  /// A message's fields without them, where its body is another than the one that they are of.
  static func removed(from headers: HeaderFields) -> HeaderFields {
    var headers = headers
    for name in names { headers[name] = nil }
    return headers
  }
}
