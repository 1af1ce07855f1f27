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

  /// A request; the target is a path with an optional query, as sent (percent-encoded).
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

  /// A request whose target lies in the bytes that its fields share.
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
