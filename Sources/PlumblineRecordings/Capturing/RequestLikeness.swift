import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The parts of a request that distinguish the recordings of an endpoint. To the mock, two requests with the same parts
/// are identical.
struct RequestLikeness {
  let path: String
  /// The values in the query by name, in order.
  let query: [String: [String]]
  let headers: [String: [String]]
  let body: JSON?
  /// The call in the body, or `nil` if it isn't a call.
  let call: RemoteCall?
  /// The bytes of the body if it is neither JSON nor a form.
  let bytes: [UInt8]
  /// The caller, or `nil` if there is none.
  let caller: String?
  private let parameters: [(name: String, value: String)]

  init(_ recording: Recording, at endpoint: Endpoint?, in contract: Contract) {
    let request = recording.request
    path = request.path
    var query: [String: [String]] = [:]
    for (name, value) in request.queryItems { query[name, default: []].append(value) }
    self.query = query
    var headers: [String: [String]] = [:]
    for (name, value) in request.headers where name.lowercased() != "content-type" {
      headers[name.lowercased(), default: []].append(value)
    }
    self.headers = headers
    let sent = request.body.bytes ?? []
    let isJSON = request.mediaType.map(MediaType.isJSON) ?? true
    body = isJSON ? try? JSON.parse(sent) : MultipartWriter.members(of: sent, request.headers)
    call = body.flatMap { RemoteCall($0) }
    bytes = body == nil ? sent : []
    let drafted = endpoint == nil ? request.headers["authorization"].flatMap(CallerMarks.number) : nil
    caller = recording.persona(in: contract)?.name ?? drafted.map { "caller \($0)" }
    let template = endpoint?.request.template
    let values = template?.values(in: request.pathBytes) ?? []
    parameters = zip(template?.parameters ?? [], values).map { ($0, "\($1)") }
  }

  /// Returns the differences between this request and another one, as words for a name.
  func differences(from other: RequestLikeness) -> [String] {
    var words: [String] = []
    for (mine, theirs) in zip(parameters, other.parameters) where mine.value != theirs.value {
      words.append(mine.value)
    }
    if parameters.isEmpty, path != other.path {
      let (mine, theirs) = (path.split(separator: "/"), other.path.split(separator: "/"))
      if mine.count == theirs.count { words += zip(mine, theirs).filter { $0 != $1 }.map { String($0.0) } }
    }
    for name in query.keys.sorted() where query[name] != other.query[name] {
      words.append(([name] + (query[name] ?? [])).joined(separator: " "))
    }
    for name in other.query.keys.sorted() where query[name] == nil { words.append("without \(name)") }
    if caller != other.caller { words.append(caller.map { "as \($0)" } ?? "without credentials") }
    if words.isEmpty {
      for name in headers.keys.sorted() where headers[name] != other.headers[name] && words.count < 2 {
        let value = headers[name]?.first ?? ""
        if value.count <= 20, !SecretNames.isSecret(name, holding: value) { words.append("\(name) \(value)") }
      }
    }
    if words.isEmpty { words = bodyDifferences(from: other) }
    return words
  }

  /// Returns the differences between the bodies of this request and another one. For calls that share a path, the
  /// method comes first, followed by the parameters.
  private func bodyDifferences(from other: RequestLikeness) -> [String] {
    guard let body, let theirs = other.body else { return [] }
    guard let call, let second = other.call else { return Self.memberDifferences(body, from: theirs) }
    if call.operation != second.operation {
      // Identify a GraphQL document by its name, if it has one.
      return [String(call.operation.prefix { $0 != ":" }.prefix(40))]
    }
    guard let arguments = call.arguments, let others = second.arguments else { return [] }
    return Self.memberDifferences(arguments, from: others)
  }

  /// Returns the first two members or elements that differ.
  private static func memberDifferences(_ value: JSON, from other: JSON) -> [String] {
    var words: [String] = []
    switch (value.kind, other.kind) {
    case (.object, .object):
      for (name, member) in value.members where member != other[name] && words.count < 2 {
        if let text = short(member), !SecretNames.isSecret(name, holding: text) { words.append("\(name) \(text)") }
      }
      for name in other.members.keys where value[name] == nil && words.count < 2 { words.append("without \(name)") }
    case (.array, .array):
      for (mine, theirs) in zip(value.elements, other.elements) where mine != theirs && words.count < 2 {
        if let text = short(mine) { words.append(text) }
      }
    default: break
    }
    return words
  }

  /// Returns a value in a form that can be part of a name, or `nil` if it is too long or is a container.
  private static func short(_ value: JSON) -> String? {
    switch value.kind {
    case .string: value.string.flatMap { $0.count <= 20 && !$0.isEmpty && !$0.contains("@") ? $0 : nil }
    case .number, .bool, .null: value.text
    case .object, .array: nil
    }
  }
}

/// The key that requests have in common if their responses can't coexist.
struct RequestKey: Hashable {
  private enum Asked: Hashable {
    case call(RemoteCall)
    case body(JSON?)
  }

  /// Responses that depend on a request's values can't coexist. A 401 or a 500 can coexist with them.
  private let status: Int
  private let path: String
  private let query: [String: [String]]
  private let headers: [String: [String]]
  private let asked: Asked
  private let bytes: [UInt8]
  private let caller: String?

  /// - Parameter telling: The header fields that an endpoint uses to distinguish requests, or `nil` to compare
  ///   everything in a request. Many other fields are different in every request. If this isn't `nil`, the ids of calls
  ///   are ignored as well.
  init(_ likeness: RequestLikeness, status: Int, telling: Set<String>?) {
    self.status = Recording.isByData(status) ? 0 : status
    path = likeness.path
    query = likeness.query
    headers = telling.map { telling in likeness.headers.filter { telling.contains($0.key) } } ?? likeness.headers
    asked = telling == nil ? .body(likeness.body) : likeness.call.map { .call($0) } ?? .body(likeness.body)
    bytes = likeness.bytes
    caller = likeness.caller
  }
}
