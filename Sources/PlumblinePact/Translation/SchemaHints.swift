import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// Adds the constraints of matching rules to the schemas of a drafted contract.
struct SchemaHints {
  /// The maximum number of rules that are evaluated.
  static let most = 2000

  /// A schema in a file.
  private struct Place: Hashable {
    let file: String
    let tokens: [String]
  }

  /// A rule about a body, identified by its position in the pact.
  struct Hint: Hashable {
    /// The index of the interaction.
    let sample: Int
    let isOfRequest: Bool
    /// The index of the rule among the body's rules.
    let rule: Int
  }

  private let contract: Contract
  /// The rules that are evaluated, or `nil` for all of them.
  private let only: Set<Hint>?
  private let names: [String]
  private var roots: [String: JSON] = [:]
  private var patterns: [Place: String] = [:]
  private var seen = 0
  /// The rules that changed a schema, in the order of the pact.
  private(set) var applied: [Hint] = []
  private var known: Set<Hint> = []

  init(_ files: [ContractLoader.File], _ contract: Contract, only: Set<Hint>? = nil) {
    self.contract = contract
    self.only = only
    names = files.map(\.name)
    for file in files { roots[file.name] = try? JSON.parse(file.bytes) }
  }

  var isCutOff: Bool { seen > Self.most }

  var files: [ContractLoader.File] {
    names.compactMap { name in roots[name].map { PactTranslator.file(name, $0) } }
  }

  /// Adds the constraints from an interaction's rules.
  ///
  /// - Parameter number: The interaction's index.
  mutating func apply(_ sample: PactTranslator.Sample, number: Int) {
    guard case .found(let endpoint) = contract.router.route(sample.exchange.request),
      let file = names.first(where: { roots[$0]?["endpoints"]?[endpoint.id] != nil })
    else { return }
    let top = ["endpoints", endpoint.id]
    let request = sample.interaction.request
    if case .json(let body) = request.body {
      for start in starts(top, "body", request.mediaType, file) {
        apply(request.rules, body, (number, true), from: start, below: [])
      }
    }
    let response = sample.interaction.response
    guard case .json(let body) = response.body else { return }
    let answer = top + ["success", "\(response.status ?? 200)"]
    for start in starts(answer, "body", response.mediaType, file) {
      apply(response.rules, body, (number, false), from: start, below: [])
    }
    if let payload = contract.envelope?.payload, roots[file]?.at(JSONPointer(tokens: answer + ["payload"])) != nil {
      let start = Place(file: file, tokens: answer + ["payload"])
      apply(response.rules, body, (number, false), from: start, below: payload.tokens)
    }
  }

  /// Returns the schemas of a body: the schemas for JSON, or for its media type.
  private func starts(_ owner: [String], _ name: String, _ mediaType: String?, _ file: String) -> [Place] {
    let places = [owner + [name], owner + ["content", mediaType ?? "application/json", "schema"]]
    return places.filter { roots[file]?.at(JSONPointer(tokens: $0))?.kind == .object }.map {
      Place(file: file, tokens: $0)
    }
  }

  private mutating func apply(
    _ rules: PactRules, _ body: JSON, _ owner: (sample: Int, isRequest: Bool), from start: Place, below prefix: [String]
  ) {
    for (number, rule) in rules.all(.body).enumerated() {
      seen += 1
      guard seen <= Self.most else { return }
      let hint = Hint(sample: owner.sample, isOfRequest: owner.isRequest, rule: number)
      if let only, !only.contains(hint) { continue }
      var tokens = rule.path.tokens[...]
      guard tokens.count >= prefix.count, zip(tokens, prefix).allSatisfy({ $0 == .member($1) }) else { continue }
      tokens = tokens.dropFirst(prefix.count)
      guard let example = Self.example(rule.path.tokens[...], in: body) else { continue }
      if apply(rule, example, at: ends(start, tokens, depth: 0)), known.insert(hint).inserted { applied.append(hint) }
    }
  }

  /// Applies a rule to schemas, and returns a Boolean value that indicates whether one was changed.
  private mutating func apply(_ rule: PactRule, _ example: JSON, at places: [Place]) -> Bool {
    guard !rule.suffices, rule.matchers.count == 1 else { return false }
    var isChanged = false
    for place in places {
      let pointer = JSONPointer(tokens: place.tokens)
      guard let root = roots[place.file], let schema = root.at(pointer), schema.kind == .object,
        let changed = self.changed(schema, rule.matchers[0], example, place), changed != schema,
        let next = root.replacing(pointer, with: changed)
      else { continue }
      roots[place.file] = next
      isChanged = true
    }
    return isChanged
  }

  /// Returns the first value at a place of the example.
  private static func example(_ tokens: ArraySlice<PactPath.Token>, in body: JSON) -> JSON? {
    guard let token = tokens.first else { return body }
    let inner: JSON? =
      switch token {
      case .member(let name): body[name]
      case .index(let index): body[index]
      case .anyIndex: body[0]
      case .anyMember: body.members.first?.value ?? body[0]
      }
    return inner.flatMap { example(tokens.dropFirst(), in: $0) }
  }

