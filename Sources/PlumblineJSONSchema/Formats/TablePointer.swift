/// A view of a table's entries without a strong reference, for traversals in which reference counting would be
/// expensive.
///
/// The owner of a pointer must keep the table alive. Access is bounds-checked.
struct TablePointer<Element>: RandomAccessCollection {
  let base: UnsafePointer<Element>
  let count: Int

  @inline(__always)
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  @inline(__always)
  subscript(index: Int) -> Element {
    // A single comparison checks both bounds, because a negative index converts to a huge one.
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return base[index]
  }
}

/// A view of a UTF-8 string.
typealias ByteView = TablePointer<UInt8>
typealias ByteSlice = Slice<TablePointer<UInt8>>

extension TablePointer<UInt8> {
  /// Calls a closure with the bytes as a span, which must not escape the closure.
  @inline(__always)
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(Span(_unsafeStart: base, count: count))
  }

  /// Returns the eight bytes at a position as a little-endian word.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count - 8)
    return UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// Returns a part of the string.
  @inline(__always)
  func part(_ range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return ByteView(base: base + range.lowerBound, count: range.count)
  }
}

extension Slice<TablePointer<UInt8>> {
  /// The slice as a separate string.
  var view: ByteView { base.part(startIndex..<endIndex) }
}
