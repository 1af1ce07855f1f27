import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request with an idempotency key, by which a repetition is recognized.
struct KeyedRequest: Sendable {
  /// A key within its scope: one endpoint, one path, and one caller.
  struct Key: Sendable, Hashable {
    let endpoint: String
    let path: String
    let caller: String
    let value: String
  }

  /// The content that a repetition must share.
  struct Content: Sendable, Equatable {
    let query: String
    /// The body's value. A multipart body may have a different boundary, and JSON a different order.
    let body: JSON?
    /// The bytes of a body without a value.
    let bytes: [UInt8]
  }

  let key: Key
  let content: Content

  /// Returns `nil` for a request without a key, or to an endpoint that supports none.
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

/// The responses of a session to requests with idempotency keys. Only the latest successes are kept.
///
/// A request that failed may be sent again with its key, and is then executed.
struct IdempotencyMemory: Sendable {
  /// The record of a key.
  enum Recollection: Sendable {
    /// The same request has already received a response.
    case answered(Answer)
    /// The same request is being executed.
    case pending
    /// The key was used with different content.
    case other
  }

  private struct Entry: Sendable {
    let content: KeyedRequest.Content
    /// The response, or `nil` while the request is being executed.
    var answer: Answer?
  }

  /// The maximum number of recorded keys.
  private static let limit = 1000

  private var entries: [KeyedRequest.Key: Entry] = [:]
  private var order: [KeyedRequest.Key] = []

  /// Returns the record of a request's key, or `nil` if it is new.
  func recollection(of request: KeyedRequest) -> Recollection? {
    guard let entry = entries[request.key] else { return nil }
    guard entry.content == request.content else { return .other }
    return entry.answer.map { .answered($0) } ?? .pending
  }

  /// Records a request that is about to be executed. Returns the existing record instead if its key isn't new.
  mutating func begin(_ request: KeyedRequest) -> Recollection? {
    if let known = recollection(of: request) { return known }
    if order.count >= Self.limit { entries[order.removeFirst()] = nil }
    entries[request.key] = Entry(content: request.content, answer: nil)
    order.append(request.key)
    return nil
  }

  /// Records the response to a request that was begun, or removes its key if there is none to record.
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
