import PlumblineHTTPMessages
import Synchronization

/// What was worked out for requests, a table a thread, so that threads don't wait for one another.
///
/// Threads are told apart by a hash, so two may share a table; it is locked for the few instructions that one takes.
final class LikenessTables<Value: Sendable>: Sendable {
  private final class Shard: Sendable {
    let table = Mutex<LikenessTable<Value>?>(nil)
  }

  private let shards = (0..<16).map { _ in Shard() }

  /// What was kept for a request like this one in this generation.
  func value(for request: Request, hash: UInt64, generation: UInt64 = 0) -> Value? {
    shards[ThreadShard.number & 15].table.withLock { table in
      table?.value(for: request, hash: hash, generation: generation)
    }
  }

  /// Keeps what holds for every request like this one in this generation, from its second time on.
  ///
  /// - Parameter value: the value and how many bytes only the table keeps of it; `nil` where it can't be kept.
  func keep(
    for request: Request, hash: UInt64, generation: UInt64 = 0, value: () -> (value: Value, size: Int)?
  ) {
    shards[ThreadShard.number & 15].table.withLock { table in
      if table == nil { table = LikenessTable() }
      table?.keep(for: request, hash: hash, generation: generation, value: value)
    }
  }
}
