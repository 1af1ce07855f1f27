import PlumblineJSONTree

/// The places where each schema of a contract applies, determined from the contract's text alone.
struct ContractReach {
  /// One place in a message of an endpoint, and every schema that applies there.
  struct Site {
    let endpoint: String
    let isRequest: Bool
    /// A Boolean value that indicates whether the value is sent as a string, in the path, the query or a header field.
    let isParameter: Bool
    /// A Boolean value that indicates whether the schemas apply to the names of the object's members.
    let isOfNames: Bool
    /// The pointer from the message on, such as `/response/body/data/*/id`.
    let pointer: JSONPointer
    let schemas: [ContractText.Place]

    /// Returns the number of schemas that have a keyword.
    func count(_ keyword: String) -> Int { schemas.count { $0.schema[keyword] != nil } }

    func requires(_ name: String) -> Int {
      schemas.count { $0.schema["required"]?.elements.contains { $0.string == name } ?? false }
    }

    func describes(_ name: String) -> Int { schemas.count { $0.schema["properties"]?[name] != nil } }
  }

  /// A schema in the text, and all places where it applies.
  struct Node {
    let place: ContractText.Place
    var sites: [Site]
  }

  private(set) var nodes: [String: Node] = [:]
  private let text: ContractText

  init(_ text: ContractText) {
    self.text = text
    let envelope = text.root?["envelope"]
    let payload = envelope?["payload"]?.string.map { JSONPointer(tokens: ["response", "body", $0]) }
    for id in text.endpointIDs {
      guard let place = text.endpoint(id) else { continue }
      func sub(_ schema: JSON) -> ContractText.Place { ContractText.Place(file: place.file, schema: schema) }
      for side in ["path", "query", "headers"] {
        for (name, schema) in place.schema[side]?.members.map({ $0 }) ?? [] {
          visit([sub(schema)], at: JSONPointer(tokens: ["request", side, name]), of: id, isRequest: true)
        }
      }
      if let body = place.schema["body"] {
        visit([sub(body)], at: "/request/body", of: id, isRequest: true)
      }
      for (_, answers) in place.schema["success"]?.members.map({ $0 }) ?? [] {
        for answer in answers.kind == .array ? Array(answers.elements) : [answers] {
          if let schema = answer["body"] { visit([sub(schema)], at: "/response/body", of: id, isRequest: false) }
          if let schema = answer["payload"], let payload { visit([sub(schema)], at: payload, of: id, isRequest: false) }
          for name in answer["others"]?.elements.compactMap(\.string) ?? [] {
            guard let slot = text.slot(name) else { continue }
            visit([slot], at: JSONPointer(tokens: ["response", "body", name]), of: id, isRequest: false)
          }
        }
      }
    }
  }

  private mutating func visit(
    _ places: [ContractText.Place], at pointer: JSONPointer, of endpoint: String, isRequest: Bool,
    isOfNames: Bool = false
  ) {
    precondition(pointer.tokens.count < 20, "A schema of the shipped contracts leads to itself.")
    let schemas = places.flatMap(all)
    let isParameter = isRequest && pointer.tokens[1] != "body"
    let site = Site(
      endpoint: endpoint, isRequest: isRequest, isParameter: isParameter, isOfNames: isOfNames, pointer: pointer,
      schemas: schemas)
    var members: [String: [ContractText.Place]] = [:]
    var elements: [ContractText.Place] = []
    for place in schemas where place.schema.kind == .object {
      nodes["\(place.file)#\(place.schema.pointer)", default: Node(place: place, sites: [])].sites.append(site)
      func sub(_ schema: JSON) -> ContractText.Place { ContractText.Place(file: place.file, schema: schema) }
      for (name, schema) in place.schema["properties"]?.members.map({ $0 }) ?? [] {
        members[name, default: []].append(sub(schema))
      }
      if let names = place.schema["propertyNames"] {
        visit([sub(names)], at: pointer, of: endpoint, isRequest: isRequest, isOfNames: true)
      }
      for keyword in ["items", "additionalProperties"] {
        if let schema = place.schema[keyword] { elements.append(sub(schema)) }
      }
    }
    for (name, places) in members {
      visit(places, at: pointer.appending(name), of: endpoint, isRequest: isRequest)
    }
    if !elements.isEmpty { visit(elements, at: pointer.appending("*"), of: endpoint, isRequest: isRequest) }
  }

  /// Returns a schema, and the target of its reference or the alternative that isn't null.
  private func all(_ place: ContractText.Place) -> [ContractText.Place] {
    text.expanded(place).flatMap { place in
      [place]
        + (place.schema["anyOf"]?.elements.map { ContractText.Place(file: place.file, schema: $0) } ?? []).flatMap(all)
    }
  }
}
