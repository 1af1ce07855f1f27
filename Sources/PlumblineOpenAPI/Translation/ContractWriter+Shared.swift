import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

extension ContractWriter {
  /// Writes the parts that endpoints share.
  func shared(into json: inout JSONBuilder) {
    json.member("plumbline", 1)
    json.member("service", translator.service)
    if let title = root["info"]?["title"], title.string?.isEmpty == false { member("title", title, into: &json) }
    if let text = root["info"]?["description"], text.kind == .string { member("description", text, into: &json) }
    let servers = Servers(root["servers"], log: log).all
    if !servers.isEmpty {
      json.member("servers") { json in
        json.object { json in
          for server in servers {
            json.comes(from: server.source)
            json.member(server.name) { json in
              json.object { json in
                json.member("url", server.url)
                if let text = server.source["description"]?.string, !text.isEmpty { json.member("description", text) }
              }
            }
          }
        }
      }
    }
    if !schemes.all.isEmpty {
      json.comes(from: root["components"]?["securitySchemes"] ?? root)
      json.credentials(schemes.all)
    }
    json.comes(from: root.key(of: "security") ?? root)
    authentication(root["security"], into: &json)
    if let webhooks = root["webhooks"], webhooks.count > 0 { member("x-webhooks", webhooks, into: &json) }
    json.member("envelope") { $0.null() }
  }

  /// Writes the credentials that requests need.
  func authentication(_ security: JSON?, into json: inout JSONBuilder) {
    json.member("authentication", schemes.authentication(security))
    if let documented = schemes.documented(security) { json.member("x-security", documented) }
  }

  /// Writes a member with an unchanged value.
  func member(_ name: String, _ value: JSON, into json: inout JSONBuilder) {
    json.comes(from: value)
    json.member(name, value)
  }

  /// Returns a Boolean value that indicates whether a contract can represent a path. If not, the operation is left out
  /// by name.
  func hasTemplate(_ operation: Operation) -> Bool {
    // A path without a leading slash is reported with the document's other mistakes.
    guard operation.path.hasPrefix("/") else {
      log.leaveOut(operation.pathKey)
      return false
    }
    do throws(PathTemplate.ParsingError) {
      _ = try PathTemplate(parsing: operation.template)
      if operation.template != operation.plainPath {
        log.note(
          operation.pathKey,
          "\(operation.path) has {…+}, which isn't OpenAPI: it is read as AWS reads it, as one segment or several with "
            + "the slashes between them.")
      }
      return true
    } catch {
      log.omission(
        operation.pathKey, "\(operation.method) \(operation.path) isn't served. \(error.message)",
        about: operation.value)
      return false
    }
  }

  /// Reports the parts of a description that contracts can't represent, one note per kind.
  func noteUnserved() {
    if let webhooks = root["webhooks"], webhooks.count > 0 {
      log.note(
        root.key(of: "webhooks") ?? root,
        "Webhooks are requests that the server sends, so they aren't served: \(list(webhooks)).", about: webhooks,
        parts: log.parts(.webhook, in: webhooks, of: nil))
    }
    for (name, value) in root["components"]?["securitySchemes"]?.members.map({ $0 }) ?? [] {
      guard let scheme = following.object(value) else { continue }
      switch scheme["type"]?.string {
      case "mutualTLS": log.note(value, "\(name) is a client's certificate, which isn't asked for.")
      case "oauth2":
        guard let flows = scheme["flows"] else { continue }
        log.note(
          flows,
          "\(name) is a bearer token however it is obtained: the flows of OAuth, their URLs and scopes, aren't part of the contract."
        )
      case "openIdConnect":
        guard let url = scheme["openIdConnectUrl"] else { continue }
        log.note(
          url, "\(name) is a bearer token however it is obtained: the URL of OpenID Connect isn't part of the contract."
        )
      default: break
      }
    }
  }

  private func list(_ names: JSON) -> String {
    let keys = names.members.prefix(6).map(\.key)
    return keys.prefix(5).joined(separator: ", ") + (keys.count > 5 ? " and others" : "")
  }
}

/// The servers of a description, with names and with values for their variables.
struct Servers {
  struct Server {
    let name: String
    let url: String
    let source: JSON
  }

  private(set) var all: [Server] = []

  /// The maximum number of combinations of variables that become separate servers.
  private static let most = 8

  init(_ servers: JSON?, log: NoteLog) {
    var identifiers = Identifiers()
    for server in servers?.elements.map({ $0 }) ?? [] {
      guard let text = server["url"]?.string else { continue }
      let urls = Self.filled(text, server["variables"])
      if urls.count > Self.most {
        log.note(server, "The variables of this server make more than \(Self.most) URLs; the first ones are held.")
      }
      for url in urls.prefix(Self.most) {
        guard let absolute = Self.absolute(url) else {
          // Undescribed variables of a URL are reported with the document's other mistakes.
          if url.split(separator: "/").count > 0, !url.contains("{") {
            log.note(server, "\"\(url)\" isn't an HTTP URL, so it isn't a server of the contract.")
          }
          continue
        }
        all.append(Server(name: identifiers.unique(Self.name(absolute)), url: absolute, source: server))
      }
    }
  }

  /// Returns the URLs of a template, with each variable's default first, followed by its other choices.
  private static func filled(_ url: String, _ variables: JSON?) -> [String] {
    var urls = [url]
    for (name, variable) in variables?.members.map({ $0 }) ?? [] where url.contains("{\(name)}") {
      var values = [variable["default"]?.string ?? ""]
      for choice in variable["enum"]?.elements.compactMap(\.string) ?? [] where !values.contains(choice) {
        values.append(choice)
      }
      urls = values.flatMap { value in urls.map { $0.replacing("{\(name)}", with: value) } }
      if urls.count > 64 { urls.removeLast(urls.count - 64) }
    }
    return urls
  }

  /// Returns an absolute URL without a trailing slash, or `nil` for an empty URL. A URL without a host is relative to
  /// the document, so this machine becomes the host.
  private static func absolute(_ url: String) -> String? {
    var url = String(url.prefix { $0 != "?" && $0 != "#" })
    while url.last == "/" { url.removeLast() }
    if url.hasPrefix("https://") || url.hasPrefix("http://") {
      return url.hasSuffix("//") || url.contains(" ") || url.contains("{") ? nil : url
    }
    if url.hasPrefix("//") { return "https:\(url)" }
    guard url.hasPrefix("/"), !url.contains(" "), !url.contains("{") else { return nil }
    return "http://localhost\(url)"
  }

  /// Returns a name from the host's name and the words of the path, in the characters that a contract's names allow.
  private static func name(_ url: String) -> String {
    let rest = url.drop { $0 != "/" }.drop { $0 == "/" }
    return Identifiers.name(String(rest), otherwise: "server")
  }
}
