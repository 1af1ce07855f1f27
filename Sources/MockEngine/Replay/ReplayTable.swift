import HTTPMessages

/// Answers by the bytes of the requests that they were given to: a bounded table, for one thread at a time.
///
/// An answer is found only for a request that is the same in every byte of its target and its fields (so for the same
/// credentials, the same query and the same preferences), and only while its session's generation is the one in which it
/// was decided. Bodies never get in.
///
/// Two places are looked at for a hash. A request has to come twice before its answer is kept, so that requests that are
/// all different (each with a trace id, or sent to fill the table) cost a mark and push nothing out. What is kept is
/// bounded by number and by bytes; when the bytes are used up the table starts again.
struct ReplayTable: Sendable {
  /// An answer, and the request that it belongs to.
  private final class Entry: Sendable {
    let hash: UInt64
    let generation: UInt64
    let request: Request
    let answer: Answer
    let footprint: Int

    init(hash: UInt64, generation: UInt64, request: Request, answer: Answer, footprint: Int) {
      self.hash = hash
      self.generation = generation
      self.request = request
      self.answer = answer
      self.footprint = footprint
    }
  }

  /// How many places there are; a power of two.
  static let size = 512
  /// A request with more bytes than this is decided each time.
  static let largestRequest = 4096
  /// An answer with more bytes than this is kept only where somebody else keeps it anyway.
  static let largestAnswer = 16_384
  /// How many bytes all requests and answers may keep.
  static let capacity = 1 << 20

  private var entries: [Entry?] = Array(repeating: nil, count: size)
  private var marks: [UInt64] = Array(repeating: 0, count: size)
  private var footprint = 0

  /// The answer that a request like this one got in this generation.
  func answer(to request: Request, hash: UInt64, generation: UInt64) -> Answer? {
    let place = Self.place(hash)
    return answer(at: place, request, hash, generation) ?? answer(at: place ^ 1, request, hash, generation)
  }

  /// Keeps an answer that a request like this one will get again in this generation, from its second time on.
  mutating func keep(_ answer: Answer, to request: Request, hash: UInt64, generation: UInt64) {
    let place = Self.place(hash)
    guard marks[place] == hash else {
      marks[place] = hash
      return
    }
    guard request.footprint <= Self.largestRequest, let (kept, size) = Self.rendered(answer) else { return }
    let entry = Entry(
      hash: hash, generation: generation, request: request, answer: kept, footprint: request.footprint + size)
    if footprint + entry.footprint > Self.capacity { self = ReplayTable() }
    let isTaken = entries[place].map { $0.generation == generation && $0.hash != hash } ?? false
    let index = isTaken ? place ^ 1 : place
    footprint += entry.footprint - (entries[index]?.footprint ?? 0)
    entries[index] = entry
  }

  private static func place(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (size - 1) }

  @inline(__always)
  private func answer(at place: Int, _ request: Request, _ hash: UInt64, _ generation: UInt64) -> Answer? {
    guard let entry = entries[place], entry.hash == hash, entry.generation == generation,
      entry.request.isAlike(request)
    else { return nil }
    return entry.answer
  }

  /// The answer as bytes, and how many of them only the table would keep; `nil` for one that can't or needn't be kept.
  private static func rendered(_ answer: Answer) -> (Answer, Int)? {
    switch answer.content {
    case .rendered(let rendered):
      guard rendered.isOneOff else { return (answer, 0) }
      return rendered.size <= largestAnswer ? (answer, rendered.size) : nil
    case .response(let response):
      guard response.trailers.isEmpty, let body = response.body.bytes, body.count <= largestAnswer else { return nil }
      let rendered = RenderedResponse(response)
      return (Answer(rendered: rendered, delivery: answer.delivery), rendered.size)
    case .failure: return nil
    }
  }
}
