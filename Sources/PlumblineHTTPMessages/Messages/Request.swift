/// An HTTP request.
///
/// A parsed request shares the bytes of its head with its fields; the target is a range of them, and text is made when
/// asked for.
package struct Request: Sendable {
  package var method: HTTPMethod
  package var headers: HeaderFields
  package var body: Body
  /// Fields after a chunked body.
  package var trailers: HeaderFields

  private(set) var head: [UInt8]
  private(set) var targetStart: UInt32
  private(set) var targetLength: UInt32

  /// Creates a request; the target is a path with an optional query, as sent (percent-encoded).
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

  /// Creates a request whose target is in the bytes shared with its fields.
  init(method: HTTPMethod, head: [UInt8], target: Range<Int>, headers: HeaderFields, body: Body = .empty) {
    self.method = method
    self.head = head
    targetStart = UInt32(target.lowerBound)
    targetLength = UInt32(target.count)
    self.headers = headers
    self.body = body
    trailers = HeaderFields()
  }

  /// Path and query as sent (origin form), or `*`.
  package var target: String {
    get { FieldSyntax.text(targetBytes) }
    set {
      head = Array(newValue.utf8)
      targetStart = 0
      targetLength = UInt32(head.count)
    }
  }

  /// The bytes of the target, without a copy.
  package var targetBytes: ArraySlice<UInt8> {
    head[Int(targetStart)..<Int(targetStart) + Int(targetLength)]
  }
}

extension Request {
  /// The path as sent, still percent-encoded, without the query.
  package var path: String { FieldSyntax.text(pathBytes) }

  /// The bytes of the path, without a copy.
  package var pathBytes: ArraySlice<UInt8> { targetBytes.prefix { $0 != UInt8(ascii: "?") } }

  /// The query as sent, without the question mark; `nil` if there is none.
  package var query: String? { queryBytes.map(FieldSyntax.text) }

  /// The bytes of the query, without a copy.
  package var queryBytes: ArraySlice<UInt8>? {
    let target = targetBytes
    return target.firstIndex(of: UInt8(ascii: "?")).map { target[($0 + 1)...] }
  }

  /// The query's names and values in order, with percent-encoding and `+` decoded. `a` and `a=` both have an empty value.
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

  /// The path's segments, percent-decoded. `/` has none; a trailing slash yields an empty last segment.
  package var pathSegments: [String] {
    PathTemplate.rawSegments(of: pathBytes).map { PercentEncoding.decode($0) }
  }

  /// The content type with its parameters, as sent.
  package var contentType: String? { headers.contentType }

  /// The content type without parameters, lowercased.
  package var mediaType: String? { headers.mediaType }
}

extension Request {
  /// Returns a hash of everything in the request except its body: target and fields in their memory layout.
  ///
  /// Requests that are alike by ``isAlike(_:)`` have the same hash; others may also have it, so a lookup must compare
  /// as well. A secret seed keeps clients from choosing collisions.
  package func likeness(seed: UInt64) -> UInt64 {
    let fields = headers.likeness(seed: seed)
    return head.withUnsafeBytes { bytes in
      let start = Int(targetStart)
      return ByteHash.of(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(targetLength)]), seed: fields)
    }
  }

  /// Returns a Boolean value that indicates whether two requests are identical byte by byte, apart from their bodies.
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

  /// The number of bytes that the request keeps, without its body.
  package var footprint: Int { head.count + headers.footprint + trailers.footprint }
}
