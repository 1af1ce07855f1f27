extension [UInt8] {
  /// The bytes of a span.
  package init(copying span: Span<UInt8>) {
    self = span.withUnsafeBufferPointer { Array($0) }
  }

  /// Appends the bytes of a span.
  package mutating func append(copying span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
