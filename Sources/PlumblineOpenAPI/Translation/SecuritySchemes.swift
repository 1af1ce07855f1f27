import PlumblineContractModel
import PlumblineJSONTree

/// A description's security schemes as a contract's credentials, and the requirements that refer to them.
package struct SecuritySchemes {
  private(set) var all: [DeclaredCredential] = []
  private var names: [String: String] = [:]
  /// The schemes that are client certificates.
  private var certificates: Set<String> = []

  init(_ root: JSON, service: String, following: Following) {
    var identifiers = Identifiers()
    for (key, written) in root["components"]?["securitySchemes"]?.members.map({ $0 }) ?? [] {
      guard let scheme = following.object(written) else { continue }
      if scheme["type"]?.string == "mutualTLS" { certificates.insert(key) }
      // A scheme that isn't part of a request isn't a credential.
      guard let (place, field) = Self.place(of: scheme) else { continue }
      let name = identifiers.unique(Identifiers.name(key, otherwise: "credential"))
      names[key] = name
      all.append(DeclaredCredential(name: name, place: place, field: field, service: service, source: written))
    }
  }

  /// Returns the credentials that requests need, in the contract's form: a list of alternatives, each of which is a
  /// list of credentials.
  func authentication(_ security: JSON?) -> JSON {
    guard let security, security.count > 0 else { return JSON.array([]) }
    var alternatives: [[String]] = []
    for requirement in security.elements {
      var credentials: [String] = []
      // An unknown scheme is reported with the document's other mistakes.
      for name in requirement.members.keys {
        if let known = names[name] { credentials.append(known) }
      }
      if !alternatives.contains(credentials) { alternatives.append(credentials) }
    }
    return JSON.array(alternatives.map { JSON.array($0.map { JSON($0) }) })
  }

  /// Returns the requirements including schemes that contracts can't represent, each name with its kind, or `nil` if
  /// there are no such schemes. Without these schemes, a requirement that can't be read would look like no requirement
  /// at all.
  func documented(_ security: JSON?) -> JSON? {
    guard let security else { return nil }
    // A requirement in another form can't be read, which isn't the same as no requirement.
    let unread = JSON.object([("security", JSON(Authentication.Documented.unreadKind))])
    guard security.kind == .array else { return JSON.array([unread]) }
    let isRead = security.elements.allSatisfy { requirement in
      requirement.kind == .object && requirement.members.keys.allSatisfy { names[$0] != nil }
    }
    if isRead { return nil }
    return JSON.array(
      security.elements.map { requirement in
        guard requirement.kind == .object else { return unread }
        return JSON.object(
          requirement.members.map { key, _ in
            if let name = names[key] { return (name, JSON(Authentication.Documented.credentialKind)) }
            let isCertificate = certificates.contains(key)
            return (
              key,
              JSON(
                isCertificate ? Authentication.Documented.certificateKind : Authentication.Documented.unreadKind)
            )
          })
      })
  }

  /// Returns the location of a scheme's secret in a request, or `nil` if it isn't part of a request.
  private static func place(of scheme: JSON) -> (place: String, field: String?)? {
    switch scheme["type"]?.string {
    case "apiKey":
      let name = scheme["name"]?.string ?? "api_key"
      switch scheme["in"]?.string {
      case "query": return ("query", name)
      case "cookie": return ("cookie", name)
      default: return name.lowercased() == "authorization" ? ("header", "Authorization") : ("header", name)
      }
    case "http":
      switch scheme["scheme"]?.string?.lowercased() {
      case "basic": return ("basic", nil)
      case "bearer": return ("bearer", nil)
      default: return ("header", "Authorization")
      }
    case "oauth2", "openIdConnect": return ("bearer", nil)
    default: return nil
    }
  }

  /// Returns the environment variable that holds a credential of a service for real servers.
  package static func variable(_ service: String, _ name: String) -> String {
    var text = ""
    var previous: Character?
    for letter in "\(service)_\(name)" {
      if letter.isUppercase, let previous, previous.isLowercase { text.append("_") }
      text.append(letter.isLetter || letter.isNumber ? Character(letter.uppercased()) : "_")
      previous = letter
    }
    return text.first?.isNumber == true ? "_" + text : text
  }
}
