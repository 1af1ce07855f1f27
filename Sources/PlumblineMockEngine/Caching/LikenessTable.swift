import PlumblineHTTPMessages
import Synchronization

/// Values computed for requests, keyed by their bytes: a bounded table, for one thread at a time.
///
/// A value is found only for a request that is the same in every byte of its target and its fields (so with the same
/// credentials, the same query and the same preferences), and only while its session's generation is the one in which
/// it was computed. Bodies are neither compared nor kept.
///
/// Each hash has two slots. A value is kept only from a request's second occurrence, so that unique requests (each with
/// a trace id, or sent to fill the table) cost only a mark and evict nothing. The table is bounded in entries and
/// bytes. When the bytes are used up, it is cleared.
struct LikenessTable<Value: Sendable>: Sendable {
  /// A value, and the request that it belongs to.
  private final class Entry: Sendable {
    let hash: UInt64
    let generation: UInt64
    let request: Request
    let value: Value
    let footprint: Int

    init(hash: UInt64, generation: UInt64, request: Request, value: Value, footprint: Int) {
      self.hash = hash
      self.generation = generation
      self.request = request
      self.value = value
      self.footprint = footprint
    }
  }

  /// The largest request in bytes whose value is kept.
  private let largestRequest = 4096
  /// The number of bytes that all requests and values may keep.
  private let capacity = 1 << 20

  private var entries: [Entry?]
  private var marks: [UInt64]
  private var footprint = 0

  /// - Parameter size: The number of slots, which must be a power of two.
  init(size: Int = 512) {
    entries = Array(repeating: nil, count: size)
    marks = Array(repeating: 0, count: size)
  }

  /// Returns the value kept for an identical request in this generation.
  func value(for request: Request, hash: UInt64, generation: UInt64) -> Value? {
    let place = place(hash)
    return value(at: place, request, hash, generation) ?? value(at: place ^ 1, request, hash, generation)
  }

  /// Keeps a value for every identical request in this generation, from the second one on.
  ///
  /// - Parameter value: A closure that returns the value and the number of bytes that only the table keeps alive, or
  ///   `nil` if it can't be kept.
  mutating func keep(
    for request: Request, hash: UInt64, generation: UInt64, value: () -> (value: Value, size: Int)?
  ) {
    let place = place(hash)
    guard marks[place] == hash else {
      marks[place] = hash
      return
    }
    guard request.footprint <= largestRequest, let (value, size) = value() else { return }
    var bodiless = request
    bodiless.body = .empty
    let entry = Entry(
      hash: hash, generation: generation, request: bodiless, value: value, footprint: request.footprint + size)
    if footprint + entry.footprint > capacity { self = LikenessTable(size: entries.count) }
    let isTaken = entries[place].map { $0.generation == generation && $0.hash != hash } ?? false
    let index = isTaken ? place ^ 1 : place
    footprint += entry.footprint - (entries[index]?.footprint ?? 0)
    entries[index] = entry
  }

  private func place(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (entries.count - 1) }

  @inline(__always)
  private func value(at place: Int, _ request: Request, _ hash: UInt64, _ generation: UInt64) -> Value? {
    guard let entry = entries[place], entry.hash == hash, entry.generation == generation,
      entry.request.isAlike(request)
    else { return nil }
    return entry.value
  }
}

/// Values computed for requests, in one table for each thread, so that threads don't wait for one another.
///
/// Threads are distinguished by a hash, so two may share a table. Each table is locked for the few instructions of an
/// access.
final class LikenessTables<Value: Sendable>: Sendable {
  private final class Shard: Sendable {
    let table = Mutex<LikenessTable<Value>?>(nil)
  }

  private let shards = (0..<16).map { _ in Shard() }

  /// Returns the value kept for an identical request in this generation.
  func value(for request: Request, hash: UInt64, generation: UInt64 = 0) -> Value? {
    shards[ThreadShard.number & 15].table.withLock { table in
      table?.value(for: request, hash: hash, generation: generation)
    }
  }

  /// Keeps a value for every identical request in this generation, from the second one on.
  ///
  /// - Parameter value: A closure that returns the value and the number of bytes that only the table keeps alive, or
  ///   `nil` if it can't be kept.
  func keep(
    for request: Request, hash: UInt64, generation: UInt64 = 0, value: () -> (value: Value, size: Int)?
  ) {
    shards[ThreadShard.number & 15].table.withLock { table in
      if table == nil { table = LikenessTable() }
      table?.keep(for: request, hash: hash, generation: generation, value: value)
    }
  }
}

extension Answer {
  /// The size in bytes of the largest response that is kept, unless it is also kept elsewhere.
  static let largestKept = 16_384

  /// The response as bytes, and the number of them that only this table would keep alive, or `nil` for one that can't
  /// or needn't be kept.
  var kept: (value: Answer, size: Int)? {
    switch content {
    case .rendered(let rendered):
      guard rendered.isOneOff else { return (self, 0) }
      return rendered.size <= Self.largestKept ? (self, rendered.size) : nil
    case .response(let response):
      guard response.trailers.isEmpty, let body = response.body.bytes, body.count <= Self.largestKept else {
        return nil
      }
      let rendered = RenderedResponse(response)
      var answer = Answer(rendered: rendered, delivery: delivery)
      answer.refusal = refusal
      return (answer, rendered.size + (refusal?.utf8.count ?? 0))
    case .failure: return nil
    }
  }
}
