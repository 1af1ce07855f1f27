import ContractModel
import HTTPMessages
import JSONTree

/// Makes of an exchange what may stand in a file: without credentials, and without what is only about its way.
///
/// Credentials that say who is calling are left out: a recording names the persona. Whatever else is secret gets the value
/// that the contract's persona has, so that the mock answers the persona with it, or a text of the same shape.
struct ExchangeRedaction {
  let book: CallerBook
  let endpoint: Endpoint
  /// What a Location on the server itself looks like to a client of the mock; `nil` for one that leads elsewhere.
  let locally: (String) -> String?

  /// The places of what was replaced, as pointers: `/request/body/password`.
  private(set) var replaced: [String] = []
  /// The credentials that were left out, as pointers: `/request/headers/authorization`.
  private(set) var leftOut: [String] = []

  init(_ book: CallerBook, at endpoint: Endpoint, locally: @escaping (String) -> String?) {
    self.book = book
    self.endpoint = endpoint
    self.locally = locally
  }

  /// The exchange as it may be written; `nil` where there is no response, or a body isn't all there.
  mutating func redact(_ exchange: Exchange) -> Exchange? {
    guard let response = exchange.response, let sent = exchange.request.body.bytes, let came = response.body.bytes
    else {
      return nil
    }
    let request = redact(exchange.request, sent, status: response.status)
    return Exchange(request: request, response: redact(response, came))
  }

  private mutating func note(_ place: String) {
    if !replaced.contains(place) { replaced.append(place) }
  }

  /// What stands in the place of a text that stands under a name; `nil` where it stays.
  private func replacement(of text: String, named name: String?) -> String? {
    if let known = book.secrets.replaced(in: text) { return known }
    if SecretText.isToken(text) { return SecretText.masked(text) }
    guard let name, SecretText.isName(name), !text.isEmpty, !isOfPersona(text) else { return nil }
    let masked = SecretText.masked(text)
    return masked == text ? nil : masked
  }

  /// Whether it is a value of the contract's own, and so no secret.
  private func isOfPersona(_ text: String) -> Bool {
    book.contract.personas.contains { persona in
      persona.credentials.values.contains(text) || CallerBook.login(of: persona).values.contains(text)
    }
  }
}

extension ExchangeRedaction {
  private mutating func redact(_ request: Request, _ bytes: [UInt8], status: Int) -> Request {
    var headers = HeaderFields()
    for (name, value) in request.headers {
      let folded = name.lowercased()
      if isCredential(folded) {
        leftOut.append("/request/headers/\(folded)")
      } else if !IncidentalFields.isOfRequest(folded, at: endpoint), !isPlainAccept(folded, value) {
        headers.append(name: folded, value: redact(value, named: folded, at: "/request/headers/\(folded)"))
      }
    }
    var redacted = Request(method: request.method, target: target(of: request), headers: headers)
    let login = CallerBook.isLogin(endpoint) ? self.login(in: request, status: status) : [:]
    redacted.body = Body(body(bytes, request.headers, login: login, at: "/request/body"))
    return redacted
  }

  /// Whether a request's field shows a credential, of the contract's or of none.
  private func isCredential(_ name: String) -> Bool {
    ["authorization", "cookie", "proxy-authorization"].contains(name)
      || book.contract.credentials.contains { $0.headerName == name }
  }

  /// That JSON, or whatever there is, is wanted, says nothing.
  private func isPlainAccept(_ name: String, _ value: String) -> Bool {
    guard name == "accept" else { return false }
    return value.split(separator: ",").allSatisfy { range in
      let essence = MediaType.essence(of: String(range))
      return essence == "*/*" || MediaType.isJSON(essence)
    }
  }

