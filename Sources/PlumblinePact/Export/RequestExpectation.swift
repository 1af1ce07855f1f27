import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A client's request in the form of a pact. Credentials are replaced by placeholders, and by generators that take the
/// values from the provider's state.
struct RequestExpectation {
  /// The reason why a request can't be in a pact.
  struct Refusal: Error {
    let reason: String
  }

  /// The placeholder for a credential.
  static let placeholder = "left-out"

  private enum Content {
    case none
    case json(JSON)
    case text(String)
    case bytes([UInt8])
  }

  private let version: Int
  private let method: String
  private let path: String
  private var query: [(name: String, values: [String])] = []
  private var headers: [(name: String, value: String)]
  private var content: Content
  private let mediaType: String?
  private var rules: WrittenRules

  /// - Parameters:
  ///   - request: The request without credentials.
  ///   - sent: The request as the client sent it.
  ///   - credentials: The credentials that it carries and that its endpoint requires.
  ///   - login: The names of the members of a login's body. They are empty for any other request.
  init(
    _ request: Request, sent: Request, credentials: [Credential], login: Set<String>, version: Int
  ) throws(Refusal) {
    self.version = version
    rules = WrittenRules(version: version)
    method = request.method.rawValue
    path = request.path
    mediaType = sent.mediaType
    headers = request.headers.map { field in
      let name = sent.headers.first { $0.name.lowercased() == field.name.lowercased() }?.name
      return (name ?? field.name, field.value)
    }
    if request.body.bytes?.isEmpty == false, let type = sent.headers["content-type"],
      !headers.contains(where: { $0.name.lowercased() == "content-type" })
    {
      headers.append(("Content-Type", type))
    }
    content = try Self.content(of: request, mediaType, version)
    for (name, value) in request.queryItems { add(query: name, value) }
    for credential in credentials { add(credential) }
    hide(login)
    headers.sort { ($0.name.lowercased(), $0.value) < ($1.name.lowercased(), $1.value) }
  }

  private static func content(of request: Request, _ mediaType: String?, _ version: Int) throws(Refusal) -> Content {
    guard let bytes = request.body.bytes, !bytes.isEmpty else { return .none }
    if mediaType.map(MediaType.isMultipart) ?? false {
      throw Refusal(reason: "its multipart body has a different boundary each time")
    }
    if mediaType.map(MediaType.isJSON) ?? true, let json = try? JSON.parse(bytes) { return .json(json) }
    if let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
    guard version >= 4 else { throw Refusal(reason: "its body isn't text, which only version 4 supports") }
    return .bytes(bytes)
  }

  private mutating func add(query name: String, _ value: String) {
    if let index = query.firstIndex(where: { $0.name == name }) {
      query[index].values.append(value)
    } else {
      query.append((name, [value]))
    }
  }

  private mutating func add(_ credential: Credential) {
    let (text, variable) = (Self.placeholder, "${\(credential.name)}")
    switch credential.carrier {
    case .bearer: set("Authorization", "Bearer \(text)", "^Bearer .+$", from: "Bearer \(variable)")
    case .basic: set("Authorization", "Basic \(text)", "^Basic .+$", from: "Basic \(variable)")
    case .header(let name): set(name, text, "^.+$", from: variable)
    case .cookie(let name):
      let other = headers.first { $0.name.lowercased() == "cookie" }.map { "\($0.value); " } ?? ""
      set("Cookie", "\(other)\(name)=\(text)", "^.+$", from: "\(other)\(name)=\(variable)")
    case .query(let name):
      query.removeAll { $0.name == name }
      query.append((name, [text]))
      rules.add(.query, PactPath([.member(name)]), [["match": "regex", "regex": "^.+$"]])
      rules.add(.query, PactPath([.member(name)]), from: variable)
    case .body(let place): hide(place, as: credential.name)
    }
  }

  private mutating func set(_ name: String, _ value: String, _ regex: String, from expression: String) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    headers.append((name, value))
    rules.add(.header, PactPath([.member(name)]), [["match": "regex", "regex": JSON(regex)]])
    rules.add(.header, PactPath([.member(name)]), from: expression)
  }

  /// Replaces a value in the body with a placeholder.
  private mutating func hide(_ place: JSONPointer, as name: String) {
    switch content {
    case .none: content = .json(JSON.emptyObject.placing(place, JSON(Self.placeholder)) ?? .emptyObject)
    case .json(let json): content = .json(json.placing(place, JSON(Self.placeholder)) ?? json)
    case .text(let text):
      guard mediaType == MediaType.form, place.tokens.count == 1 else { return }
      let fields = FormReading.fields(of: Array(text.utf8)).filter { $0.name != place.tokens[0] }
      content = .text(FormReading.text(of: fields + [(place.tokens[0], Self.placeholder)]))
      return
    case .bytes: return
    }
    let path = PactPath(place.tokens.map { .member($0) })
    rules.add(.body, path, [["match": "type"]])
    rules.add(.body, path, from: "${\(name)}")
  }

  /// Replaces the input of a login's caller with placeholders.
  private mutating func hide(_ login: Set<String>) {
    switch content {
    case .json(let json):
      for name in json.members.keys where login.contains(name) { hide(JSONPointer(tokens: [name]), as: name) }
    case .text(let text) where mediaType == MediaType.form:
      for field in FormReading.fields(of: Array(text.utf8)) where login.contains(field.name) {
        hide(JSONPointer(tokens: [field.name]), as: field.name)
      }
    default: break
    }
  }

  /// Returns the part of the request, other than the body, that contains any of the given secrets, or `nil` if none
  /// does.
  func place(ofOneOf secrets: Set<String>) -> String? {
    if path.split(separator: "/").contains(where: { secrets.contains(PercentEncoding.decode(String($0))) }) {
      return "path"
    }
    if query.contains(where: { $0.values.contains(where: secrets.contains) }) { return "query" }
    let texts = headers.flatMap { [$0.value] + $0.value.split(separator: " ").map { String($0) } }
    return texts.contains(where: secrets.contains) ? "header" : nil
  }

  /// The request in the form that the version prescribes.
  var json: JSON {
    var members: [(String, JSON)] = [("method", JSON(method)), ("path", JSON(path))]
    if !query.isEmpty { members.append(("query", writtenQuery)) }
    if !headers.isEmpty {
      members.append(
        ("headers", .object(headers.map { ($0.name, version >= 4 ? .array([JSON($0.value)]) : JSON($0.value)) })))
    }
    if let body = writtenBody { members.append(("body", body)) }
    return .object(members + rules.members)
  }

  private var writtenQuery: JSON {
    if version == 2 { return JSON(FormReading.text(of: query.flatMap { item in item.values.map { (item.name, $0) } })) }
    return .object(query.map { ($0.name, .array($0.values.map { JSON($0) })) })
  }

  private var writtenBody: JSON? {
    switch content {
    case .none: Optional<JSON>.none
    case .json(let json): version >= 4 ? Self.wrapped(json, mediaType ?? "application/json", "false") : json
    case .text(let text): version >= 4 ? Self.wrapped(JSON(text), mediaType ?? "text/plain", "false") : JSON(text)
    case .bytes(let bytes): Self.wrapped(JSON(Base64.encode(bytes)), mediaType ?? "application/octet-stream", "base64")
    }
  }

  /// Returns a body in the form of version 4.
  static func wrapped(_ content: JSON, _ mediaType: String, _ encoding: String) -> JSON {
    let encoded: JSON = encoding == "false" ? false : JSON(encoding)
    return .object([("content", content), ("contentType", JSON(mediaType)), ("encoded", encoded)])
  }
}
