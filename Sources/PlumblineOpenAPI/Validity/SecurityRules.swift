import PlumblineContractModel
import PlumblineJSONTree

/// A check that security requirements refer to schemes among the components (OpenAPI 3.1.1, section 4.8.30).
struct SecurityRules {
  let root: JSON
  let version: OpenAPIVersion
  let log: NoteLog

  func check(_ operations: [JSON]) {
    let names = Set(root["components"]?["securitySchemes"]?.members.keys ?? [])
    for holder in [root] + operations {
      for requirement in holder["security"]?.elements.map({ $0 }) ?? [] {
        for (name, value) in requirement.members where !names.contains(name) && !isAddress(name) {
          // Without the scheme, more callers than intended would have access.
          log.omission(value, Self.message(name, among: names))
        }
      }
    }
  }

  /// Returns a Boolean value that indicates whether a name may be a URI. Since OpenAPI 3.2, a requirement may refer to
  /// a scheme by URI.
  private func isAddress(_ name: String) -> Bool {
    version >= .v32 && (name.contains("/") || name.contains("#"))
  }

  /// Returns the message about a missing scheme.
  static func message(_ name: String, among names: Set<String>) -> String {
    "The security scheme \"\(name)\" isn't among the \"securitySchemes\" of the components"
      + Spelling.suggestion(for: name, among: names.sorted())
  }
}

/// A check that tags are described only once (OpenAPI 3.1.1, section 4.8.1).
struct TagRules {
  let log: NoteLog

  func check(_ root: JSON) {
    var first: [String: JSON] = [:]
    for tag in root["tags"]?.elements.map({ $0 }) ?? [] {
      guard let value = tag["name"], let name = value.string else { continue }
      if let earlier = first[name] {
        log.note(value, "The tag \"\(name)\" is described on line \(earlier.location.line) already.")
      } else {
        first[name] = value
      }
    }
  }
}
