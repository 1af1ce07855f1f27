/// How much a session may remember of one collection. Reading and changing what is there goes on beyond it; nothing new is
/// taken.
package struct ItemLimits: Sendable, Hashable {
  /// How many items.
  package var count: Int
  /// Roughly how many bytes of memory.
  package var bytes: Int

  package init(count: Int = 1_000_000, bytes: Int = 1 << 30) {
    self.count = count
    self.bytes = bytes
  }
}
