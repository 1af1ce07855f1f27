/// A request and some associated bytes in reusable memory, for keeping many requests for a while.
///
/// Keeping an ordinary request would hold on to three allocations, which would be freed long after they have left the
/// processor's cache. A packed request instead copies all bytes, one part after the other, over those of an older
/// request:
///
///     | head | body | fields, 16 bytes each | rest |
///
/// Only requests created by a parser can be packed. Their target and their fields are in the same bytes.
package struct PackedRequest: Sendable {
  private var method = HTTPMethod.get
  private var target = 0..<0
  /// The bytes. The array never shrinks, so bytes beyond the rest belong to an older request.
  private var bytes: [UInt8] = []
  private var head = 0..<0
  private var body = 0..<0
  private var fieldCount = 0
  private var fields = 0..<0
  private var tail = 0..<0

  /// Creates an empty packed request.
  package init() {}

  /// The number of bytes of memory that the packed request occupies, even if they aren't in use.
  package var capacity: Int { bytes.capacity }

  /// Replaces the packed request and its associated bytes. Returns `false` if the request can't be packed, or if the
  /// request alone exceeds the limit.
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

  /// The request, copied into separate memory.
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

  /// The associated bytes, copied into separate memory.
  package var rest: [UInt8] { Array(bytes[tail]) }
}

extension Request {
  /// A Boolean value that indicates whether the target and the fields are in the same bytes.
  fileprivate var isOfOnePiece: Bool {
    head.withUnsafeBufferPointer { head in
      headers.storage.withUnsafeBufferPointer { $0.baseAddress == head.baseAddress && $0.count == head.count }
    }
  }
}
