import HTTPMessages

/// An exchange with a body, as the journal keeps the usual ones: the bytes of the request and of an answer's own body
/// copied to where an older exchange's were, so that nothing is allocated for it and nothing freed.
///
/// What an answer shares with others, a recording's head say, is kept as a reference.
struct PackedExchange: Sendable {
  /// The part of an answer that isn't its own body.
  private enum Shared: Sendable {
    case nothing
    /// A whole answer, whose body is no more its own than its head.
    case rendered(RenderedResponse)
    /// An answer that differs from this one in its body.
    case base(RenderedResponse)
    case head(status: Int, HeaderFields)
  }

  /// Exchanges with more bytes than these are kept as they are.
  private static let largest = (request: 8192, body: 8192)

  private var id = 0
  private var time = 0
  private var request = PackedRequest()
  private var shared = Shared.nothing
  private var body: [UInt8] = []

  /// Puts an exchange in place of the one before; how many bytes of memory it takes now, used or not, or nil where it
  /// has to be kept as it is.
  mutating func pack(_ entry: JournalEntry) -> Int? {
    guard entry.isWhole, entry.answer.delivery.isPlain, !entry.answer.delivery.close else { return nil }
    switch entry.answer.content {
    case .failure: return nil
    case .rendered(let rendered):
      guard rendered.isOneOff else {
        // Without a body there is little to copy, and copying it costs as much as keeping it.
        guard entry.requestSize > 0, request.pack(entry.request, limit: Self.largest.request) else { return nil }
        shared = .rendered(rendered)
        body.removeAll(keepingCapacity: true)
        break
      }
      guard let base = rendered.base, case .bytes(let bytes) = rendered.response.body, bytes.count <= Self.largest.body,
        request.pack(entry.request, limit: Self.largest.request)
      else { return nil }
      shared = .base(base)
      fill(bytes)
    case .response(let response):
      guard case .bytes(let bytes) = response.body, bytes.count <= Self.largest.body, response.trailers.isEmpty,
        request.pack(entry.request, limit: Self.largest.request)
      else { return nil }
      shared = .head(status: response.status, response.headers)
      fill(bytes)
    }
    id = entry.id
    time = entry.time
    return 512 + request.capacity + body.capacity
  }

  /// Gives up its memory.
  mutating func forget() {
    if case .nothing = shared { return }
    self = PackedExchange()
  }

  private mutating func fill(_ bytes: [UInt8]) {
    body.removeAll(keepingCapacity: true)
    body.append(contentsOf: bytes)
  }

  /// The exchange as it was packed.
  var entry: JournalEntry? {
    let answer: Answer
    switch shared {
    case .nothing: return nil
    case .rendered(let rendered): answer = Answer(rendered: rendered)
    case .base(let base): answer = Answer(rendered: RenderedResponse(base, body: body))
    case .head(let status, let headers): answer = Answer(Response(status: status, headers: headers, body: Body(body)))
    }
    return JournalEntry(id: id, time: time, request: request.request, answer: answer, largestBody: .max)
  }
}
