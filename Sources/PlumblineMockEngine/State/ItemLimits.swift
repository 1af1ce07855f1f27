/// How much a session may remember of one collection, and show at once. Reading and changing what is there goes on beyond it;
/// nothing new is taken.
package struct ItemLimits: Sendable, Hashable {
  /// The most bytes that an answer can have: a list is made in memory, several times over, and JSON of 256 MiB is no
  /// document any more.
  package static let longestAnswer = 128 << 20

  /// How many items.
  package var count: Int
  /// Roughly how many bytes of memory.
  package var bytes: Int
  /// How many bytes the items of one answer have together, and to how many one item may grow; ``longestAnswer`` at
  /// most.
  package var answer: Int { didSet { answer = min(answer, Self.longestAnswer) } }

  package init(count: Int = 1_000_000, bytes: Int = 1 << 30, answer: Int = 64 << 20) {
    self.count = count
    self.bytes = bytes
    self.answer = min(answer, Self.longestAnswer)
  }
}
