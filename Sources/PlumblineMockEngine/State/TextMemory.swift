#if canImport(Glibc)
  import Glibc
#endif

/// Memory that texts are appended to, and that never moves.
///
/// # Why it may be shared
///
/// A byte is written once, before `count` goes past it, and read only below `count`. `ItemTexts` appends only while it
/// holds the one reference to it; a reference that somebody else gets is made after that. So nobody reads while somebody
/// writes, and threads may hold it.
final class TextMemory: @unchecked Sendable {
  /// Memory of so many bytes and more is soon filled: it takes a flood of items to ask for it.
  private static let large = 1 << 20
  private static let page = 4096

  private let base: UnsafeMutableRawPointer
  private let capacity: Int
  /// How many bytes are written.
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    let isLarge = capacity >= Self.large
    base = .allocate(byteCount: max(capacity, 1), alignment: isLarge ? Self.page : 16)
    #if canImport(Glibc)
      // All pages at once cost half of what they do one by one. A kernel before 5.14 refuses, and gives them one by one.
      if isLarge { _ = madvise(base, capacity & ~(Self.page - 1), MADV_POPULATE_WRITE) }
    #endif
  }

  deinit { base.deallocate() }

  /// How many more bytes can be written.
  var room: Int { capacity - count }

  /// Appends a text, for which there must be room; where it begins.
  func append(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    precondition(text.count <= room)
    let start = count
    if let first = text.baseAddress { (base + start).copyMemory(from: first, byteCount: text.count) }
    count += text.count
    return start
  }

  /// Shows some of the bytes that are written, which must not be kept beyond the call.
  func withBytes<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let bytes = UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    let result = bytes.withMemoryRebound(to: UInt8.self) { body($0) }
    withExtendedLifetime(self) {}
    return result
  }
}
