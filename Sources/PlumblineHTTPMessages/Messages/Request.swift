/// An HTTP request.
///
/// A parsed request and its fields share the bytes of its head. The target is a range of these bytes, and strings are
/// created on demand.
package struct Request: Sendable {
  package var method: HTTPMethod
  package var headers: HeaderFields
  package var body: Body
  /// The fields after a chunked body.
  package var trailers: HeaderFields

  private(set) var head: [UInt8]
  private(set) var targetStart: UInt32
  private(set) var targetLength: UInt32

  /// Creates a request.
  ///
  /// - Parameter target: The percent-encoded path with an optional query.
  package init(
    method: HTTPMethod, target: String, headers: HeaderFields = HeaderFields(), body: Body = .empty
  ) {
    self.method = method
    self.headers = headers
    self.body = body
    trailers = HeaderFields()
    head = Array(target.utf8)
    targetStart = 0
    targetLength = UInt32(head.count)
  }

  /// Creates a request whose target is in the same bytes as its fields.
  init(method: HTTPMethod, head: [UInt8], target: Range<Int>, headers: HeaderFields, body: Body = .empty) {
    self.method = method
    self.head = head
    targetStart = UInt32(target.lowerBound)
    targetLength = UInt32(target.count)
    self.headers = headers
    self.body = body
    trailers = HeaderFields()
  }

  /// The path and query as sent (origin form), or `*`.
  package var target: String {
    get { FieldSyntax.text(targetBytes) }
    set {
      head = Array(newValue.utf8)
      targetStart = 0
      targetLength = UInt32(head.count)
    }
  }

  /// The target's bytes, without a copy.
  package var targetBytes: ArraySlice<UInt8> {
    head[Int(targetStart)..<Int(targetStart) + Int(targetLength)]
  }
}

extension Request {
  /// The path as sent, percent-encoded and without the query.
  package var path: String { FieldSyntax.text(pathBytes) }

  /// The path's bytes, without a copy.
  package var pathBytes: ArraySlice<UInt8> { targetBytes.prefix { $0 != UInt8(ascii: "?") } }

  /// The query as sent, without the question mark, or `nil` if there is none.
  package var query: String? { queryBytes.map(FieldSyntax.text) }

  /// The query's bytes, without a copy.
  package var queryBytes: ArraySlice<UInt8>? {
    let target = targetBytes
    return target.firstIndex(of: UInt8(ascii: "?")).map { target[($0 + 1)...] }
  }

  /// The names and values in the query, in order, with percent-encoding and `+` decoded. Both `a` and `a=` have an
  /// empty value.
  package var queryItems: [(name: String, value: String)] {
    guard let query = queryBytes else { return [] }
    return query.split(separator: UInt8(ascii: "&")).map { item in
      let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      return (
        PercentEncoding.decode(item[..<equals], plusIsSpace: true),
        PercentEncoding.decode(item[equals...].dropFirst(), plusIsSpace: true)
      )
    }
  }

  /// The percent-decoded segments of the path. `/` has none, and a path with a trailing slash has an empty last
  /// segment.
  package var pathSegments: [String] {
    PathTemplate.rawSegments(of: pathBytes).map { PercentEncoding.decode($0) }
  }

  /// The content type with its parameters, as sent.
  package var contentType: String? { headers.contentType }

  /// The content type in lowercase without its parameters.
  package var mediaType: String? { headers.mediaType }
}

extension Request {
  /// Returns a hash of the memory layout of the target and fields, which are everything in the request except its body.
  ///
  /// Requests that are alike according to ``isAlike(_:)`` have the same hash. Other requests may also have it, so a
  /// lookup must compare them. A secret seed prevents clients from choosing collisions.
  package func likeness(seed: UInt64) -> UInt64 {
    let fields = headers.likeness(seed: seed)
    return head.withUnsafeBytes { bytes in
      let start = Int(targetStart)
      return ByteHash.of(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(targetLength)]), seed: fields)
    }
  }

  /// Returns a Boolean value that indicates whether two requests are identical byte by byte, ignoring their bodies.
  package func isAlike(_ other: Request) -> Bool {
    guard targetLength == other.targetLength, method == other.method, headers.isAlike(other.headers) else {
      return false
    }
    let isSameTarget = head.withUnsafeBytes { one in
      other.head.withUnsafeBytes { two in
        ByteHash.isEqual(
          UnsafeRawBufferPointer(rebasing: one[Int(targetStart)..<Int(targetStart) + Int(targetLength)]),
          UnsafeRawBufferPointer(rebasing: two[Int(other.targetStart)..<Int(other.targetStart) + Int(targetLength)]))
      }
    }
    return isSameTarget && trailers.isAlike(other.trailers)
  }

  /// The number of bytes that the request occupies, without its body.
  package var footprint: Int { head.count + headers.footprint + trailers.footprint }
}
