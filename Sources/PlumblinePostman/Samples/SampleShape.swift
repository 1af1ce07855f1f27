import PlumblineJSONTree

/// The facts that a schema can state about observed values: their types, their members, and the members that all of
/// them have.
final class SampleShape {
  /// The maximum depth of values to describe. Deeper values may be anything.
  private static let deepest = 60

  private var types: [String] = []
  private var isAny = false
  private(set) var count = 0
  private var objects = 0
  private var names: [String] = []
  private var members: [String: SampleShape] = [:]
  private var items: SampleShape?
  private var example: JSON?
  private let isShown: (_ name: String, _ value: String) -> Bool
  private let name: String

  /// Creates an empty shape.
  ///
  /// - Parameter isShown: A closure that returns a Boolean value that indicates whether a value may be shown as an
  ///   example for a name.
  init(_ name: String = "", isShown: @escaping (_ name: String, _ value: String) -> Bool) {
    self.name = name
    self.isShown = isShown
  }

  func add(_ value: JSON, depth: Int = 0) {
    count += 1
    guard depth < Self.deepest else {
      isAny = true
      return
    }
    switch value.kind {
    case .object:
      note("object")
      objects += 1
      for (name, value) in value.uniquingKeys.members { member(name).add(value, depth: depth + 1) }
    case .array:
      note("array")
      let items = items ?? SampleShape(name, isShown: isShown)
      self.items = items
      for element in value.elements { items.add(element, depth: depth + 1) }
    case .string:
      let text = value.string ?? ""
      // If the whole value is a variable, it may have any type.
      if Variables.isOpen(text), Variables.parts(of: text).count == 1 {
        isAny = true
      } else {
        note("string")
        if !Variables.isOpen(text) { show(value) }
      }
    case .number:
      note(value.int == nil ? "number" : "integer")
      show(value)
    case .bool:
      note("boolean")
      show(value)
    case .null: note("null")
    }
  }

  /// Adds an optional member.
  func allow(_ name: String) { _ = member(name) }

  private func member(_ name: String) -> SampleShape {
    if let known = members[name] { return known }
    let shape = SampleShape(name, isShown: isShown)
    names.append(name)
    members[name] = shape
    return shape
  }

  private func note(_ type: String) { if !types.contains(type) { types.append(type) } }

  private func show(_ value: JSON) {
    if example == nil, value.kind == .bool || isShown(name, value.string ?? value.text) { example = value }
  }

  /// Writes the schema.
  func write(description: String? = nil, into json: inout JSONBuilder) {
    json.object { json in
      if let description { json.member("description", description) }
      guard !isAny, !types.isEmpty else { return }
      let types = types.contains("number") ? types.filter { $0 != "integer" } : types
      if types.count == 1 {
        json.member("type", types[0])
      } else {
        json.member("type", JSON.array(types.map { JSON($0) }))
      }
      if objects > 0 { properties(into: &json) }
      if let items, items.count > 0 { json.member("items") { json in items.write(into: &json) } }
      if let example { json.member("examples", JSON.array([example])) }
    }
  }

  private func properties(into json: inout JSONBuilder) {
    let required = names.filter { members[$0].map { $0.count == objects } ?? false }
    if !required.isEmpty { json.member("required", JSON.array(required.map { JSON($0) })) }
    guard !names.isEmpty else { return }
    json.member("properties") { json in
      json.object { json in
        for name in names {
          json.member(name) { json in members[name]?.write(into: &json) }
        }
      }
    }
  }
}
