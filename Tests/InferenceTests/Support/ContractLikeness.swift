import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A measure of how much of a contract a draft reproduces, as far as exchanges have shown it.
struct ContractLikeness {
  struct Score: CustomStringConvertible {
    var right = 0
    var wrong: [String] = []

    var total: Int { right + wrong.count }
    var share: Double { total == 0 ? 1 : Double(right) / Double(total) }
    var description: String { "\(right) of \(total)" }

    mutating func note(_ isRight: Bool, _ what: @autoclosure () -> String) {
      if isRight { right += 1 } else { wrong.append(what()) }
    }
  }

  private(set) var templates = Score()
  private(set) var fields = Score()
  private(set) var types = Score()
  private(set) var required = Score()
  /// The required members that the exchanges determine, without optional members that were always present.
  private(set) var decided = Score()
  private(set) var wrongEnums: [String] = []
  private(set) var rightEnums = 0

  private let truth: Contract
  private let draft: Contract

  init(of draft: Contract, to truth: Contract, _ exchanges: [Exchange]) {
    self.draft = draft
    self.truth = truth
    for endpoint in truth.endpoints {
      let own = exchanges.filter { exchange in
        guard case .found(let found) = truth.router.route(truth.withoutServerPath(exchange.request)) else {
          return false
        }
        return found.id == endpoint.id
      }
      guard !own.isEmpty else { continue }
      compare(endpoint, own)
    }
  }

  private mutating func compare(_ endpoint: Endpoint, _ exchanges: [Exchange]) {
    let line = endpoint.request
    let twin = draft.endpoints.first {
      $0.request.method == line.method && $0.request.template.shape == line.template.shape
    }
    templates.note(twin != nil, "\(line)")
    guard let twin else { return }
    let sent = exchanges.filter { $0.response?.status ?? 0 < 400 }
    parameters(endpoint.query, twin.query, "\(endpoint.id) query", sent.map { Set($0.request.queryItems.map(\.name)) })
    let bodies = sent.compactMap { try? JSON.parse($0.request.body.bytes ?? []) }
    if let schema = endpoint.body?.json?.schema, !bodies.isEmpty {
      let other = twin.body?.json?.schema
      fields.note(other != nil, "\(endpoint.id) body")
      if let other { compare(schema.source, other.source, bodies, "\(endpoint.id) body") }
    }
    for status in Set(endpoint.answers.map(\.status)).sorted() {
      // Responses that depend on the request aren't distinguished here.
      let answers = endpoint.answers.filter { $0.status == status }
      let own = exchanges.filter { $0.response?.status == status }
      guard answers.count == 1, !own.isEmpty else { continue }
      let other = twin.answers.first { $0.status == status }
      fields.note(other != nil, "\(endpoint.id) \(status)")
      guard let other else { continue }
      let whole = own.compactMap { $0.response?.body.bytes }.compactMap { try? JSON.parse($0) }
      switch (facts(answers[0], truth), facts(other, draft)) {
      case (.some(let mine), .some(let theirs)): compare(mine, theirs, whole, "\(endpoint.id) \(status)", 0)
      case (nil, nil): fields.note(true, "")
      default: fields.note(false, "\(endpoint.id) \(status)")
      }
    }
  }

  /// Returns the facts about the whole JSON body of a response, including the envelope.
  private func facts(_ answer: DocumentedResponse, _ contract: Contract) -> Facts? {
    var inner: JSON?
    switch answer.content {
    case .body(let schema): return facts(schema.source, contract)
    case .payload(let schema): inner = schema.source
    case .noPayload: break
    case .media, .empty: return nil
    }
    guard let envelope = contract.envelope else { return nil }
    var facts = Facts(types: ["object"])
    if let inner, let name = envelope.payload?.tokens[0] {
      facts.members.append((name, inner))
      facts.required.insert(name)
    }
    if let name = envelope.flag?.place.tokens[0] {
      facts.members.append((name, .object([("type", JSON(envelope.flag?.isBoolean == true ? "boolean" : "string"))])))
      facts.required.insert(name)
    }
    for other in envelope.others {
      facts.members.append((other.name, other.schema.source))
      if answer.others.contains(other.name) { facts.required.insert(other.name) }
    }
    facts.isOpen = true
    return facts
  }

  private mutating func parameters(
    _ truth: [Parameter], _ draft: [Parameter], _ place: String, _ seen: [Set<String>]
  ) {
    for parameter in truth where seen.contains(where: { $0.contains(parameter.name) }) {
      let other = draft.first { $0.name == parameter.name }
      fields.note(other != nil, "\(place) \(parameter.name)")
      guard let other else { continue }
      mark(
        parameter.isRequired, other.isRequired, isAlways: seen.allSatisfy { $0.contains(parameter.name) },
        "\(place) \(parameter.name)")
      enumeration(
        values(parameter.schema.source, self.truth), values(other.schema.source, self.draft),
        "\(place) \(parameter.name)")
    }
    for parameter in draft where !truth.contains(where: { $0.name == parameter.name }) {
      fields.note(false, "\(place) \(parameter.name), which isn't there")
    }
  }

  private mutating func mark(_ truth: Bool, _ draft: Bool, isAlways: Bool, _ place: String) {
    required.note(truth == draft, "\(place): \(draft)")
    if truth || !isAlways { decided.note(truth == draft, "\(place): \(draft)") }
  }

  private mutating func enumeration(_ truth: Set<JSON>?, _ draft: Set<JSON>?, _ place: String) {
    guard let draft else { return }
    if let truth, draft.subtracting([.null]).isSubset(of: truth) {
      rightEnums += 1
    } else {
      wrongEnums.append("\(place): \(draft)")
    }
  }

