import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A request with an idempotency key, which identifies repetitions of the request.
struct KeyedRequest: Sendable {
  /// A key within its scope: an endpoint, a path, and a caller.
  struct Key: Sendable, Hashable {
    let endpoint: String
    let path: String
    let caller: String
    let value: String
  }

  /// The content that a repetition must have in common with the first request.
  struct Content: Sendable, Equatable {
    let query: String
    /// The parsed body. Comparing values ignores differences in multipart boundaries and in the order of JSON members.
    let body: JSON?
    /// The bytes of a body that couldn't be parsed.
    let bytes: [UInt8]
  }

  let key: Key
  let content: Content

  /// Creates a keyed request, or returns `nil` if the request has no key or its endpoint doesn't support one.
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

/// The responses of a session to requests with idempotency keys. Only the latest are kept.
///
/// Failed requests aren't recorded, so they can be sent again with the same key.
struct IdempotencyMemory: Sendable {
  /// The record of a key.
  enum Recollection: Sendable {
    /// The same request has already received a response.
    case answered(OutgoingResponse)
    /// The same request is being executed.
    case pending
    /// The key was used with different content.
    case other
  }

  private struct Entry: Sendable {
    let content: KeyedRequest.Content
    /// The response, or `nil` while the request is being executed.
    var answer: OutgoingResponse?
  }

  /// The maximum number of keys to record.
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

  /// Records the response to a request passed to ``begin(_:)``. If there is no response to record, the key is removed.
  mutating func end(_ request: KeyedRequest, with answer: OutgoingResponse?) {
    guard entries[request.key]?.content == request.content else { return }
    guard let answer else {
      entries[request.key] = nil
      order.removeAll { $0 == request.key }
      return
    }
    entries[request.key]?.answer = answer
  }
}
