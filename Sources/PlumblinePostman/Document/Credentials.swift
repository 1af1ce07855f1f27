import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// The authentications of a collection's requests as a contract's credentials.
final class CollectionCredentials {
  private(set) var all: [DeclaredCredential] = []
  private let service: String
  private let variables: Variables
  private let log: NoteLog
  private var identifiers = Identifiers()

  init(service: String, variables: Variables, log: NoteLog) {
    self.service = service
    self.variables = variables
    self.log = log
  }

  /// Returns the credential that an authentication requires, or `nil` if it requires none.
  func credential(for auth: JSON) -> DeclaredCredential? {
    let type = auth["type"]?.string ?? "noauth"
    let attributes = AuthAttributes(auth)
    switch type.lowercased() {
    case "noauth": return nil
    case "bearer": return credential("bearer", "bearer", nil, auth)
    case "basic": return credential("basic", "basic", nil, auth)
    case "oauth2":
      log.note(auth, "OAuth 2 is imported as a bearer token; how a caller gets the token isn't.")
      if attributes["addTokenTo"] == "queryParams" { return credential("accessToken", "query", "access_token", auth) }
      return credential("oauth2", "bearer", nil, auth)
    case "apikey":
      let place = attributes["in"] == "query" ? "query" : "header"
      let key = attributes["key"].map(variables.resolved) ?? ""
      let isName = !key.isEmpty && !Variables.isOpen(key) && HeaderFields.isLegal(name: key, value: "")
      return credential("apiKey", place, isName ? key : place == "query" ? "api_key" : "X-API-Key", auth)
    default:
      log.note(
        auth, "Authentication of type \"\(type)\" isn't calculated or checked: any Authorization header is accepted.")
      return credential(Identifiers.name(type, otherwise: "credential"), "header", "Authorization", auth)
    }
  }

  /// Returns the credential that an `Authorization` header carries.
  func credential(ofHeader value: String, _ source: JSON) -> DeclaredCredential {
    switch value.prefix(while: { $0 != " " }).lowercased() {
    case "bearer": credential("bearer", "bearer", nil, source)
    case "basic": credential("basic", "basic", nil, source)
    default: credential("authorization", "header", "Authorization", source)
    }
  }

  private func credential(_ wish: String, _ place: String, _ field: String?, _ source: JSON) -> DeclaredCredential {
    if let known = all.first(where: { $0.place == place && $0.field?.lowercased() == field?.lowercased() }) {
      return known
    }
    let name = identifiers.unique(wish)
    let credential = DeclaredCredential(name: name, place: place, field: field, service: service, source: source)
    all.append(credential)
    return credential
  }
}
