import PlumblineJSONSchema
import PlumblineJSONTree

/// The values that a generated request sends to satisfy an endpoint's `when`.
///
/// Each value is the first one that the clause's schema lists, or else its first example, or else a generated one. If
/// the parameter also has a schema, its value is the first that fits both schemas, serialized in the parameter's style.
package struct ConditionValues: Sendable {
  /// The value of a query parameter or a cookie.
  package struct Sent: Sendable {
    /// The parameter's name.
    package let name: String
    /// The items, ready to send, such as `name=value`.
    package let items: [String]
  }

  /// The values of path parameters. They are decoded, unless the parameter's style adds delimiters. In that case they
  /// are ready to send.
  package private(set) var path: [String: String] = [:]
  package private(set) var query: [Sent] = []
  package private(set) var headers: [(name: String, value: String)] = []
  package private(set) var cookies: [Sent] = []
  package private(set) var body: [(place: JSONPointer, value: JSON)] = []

  package init(_ endpoint: Endpoint) {
    for clause in endpoint.condition.clauses {
      switch clause.address {
      case .path(let name):
        let parameter = endpoint.path.first { $0.name == name }
        let value = Self.value(of: clause, fitting: parameter)
        path[name] = value.map { value in
          guard let parameter, !parameter.isPlain else { return ParameterStyle.text(of: value) }
          return parameter.style.pathText(value, named: name)
        }
      case .query(let name):
        let parameter = endpoint.queryParameter(name)
        query.append(Self.sent(Self.value(of: clause, fitting: parameter) ?? "", name, parameter, at: .query))
      case .header(let name):
        let parameter = endpoint.header(name)
        let style = parameter?.style ?? ParameterStyle.Place.headers.usual
        let text = Self.value(of: clause, fitting: parameter).map(style.headerText) ?? ""
        headers.append((name, text.isEmpty ? "1" : text))
      case .cookie(let name):
        let parameter = endpoint.cookie(name)
        cookies.append(Self.sent(Self.value(of: clause, fitting: parameter) ?? "1", name, parameter, at: .cookies))
      case .body(let pointer):
        if let value = Self.value(of: clause, fitting: nil) { body.append((pointer, value)) }
      case .persona, .credential, .item: break
      }
    }
  }

  /// Returns a body completed with the values that the endpoint's `when` requires.
  package func completing(_ body: JSON) -> JSON {
    self.body.reduce(body) { Self.setting($1.value, at: $1.place.tokens[...], in: $0) }
  }

  private static func sent(
    _ value: JSON, _ name: String, _ parameter: Parameter?, at place: ParameterStyle.Place
  ) -> Sent {
    Sent(name: name, items: (parameter?.style ?? place.usual).queryItems(value, named: name))
  }

  private static func value(of clause: Condition.Clause, fitting parameter: Parameter?) -> JSON? {
    let own = parameter?.schema.source
    let samples = [own?["default"]].compactMap { $0 } + (own?["examples"].map { Array($0.elements) } ?? [])
    let candidates =
      (clause.values ?? []) + (clause.schema.source["examples"].map { Array($0.elements) } ?? []) + samples
    func isFitting(_ value: JSON) -> Bool {
      clause.schema.isValid(value) && parameter?.schema.isValid(value) ?? true
    }
    if let fitting = candidates.first(where: isFitting) { return fitting }
    // The clause and the parameter may each have a schema. Generate a value from either one, and validate it with the
    // other.
    let made = [parameter?.schema, clause.schema].compactMap { $0.flatMap { try? $0.example().get() } }
    return made.first(where: isFitting) ?? made.last
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
