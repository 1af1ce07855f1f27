import PlumblineASCII
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A generator of error responses that aren't recorded. They use the envelope, or the error's own documented body.
final class FailureWriter: Sendable {
  private let envelope: EnvelopeWriter
  private let contract: Contract
  /// A Boolean value that indicates whether the contract's error codes are numbers.
  private let isNumbered: Bool

  init(_ contract: Contract, envelope: EnvelopeWriter) {
    self.contract = contract
    self.envelope = envelope
    let codes = contract.failures.flatMap(\.codes)
    isNumbered = !codes.isEmpty && codes.allSatisfy { if case .number = $0 { true } else { false } }
  }

  /// Returns an error response that the contract doesn't document.
  ///
  /// - Parameters:
  ///   - code: The code in uppercase, or `nil` to derive it from the status, such as `NOT_FOUND`.
  ///   - endpoint: The requested endpoint, or `nil` if the contract doesn't have it.
  func response(
    _ status: Int, code: String? = nil, at endpoint: Endpoint? = nil, message: String, details: JSON? = nil
  ) -> Response {
    let made = isNumbered ? ErrorCode.number(status) : .word(code ?? Self.code(for: status))
    return challenged(envelope.failure(status, code: made, message: message, details: details), to: endpoint)
  }

  /// Returns a documented error response.
  ///
  /// - Parameters:
  ///   - status: One of the error's statuses, or `nil` to use the most common one.
  ///   - endpoint: The requested endpoint, or `nil` if the contract doesn't have it.
  ///   - accepted: The value of the request's `Accept` field, if it has one.
  ///   - credential: The name of the missing credential, if that is the cause.
  ///   - isAsked: A Boolean value that indicates whether the caller explicitly asked for the error, rather than causing
  ///     it. In that case, its example is sent unchanged.
  ///   - wanted: The requested example, or `nil` to use the first one.
  func response(
    _ failure: Failure, status: Int? = nil, at endpoint: Endpoint?, accepted: String? = nil,
    about credential: String? = nil, message: String, details: JSON? = nil, isAsked: Bool = false,
    showing wanted: JSON? = nil
  ) -> Response {
    let status = status ?? endpoint?.status(of: failure) ?? failure.status
    let fallback = isNumbered ? ErrorCode.number(status) : .word(Self.code(for: status))
    let example = isAsked ? wanted ?? failure.examples.first?.body : nil
    var response: Response
    switch failure.content {
    case .envelope where example != nil: response = envelope.json(status, example ?? .null)
    case .envelope:
      // If the code and the message share a slot, use it for the message unless the contract lists codes.
      let isShared = contract.envelope.map { $0.errorCode == $0.message } ?? false
      let code = failure.codes.first ?? (isShared ? nil : fallback)
      response = envelope.failure(status, code: code, message: message, details: details, at: failure.codePlace)
    case .body(let schema):
      let shown = isAsked ? example ?? schema.shownExample : nil
      let made = shown ?? body(schema, failure, status, message, like: failure.examples.map(\.body))
      response = envelope.json(status, made ?? JSON.emptyObject)
    case .media(let contents):
      response = Response(status: status)
      let shown = isAsked ? Self.shown(wanted, of: failure, in: contents, accepted) : nil
      if let content = shown?.content ?? contents.preferred(by: accepted) {
        let sent: SentBody =
          shown.map { SentBody(bytes: $0.bytes, contentType: Self.type(of: content)) }
          ?? made(content, failure, status, message, among: contents)
        response.headers["Content-Type"] = sent.contentType
        response.body = Body(sent.bytes)
      }
    case .empty: response = Response(status: status)
    }
    for header in failure.headers where !response.headers.contains(header.name) {
      if let value = HeaderValues.sent(in: header, status: status) { response.headers[header.name] = value }
    }
    let promised = failure.headers.first { $0.name.lowercased() == "www-authenticate" }
    return challenged(response, to: endpoint, about: credential ?? failure.credential, as: promised)
  }

  /// Returns a code for a status for which the contract has none, such as `NOT_FOUND` for 404.
  static func code(for status: Int) -> String {
    var code = ""
    for byte in HTTPStatus.reason(for: status).utf8 {
      switch byte {
      case ASCII.digits, ASCII.capitals: code.unicodeScalars.append(Unicode.Scalar(byte))
      case ASCII.smallLetters: code.unicodeScalars.append(Unicode.Scalar(byte - 0x20))
      default: if !code.isEmpty, !code.hasSuffix("_") { code += "_" }
      }
    }
    return code.isEmpty ? "ERROR" : code
  }
}

// MARK: - Bodies of a failure's own