  /// Compares what two schemas state about some values.
  private mutating func compare(_ truth: JSON, _ draft: JSON, _ values: [JSON], _ place: String, _ depth: Int = 0) {
    compare(facts(truth, self.truth), facts(draft, self.draft), values, place, depth)
  }

  private mutating func compare(_ mine: Facts, _ theirs: Facts, _ values: [JSON], _ place: String, _ depth: Int) {
    guard depth < 8, !values.isEmpty else { return }
    if !mine.types.isEmpty {
      // Facts that no value shows can't be inferred.
      let shown = Set(values.map(Self.type))
      var expected = mine.types
      if expected.contains("number"), !shown.contains("number") { expected.insert("integer") }
      expected.formIntersection(shown)
      if shown.contains("number") { expected.remove("integer") }
      types.note(expected == theirs.types, "\(place): \(theirs.types.sorted()), not \(expected.sorted())")
    }
    enumeration(mine.values, theirs.values, place)
    let objects = values.filter { $0.kind == .object }
    for (name, schema) in mine.members {
      let inner = objects.compactMap { $0[name] }
      guard !inner.isEmpty else { continue }
      let other = theirs.members.first { $0.0 == name }
      fields.note(other != nil, "\(place)/\(name)")
      guard let other else { continue }
      mark(
        mine.required.contains(name), theirs.required.contains(name), isAlways: inner.count == objects.count,
        "\(place)/\(name)")
      compare(schema, other.1, inner, "\(place)/\(name)", depth + 1)
    }
    if !mine.members.isEmpty {
      for (name, _) in theirs.members
      where !mine.members.contains(where: { $0.0 == name }) && mine.others == nil && !mine.isOpen {
        fields.note(false, "\(place)/\(name), which isn't there")
      }
    } else if let others = mine.others, !objects.isEmpty {
      fields.note(theirs.others != nil, "\(place) is a map")
      if let other = theirs.others {
        compare(others, other, objects.flatMap { $0.members.map(\.value) }, "\(place)/*", depth + 1)
      }
    }
    let arrays = values.filter { $0.kind == .array }
    let elements = arrays.flatMap { Array($0.elements) }
    if let items = mine.items, !elements.isEmpty, let other = theirs.items {
      compare(items, other, elements, "\(place)/*", depth + 1)
    }
  }

  private static func type(_ value: JSON) -> String {
    switch value.kind {
    case .null: "null"
    case .bool: "boolean"
    case .number: value.text.contains(".") || value.int == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  private struct Facts {
    var types: Set<String> = []
    var members: [(String, JSON)] = []
    var required: Set<String> = []
    var items: JSON?
    var others: JSON?
    var isOpen = false
    var values: Set<JSON>?
  }

  private func values(_ schema: JSON, _ contract: Contract) -> Set<JSON>? { facts(schema, contract).values }

  /// Returns the facts of a schema, which include those of references, `allOf`, and alternatives other than null.
  private func facts(_ schema: JSON, _ contract: Contract) -> Facts {
    var facts = Facts()
    var seen = 0
    func visit(_ schema: JSON, isBranch: Bool) {
      seen += 1
      guard seen < 60, schema.kind == .object else { return }
      if let text = schema["$ref"]?.string, let target = follow(text, from: schema, contract) {
        visit(target, isBranch: isBranch)
      }
      for part in schema["allOf"]?.elements.map({ $0 }) ?? [] { visit(part, isBranch: isBranch) }
      for key in ["anyOf", "oneOf"] {
        let branches = schema[key]?.elements.map { $0 } ?? []
        let full = branches.filter { $0["type"] != "null" }
        if full.count < branches.count { facts.types.insert("null") }
        for branch in full { visit(branch, isBranch: isBranch || full.count > 1) }
        let each = full.count > 1 && !isBranch ? full.map { self.facts($0, contract).required } : []
        if let first = each.first { facts.required.formUnion(each.dropFirst().reduce(first) { $0.intersection($1) }) }
      }
      if let type = schema["type"] {
        facts.types.formUnion(
          type.kind == .array ? type.elements.compactMap(\.string) : [type.string].compactMap { $0 })
      }
      if let values = schema["enum"] {
        facts.values = (facts.values ?? []).union(values.elements)
        facts.types.formUnion(values.elements.map(Self.type))
      }
      if let value = schema["const"] {
        facts.values = (facts.values ?? []).union([value])
        facts.types.insert(Self.type(value))
      }
      for (name, member) in schema["properties"]?.members.map({ $0 }) ?? []
      where !facts.members.contains(where: { $0.0 == name }) {
        facts.members.append((name, member))
      }
      if !isBranch { facts.required.formUnion(schema["required"]?.elements.compactMap(\.string) ?? []) }
      if let items = schema["items"], items.kind == .object { facts.items = facts.items ?? items }
      if schema["additionalProperties"]?.bool == true { facts.isOpen = true }
      if let others = schema["additionalProperties"], others.kind == .object { facts.others = facts.others ?? others }
    }
    visit(schema, isBranch: false)
    return facts
  }

  private func follow(_ text: String, from schema: JSON, _ contract: Contract) -> JSON? {
    let file = String(text.prefix { $0 != "#" })
    guard let pointer = JSONPointer(fragment: String(text.dropFirst(file.count))) else { return nil }
    if !file.isEmpty { return contract.documents[file]?.root.at(pointer) }
    return schema.document.root.at(pointer)
  }
}
