import PlumblineJSONSchema
import PlumblineJSONTree

/// What a request that is made for an endpoint sends so that its `when` holds.
///
/// Of a schema that lists values the first is sent, else its first example, else one that is made from it. A parameter that
/// has a schema of its own gets the first that fits that, too.
package struct ConditionValues: Sendable {
  package private(set) var path: [String: String] = [:]
  package private(set) var query: [(name: String, value: String)] = []
  package private(set) var headers: [(name: String, value: String)] = []
  package private(set) var cookies: [(name: String, value: String)] = []
  package private(set) var body: [(place: JSONPointer, value: JSON)] = []

  package init(_ endpoint: Endpoint) {
    for clause in endpoint.condition.clauses {
      switch clause.address {
      case .path(let name):
        let value = Self.value(of: clause, fitting: endpoint.path.first { $0.name == name })
        path[name] = value.map(Self.text)
      case .query(let name):
        let value = Self.value(of: clause, fitting: endpoint.query.first { $0.name == name })
        query.append((name, value.map(Self.text) ?? ""))
      case .header(let name):
        let parameter = endpoint.headers.first { $0.name.lowercased() == name.lowercased() }
        let value = Self.value(of: clause, fitting: parameter).map(Self.text) ?? ""
        headers.append((name, value.isEmpty ? "1" : value))
      case .cookie(let name):
        let value = Self.value(of: clause, fitting: endpoint.cookies.first { $0.name == name })
        cookies.append((name, value.map(Self.text) ?? "1"))
      case .body(let pointer):
        if let value = Self.value(of: clause, fitting: nil) { body.append((pointer, value)) }
      case .persona, .credential, .item: break
      }
    }
  }

  /// A body with the values that the `when` looks for.
  package func completing(_ body: JSON) -> JSON {
    self.body.reduce(body) { Self.setting($1.value, at: $1.place.tokens[...], in: $0) }
  }

  private static func value(of clause: Condition.Clause, fitting parameter: Parameter?) -> JSON? {
    let source = clause.schema.source
    let candidates = (clause.values ?? []) + (source["examples"].map { Array($0.elements) } ?? [])
    let fitting = candidates.first { value in
      clause.schema.isValid(value) && parameter?.schema.isValid(value) ?? true
    }
    // What may be anything is there by being there.
    let isOpen = source.bool == true || source.kind == .object && source.count == 0
    return fitting
      ?? (isOpen ? (parameter.flatMap { try? $0.schema.example().get() }) : try? clause.schema.example().get())
  }

  private static func text(_ value: JSON) -> String {
    switch value.kind {
    case .string, .number, .bool: value.string ?? value.text
    case .null, .object, .array: ""
    }
  }

  private static func setting(_ value: JSON, at tokens: ArraySlice<String>, in json: JSON) -> JSON {
    guard let token = tokens.first else { return value }
    if json.kind == .array, let index = Int(token), index < json.count {
      return .array(
        json.elements.enumerated().map { $0 == index ? setting(value, at: tokens.dropFirst(), in: $1) : $1 })
    }
    let object = json.kind == .object ? json : [:]
    return object.setting(token, to: setting(value, at: tokens.dropFirst(), in: object[token] ?? .null))
  }
}
