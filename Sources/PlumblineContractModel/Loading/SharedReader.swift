import PlumblineHTTPMessages
import PlumblineJSONTree

/// A reader for the definitions that only `contract.json` may contain.
struct SharedReader {
  let root: JSON
  let file: String
  let context: ReadingContext

  /// The members that only `contract.json` may have.
  static let members = [
    "plumbline", "service", "title", "servers", "credentials", "authentication", "envelope", "personas",
    "commonErrors", "features", "idempotency",
  ]

  func service() -> String {
    for key in ["plumbline", "service"] where root.kind == .object && root[key] == nil {
      let example = key == "plumbline" ? "\"plumbline\": 1" : "\"service\": \"truelog\""
      context.log.error(root.location, "contract.json lacks \"\(key)\"; add it, for example \(example).")
    }
    return root["service"]?.string ?? ""
  }

  func servers() -> [Server] {
    (root["servers"]?.members).map { members in
      members.compactMap { name, server in
        guard let url = server["url"], let text = url.string else { return nil }
        do throws(BaseURL.ParsingError) {
          return Server(
            name: name, url: try BaseURL(parsing: text).description, allowsWrites: server["writes"]?.string != "never",
            location: place(name, in: "servers"))
        } catch {
          context.log.error(url.location, error.message)
          return nil
        }
      }
    } ?? []
  }

  func credentials() -> [Credential] {
    (root["credentials"]?.members).map { members in
      members.compactMap { name, credential in
        guard let carrier = carrier(credential) else { return nil }
        if case .body(let place) = carrier, place.tokens.last.map({ Int($0) != nil }) ?? true {
          context.log.error(
            credential["at"]?.location ?? credential.location,
            "A credential in a body must be a member of an object or a field of a form, such as /token, not \"\(place)\"."
          )
        }
        return Credential(
          name: name, carrier: carrier, environment: credential["environment"]?.string,
          lifetime: credential["lifetime"]?.string, unknown: unknownCaller(credential),
          holders: HolderReader(root: root, context: context).read(credential), location: place(name, in: "credentials")
        )
      }
    } ?? []
  }

  /// Reports credentials without a value for real servers that have neither an environment variable nor an explicit
  /// opt-out.
  func checkEnvironments(of credentials: [Credential], _ failures: [Failure]) {
    for credential in credentials where credential.environment == nil {
      if failures.contains(where: { $0.handsOut(credential) }) { continue }
      context.log.error(
        credential.location,
        "\"\(credential.name)\" lacks \"environment\": the environment variable that holds it for real servers.")
    }
  }

  private func unknownCaller(_ credential: JSON) -> String? {
    guard let value = credential["unknown"], let name = value.string else { return nil }
    let personas = root["personas"]?.members.keys ?? []
    if !personas.contains(name) { context.reportUnknown("persona", name, among: personas, at: value.location) }
    return name
  }

  private func carrier(_ credential: JSON) -> Credential.Carrier? {
    let name = credential["name"]?.string
    return switch credential["in"]?.string {
    case "bearer": .bearer
    case "basic": .basic
    case "header": name.map { .header($0) }
    case "query": name.map { .query($0) }
    case "cookie": name.map { .cookie($0) }
    case "body": credential["at"]?.string.flatMap { JSONPointer($0) }.map { .body($0) }
    default: nil
    }
  }

  func envelope() -> Envelope? {
    guard let envelope = root["envelope"], envelope.kind == .object else { return nil }
    return EnvelopeReader(envelope: envelope, file: file, context: context).read(at: root.place(of: "envelope"))
  }

  func personas() -> [Persona] {
    var personas: [Persona] = []
    var owners: [[String: String]: String] = [:]
    for (name, persona) in root["personas"]?.members.map({ $0 }) ?? [] where persona.kind == .object {
      var values: [String: String] = [:]
      for (credential, value) in persona["credentials"]?.members.map({ $0 }) ?? [] {
        if !context.names.has(.credential, credential), let credentials = persona["credentials"] {
          context.reportUnknown(
            "credential", credential, among: context.names.credentials, at: credentials.place(of: credential))
        }
        values[credential] = value.string
      }
      if !values.isEmpty, let twin = owners[values] {
        context.log.warning(
          place(name, in: "personas"),
          "\(name) has the same credentials as \(twin), so their requests can't be told apart; "
            + "give each a value of its own.")
      } else {
        owners[values] = name
      }
      personas.append(
        Persona(
          name: name, credentials: values, permissions: persona["permissions"]?.elements.compactMap(\.string) ?? [],
          source: persona))
    }
    return personas
  }

  func authentication() -> Authentication {
    context.authentication(of: root) ?? .none
  }

  func commonFailures() -> [String] {
    root["commonErrors"]?.elements.compactMap { context.failureName($0) } ?? []
  }

  private func place(_ name: String, in member: String) -> SourceLocation {
    root[member]?.place(of: name) ?? root.location
  }
}
