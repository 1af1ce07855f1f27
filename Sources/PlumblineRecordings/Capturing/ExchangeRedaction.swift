import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The conversion of an exchange to one that can be written to a file, without credentials and transport fields.
///
/// Credentials that identify the caller are omitted, because a recording names the persona. Other secrets are replaced
/// by the value of the contract's persona, so that the mock sends that value to the persona, or by a string of the same
/// shape.
struct ExchangeRedaction {
  let callers: CallerRegistry
  /// The endpoint of the request, or `nil` if there is none.
  let endpoint: Endpoint?
  /// A closure that converts a location on the server to what a client of the mock should see. It returns `nil` if the
  /// location is on a different server.
  let locally: (String) -> String?
  /// The callers of requests that match no endpoint.
  let marks: CallerMarks

  /// The locations of replaced values, as pointers such as `/request/body/password`.
  private(set) var replaced: [String] = []
  /// The locations of omitted credentials, as pointers such as `/request/headers/authorization`.
  private(set) var leftOut: [String] = []

  private let redactor: Redactor
  private var noted: Set<String> = []
  /// The names of the header fields that the endpoint documents, in lowercase.
  private lazy var asked = Set((endpoint?.headers ?? []).map { $0.name.lowercased() })
  private lazy var answered = Set((endpoint?.answers ?? []).flatMap { $0.headers.map { $0.name.lowercased() } })

  init(
    _ callers: CallerRegistry, _ redactor: Redactor, at endpoint: Endpoint?, marks: CallerMarks = CallerMarks(),
    locally: @escaping (String) -> String?
  ) {
    self.marks = marks
    self.callers = callers
    self.redactor = redactor
    self.endpoint = endpoint
    self.locally = locally
  }

  /// Returns the exchange in a form that can be written, or `nil` if there is no response or a body is incomplete.
  mutating func redact(_ exchange: Exchange) -> Exchange? {
    guard let response = exchange.response, let sent = exchange.request.body.bytes, let came = response.body.bytes
    else {
      return nil
    }
    let request = redact(exchange.request, sent, answered: response)
    let redacted = redact(response, came)
    let timing = exchange.timing.flatMap {
      Self.timing($0, of: came, replacedBy: redacted.body.bytes ?? [], response.mediaType)
    }
    return Exchange(request: request, outcome: .response(redacted), timing: timing)
  }

  /// Returns the times of a stream's parts after strings in it have been replaced. Returns `nil` if it isn't a stream
  /// or the number of parts has changed.
  private static func timing(
    _ timing: BodyTiming, of body: [UInt8], replacedBy other: [UInt8], _ mediaType: String?
  ) -> BodyTiming? {
    guard let mediaType, let ends = StreamParts.ends(in: body, mediaType: mediaType),
      let others = StreamParts.ends(in: other, mediaType: mediaType)
    else { return nil }
    return timing.moved(from: ends, to: others)
  }

