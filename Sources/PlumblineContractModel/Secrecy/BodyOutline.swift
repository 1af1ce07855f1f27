import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The contract's schemas for the values in a JSON body.
package struct BodyOutline: Sendable {
  private let parts: [(prefix: JSONPointer, schema: Schema)]
  /// The indices of the parts, by prefix. There may be thousands of parts.
  private let places: [JSONPointer: [Int]]
  /// The number of tokens in the longest prefix.
  private let longest: Int

  /// Creates the outline of a body without a schema.
  package init() { self.init([]) }

  private init(_ parts: [(prefix: JSONPointer, schema: Schema)]) {
    self.parts = parts
    places = Dictionary(grouping: parts.indices) { parts[$0].prefix }
    longest = parts.map(\.prefix.tokens.count).max() ?? 0
  }

  /// Creates the outline of a request's body.
  package init(of request: Request, to endpoint: Endpoint?) {
    let content = endpoint?.body.flatMap { body in
      request.mediaType.map(body.content(accepting:)) ?? body.json ?? body.content.first
    }
    self.init(content?.schema.map { [(JSONPointer(), $0)] } ?? [])
  }

  /// Creates the outline of a response's body from the schemas of all documented responses with the same status.
  package init(of response: Response, from endpoint: Endpoint?, in contract: Contract) {
    var parts: [(prefix: JSONPointer, schema: Schema)] = []
    let mediaType = response.headers.mediaType
    func add(_ contents: [MediaContent]) {
      for content in contents where content.mediaType == mediaType {
        if let schema = content.schema { parts.append((JSONPointer(), schema)) }
      }
    }
    for answer in endpoint?.answers(at: response.status) ?? [] {
      switch answer.content {
      case .payload(let schema): parts.append((contract.payloadPlace, schema))
      case .body(let schema): parts.append((JSONPointer(), schema))
      case .media(let contents): add(contents)
      case .noPayload, .empty: break
      }
    }
    for failure in endpoint?.failures(at: response.status) ?? [] {
      switch failure.content {
      case .body(let schema): parts.append((JSONPointer(), schema))
      case .media(let contents): add(contents)
      case .envelope, .empty: break
      }
    }
    for slot in contract.envelope?.others ?? [] { parts.append((slot.place, slot.schema)) }
    self.init(parts)
  }

  /// The parts of the values that the schemas describe, with the location of each in the body.
  package var outlines: [(prefix: JSONPointer, outline: ValueOutline)] {
    parts.map { ($0.prefix, $0.schema.outline()) }
  }

  /// Returns the schema that describes the string at the given member path in the body.
  func speaking(of tokens: [String]) -> JSON? {
    (places[JSONPointer()] ?? []).lazy.compactMap { parts[$0].schema.speaking(of: tokens) }.first
  }

  /// Returns the schema that describes a form field. Its name may have brackets.
  func field(_ name: String) -> JSON? {
    let top = String(name.prefix { $0 != "[" })
    return speaking(of: [top] + (BracketedName(name, of: top)?.keys ?? []))
  }

  /// Returns the schemas that apply at a location in the body, including branches that don't hold.
  package func schemas(at pointer: JSONPointer, in body: JSON) -> [JSON] {
    let found = (0...min(longest, pointer.tokens.count)).flatMap { count in
      places[JSONPointer(tokens: Array(pointer.tokens.prefix(count)))] ?? []
    }
    return found.sorted().flatMap { index -> [JSON] in
      let (prefix, schema) = parts[index]
      guard let value = body.at(prefix) else { return [] }
      return schema.sources(at: JSONPointer(tokens: Array(pointer.tokens.dropFirst(prefix.tokens.count))), in: value)
    }
  }
}

extension Schema {
  /// Returns the schema that describes the string at a member path. This is the nearest schema that declares whether
  /// the value is personal, starting from the string itself and going outward through list elements, or else a schema
  /// for the string.
  ///
  /// The path is limited to a length that no contract exceeds, because the name of a form field may have thousands of
  /// brackets.
  func speaking(of tokens: [String]) -> JSON? {
    let tokens = Array(tokens.lazy.filter { !$0.isEmpty }.prefix(32))
    func sources(_ tokens: [String]) -> [JSON] {
      let instance = tokens.reversed().reduce(JSON("")) { JSON.object([($1, $0)]) }
      return self.sources(at: JSONPointer(tokens: tokens), in: instance)
    }
    let own = sources(tokens)
    let elements = own.compactMap { $0["items"] }
    let outer = tokens.indices.reversed().flatMap { sources(Array(tokens[..<$0])) }
    return (elements + own + outer).first { $0["x-personal"]?.bool != nil } ?? own.first
  }
}

extension [JSON] {
  /// Returns a Boolean value that indicates whether any of these schemas lists a value. Listed values are public.
  package func list(_ value: JSON) -> Bool {
    contains { schema in
      schema["const"] == value || schema["enum"]?.elements.contains { $0 == value } ?? false
    }
  }
}
