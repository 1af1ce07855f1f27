#if canImport(Glibc)
  import Glibc
#endif

/// Append-only memory for strings, which never moves.
///
/// # Why it may be shared
///
/// A byte is written once, before `count` passes it, and read only below `count`. `ItemTexts` appends only while it
/// holds the sole reference; any other reference is created after that. So no thread reads a byte while another writes
/// it, and threads may share the memory.
final class TextMemory: @unchecked Sendable {
  /// The size above which memory is expected to fill up soon, because only a flood of items requests that much.
  private static let large = 1 << 20
  private static let page = 4096

  private let base: UnsafeMutableRawPointer
  private let capacity: Int
  /// The number of bytes that are written.
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    let isLarge = capacity >= Self.large
    base = .allocate(byteCount: max(capacity, 1), alignment: isLarge ? Self.page : 16)
    #if canImport(Glibc)
      // Populating all pages at once takes half the time of faulting them in one by one. A kernel before 5.14 rejects
      // the call, and faults them in.
      if isLarge { _ = madvise(base, capacity & ~(Self.page - 1), MADV_POPULATE_WRITE) }
    #endif
  }

  deinit { base.deallocate() }

  /// The number of bytes that can still be written.
  var room: Int { capacity - count }

  /// Appends a string, for which there must be room, and returns its offset.
  func append(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    precondition(text.count <= room)
    let start = count
    if let first = text.baseAddress { (base + start).copyMemory(from: first, byteCount: text.count) }
    count += text.count
    return start
  }

  /// Passes some of the written bytes to a closure, which must not keep them beyond the call.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let bytes = UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    let result = bytes.withMemoryRebound(to: UInt8.self) { body($0) }
    withExtendedLifetime(self) {}
    return result
  }
}
