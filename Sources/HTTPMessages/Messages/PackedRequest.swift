/// A request's bytes in memory that is used again for the next request: for whoever keeps many of them for a while.
///
/// A request that is kept as it is keeps three pieces of memory, which come back to the allocator when they have long
/// left the processor's cache. Here its bytes are copied, behind one another, to where an older request's were.
///
/// Packed is a request as a parser makes it, whose target lies in the bytes of its fields. Others are not taken.
package struct PackedRequest: Sendable {
  private var method = HTTPMethod.get
  private var bytes: [UInt8] = []
  private var fields: [HeaderFields.Field] = []
  private var headCount = 0
  private var target = 0..<0
  private var hasBody = false

  /// One that holds no request.
  package init() {}

  /// How many bytes of memory it takes, used or not.
  package var capacity: Int { bytes.capacity + fields.capacity * MemoryLayout<HeaderFields.Field>.stride }

  /// Puts a request in place of the one before; false where it can't be packed, or has more bytes than the limit.
  package mutating func pack(_ request: Request, limit: Int) -> Bool {
    guard request.trailers.isEmpty, request.isOfOnePiece else { return false }
    let body: [UInt8]
    switch request.body {
    case .empty: body = []
    case .bytes(let bytes): body = bytes
    case .stream: return false
    }
    guard request.head.count <= limit, body.count <= limit - request.head.count else { return false }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: request.head)
    bytes.append(contentsOf: body)
    fields.removeAll(keepingCapacity: true)
    fields.append(contentsOf: request.headers.fields)
    method = request.method
    headCount = request.head.count
    target = Int(request.targetStart)..<Int(request.targetStart) + Int(request.targetLength)
    hasBody = !body.isEmpty
    return true
  }

  /// The request, in memory of its own.
  package var request: Request {
    let head = Array(bytes[..<headCount])
    return Request(
      method: method, head: head, target: target, headers: HeaderFields(storage: head, fields: fields),
      body: hasBody ? .bytes(Array(bytes[headCount...])) : .empty)
  }
}

extension Request {
  /// Whether the target lies in the very bytes that the fields lie in.
  fileprivate var isOfOnePiece: Bool {
    head.withUnsafeBufferPointer { head in
      headers.storage.withUnsafeBufferPointer { $0.baseAddress == head.baseAddress && $0.count == head.count }
    }
  }
}
