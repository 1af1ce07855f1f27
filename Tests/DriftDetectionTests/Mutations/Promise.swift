import PlumblineJSONTree

/// The contract's promise about one place in a body, assembled from the text of every schema that applies there.
struct Promise {
  /// The allowed types, or `nil` if all types are allowed.
  private(set) var types: Set<String>?
  /// The listed values, or `nil` if no schema lists any.
  private(set) var listed: [JSON]?
  private(set) var properties: [String: [ContractText.Place]] = [:]
  private(set) var required: Set<String> = []
  /// The schemas of members that aren't described by name, or `nil` if no schema has any.
  private(set) var others: [ContractText.Place]?
  /// The names that members without a schema of their own may have, or `nil` if any name is allowed.
  private(set) var names: [String]?
  private(set) var items: [ContractText.Place] = []
  private(set) var minimum: Int?
  private(set) var maximum: Int?
  private(set) var isNotEmpty = false
  private(set) var format: String?

  init(_ places: [ContractText.Place], in text: ContractText) {
    for place in places.flatMap(text.expanded) { add(place, text) }
  }

  private mutating func add(_ place: ContractText.Place, _ text: ContractText) {
    let schema = place.schema
    func sub(_ schema: JSON) -> ContractText.Place { ContractText.Place(file: place.file, schema: schema) }
    if let type = schema["type"] { limit(to: Self.types(type)) }
    if let values = schema["enum"].map({ Array($0.elements) }) ?? schema["const"].map({ [$0] }) {
      listed = listed.map { $0.filter(values.contains) } ?? values
      limit(to: Set(values.map(Self.type)))
    }
    for (name, member) in schema["properties"]?.members.map({ $0 }) ?? [] {
      properties[name, default: []].append(sub(member))
    }
    required.formUnion(schema["required"]?.elements.compactMap(\.string) ?? [])
    if let member = schema["additionalProperties"] { others = (others ?? []) + [sub(member)] }
    if let member = schema["propertyNames"] {
      names = Promise([sub(member)], in: text).listed?.compactMap(\.string)
    }
    if let member = schema["items"] { items.append(sub(member)) }
    minimum = schema["minimum"]?.int ?? minimum
    maximum = schema["maximum"]?.int ?? maximum
    isNotEmpty = isNotEmpty || schema["minLength"]?.int == 1
    format = schema["format"]?.string ?? format
    if let branches = schema["anyOf"] { addNullable(branches, place.file, text) }
  }

  /// Adds alternatives, which the contracts use only for a value or null.
  private mutating func addNullable(_ branches: JSON, _ file: String, _ text: ContractText) {
    let places = branches.elements.map { ContractText.Place(file: file, schema: $0) }
    let values = places.filter { $0.schema["type"]?.string != "null" }
    precondition(values.count == 1 && places.count == 2, "Such alternatives are not read yet.")
    let before = types
    types = nil
    for place in values.flatMap(text.expanded) { add(place, text) }
    types = types.map { $0.union(["null"]) }
    if let before { limit(to: before) }
  }

  private mutating func limit(to allowed: Set<String>) {
    types = types.map { Self.meet($0, allowed) } ?? allowed
  }

  private static func meet(_ one: Set<String>, _ other: Set<String>) -> Set<String> {
    var both = one.intersection(other)
    if one.contains("number"), other.contains("integer") || one.contains("integer"), other.contains("number") {
      both.insert("integer")
    }
    return both
  }

  private static func types(_ json: JSON) -> Set<String> {
    json.string.map { [$0] } ?? Set(json.elements.compactMap(\.string))
  }

  private static func type(_ json: JSON) -> String {
    switch json.kind {
    case .null: "null"
    case .bool: "boolean"
    case .number: json.int == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Returns a Boolean value that indicates whether a value of this kind is allowed here.
  func allows(_ value: JSON) -> Bool {
    guard let types else { return true }
    let type = Self.type(value)
    return types.contains(type) || type == "integer" && types.contains("number")
  }

  /// Returns the rule that a value of a wrong type breaks, by its name after `field.`.
  func rule(forWrongType value: JSON) -> String {
    let types = types ?? []
    let wantsNumber = types.contains("integer") || types.contains("number")
    switch value.kind {
    case .null: return "null-not-allowed"
    case .string where wantsNumber && value.string.flatMap(JSONNumber.init(literal:)) != nil: return "number-as-string"
    case .number where wantsNumber: return "integer-as-decimal"
    case .number where types.contains("string"): return "string-as-number"
    default: return "type-changed"
    }
  }

  /// A Boolean value that indicates whether the contract lists this place's members.
  var describesMembers: Bool { !properties.isEmpty }

  /// Returns a Boolean value that indicates whether the object may have a member with this name, documented or not.
  func isOpen(to name: String) -> Bool {
    if properties[name] != nil { return true }
    if others != nil { return names?.contains(name) ?? true }
    return !describesMembers
  }

  /// Returns the promise about a member.
  func member(_ name: String, in text: ContractText) -> Promise {
    Promise(properties[name] ?? others ?? [], in: text)
  }

  func element(in text: ContractText) -> Promise { Promise(items, in: text) }
}
