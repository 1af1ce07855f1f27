import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A request whose ids, login and credentials are filled in when it is sent.
struct DirectDraft: Sendable {
  /// What tells drafts of an endpoint apart.
  struct Key: Hashable {
    let target: String
    let body: [UInt8]
  }

  private let endpoint: Endpoint
  private let contract: Contract
  private let names: DirectNames
  private let path: [String: String]
  /// The texts as they are sent of parameters with marks in between or around (``Parameter/isPlain``).
  private let styledPath: [String: String]
  private let query: String?
  private let headers: HeaderFields
  private let body: Body
  /// The body's value where its ids and login are filled in; `nil` where it stays as it is.
  private let value: JSON?
  /// How that is written.
  private let content: MediaContent?
  /// Whether ids in the body stay as they are.
  private let keepsBody: Bool
  let key: Key

  /// A draft from a request that was recorded.
  ///
  /// - Parameter keepsBody: whether ids in the body stay as they are, because they are what is wrong with it.
  init(_ request: Request, of endpoint: Endpoint, contract: Contract, names: DirectNames, keepsBody: Bool = false) {
    self.endpoint = endpoint
    self.contract = contract
    self.names = names
    path = endpoint.request.template.match(request.path) ?? [:]
    let raws = endpoint.request.template.rawValues(in: request.pathBytes) ?? []
    styledPath = Dictionary(
      zip(endpoint.path, raws).filter { !$0.0.isPlain }.map { ($0.name, String(decoding: $1, as: UTF8.self)) },
      uniquingKeysWith: { first, _ in first })
    query = request.query
    headers = request.headers
    body = request.body
    let bytes = request.body.bytes ?? []
    value = bytes.isEmpty ? nil : RequestReading(request, for: endpoint).body ?? (try? JSON.parse(bytes))
    content = request.mediaType.map { endpoint.body?.content(accepting: $0) } ?? endpoint.body?.structured
    self.keepsBody = keepsBody
    key = Key(target: request.target, body: bytes)
  }

  /// A draft made from what the contract says; `nil` where the contract wants a body that can't be made.
  init?(madeFor endpoint: Endpoint, contract: Contract, names: DirectNames) {
    guard let made = MadeRequest(endpoint) else { return nil }
    self.endpoint = endpoint
    self.contract = contract
    self.names = names
    path = made.path
    styledPath = made.styledPath
    query = made.query.isEmpty ? nil : made.query.joined(separator: "&")
    headers = made.headers
    value = made.value
    content = made.content
    keepsBody = false
    body = made.body
    key = Key(target: "", body: [])
  }

  /// The request as a caller sends it.
  func request(in context: CallContext) throws -> Request {
    let values = try pathValues(in: context)
    guard var target = expand(values) else {
      let shown = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
      throw context.noLogin("no path of \(endpoint.request.template) says \(shown); give others with --var")
    }
    let items = contract.queryItems(of: context.credentials, for: endpoint).map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    let parts = (query.map { [$0] } ?? []) + items
    if !parts.isEmpty { target += "?" + parts.joined(separator: "&") }
    var headers = headers
    if !headers.contains("accept") { headers["Accept"] = "*/*" }
    headers["User-Agent"] = "plumbline-verify/\(Toolkit.version)"
    for (name, value) in contract.headers(of: context.credentials, for: endpoint) { headers[name] = value }
    return Request(
      method: endpoint.request.method, target: target, headers: headers, body: try filled(in: context))
  }

  /// What stands for each parameter of the path; of one with marks in between or around a text that is given is its elements,
  /// with commas between them.
  private func pathValues(in context: CallContext) throws -> [String: String] {
    var values: [String: String] = [:]
    for name in endpoint.request.template.parameters {
      let variable = names.name(of: name, in: endpoint)
      guard let styled = styledPath[name], let parameter = endpoint.path.first(where: { $0.name == name }) else {
        values[name] = try context.text(variable, default: path[name] ?? "1")
        continue
      }
      let given = try context.text(variable, default: "")
      values[name] = given.isEmpty ? styled : parameter.style.pathText(parameter.value(ofList: given), named: name)
    }
    return values
  }

