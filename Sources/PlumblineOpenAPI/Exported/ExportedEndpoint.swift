import PlumblineJSONTree

/// A converter from an operation of an exported document to the original endpoint.
struct ExportedEndpoint {
  let content: ExportedContent
  /// The names of the contract's common errors.
  let common: Set<String>

  static let answerKeys: Set<String> = [
    "when", "payload", "others", "body", "content", "headers", "standing", "description",
  ]
  private static let keys: Set<String> = [
    "summary", "request", "when", "alternatives", "standing", "source", "features", "description", "path", "query",
    "headers", "cookies", "styles", "required", "body", "content", "success", "errors", "authentication", "requires",
    "safe", "deprecated", "state", "batch", "idempotency",
  ]
  /// The locations of parameters, in the document's terms and in the contract's.
  static let places = [("path", "path"), ("query", "query"), ("header", "headers"), ("cookie", "cookies")]

  /// Returns the endpoint's members.
  ///
  /// - Parameters:
  ///   - method: The method, in uppercase or as written.
  ///   - path: The path's key.
  func members(of operation: JSON, method: String, path: String) -> Members {
    ContractExtensions.said(
      in: operation, standard(operation, method: method, path: path), Self.keys, content.references)
  }

  /// Returns the contract's members that correspond to the standard members of an operation.
  func standard(_ operation: JSON, method: String, path: String) -> Members {
    var members = Members()
    members.set("summary", ifThere: operation["summary"])
    members.set("request", JSON("\(method) \(path.prefix { $0 != "#" })"))
    members.set("description", ifThere: operation["description"])
    if operation["deprecated"]?.bool == true { members.set("deprecated", .emptyObject) }
    members.set("authentication", ifThere: operation["security"].map(Self.authentication))
    parameters(operation, into: &members)
    answers(operation["responses"], into: &members)
    return members
  }

  /// Returns security requirements in the contract's form.
  static func authentication(_ security: JSON) -> JSON {
    let alternatives = security.elements.map { requirement in requirement.members.keys.map { JSON($0) } }
    if alternatives.count == 1, let only = alternatives.first, !only.isEmpty { return JSON.array(only) }
    return JSON.array(alternatives.map { JSON.array($0) })
  }

  private func parameters(_ operation: JSON, into members: inout Members) {
    var required = Members()
    var styles = Members()
    let all = operation["parameters"]?.elements.filter { $0[ContractExtensions.word("implied")]?.bool != true } ?? []
    for (place, key) in Self.places {
      let own = all.filter { $0["in"]?.string == place && $0["name"]?.string != nil }
      guard !own.isEmpty else { continue }
      members.set(
        key, JSON.object(own.map { ($0["name"]?.string ?? "", content.references.inContract(Self.schema(of: $0))) }))
      let names = own.filter { $0["required"]?.bool == true }.compactMap { $0["name"] }
      if key != "path", !names.isEmpty { required.set(key, JSON.array(names)) }
      let styled = own.compactMap { parameter in Self.style(of: parameter).map { (parameter["name"]?.string ?? "", $0) }
      }
      if !styled.isEmpty { styles.set(key, JSON.object(styled)) }
    }
    if let body = operation["requestBody"] {
      for (name, value) in content.members(of: body["content"], .request).list { members.set(name, value) }
      required.set("body", JSON(body["required"]?.bool ?? false))
    }
    if !styles.isEmpty { members.set("styles", styles.json) }
    if !required.isEmpty { members.set("required", required.json) }
  }

  private static func schema(of parameter: JSON) -> JSON {
    parameter["schema"] ?? parameter["content"]?.members.first?.value["schema"] ?? .emptyObject
  }

  private static func style(of parameter: JSON) -> JSON? {
    var style = Members()
    style.set("contentType", ifThere: parameter["content"]?.members.first.map { JSON($0.key) })
    style.set("style", ifThere: parameter["style"])
    style.set("explode", ifThere: parameter["explode"])
    guard !style.isEmpty else { return Optional.none }
    return style.json
  }

  private func answers(_ responses: JSON?, into members: inout Members) {
    var successes: [(String, JSON)] = []
    var failures: [String] = []
    for (status, response) in responses?.members.map({ $0 }) ?? [] {
      if status.first == "2" || status.first == "3" {
        successes.append((status, success(response, status: status)))
      } else {
        failures += Self.failures(of: response)
      }
    }
    members.set("success", JSON.object(successes))
    failures.removeAll { common.contains($0) }
    if !failures.isEmpty { members.set("errors", JSON.array(failures.map { JSON($0) })) }
  }

  /// Returns a success in the contract's form: either one response, or a list that conditions select from.
  func success(_ response: JSON, status: String) -> JSON {
    if let answers = response[ContractExtensions.word("answers")] { return content.references.inContract(answers) }
    return ContractExtensions.said(
      in: response, content.response(response, status: status, .success), Self.answerKeys, content.references
    ).json
  }

  /// Returns the names of the errors that a response represents.
  static func failures(of response: JSON) -> [String] {
    if let name = response["$ref"]?.string?.split(separator: "/").last { return [String(name)] }
    return ContractExtensions.value("errors", in: response)?.elements.compactMap(\.string) ?? []
  }
}
