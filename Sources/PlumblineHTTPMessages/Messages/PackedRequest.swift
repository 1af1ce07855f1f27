/// A request's bytes, and some that belong to it, in reusable memory, for keeping many of them for a while.
///
/// A request that is kept as it is holds three pieces of memory, which come back to the allocator when they have long left the
/// processor's cache. Here all bytes are copied, one part after the other, to where an older request's were:
///
///     | head | body | fields, 16 bytes each | rest |
///
/// Packed is a request as a parser makes it, whose target lies in the bytes of its fields. Others aren't taken.
package struct PackedRequest: Sendable {
  private var method = HTTPMethod.get
  private var target = 0..<0
  /// As long as it ever had to be; what lies behind the rest is an older request's.
  private var bytes: [UInt8] = []
  private var head = 0..<0
  private var body = 0..<0
  private var fieldCount = 0
  private var fields = 0..<0
  private var tail = 0..<0

  /// Creates an empty packed request.
  package init() {}

  /// The number of bytes of memory that it takes, used or not.
  package var capacity: Int { bytes.capacity }

  /// Replaces the request with another one, and bytes that belong to it. Returns `false` if it can't be packed, or if it has
  /// more bytes than the limit without those.
  package mutating func pack(_ request: Request, rest: [UInt8] = [], limit: Int) -> Bool {
    guard request.trailers.isEmpty, request.isOfOnePiece else { return false }
    let content: [UInt8]
    switch request.body {
    case .empty: content = []
    case .bytes(let bytes): content = bytes
    case .stream: return false
    }
    guard request.head.count <= limit, content.count <= limit - request.head.count else { return false }
    method = request.method
    target = Int(request.targetStart)..<Int(request.targetStart) + Int(request.targetLength)
    fieldCount = request.headers.fields.count
    head = 0..<request.head.count
    body = head.upperBound..<head.upperBound + content.count
    fields = body.upperBound..<body.upperBound + fieldCount * MemoryLayout<HeaderFields.Field>.stride
    tail = fields.upperBound..<fields.upperBound + rest.count
    if bytes.count < tail.upperBound {
      bytes.append(contentsOf: repeatElement(0, count: tail.upperBound - bytes.count))
    }
    bytes.withUnsafeMutableBytes { bytes in
      request.head.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[head]).copyMemory(from: $0) }
      content.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[body]).copyMemory(from: $0) }
      request.headers.fields.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: bytes[fields]).copyMemory(from: $0)
      }
      rest.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[tail]).copyMemory(from: $0) }
    }
    return true
  }

  /// The request, in memory of its own.
  package var request: Request {
    let storage = Array(bytes[head])
    let offsets = (0..<fieldCount).map { self.fields.lowerBound + $0 * MemoryLayout<HeaderFields.Field>.stride }
    let found = bytes.withUnsafeBytes { bytes in
      offsets.map { bytes.loadUnaligned(fromByteOffset: $0, as: HeaderFields.Field.self) }
    }
    return Request(
      method: method, head: storage, target: target, headers: HeaderFields(storage: storage, fields: found),
      body: body.isEmpty ? .empty : .bytes(Array(bytes[body])))
  }

  /// The bytes that were packed with it, in memory of their own.
  package var rest: [UInt8] { Array(bytes[tail]) }
}

extension Request {
  /// A Boolean value that indicates whether the target lies in exactly the bytes that the fields lie in.
  fileprivate var isOfOnePiece: Bool {
    head.withUnsafeBufferPointer { head in
      headers.storage.withUnsafeBufferPointer { $0.baseAddress == head.baseAddress && $0.count == head.count }
    }
  }
}
