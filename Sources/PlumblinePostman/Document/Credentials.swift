import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// The ways in which a collection's requests say who is calling, as credentials of a contract.
final class CollectionCredentials {
  struct Credential {
    let name: String
    /// The place where it is sent, in the contract's words.
    let place: String
    /// The header or the query parameter.
    let field: String?
    let environment: String
    /// The value that the mock's caller sends.
    let sample: String
    let source: JSON
  }

  private(set) var all: [Credential] = []
  private let service: String
  private let variables: Variables
  private let log: NoteLog
  private var identifiers = Identifiers()

  init(service: String, variables: Variables, log: NoteLog) {
    self.service = service
    self.variables = variables
    self.log = log
  }

  /// Returns the credential that an authentication asks for; `nil` if it asks for none.
  func credential(for auth: JSON) -> Credential? {
    let type = auth["type"]?.string ?? "noauth"
    let attributes = AuthAttributes(auth)
    switch type.lowercased() {
    case "noauth": return nil
    case "bearer": return credential("bearer", "bearer", nil, auth)
    case "basic": return credential("basic", "basic", nil, auth)
    case "oauth2":
      log.note(auth, "OAuth 2 is held as a bearer token: how a caller gets one isn't.")
      if attributes["addTokenTo"] == "queryParams" { return credential("accessToken", "query", "access_token", auth) }
      return credential("oauth2", "bearer", nil, auth)
    case "apikey":
      let place = attributes["in"] == "query" ? "query" : "header"
      let key = attributes["key"].map(variables.resolved) ?? ""
      let isName = !key.isEmpty && !Variables.isOpen(key) && HeaderFields.isLegal(name: key, value: "")
      return credential("apiKey", place, isName ? key : place == "query" ? "api_key" : "X-API-Key", auth)
    default:
      log.note(
        auth, "Authentication of type \"\(type)\" isn't calculated or checked: any Authorization header will do.")
      return credential(Identifiers.name(type, otherwise: "credential"), "header", "Authorization", auth)
    }
  }

  /// Returns the credential that an Authorization header is.
  func credential(ofHeader value: String, _ source: JSON) -> Credential {
    switch value.prefix(while: { $0 != " " }).lowercased() {
    case "bearer": credential("bearer", "bearer", nil, source)
    case "basic": credential("basic", "basic", nil, source)
    default: credential("authorization", "header", "Authorization", source)
    }
  }

  private func credential(_ wish: String, _ place: String, _ field: String?, _ source: JSON) -> Credential {
    if let known = all.first(where: { $0.place == place && $0.field?.lowercased() == field?.lowercased() }) {
      return known
    }
    let name = identifiers.unique(wish)
    let credential = Credential(
      name: name, place: place, field: field, environment: SecuritySchemes.variable(service, name),
      sample: place == "basic" ? "caller:demo" : "demo-\(name)", source: source)
    all.append(credential)
    return credential
  }
}