extension FailureWriter {
  /// Returns an example of a schema, adapted to the actual error as far as possible: with the error's code, and with
  /// the members of a problem document (RFC 9457 section 3.1).
  ///
  /// - Parameter examples: The contract's examples. The first one that is valid for the schema is used.
  func body(
    _ schema: Schema, _ failure: Failure, _ status: Int, _ message: String, like examples: [JSON]
  ) -> JSON? {
    let own = (schema.source["examples"] ?? JSON.emptyArray)[0]
    let shown = (examples + [own].compactMap { $0 }).first { schema.isValid($0) }
    guard var body = shown ?? (try? schema.example().get()) else { return nil }
    var said: [(place: JSONPointer, value: JSON)] = []
    if let place = failure.codePlace, let code = failure.codes.first { said.append((place, code.json)) }
    said += [
      ("/status", JSON(status)), ("/title", JSON(HTTPStatus.reason(for: status))), ("/detail", JSON(message)),
      ("/message", JSON(message)),
    ]
    // A nested code and its message are in the same object. If the location of the code isn't known, try the object
    // `error`.
    let inner: JSONPointer? = body["error"]?.kind == .object ? "/error" : nil
    var filled: [JSONPointer] = []
    if failure.codes.isEmpty {
      // An example for this error already has the right code. A shared example doesn't.
      let codes = [JSONPointer(), inner].compactMap { $0?.appending("code") }.filter { body.at($0)?.isNull == false }
      if shown != nil { filled += codes }
      for parent in [JSONPointer(), inner].compactMap({ $0 }) {
        said += Self.words(for: status).map { (place: parent.appending("code"), value: JSON($0)) }
      }
    }
    if let parent = failure.codePlace?.parent ?? inner, !parent.tokens.isEmpty {
      said += [("title", JSON(HTTPStatus.reason(for: status))), ("detail", JSON(message)), ("message", JSON(message))]
        .map { (place: parent.appending($0), value: $1) }
    }
    for (place, value) in said where !filled.contains(place) {
      guard let changed = body.replacing(place, with: value), schema.isValid(changed) else { continue }
      body = changed
      filled.append(place)
    }
    if filled.isEmpty, let place = Self.anyText(in: body, schema), let told = body.replacing(place, with: JSON(message))
    {
      body = told
      filled.append(place)
    }
    // Keep all members of an example, because they are intentional.
    return shown == nil ? Self.thinned(body, to: filled, schema) : body
  }

  /// Returns the codes that services use for a status, the most common one first.
  private static func words(for status: Int) -> [String] {
    let usual =
      switch status {
      case 401: ["UNAUTHORIZED", "UNAUTHENTICATED", "INVALID_TOKEN"]
      case 400, 422: ["VALIDATION_ERROR", "VALIDATION_FAILED", "INVALID", "INVALID_REQUEST", "BAD_REQUEST"]
      default: [String]()
      }
    let words = usual + [code(for: status)]
    return words + words.map { $0.lowercased() }
  }

  /// Returns a body without optional members that have no known value.
  private static func thinned(_ body: JSON, to filled: [JSONPointer], _ schema: Schema) -> JSON {
    var body = body
    var waiting = [JSONPointer()]
    while let place = waiting.popLast() {
      for name in body.at(place)?.members.map(\.key) ?? [] {
        let member = place.appending(name)
        let isFilled = filled.contains { $0.isWithin(member) }
        if !isFilled, let less = body.removing(member), schema.isValid(less) {
          body = less
        } else if body.at(member)?.kind == .object, !filled.contains(member) {
          waiting.append(member)
        }
      }
    }
    return body
  }

  /// Returns the location of the first member that can have any text. If the body has nothing else to describe the
  /// error, it contains the message.
  private static func anyText(in body: JSON, _ schema: Schema) -> JSONPointer? {
    body.members.map { JSONPointer(tokens: [$0.key]) }.first { place in
      body.at(place)?.kind == .string
        && ["plumbline", "Plumbline 1, two: three."].allSatisfy { text in
          body.replacing(place, with: JSON(text)).map(schema.isValid) ?? false
        }
    }
  }
}

// MARK: - The challenge of a 401

extension FailureWriter {
  /// Returns a 401 response with a challenge, which RFC 9110 section 15.5.2 requires. Other responses, and those that
  /// already have a challenge, are returned unchanged.
  ///
  /// - Parameter promised: The header field that the contract documents for the challenge.
  func challenged(
    _ response: Response, to endpoint: Endpoint?, about credential: String? = nil,
    as promised: DocumentedResponse.Header? = nil
  ) -> Response {
    guard response.status == 401, !response.headers.contains("WWW-Authenticate") else { return response }
    var response = response
    let usual = challenge(to: endpoint, about: credential)
    let known = [usual, "Basic realm=\"\(contract.service)\"", promised.flatMap(HeaderValues.example) ?? usual]
    let fitting = known.first { value in promised?.schema?.isValid(JSON(value)) ?? true }
    response.headers.append(name: "WWW-Authenticate", value: fitting ?? usual)
    return response
  }

  /// Returns the challenge's scheme for the requested credential. The mock doesn't choose `Basic` by itself, because it
  /// makes URLSession on Linux wait forever. A contract that needs it can specify it in the header field.
  private func challenge(to endpoint: Endpoint?, about name: String?) -> String {
    let names = name.map { [$0] } ?? endpoint?.authentication.names ?? contract.credentials.map(\.name)
    let carriers = names.compactMap { contract.credential($0)?.carrier }
    for carrier in carriers {
      switch carrier {
      case .bearer, .basic: return "Bearer"
      case .header, .query, .cookie, .body: continue
      }
    }
    switch carriers.first {
    case .header, .query, .body: return "ApiKey"
    case .cookie: return "Cookie"
    case .bearer, .basic, nil: return "Bearer"
    }
  }
}