  /// Returns a Boolean value that indicates whether bytes are valid text. In other data, bytes may match a secret by
  /// chance, and replacing them would corrupt the data. If such data contains a credential, no recording is created
  /// (``DraftedFile``).
  private static func isText(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  private mutating func note(_ place: String) {
    if noted.insert(place).inserted { replaced.append(place) }
  }

  /// Traverses a message, and notes the locations of replacements.
  private mutating func walk<Value>(
    typing login: [String: String] = [:], _ body: (MessageTexts) -> Value
  ) -> Value {
    var places: [String] = []
    let redactor = redactor
    let texts = MessageTexts(
      callers.contract,
      change: { leaf in
        let other: String?
        if let name = leaf.name, let typed = login[name], leaf.place == "/request/body/\(name)" {
          other = leaf.text == typed ? nil : typed
        } else {
          other = redactor.replacement(of: leaf)
        }
        if other != nil { places.append(leaf.place) }
        return other
      }, changeBytes: { Self.isText($0) ? redactor.changed($0) : nil })
    let value = body(texts)
    places.forEach { note($0) }
    return value
  }
}

extension ExchangeRedaction {
  private mutating func redact(_ request: Request, _ bytes: [UInt8], answered response: Response) -> Request {
    let status = response.status
    var headers = HeaderFields()
    for (name, value) in request.headers {
      let folded = name.lowercased()
      if folded == "cookie", let kept = parameters(ofCookies: value) {
        headers.append(name: folded, value: field(folded, kept, at: "/request/headers/cookie"))
      } else if isCredential(folded) {
        // If no endpoint matches the request, it isn't known which credentials it needs. Keep the field, but not its
        // value.
        if endpoint == nil, let place = withoutCredential(folded, value) {
          headers.append(name: folded, value: place)
        }
        leftOut.append("/request/headers/\(folded)")
      } else if !isIncidental(inRequest: folded) || ConditionField.isRefused(folded, by: response),
        // With a 406, the server rejects exactly this value, so keep it.
        !isPlainAccept(folded, value) || isTold(folded) || status == 406
      {
        let shown = fieldName(name, at: "/request/headers")
        headers.append(name: shown, value: field(folded, value, at: "/request/headers/\(shown)"))
      }
    }
    var redacted = Request(method: request.method, target: target(of: request), headers: headers)
    let login = endpoint.map(CallerRegistry.isLogin) ?? false ? self.login(in: request, status: status) : [:]
    let outline = BodyOutline(of: request, to: endpoint)
    let (bare, places) = callers.contract.withoutBodyCredentials(request, for: endpoint)
    leftOut += places.map { "/request/body\($0)" }
    let kept = places.isEmpty ? bytes : bare.body.bytes ?? []
    redacted.body = Body(
      walk(typing: login) { $0.body(kept, request.headers, outline, at: "/request/body") } ?? kept)
    return redacted
  }

  /// Returns the value of a field with a mark instead of the credential, or `nil` if the field doesn't need one.
  private func withoutCredential(_ name: String, _ value: String) -> String? {
    switch name {
    case "authorization": return marks.mark(of: value)
    case "cookie":
      let names = value.split(separator: ";").map { $0.drop { $0 == " " }.prefix { $0 != "=" } }
      return names.map { "\($0)=\(CallerMarks.mark)" }.joined(separator: "; ")
    default: return name == "proxy-authorization" ? nil : CallerMarks.mark
    }
  }

  /// Returns the cookies that the contract documents as parameters, or `nil` if there are none.
  private func parameters(ofCookies value: String) -> String? {
    let known = Set((endpoint?.cookies ?? []).map(\.name))
    let kept = value.split(separator: ";").map { $0.drop { $0 == " " } }.filter { pair in
      let name = String(pair.prefix { $0 != "=" })
      return known.contains(name)
        && !callers.contract.credentials.contains { $0.carrier == .cookie(name) }
    }
    return kept.isEmpty ? nil : kept.joined(separator: "; ")
  }

  /// Returns a Boolean value that indicates whether a field of a request contains a credential, whether or not the
  /// contract documents it.
  private func isCredential(_ name: String) -> Bool {
    ["authorization", "cookie", "proxy-authorization"].contains(name)
      || callers.contract.isCredential(header: name)
  }

  /// Returns a Boolean value that indicates whether the endpoint documents a header field.
  private func isTold(_ name: String) -> Bool {
    guard let endpoint else { return false }
    return endpoint.condition.looksAt(header: name) || endpoint.headers.contains { $0.name.lowercased() == name }
  }

  /// Returns a Boolean value that indicates whether an `Accept` field only asks for JSON or for any type. Such a field
  /// carries no information.
  private func isPlainAccept(_ name: String, _ value: String) -> Bool {
    guard name == "accept" else { return false }
    return value.split(separator: ",").allSatisfy { range in
      let essence = MediaType.essence(of: String(range))
      return essence == "*/*" || essence == "application/json"
    }
  }

