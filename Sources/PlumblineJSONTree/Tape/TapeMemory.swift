/// The finished tape's memory, which its document owns.
///
/// Sending it between threads is safe: after the parse nothing writes there, and `JSONDocument` frees it when nobody
/// can reach the document any more.
@usableFromInline
struct TapeMemory: @unchecked Sendable {
  @usableFromInline let base: UnsafePointer<TapeNode>
  @usableFromInline let count: Int

  init(_ nodes: UnsafeBufferPointer<TapeNode>) {
    // `TapeBuilder` always has memory, also for no nodes.
    base = nodes.baseAddress.unsafelyUnwrapped
    count = nodes.count
  }

  func free() { base.deallocate() }
}