  private mutating func target(of request: Request) -> String {
    var path = request.path
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      let text = PercentEncoding.decode(String(segment))
      guard let other = replacement(of: text, named: nil) else { return String(segment) }
      note("/request/path")
      return PercentEncoding.encode(other)
    }
    path = segments.joined(separator: "/")
    guard request.query != nil else { return path }
    var items: [(name: String, value: String)] = []
    for (name, value) in request.queryItems where !name.isEmpty {
      let place = "/request/query/\(name)"
      if book.contract.credentials.contains(where: { $0.carrier == .query(name) }) {
        leftOut.append(place)
      } else {
        items.append((name, redact(value, named: name, at: place)))
      }
    }
    return items.isEmpty ? path : path + "?" + FormReading.text(of: items)
  }

  /// What a login's body has in the place of what was typed in, by name.
  ///
  /// Who was let in is a persona, and types in what the contract says; of who wasn't let in, only the password is wrong.
  private func login(in request: Request, status: Int) -> [String: String] {
    let typed = FormReading.members(of: request)
    let names = Set(book.contract.personas.flatMap { CallerBook.login(of: $0).keys })
    let isLetIn = status < 400
    var persona = book.persona { typed[$0] }
    if !isLetIn {
      persona =
        typed.lazy.filter { !SecretText.isName($0.key) }
        .compactMap { book.persona(with: $0.value, typedAs: $0.key) }.first ?? persona
    }
    guard let login = (persona ?? book.stranger).map(CallerBook.login) else { return [:] }
    var replaced: [String: String] = [:]
    for (name, text) in typed where names.contains(name) {
      if isLetIn || !SecretText.isName(name) {
        replaced[name] = login[name]
      } else if text != login[name], !text.isEmpty {
        let masked = book.secrets.replacement(of: text) ?? SecretText.masked(text)
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
      let place = "/response/headers/\(folded)"
      switch folded {
      case "set-cookie":
        note(place)
        headers.append(name: folded, value: cookie(value))
      case "location", "content-location":
        headers.append(name: folded, value: redact(locally(value) ?? value, named: nil, at: place))
      default:
        if IncidentalFields.isOfResponse(folded, at: endpoint) { continue }
        headers.append(name: folded, value: redact(value, named: folded, at: place))
      }
    }
    let body = body(bytes, response.headers, login: [:], at: "/response/body")
    return Response(status: response.status, headers: headers, body: Body(body))
  }

  /// A cookie that is set, with its attributes: a credential gets its persona's value, any other a text of its shape.
  private func cookie(_ field: String) -> String {
    Cookies.replacing(field) { _, value in book.secrets.replacement(of: value) ?? SecretText.masked(value) }
  }

  private mutating func redact(_ text: String, named name: String?, at place: String) -> String {
    guard let other = replacement(of: text, named: name) else { return text }
    note(place)
    return other
  }

  private mutating func body(
    _ bytes: [UInt8], _ headers: HeaderFields, login: [String: String], at place: String
  ) -> [UInt8] {
    if bytes.isEmpty { return bytes }
    if headers.mediaType.map(MediaType.isJSON) ?? true, let json = try? JSON.parse(bytes) {
      return redact(json, login: login, at: place)?.serialized() ?? bytes
    }
    if headers.mediaType == FormReading.mediaType {
      let fields = FormReading.fields(of: bytes).map { name, value in
        (
          name: name,
          value: typed(login[name], for: value, at: place + "/" + name)
            ?? redact(value, named: name, at: place + "/" + name)
        )
      }
      return Array(FormReading.text(of: fields).utf8)
    }
    guard let other = book.secrets.replaced(in: bytes) else { return bytes }
    note(place)
    return other
  }

  private mutating func redact(_ json: JSON, login: [String: String], at place: String) -> JSON? {
    var places: [String] = []
    let changed = JSONTexts.changed(
      json,
      leaf: { pointer, value in
        let name = pointer.tokens.last { $0.utf8.contains { !(0x30...0x39).contains($0) } }
        // Not by `?:`, where `nil` would be the JSON null.
        var other: JSON?
        if pointer.tokens.count == 1, let name, let typed = login[name] {
          if value.string != typed { other = JSON(typed) }
        } else if let text = value.string {
          if let replacement = replacement(of: text, named: name) { other = JSON(replacement) }
        } else if let number = value.number, let known = book.secrets.replacement(of: number.literal) {
          other = JSONNumber(literal: known).map { JSON($0) } ?? JSON(0)
        }
        if other != nil { places.append(place + pointer.description) }
        return other
      },
      key: { book.secrets.replaced(in: $0) })
    places.forEach { note($0) }
    return changed
  }

  private mutating func typed(_ value: String?, for text: String, at place: String) -> String? {
    guard let value else { return nil }
    if value != text { note(place) }
    return value
  }
}
