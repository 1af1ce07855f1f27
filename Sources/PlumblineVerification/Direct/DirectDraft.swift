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
  private let query: String?
  private let headers: HeaderFields
  private let body: Body
  /// The body where its ids and login are filled in; `nil` where it stays as it is.
  private let json: JSON?
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
    query = request.query
    headers = request.headers
    body = request.body
    let bytes = request.body.bytes ?? []
    json = bytes.isEmpty ? nil : try? JSON.parse(bytes)
    self.keepsBody = keepsBody
    key = Key(target: request.target, body: bytes)
  }

  /// A draft made from what the contract says; `nil` where the contract wants a body that isn't JSON.
  init?(madeFor endpoint: Endpoint, contract: Contract, names: DirectNames) {
    func text(_ parameter: Parameter) -> String? {
      guard let value = try? parameter.schema.example().get() else { return nil }
      return value.string ?? value.text
    }
    let asked = ConditionValues(endpoint)
    var path: [String: String] = [:]
    for parameter in endpoint.path { path[parameter.name] = asked.path[parameter.name] ?? text(parameter) ?? "1" }
    var query = asked.query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    for parameter in endpoint.query
    where parameter.isRequired && !asked.query.contains(where: { $0.name == parameter.name }) {
      guard let value = text(parameter) else { return nil }
      query.append("\(PercentEncoding.encode(parameter.name))=\(PercentEncoding.encode(value))")
    }
    var headers = HeaderFields()
    for parameter in endpoint.headers where parameter.isRequired {
      guard let value = text(parameter) else { return nil }
      headers[parameter.name] = value
    }
    var json: JSON?
    if let wanted = endpoint.body {
      if let schema = wanted.json?.schema, let example = try? schema.example().get() {
        json = asked.completing(example)
        headers["Content-Type"] = "application/json"
      } else if wanted.isRequired {
        return nil
      }
    }
    for (name, value) in asked.headers { headers[name] = value }
    self.endpoint = endpoint
    self.contract = contract
    self.names = names
    self.path = path
    self.query = query.isEmpty ? nil : query.joined(separator: "&")
    self.headers = headers
    self.json = json
    keepsBody = false
    body = json.map { Body($0.text) } ?? .empty
    key = Key(target: "", body: [])
  }

  /// The request as a caller sends it.
  func request(in context: CallContext) throws -> Request {
    var values: [String: String] = [:]
    for parameter in endpoint.request.template.parameters {
      values[parameter] = try context.text(names.name(of: parameter, in: endpoint), recorded: path[parameter] ?? "1")
    }
    guard var target = endpoint.request.template.expand(values) else {
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

  private func filled(in context: CallContext) throws -> Body {
    guard let json, json.kind == .object else { return body }
    let isLogin = endpoint.states.contains { $0.action == .login }
    var members: [(String, JSON)] = []
    for member in json.members {
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
    return keepsBody ? body : Body(JSON.object(marked(members, in: context)).text)
  }

  /// The members with the run's mark in the first text that may be any text, for what makes an item on a real server.
  private func marked(_ members: [(String, JSON)], in context: CallContext) -> [(String, JSON)] {
    guard context.isOnServer, endpoint.states.contains(where: { $0.action == .create }),
      let schema = endpoint.body?.json?.schema
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
