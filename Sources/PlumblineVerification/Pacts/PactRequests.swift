import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblinePact

/// A builder of the requests in pacts. Generators fill in values, and the caller's credentials replace the pact's.
///
/// If a pact expects a 401, its credential is assumed to be deliberately wrong, and is kept unless it is a placeholder.
/// If a pact has no credential, none is added.
struct PactRequests: Sendable {
  /// The reason why a request isn't sent.
  struct Refusal: Error, Sendable {
    let reason: String
    var lacksCredentials = false
  }

  /// The text that stands in for a credential in an exported pact.
  private static let placeholder = "left-out"

  let contract: Contract
  let credentials: Credentials
  let isOnMock: Bool
  /// The name of the persona that calls if no state names one, or `nil` for the first persona in the contract.
  let persona: String?
  /// The time of the run, in milliseconds since 1970.
  let now: Int

  /// - Parameter known: The values that the provider's state handler returned.
  func request(
    of call: PactCall, _ known: [String: JSON], using random: inout some RandomNumberGenerator
  ) throws(Refusal) -> Request {
    let caller = call.caller.flatMap(contract.persona) ?? persona.flatMap(contract.persona) ?? contract.personas.first
    let values = (caller.map(own) ?? [:]).merging(known) { _, given in given }
    let filled = call.interaction.request.generated(by: GeneratedValues(values, now: now), using: &random)
    guard var request = filled.request else { throw Refusal(reason: "its request can't be sent") }
    if let endpoint = call.endpoint, let caller {
      let shown = CredentialValues(request, in: contract).asked(by: endpoint.authentication)
      let isRefused = call.interaction.response.status == 401
      let replaced = shown.names.filter { name in
        known[name] == nil && (!isRefused || shown[name]?.contains(Self.placeholder) ?? false)
      }
      if !replaced.isEmpty { request = try replacing(replaced, in: request, for: endpoint, caller) }
    }
    if let place = Self.place(ofPlaceholderIn: request) {
      throw Refusal(reason: "its \(place) is a placeholder, but no credential or state value replaces it")
    }
    if !request.headers.contains("user-agent") {
      request.headers["User-Agent"] = "plumbline-verify/\(Toolkit.version)"
    }
    return request
  }

  /// Returns the persona's credentials and login values, by name.
  private func own(_ persona: Persona) -> [String: JSON] {
    var values: [String: JSON] = [:]
    if isOnMock {
      for (name, value) in persona.credentials { values[name] = JSON(value) }
      for (name, value) in persona.login?.members.map({ $0 }) ?? [] { values[name] = value }
      return values
    }
    let given = credentials.given(to: persona)
    for (name, value) in given.credentials { values[name] = JSON(value) }
    for (name, value) in given.login { values[name] = JSON(value) }
    return values
  }

  private func replacing(
    _ names: [String], in request: Request, for endpoint: Endpoint, _ caller: Persona
  ) throws(Refusal) -> Request {
    let values: [String: String]
    do throws(Credentials.Missing) {
      values = try credentials.values(for: caller, calling: endpoint)
    } catch {
      throw Refusal(reason: error.reason, lacksCredentials: true)
    }
    var request = request
    for name in names {
      guard let credential = contract.credential(name), let value = values[name] else { continue }
      request.show(value, as: credential.carrier)
    }
    return request
  }

  /// Returns the location of a remaining placeholder in a request, or `nil` if there is none.
  private static func place(ofPlaceholderIn request: Request) -> String? {
    for (name, value) in request.headers where value.hasSuffix(placeholder) { return "header \(name)" }
    if let item = request.queryItems.first(where: { $0.value == placeholder }) { return "query \(item.name)" }
    let body = String(decoding: request.body.bytes ?? [], as: UTF8.self)
    return body.contains("\"\(placeholder)\"") || body.hasSuffix("=\(placeholder)") || body.contains("=\(placeholder)&")
      ? "body" : nil
  }
}

extension Request {
  /// Sets a credential where its carrier puts it, replacing any existing one.
  fileprivate mutating func show(_ value: String, as carrier: Credential.Carrier) {
    switch carrier {
    case .bearer: headers["Authorization"] = "Bearer \(value)"
    case .basic: headers["Authorization"] = "Basic \(Base64.encode(value.utf8))"
    case .header(let name): headers[name] = value
    case .cookie(let name):
      let pairs = headers.values("cookie").flatMap { $0.split(separator: ";") }.map { pair in
        let trimmed = pair.drop { $0 == " " }
        return trimmed.hasPrefix("\(name)=") ? "\(name)=\(value)" : String(trimmed)
      }
      headers["Cookie"] = pairs.joined(separator: "; ")
    case .query(let name):
      let items = queryItems.map { item in
        "\(PercentEncoding.encode(item.name))=\(PercentEncoding.encode(item.name == name ? value : item.value))"
      }
      target = "\(path)?\(items.joined(separator: "&"))"
    case .body(let place):
      guard let bytes = body.bytes else { return }
      if mediaType == MediaType.form, place.tokens.count == 1 {
        let fields = FormReading.fields(of: bytes).map { field in
          (name: field.name, value: field.name == place.tokens[0] ? value : field.value)
        }
        body = Body(FormReading.text(of: fields))
      } else if let changed = (try? JSON.parse(bytes))?.placing(place, JSON(value)) {
        body = Body(changed.serialized())
      }
    }
  }
}
