extension Request {
  /// The path as sent, still percent-encoded, without the query.
  package var path: String { FieldSyntax.text(pathBytes) }

  /// The bytes of the path, without a copy.
  package var pathBytes: ArraySlice<UInt8> { targetBytes.prefix { $0 != UInt8(ascii: "?") } }

  /// The query as sent, without the question mark; nil if there is none.
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

  /// The path's segments, percent-decoded. `/` has none; a slash at the end leaves an empty last one.
  package var pathSegments: [String] {
    PathTemplate.rawSegments(of: pathBytes).map { PercentEncoding.decode($0) }
  }

  /// The content type with its parameters, as sent.
  package var contentType: String? { headers.contentType }

  /// The content type without parameters, lowercased.
  package var mediaType: String? { headers.mediaType }
}
