import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The parts of a request that distinguish one endpoint's recordings: two with the same parts are one request to the mock.
struct RequestLikeness: Equatable {
  let path: String
  /// By name, the values in the order in which they came.
  let query: [String: [String]]
  let headers: [String: [String]]
  let body: JSON?
  /// The body's bytes where it is neither JSON nor a form's parts.
  let bytes: [UInt8]
  /// The caller; `nil` if there is none.
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
    bytes = body == nil ? sent : []
    caller = recording.persona(in: contract)?.name
    let template = endpoint?.request.template
    let values = template?.values(in: request.pathBytes) ?? []
    parameters = zip(template?.parameters ?? [], values).map { ($0, "\($1)") }
  }

  static func == (one: RequestLikeness, other: RequestLikeness) -> Bool {
    one.path == other.path && one.query == other.query && one.headers == other.headers && one.body == other.body
      && one.bytes == other.bytes && one.caller == other.caller
  }

  /// Whether both ask for the same, as far as an endpoint tells: other header fields than those it documents don't count, as
  /// many of them are new each time.
  func asksSame(as other: RequestLikeness, telling headers: Set<String>) -> Bool {
    path == other.path && query == other.query && asksSame(as: other.body) && bytes == other.bytes
      && caller == other.caller && headers.allSatisfy { self.headers[$0] == other.headers[$0] }
  }

  /// Whether another body is this one, or calls for the same: each call has an id of its own.
  private func asksSame(as other: JSON?) -> Bool {
    if body == other { return true }
    guard let call = body.flatMap({ RemoteCall($0) }) else { return false }
    return call == other.flatMap { RemoteCall($0) }
  }

  /// Returns the differences of this request from another, as words for a name.
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
    if words.isEmpty, let body, let theirs = other.body { words = Self.differences(body, from: theirs) }
    return words
  }

  /// What a body says otherwise than another: of calls over one path what they call comes first, then what for.
  private static func differences(_ body: JSON, from other: JSON) -> [String] {
    guard let call = RemoteCall(body), let second = RemoteCall(other) else {
      return memberDifferences(body, from: other)
    }
    if call.operation != second.operation {
      // The name of a GraphQL document, if it has one.
      return [String(call.operation.prefix { $0 != ":" }.prefix(40))]
    }
    guard let arguments = call.arguments, let others = second.arguments else { return [] }
    return memberDifferences(arguments, from: others)
  }

  /// The first two members, or elements, that differ.
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

  /// A value that can be part of a name: no sentence, nothing that has values inside it.
  private static func short(_ value: JSON) -> String? {
    switch value.kind {
    case .string: value.string.flatMap { $0.count <= 20 && !$0.isEmpty && !$0.contains("@") ? $0 : nil }
    case .number, .bool, .null: value.text
    case .object, .array: nil
    }
  }
}