  private mutating func target(of request: Request) -> String {
    var target = request.path
    var items: [(name: String, value: String)] = []
    for (name, value) in request.queryItems where !name.isEmpty {
      if callers.contract.credentials.contains(where: { $0.carrier == .query(name) }) {
        leftOut.append("/request/query/\(name)")
      } else {
        items.append((name, value))
      }
    }
    if !items.isEmpty { target += "?" + FormReading.text(of: items) }
    let request = Request(method: request.method, target: target)
    let endpoint = endpoint
    return walk { $0.target(of: request, to: endpoint) } ?? target
  }

  /// Returns the replacements for the values in a login's body, by name.
  ///
  /// A caller that is admitted is a persona, so the contract's login is used. For a rejected caller, only the password
  /// is replaced with a wrong one.
  private func login(in request: Request, status: Int) -> [String: String] {
    let typed = FormReading.members(of: request)
    let names = Set(callers.contract.personas.flatMap { CallerRegistry.login(of: $0).keys })
    let isLetIn = status < 400
    var persona = callers.persona { typed[$0] }
    if !isLetIn {
      persona =
        typed.lazy.filter { !SecretNames.isSecret($0.key, holding: $0.value) }
        .compactMap { callers.persona(with: $0.value, typedAs: $0.key) }.first ?? persona
    }
    guard let login = (persona ?? callers.stranger).map(CallerRegistry.login) else { return [:] }
    var replaced: [String: String] = [:]
    for (name, text) in typed where names.contains(name) {
      if isLetIn || !SecretNames.isSecret(name, holding: text) {
        replaced[name] = login[name]
      } else if text != login[name], !text.isEmpty {
        let masked = callers.secrets.replacement(of: text) ?? FakeTexts.shape(of: text)
        replaced[name] = masked == login[name] ? masked + "0" : masked
      }
    }
    return replaced
  }
}

extension ExchangeRedaction {
  private mutating func redact(_ response: Response, _ bytes: [UInt8]) -> Response {
    var headers = HeaderFields()
    for (name, value) in response.headers {
      let folded = name.lowercased()
      switch folded {
      case "location", "content-location":
        let local = locally(value) ?? value
        headers.append(name: folded, value: field(folded, local, at: "/response/headers/\(folded)"))
      default:
        if isIncidental(inResponse: folded) { continue }
        let shown = fieldName(name, at: "/response/headers")
        headers.append(name: shown, value: field(folded, value, at: "/response/headers/\(shown)"))
      }
    }
    let outline = BodyOutline(of: response, from: endpoint, in: callers.contract)
    let body = walk { $0.body(bytes, response.headers, outline, at: "/response/body") } ?? bytes
    return Response(status: response.status, headers: headers, body: Body(body))
  }

  /// Returns a field's name in lowercase. The original spelling is searched for secrets.
  private mutating func fieldName(_ name: String, at place: String) -> String {
    (walk { $0.fieldName(name, at: place) } ?? name).lowercased()
  }

  private mutating func field(_ name: String, _ value: String, at place: String) -> String {
    let sender = place.hasPrefix("/request") ? endpoint : nil
    return walk { $0.field(name, value, at: place, of: sender) } ?? value
  }
}

/// Header fields that are about the transport or time of a message, rather than its content. A field that the contract
/// documents for the endpoint is never one of them.
extension ExchangeRedaction {
  /// Returns a Boolean value that indicates whether to omit a field of a request. The name must be in lowercase.
  private mutating func isIncidental(inRequest name: String) -> Bool {
    guard KnownFields.isAny([.connection, .proxy, .delivery, .passage, .request], name) else { return false }
    return !asked.contains(name) && !(endpoint?.condition.looksAt(header: name) ?? false)
  }

  /// Returns a Boolean value that indicates whether to omit a field of a response. The name must be in lowercase.
  private mutating func isIncidental(inResponse name: String) -> Bool {
    guard KnownFields.isAny([.connection, .proxy, .delivery, .passage, .server], name) else { return false }
    return !answered.contains(name)
  }
}
