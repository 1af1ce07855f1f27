import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

/// Reads a pact's file. The smallest part that isn't understood is left out by name.
package struct PactReader {
  private let log: NoteLog
  /// The name of the pact's file, for a pact that doesn't name its parties.
  private let path: String

  /// - Parameter log: The log that receives errors, and omissions as notes.
  package init(path: String, log: NoteLog) {
    self.path = path
    self.log = log
  }

  /// Reads a pact's file. Returns `nil` if the file is rejected.
  package func read(_ root: JSON) -> Pact? {
    guard root.kind == .object, root["interactions"] != nil || root["messages"] != nil else {
      log.error(root, "This isn't a pact: a pact is an object with \"interactions\".")
      return nil
    }
    if let interactions = root["interactions"], interactions.kind != .array {
      log.error(interactions, "\"interactions\" must be a list of requests and responses.")
      return nil
    }
    guard let version = version(root) else { return nil }
    var unread: [Pact.Unread] = []
    for message in root["messages"]?.elements.map({ $0 }) ?? [] {
      leaveOut(message, "a message")
      unread.append(self.unread(message, "message"))
    }
    if let plugins = root["metadata"]?["plugins"], plugins.count > 0 {
      let names = plugins.elements.compactMap { $0["name"]?.string }.joined(separator: ", ")
      log.note(plugins, "The plugins of the pact (\(names)) aren't run; what they describe is left out.")
    }
    var interactions: [PactInteraction] = []
    for written in root["interactions"]?.elements.map({ $0 }) ?? [] {
      if let interaction = interaction(written, version) {
        interactions.append(interaction)
      } else {
        unread.append(self.unread(written, Self.kind(of: written)))
      }
    }
    return Pact(
      consumer: Self.party(root["consumer"]) ?? "consumer", provider: Self.party(root["provider"]) ?? "provider",
      version: version, interactions: interactions, unread: unread)
  }

  /// Returns an interaction that was left out just now, with the reason from the log.
  private func unread(_ part: JSON, _ kind: String) -> Pact.Unread {
    Pact.Unread(
      description: Self.description(part), kind: kind, reason: log.problems.last?.message ?? "It isn't read.",
      source: part)
  }

  /// The kind of an interaction that isn't read, for messages.
  private static func kind(of interaction: JSON) -> String {
    switch interaction["type"]?.string {
    case "Asynchronous/Messages": "asynchronous message"
    case "Synchronous/Messages": "synchronous message"
    case nil, "Synchronous/HTTP": "interaction"
    case let type?: "interaction of type \(type)"
    }
  }

  private static func party(_ json: JSON?) -> String? {
    guard let name = json?["name"]?.string, !name.isEmpty else { return nil }
    return name
  }

  private func version(_ root: JSON) -> Pact.Version? {
    let metadata = root["metadata"]
    let specification = metadata?["pactSpecification"] ?? metadata?["pact-specification"]
    // The member holds the version directly, or in an object.
    let places = [
      specification?["version"], metadata?["pactSpecificationVersion"],
      specification?.kind == .object ? Optional<JSON>.none : specification,
    ]
    guard let written = places.compactMap({ $0 }).first(where: { !$0.isNull }) else { return Pact.Version(major: 2) }
    if let version = Pact.Version(written.string ?? written.text) { return version }
    log.error(written, "The version of the specification must be from 1 to 4.")
    return nil
  }

  private func leaveOut(_ part: JSON, _ what: String) {
    log.note(part, "\"\(Self.description(part))\" is \(what), which isn't read: it is left out.")
  }

  private static func description(_ interaction: JSON) -> String { interaction["description"]?.string ?? "" }

  private func interaction(_ json: JSON, _ version: Pact.Version) -> PactInteraction? {
    guard json.kind == .object else {
      log.error(json, "An interaction must be an object; this one is left out.")
      return nil
    }
    if version.major >= 4, let type = json["type"]?.string, type != "Synchronous/HTTP" {
      leaveOut(json, type.hasSuffix("Messages") ? "a message (\(type))" : "an interaction of type \(type)")
      return nil
    }
    if let plugins = json["pluginConfiguration"], plugins.count > 0 {
      leaveOut(json, "described by a plugin (\(plugins.members.keys.joined(separator: ", ")))")
      return nil
    }
    let name = Self.description(json)
    guard let request = json["request"], request.kind == .object, let response = json["response"],
      response.kind == .object
    else {
      log.error(json, "\"\(name)\" has no request or no response: it is left out.")
      return nil
    }
    guard let method = request["method"]?.string?.uppercased(), HTTPMethod(method) != nil else {
      log.error(request["method"] ?? request, "\"\(name)\" has no method: it is left out.")
      return nil
    }
    guard let path = request["path"]?.string else {
      log.error(request["path"] ?? request, "\"\(name)\" has no path: it is left out.")
      return nil
    }
    let status = Self.status(of: response)
    if let written = response["status"], !written.isNull, status.map((200...599).contains) != true {
      log.error(written, "\"\(name)\" has no status from 200 to 599: it is left out.")
      return nil
    }
    return PactInteraction(
      description: name, states: states(json), request: self.request(request, method, path, version),
      response: self.response(response, status, version), isPending: json["pending"]?.bool == true,
      comments: json["comments"]?["text"]?.elements.compactMap(\.string) ?? [],
      test: json["comments"]?["testname"]?.string, source: json)
  }

  /// Returns the status of a response: the status in the pact or, if there is none, a status that its rule allows.
  private static func status(of response: JSON) -> Int? {
    let written = response["status"]?.int ?? response["status"]?.string.flatMap { Int($0) }
    if let written, (200...599).contains(written) { return written }
    let matchers = PactRulesReader(response).rules.all(.status).flatMap(\.matchers)
    return matchers.lazy.compactMap(\.exampleOfStatus).first ?? written
  }

  private func states(_ json: JSON) -> [PactInteraction.State] {
    let texts = ["providerState", "provider_state", "providerStates"].lazy.compactMap { json[$0]?.string }
    if let name = texts.first { return name.isEmpty ? [] : [PactInteraction.State(name: name, parameters: [])] }
    return (json["providerStates"]?.elements.map { $0 } ?? []).compactMap { state in
      guard let name = state["name"]?.string ?? state.string, !name.isEmpty else { return nil }
      let parameters = state["params"]?.members.map { (name: $0.key, value: $0.value) } ?? []
      return PactInteraction.State(name: name, parameters: parameters)
    }
  }
}

