import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request that names itself by an idempotency key, so that its repetition is recognized.
struct KeyedRequest: Sendable {
  /// The identity of a key: one endpoint's, at one path, of one caller.
  struct Key: Sendable, Hashable {
    let endpoint: String
    let path: String
    let caller: String
    let value: String
  }

  /// The content that a repetition has to share.
  struct Content: Sendable, Equatable {
    let query: String
    /// The body's value. A multipart body may have another boundary, and JSON another order.
    let body: JSON?
    /// The bytes of a body without a value.
    let bytes: [UInt8]
  }

  let key: Key
  let content: Content

  /// `nil` for a request without a key, or to an endpoint that takes none.
  init?(_ reading: RequestReading) {
    guard let field = reading.endpoint.idempotencyKey?.name, let value = reading.request.headers[field], !value.isEmpty
    else { return nil }
    key = Key(
      endpoint: reading.endpoint.id, path: reading.request.path, caller: reading.persona?.name ?? "", value: value)
    content = Content(
      query: reading.request.query ?? "", body: reading.body,
      bytes: reading.body == nil ? reading.request.body.bytes ?? [] : [])
  }
}

/// The responses of a session to requests with idempotency keys: those of successes, the latest of them.
///
/// A request that failed may be sent again with its key, and is carried out then.
struct IdempotencyMemory: Sendable {
  /// What a key stands for.
  enum Recollection: Sendable {
    /// The same request was answered.
    case answered(Answer)
    /// The same request is being answered.
    case pending
    /// The key came with other content.
    case other
  }

  private struct Entry: Sendable {
    let content: KeyedRequest.Content
    /// `nil` while it is being made.
    var answer: Answer?
  }

  /// The number of keys that are remembered.
  private static let limit = 1000

  private var entries: [KeyedRequest.Key: Entry] = [:]
  private var order: [KeyedRequest.Key] = []

  /// Returns what is remembered of a request's key; `nil` if it is new.
  func recollection(of request: KeyedRequest) -> Recollection? {
    guard let entry = entries[request.key] else { return nil }
    guard entry.content == request.content else { return .other }
    return entry.answer.map { .answered($0) } ?? .pending
  }

  /// Notes a request that is about to be answered; returns what is remembered of its key instead if it isn't new.
  mutating func begin(_ request: KeyedRequest) -> Recollection? {
    if let known = recollection(of: request) { return known }
    if order.count >= Self.limit { entries[order.removeFirst()] = nil }
    entries[request.key] = Entry(content: request.content, answer: nil)
    order.append(request.key)
    return nil
  }

  /// Keeps the response to a request that was begun, or forgets its key if there is none to keep.
  mutating func end(_ request: KeyedRequest, with answer: Answer?) {
    guard entries[request.key]?.content == request.content else { return }
    guard let answer else {
      entries[request.key] = nil
      order.removeAll { $0 == request.key }
      return
    }
    entries[request.key]?.answer = answer
  }
}