  private func expand(_ values: [String: String]) -> String? {
    let template = endpoint.request.template
    if styledPath.isEmpty { return template.expand(values) }
    return template.expand(
      encoded: Dictionary(
        uniqueKeysWithValues: values.map { name, value in
          (name, styledPath[name] == nil ? PathTemplate.encode(value, goesAcross: true) : value)
        }))
  }

  private func filled(in context: CallContext) throws -> Body {
    guard let value, value.kind == .object else { return body }
    let isLogin = endpoint.states.contains { $0.action == .login }
    var members: [(String, JSON)] = []
    for member in value.members {
      if keepsBody {
        try checkKept(member.key, member.value, in: context)
        members.append((member.key, member.value))
      } else if isLogin, let typed = context.login[member.key] {
        members.append((member.key, JSON(typed)))
      } else if DirectNames.isReference(member.key), let text = WireReading.text(member.value) {
        let value = try context.text(member.key, default: text)
        members.append(
          (member.key, member.value.kind == .number ? Int(value).map { JSON($0) } ?? JSON(value) : JSON(value)))
      } else {
        try checkSecret(member.key, member.value, in: context)
        members.append((member.key, member.value))
      }
    }
    if keepsBody { return body }
    let filled = JSON.object(marked(members, in: context))
    // A form that nothing was filled into stays as it is, with its boundary.
    if filled == value { return body }
    return (content?.body(of: filled)).map { Body($0.bytes) } ?? Body(filled.text)
  }

  /// The members with the run's mark in the first text that may be any text, for what makes an item on a real server.
  private func marked(_ members: [(String, JSON)], in context: CallContext) -> [(String, JSON)] {
    guard context.isOnServer, endpoint.states.contains(where: { $0.action == .create }),
      let schema = content?.schema
    else { return members }
    for (index, member) in members.enumerated() {
      guard let text = member.1.string, !DirectNames.isReference(member.0), !isAsked(member.0) else { continue }
      for other in [context.mark(text), context.mark("")] {
        var marked = members
        marked[index].1 = JSON(other)
        if schema.isValid(.object(marked)), isFree(member.0, schema, members, index) { return marked }
      }
    }
    return members
  }

  /// Whether the endpoint's `when` looks at a member of the body.
  private func isAsked(_ name: String) -> Bool {
    endpoint.condition.clauses.contains { clause in
      if case .body(let pointer) = clause.address { pointer.tokens.first == name } else { false }
    }
  }

  /// Whether a member may be any text: what has a format, or a list of values, says something to the server.
  private func isFree(_ name: String, _ schema: Schema, _ members: [(String, JSON)], _ index: Int) -> Bool {
    ["plumbline", "Plumbline 1, two: three."].allSatisfy { text in
      var other = members
      other[index].1 = JSON(text)
      return schema.isValid(.object(other))
    }
  }

  /// Keeps what a recording holds of secrets from a real server: they are no secrets of its own.
  private func checkSecret(_ name: String, _ value: JSON, in context: CallContext) throws {
    guard context.isOnServer, let text = value.string, !text.isEmpty, SecretNames.isSecret(name, holding: text) else {
      return
    }
    throw context.noLogin("its recorded request holds a secret (\(name)), which is never sent to a real server")
  }

  /// Keeps the ids of a recording from a real server, where something else has them.
  private func checkKept(_ name: String, _ value: JSON, in context: CallContext) throws {
    try checkSecret(name, value, in: context)
    guard context.isOnServer, !endpoint.isSafe, DirectNames.isReference(name), WireReading.text(value) != nil else {
      return
    }
    throw context.noLogin(
      "its recorded request names \(name) \(value.text), which a real server has for something else")
  }
}