extension PactReader {
  /// Reads a request that has a method and a path.
  package func request(_ json: JSON, _ method: String, _ path: String, _ version: Pact.Version) -> PactRequest {
    let headers = headers(json)
    let rules = rules(json)
    let type = Self.mediaType(headers) ?? PactBody.mediaType(of: json, version)
    let terms = RubyTerms(json["body"] ?? JSON.null)
    return PactRequest(
      method: method, path: path, query: PactQuery(json["query"]), headers: headers,
      body: terms.rules.isEmpty ? PactBody(json, mediaType: type, version) : .json(terms.body), mediaType: type,
      rules: rules.rules.adding(terms.rules), generators: rules.generators)
  }

  package func response(_ json: JSON, _ status: Int?, _ version: Pact.Version) -> PactResponse {
    let headers = headers(json)
    let rules = rules(json)
    let type = Self.mediaType(headers) ?? PactBody.mediaType(of: json, version)
    let terms = RubyTerms(json["body"] ?? JSON.null)
    return PactResponse(
      status: status, headers: headers,
      body: terms.rules.isEmpty ? PactBody(json, mediaType: type, version) : .json(terms.body), mediaType: type,
      rules: rules.rules.adding(terms.rules), generators: rules.generators)
  }

  private func rules(_ json: JSON) -> PactRulesReader {
    let reader = PactRulesReader(json)
    for (place, what) in reader.unread { log.note(place, "Left out: \(what), which isn't known here.") }
    return reader
  }

  private func headers(_ json: JSON) -> [PactHeader] {
    guard let written = json["headers"], !written.isNull else { return [] }
    guard written.kind == .object else {
      log.error(written, "\"headers\" isn't an object, so it is left out.")
      return []
    }
    return written.members.map { name, value in
      let values = value.kind == .array ? value.elements.map { $0 } : [value]
      return PactHeader(name: name, values: values.map { $0.string ?? $0.text })
    }
  }

  private static func mediaType(_ headers: [PactHeader]) -> String? {
    headers.first { $0.name.lowercased() == "content-type" }.map { MediaType.essence(of: $0.text) }
  }
}
