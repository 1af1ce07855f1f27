import PlumblineContractModel
import PlumblineJSONTree

/// A check that the variables in a server's URL are described and have a default that is one of their choices (OpenAPI
/// 3.1.1, sections 4.8.5 and 4.8.6).
struct ServerRules {
  let version: OpenAPIVersion
  let log: NoteLog

  func check(_ servers: [JSON]) {
    for server in servers {
      guard let url = server["url"], let text = url.string else { continue }
      let names = Self.variables(of: text)
      let described = server["variables"]?.members.map { $0 } ?? []
      for name in names where !described.contains(where: { $0.key == name }) {
        log.servableError(
          url,
          "The URL has {\(name)}, and \"variables\" doesn't say what that is"
            + Spelling.suggestion(for: name, among: described.map(\.key)))
      }
      for (name, variable) in described {
        if !names.contains(name), variable.node > 0 {
          log.note(
            JSON(variable.document, variable.node - 1), "The URL has no {\(name)}, so this variable says nothing.")
        }
        check(variable)
      }
    }
  }

  private func check(_ variable: JSON) {
    guard let value = variable["default"], let text = value.string, let choices = variable["enum"],
      choices.kind == .array, choices.count > 0, !choices.elements.contains(where: { $0.string == text })
    else { return }
    let message =
      "The default \"\(text)\" isn't among the values of \"enum\": "
      + "\(Spelling.list(choices.elements.compactMap(\.string)))."
    // OpenAPI 3.0 only recommends this.
    if version == .v30 { log.note(value, message) } else { log.servableError(value, message) }
  }

  private static func variables(of url: String) -> [String] {
    url.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }
}
