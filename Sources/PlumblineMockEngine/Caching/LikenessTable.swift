import PlumblineHTTPMessages
import Synchronization

/// A bounded table of values computed for requests, keyed by the requests' bytes. It may be used by one thread at a
/// time.
///
/// A value is found only for a request whose target and header fields are the same in every byte, including
/// credentials, query, and preferences, and only as long as the session's generation is the one in which the value was
/// computed. Bodies are neither compared nor stored.
///
/// Each hash has two slots. A value is stored when its request occurs for the second time. This way, unique requests
/// (with a trace id, or sent to fill the table) cost only a mark and evict nothing. The table is limited in entries and
/// bytes. When the byte limit is reached, it is cleared.
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

  /// The maximum size in bytes of a request whose value is stored.
  private let largestRequest = 4096
  /// The maximum number of bytes that all requests and values take.
  private let capacity = 1 << 20

  private var entries: [Entry?]
  private var marks: [UInt64]
  private var footprint = 0

  /// - Parameter size: The number of slots, which must be a power of two.
  init(size: Int = 512) {
    entries = Array(repeating: nil, count: size)
    marks = Array(repeating: 0, count: size)
  }

  /// Returns the value stored for an identical request in this generation.
  func value(for request: Request, hash: UInt64, generation: UInt64) -> Value? {
    let place = place(hash)
    return value(at: place, request, hash, generation) ?? value(at: place ^ 1, request, hash, generation)
  }

  /// Stores a value for identical requests in this generation, when a request occurs for the second time.
  ///
  /// - Parameter value: A closure that returns the value and the number of bytes that only the table keeps alive, or
  ///   `nil` if the value can't be stored.
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

/// Tables of values computed for requests, one for each thread, so that threads don't wait for each other.
///
/// Threads are distinguished by a hash, so two may share a table. A table is locked only for the few instructions of an
/// access.
final class LikenessTables<Value: Sendable>: Sendable {
  private final class Shard: Sendable {
    let table = Mutex<LikenessTable<Value>?>(nil)
  }

  private let shards = (0..<16).map { _ in Shard() }

  /// Returns the value stored for an identical request in this generation.
  func value(for request: Request, hash: UInt64, generation: UInt64 = 0) -> Value? {
    shards[ThreadShard.number & 15].table.withLock { table in
      table?.value(for: request, hash: hash, generation: generation)
    }
  }

  /// Stores a value for identical requests in this generation, when a request occurs for the second time.
  ///
  /// - Parameter value: A closure that returns the value and the number of bytes that only the table keeps alive, or
  ///   `nil` if the value can't be stored.
  func keep(
    for request: Request, hash: UInt64, generation: UInt64 = 0, value: () -> (value: Value, size: Int)?
  ) {
    shards[ThreadShard.number & 15].table.withLock { table in
      if table == nil { table = LikenessTable() }
      table?.keep(for: request, hash: hash, generation: generation, value: value)
    }
  }
}

extension OutgoingResponse {
  /// The maximum size in bytes of a response that is stored, unless it is also stored elsewhere.
  static let largestKept = 16_384

  /// The response as bytes, and the number of bytes that only the table would keep alive, or `nil` if the response
  /// can't or needn't be stored.
  var kept: (value: OutgoingResponse, size: Int)? {
    switch content {
    case .rendered(let rendered):
      guard rendered.isOneOff else { return (self, 0) }
      return rendered.size <= Self.largestKept ? (self, rendered.size) : nil
    case .response(let response):
      guard response.trailers.isEmpty, let body = response.body.bytes, body.count <= Self.largestKept else {
        return nil
      }
      let rendered = RenderedResponse(response)
      var answer = OutgoingResponse(rendered: rendered, delivery: delivery)
      answer.refusal = refusal
      return (answer, rendered.size + (refusal?.utf8.count ?? 0))
    case .failure: return nil
    }
  }
}
