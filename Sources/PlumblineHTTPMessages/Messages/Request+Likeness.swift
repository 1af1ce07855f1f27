extension Request {
  /// A hash of all that the request says apart from its body: target and fields, as they lie in memory.
  ///
  /// Requests that are alike by ``isAlike(_:)`` have the same hash; one of other bytes may have it too, so whoever looks
  /// something up by it compares as well. A seed that nobody outside knows keeps clients from choosing collisions.
  package func likeness(seed: UInt64) -> UInt64 {
    let fields = headers.likeness(seed: seed)
    return head.withUnsafeBytes { bytes in
      let start = Int(targetStart)
      return ByteHash.of(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(targetLength)]), seed: fields)
    }
  }

  /// Whether two requests say the same byte by byte, in the same order, apart from their bodies.
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

  /// How many bytes the request keeps, without its body.
  package var footprint: Int { head.count + headers.footprint + trailers.footprint }
}
