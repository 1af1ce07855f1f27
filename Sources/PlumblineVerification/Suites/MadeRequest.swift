import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The parts of a request other than its path, generated from the contract. It has all required parts, with values from
/// the schemas in the parameters' styles, and the parameters that keep a long poll short.
struct MadeRequest {
  /// The query's items, as sent.
  private(set) var query: [String] = []
  private(set) var headers = HeaderFields()
  /// The conditions whose values only the server can provide.
  private(set) var conditions: [ConditionField] = []
  /// The body's value and its content, or `nil` if there is none.
  private(set) var value: JSON?
  private(set) var content: MediaContent?
  private(set) var body = Body.empty
  /// The values that were made up.
  private(set) var guesses = CallGuesses()

  /// Creates the parts of a request, or returns `nil` if a required part can't be generated.
  ///
  /// - Parameter asked: The values that the endpoint's `when` requires.
  init?(_ endpoint: Endpoint, _ asked: ConditionValues) {
    guesses.isMade = true
    guard makeQuery(endpoint, asked) else { return nil }
    guard makeHeaders(endpoint), makeCookies(endpoint, asked) else { return nil }
    if let wanted = endpoint.body, !write(wanted, asked), wanted.isRequired { return nil }
    for (name, value) in asked.headers { headers[name] = value }
  }

  /// Creates only the parameters that can be generated.
  init(parametersOf endpoint: Endpoint, _ asked: ConditionValues) {
    _ = makeQuery(endpoint, asked)
    _ = makeHeaders(endpoint)
    _ = makeCookies(endpoint, asked)
    for (name, value) in asked.headers { headers[name] = value }
  }

  private mutating func makeQuery(_ endpoint: Endpoint, _ asked: ConditionValues) -> Bool {
    query = asked.query.flatMap(\.items)
    for parameter in endpoint.query
    where (parameter.isRequired || parameter.longPoll != nil)
      && !asked.query.contains(where: { $0.name == parameter.name })
    {
      guard let value = parameter.longPoll ?? example(of: parameter, "query") else { return false }
      query += parameter.style.queryItems(value, named: parameter.name)
    }
    return true
  }

  private mutating func makeCookies(_ endpoint: Endpoint, _ asked: ConditionValues) -> Bool {
    var cookies = asked.cookies.flatMap(\.items)
    for parameter in endpoint.cookies
    where parameter.isRequired && !asked.cookies.contains(where: { $0.name == parameter.name }) {
      guard let value = example(of: parameter, "cookie") else { return false }
      cookies += parameter.style.queryItems(value, named: parameter.name)
    }
    if !cookies.isEmpty { headers["Cookie"] = cookies.joined(separator: "; ") }
    return true
  }

  private mutating func makeHeaders(_ endpoint: Endpoint) -> Bool {
    for parameter in endpoint.headers where parameter.isRequired {
      if let field = ConditionField(rawValue: parameter.name.lowercased()) {
        conditions.append(field)
        continue
      }
      if let key = FreshKey(for: endpoint), key.field == parameter.name {
        headers[key.field] = key.text
        continue
      }
      guard let value = example(of: parameter, "header") else { return false }
      // An item that is about to be created has no tag.
      let isCreating = parameter.name.lowercased() == "if-none-match" && !endpoint.isSafe
      headers[parameter.name] = isCreating ? "*" : parameter.style.headerText(value)
    }
    // Don't require conditions if the endpoint creates missing items, which have no tag yet.
    if conditions.isEmpty, !endpoint.states.contains(where: \.createsMissing) {
      conditions = endpoint.requiredConditions
    }
    return true
  }

  /// Sets the first body that can be generated.
  private mutating func write(_ wanted: RequestBody, _ asked: ConditionValues) -> Bool {
    let preferred = wanted.structured.map { [$0] } ?? []
    for content in preferred + wanted.content {
      guard let schema = content.schema, let (value, bytes, contentType) = Self.written(schema, content, asked) else {
        continue
      }
      self.value = value
      self.content = content
      body = Body(bytes)
      headers["Content-Type"] = contentType
      note("body", schema, schema.source.location)
      return true
    }
    return false
  }

  /// Returns a body for a media type. If the format can't represent the schema's example, such as an empty list in a
  /// form, a different value is used, if there is one that it can represent.
  private static func written(
    _ schema: Schema, _ content: MediaContent, _ asked: ConditionValues
  ) -> (value: JSON, bytes: [UInt8], contentType: String)? {
    if let text = content.madeMarkup { return (JSON(text), Array(text.utf8), content.mediaType) }
    var first: (value: JSON, bytes: [UInt8], contentType: String)?
    for seed: UInt64 in 0..<6 {
      guard let example = try? schema.example(seed: seed).get() else { continue }
      let value = asked.completing(example)
      guard let (bytes, contentType) = content.body(of: value) else { continue }
      let candidate = (value, bytes, contentType)
      if BodyForm(content.mediaType) == .json { return candidate }
      let read = Result { try content.value(of: bytes, ["Content-Type": contentType], file: "") }
      if case .success(let value) = read, value.map(schema.isValid) ?? true { return candidate }
      first = first ?? candidate
    }
    return first
  }

  private mutating func example(of parameter: Parameter, _ place: String) -> JSON? {
    // A parameter's example takes precedence over its schema's default (OpenAPI 3.0.3, Parameter Object).
    guard let value = parameter.schema.shownExample ?? (try? parameter.schema.example().get()) else { return nil }
    note("\(place).\(parameter.name)", parameter.schema, parameter.location)
    return value
  }

  private mutating func note(_ name: String, _ schema: Schema, _ location: SourceLocation) {
    guesses.values.append(CallGuesses.Value(name: name, location: location, isListed: schema.listsValues))
  }
}
