import HTTPMessages
import Synchronization

/// What a session has answered before and would answer again: a table a thread, so that threads don't wait for
/// one another.
///
/// Threads are told apart by a hash, so two may share a table; it is locked for the few instructions that one takes.
final class Replays: Sendable {
  private final class Shard: Sendable {
    let table = Mutex<ReplayTable?>(nil)
  }

  private static let seed = UInt64.random(in: .min ... .max)

  private let shards = (0..<16).map { _ in Shard() }
  private let seed = Replays.seed

  /// A request's hash; `nil` for one that has to be decided each time, as it brings a body.
  func hash(of request: Request) -> UInt64? {
    guard case .empty = request.body else { return nil }
    return request.likeness(seed: seed)
  }

  /// The answer that a request like this one got in this generation.
  func answer(to request: Request, hash: UInt64, generation: UInt64) -> Answer? {
    shards[ThreadShard.number & 15].table.withLock { table in
      table?.answer(to: request, hash: hash, generation: generation)
    }
  }

  /// Keeps an answer for requests like this one.
  func keep(_ answer: Answer, to request: Request, hash: UInt64, generation: UInt64) {
    shards[ThreadShard.number & 15].table.withLock { table in
      if table == nil { table = ReplayTable() }
      table?.keep(answer, to: request, hash: hash, generation: generation)
    }
  }
}