  /// Returns the schemas that an expression leads to.
  private func ends(_ place: Place, _ tokens: ArraySlice<PactPath.Token>, depth: Int) -> [Place] {
    guard depth < 100, let schema = roots[place.file]?.at(JSONPointer(tokens: place.tokens)) else { return [] }
    if let reference = schema["$ref"]?.string, let mark = reference.firstIndex(of: "#"),
      let pointer = JSONPointer(String(reference[reference.index(after: mark)...]))
    {
      let file = mark == reference.startIndex ? place.file : String(reference[..<mark])
      return ends(Place(file: file, tokens: pointer.tokens), tokens, depth: depth + 1)
    }
    func step(_ more: [String], _ rest: ArraySlice<PactPath.Token>) -> [Place] {
      ends(Place(file: place.file, tokens: place.tokens + more), rest, depth: depth + 1)
    }
    if let either = schema["anyOf"], either.count > 0 { return step(["anyOf", "0"], tokens) }
    guard let token = tokens.first else { return [place] }
    let rest = tokens.dropFirst()
    let more = schema["additionalProperties"]?.kind == .object
    let members = schema["properties"]?.members.keys ?? []
    let tuple = schema["prefixItems"]?.count ?? 0
    let hasItems = schema["items"]?.kind == .object
    switch token {
    case .member(let name):
      if members.contains(name) { return step(["properties", name], rest) }
      return more ? step(["additionalProperties"], rest) : []
    case .index(let index):
      if index < tuple { return step(["prefixItems", "\(index)"], rest) }
      return hasItems ? step(["items"], rest) : []
    case .anyIndex:
      return (0..<tuple).flatMap { step(["prefixItems", "\($0)"], rest) } + (hasItems ? step(["items"], rest) : [])
    case .anyMember:
      return members.flatMap { step(["properties", $0], rest) } + (more ? step(["additionalProperties"], rest) : [])
    }
  }
}

extension SchemaHints {
  private static let moments = [
    "yyyy-MM-dd'T'HH:mm:ssXXX": "date-time", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX": "date-time",
    "yyyy-MM-dd'T'HH:mm:ss'Z'": "date-time", "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'": "date-time", "yyyy-MM-dd": "date",
  ]

  /// Returns a schema with a matcher's constraint, or `nil` if it can't express that.
  private mutating func changed(_ schema: JSON, _ matcher: PactMatcher, _ example: JSON, _ place: Place) -> JSON? {
    let isText = Self.holds(schema, only: "string")
    switch matcher {
    case .regex(let regex):
      return isText ? patterned(schema, regex, example, place) : nil
    case .moment(let moment, let form):
      guard isText else { return nil }
      let form = form ?? MomentForm.usual(moment)
      if let format = Self.moments[form] { return Self.without("x-format", schema).setting("format", to: JSON(format)) }
      return MomentForm.pattern(of: form).flatMap { patterned(schema, $0, example, place) }
    case .integer:
      guard Self.holds(schema, only: "number"), example.int != nil else { return nil }
      return schema.setting("type", to: "integer")
    case .decimal, .number:
      guard Self.holds(schema, only: "integer") else { return nil }
      return schema.setting("type", to: "number")
    case .type(let least, let most):
      guard Self.holds(schema, only: "array"), schema["prefixItems"] == nil else { return nil }
      var changed = schema
      if let least { changed = changed.setting("minItems", to: JSON(min(least, schema["minItems"]?.int ?? least))) }
      if let most { changed = changed.setting("maxItems", to: JSON(max(most, schema["maxItems"]?.int ?? most))) }
      return changed
    default: return nil
    }
  }

  /// Returns a schema with a pattern. The pattern is removed if two rules have different ones.
  private mutating func patterned(_ schema: JSON, _ regex: String, _ example: JSON, _ place: Place) -> JSON? {
    let isAnchored = regex.hasPrefix("^") && regex.hasSuffix("$") && !regex.contains("|") && !regex.hasSuffix("\\$")
    let text = isAnchored ? regex : "^(?:\(regex))$"
    if let known = patterns[place] { return known == text ? nil : Self.without("pattern", schema) }
    guard let own = example.string, let pattern = try? Pattern(text), pattern.matches(Array(own.utf8)) else {
      return nil
    }
    patterns[place] = text
    return schema.setting("pattern", to: JSON(text))
  }

  private static func holds(_ schema: JSON, only type: String) -> Bool { schema["type"]?.string == type }

  private static func without(_ name: String, _ schema: JSON) -> JSON {
    .object(schema.members.filter { $0.key != name }.map { ($0.key, $0.value) })
  }

  /// Returns a Boolean value that indicates whether the bodies of all exchanges conform to a contract.
  static func fit(_ exchanges: [Exchange], in contract: Contract) -> Bool {
    exchanges.allSatisfy { exchange in
      guard case .found(let endpoint) = contract.router.route(exchange.request) else { return true }
      if let sent = json(exchange.request.body), let schema = endpoint.body?.json?.schema,
        !schema.isValid(sent)
      {
        return false
      }
      guard let response = exchange.response, let body = json(response.body) else { return true }
      return endpoint.answers(at: response.status).allSatisfy { answer in
        let value = if case .payload = answer.content { contract.payload(of: body) } else { body as JSON? }
        guard let value, let schema = answer.shown else { return true }
        return schema.isValid(value)
      }
    }
  }

  private static func json(_ body: Body) -> JSON? {
    guard let bytes = body.bytes, !bytes.isEmpty else { return nil }
    return try? JSON.parse(bytes)
  }
}
