import Synchronization

/// A mark that is set when a request uses a stub or a fault, so that its creator can check that afterward.
package final class UseMark: Sendable, Hashable {
  private let used = Atomic(false)

  package init() {}

  package var isUsed: Bool { used.load(ordering: .acquiring) }

  func set() { used.store(true, ordering: .releasing) }

  package static func == (left: UseMark, right: UseMark) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
