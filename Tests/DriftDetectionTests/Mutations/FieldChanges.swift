import PlumblineJSONTree

/// Every single change of the values inside a body, at every place, with the rules that follow from the contract's
/// text.
struct FieldChanges {
  struct Made {
    let kind: String
    let body: JSON
    let expected: Set<String>
  }

  let text: ContractText
  let body: JSON
  /// The first word of the rules and of the pointers, which is `response` or `request`.
  let message: String
  /// Places whose members determine the shape of the response, and which therefore aren't changed.
  var fixed: Set<JSONPointer> = []
  private var made: [Made] = []

  init(_ text: ContractText, _ body: JSON, message: String) {
    self.text = text
    self.body = body
    self.message = message
  }

  /// Returns the changes at a place and at everything inside it. In an array, the first and the last element represent
  /// all others.
  mutating func changes(at place: JSONPointer, _ promise: Promise) -> [Made] {
    made = []
    visit(place, promise)
    return made
  }

  private mutating func visit(_ place: JSONPointer, _ promise: Promise) {
    guard let value = body.at(place) else { return }
    if !fixed.contains(place) { changeValue(value, place, promise) }
    switch value.kind {
    case .object:
      promises[place] = promise
      for (name, member) in value.members {
        let pointer = place.appending(name)
        if !fixed.contains(pointer) { changeName(name, member, in: value, place, promise) }
        visit(pointer, promise.member(name, in: text))
      }
      addMember(to: value, place, promise)
    case .array:
      let indices = Set([0, value.count - 1]).filter { $0 >= 0 }.sorted()
      for index in indices { visit(place.appending(index), promise.element(in: text)) }
    default: break
    }
  }

  private mutating func add(_ kind: String, _ body: JSON?, _ expected: [(rule: String, place: JSONPointer)]) {
    guard let body else { return }
    made.append(
      Made(
        kind: kind, body: body,
        expected: Set(expected.map { "\(message).field.\($0.rule) /\(message)/body\($0.place)" })
      ))
  }

  // MARK: - The value

  private mutating func changeValue(_ value: JSON, _ place: JSONPointer, _ promise: Promise) {
    func set(_ kind: String, _ other: JSON) {
      let expected = promise.allows(other) ? fits(other, place, promise) : [(promise.rule(forWrongType: other), place)]
      add(kind, body.replacing(place, with: other), expected)
    }
    // A null payload is covered by the envelope's rules.
    if !value.isNull, !(message == "response" && place == "/data") { set("null", nil) }
    switch value.kind {
    case .string:
      set("retype", true)
      set("string as number", 17)
      set("string to object", [:])
    case .number:
      set("retype", true)
      set("number as string", "17")
      set("widen an integer", 17.5)
      if let whole = value.int, let decimal = try? JSON.parse("\(whole).0") {
        add("write 1.0 for 1", body.replacing(place, with: decimal), [])
      }
    case .bool: set("retype", "yes")
    case .object:
      set("retype", "text")
      if promise.types?.contains("array") != true { set("object to array", []) }
    case .array:
      set("retype", "text")
      set("array to object", [:])
    case .null: break
    }
    if promise.listed != nil, value.kind == .string { set("out of enum", "ZZ_OUT") }
    if value.kind == .number {
      if let minimum = promise.minimum { set("below its bound", JSON(minimum - 1)) }
      if let maximum = promise.maximum { set("above its bound", JSON(maximum + 1)) }
    }
    if value.kind == .string {
      if promise.isNotEmpty { set("too short", "") }
      if promise.format != nil { set("break a format", "not as it was") }
    }
  }

  /// Returns the problems of a value whose type is allowed.
  private func fits(_ value: JSON, _ place: JSONPointer, _ promise: Promise) -> [(String, JSONPointer)] {
    if let listed = promise.listed, !listed.contains(value), !value.isNull { return [("value-not-in-enum", place)] }
    switch value.kind {
    case .number:
      let number = value.double ?? 0
      if let minimum = promise.minimum, number < Double(minimum) { return [("out-of-bounds", place)] }
      if let maximum = promise.maximum, number > Double(maximum) { return [("out-of-bounds", place)] }
    case .string:
      if promise.isNotEmpty, value.string == "" { return [("out-of-bounds", place)] }
      if promise.format != nil, value.string == "not as it was" { return [("format", place)] }
    case .object:
      return value.count == 0 ? promise.required.map { ("missing", place.appending($0)) } : []
    default: break
    }
    return []
  }

  // MARK: - The name

  private mutating func changeName(
    _ name: String, _ member: JSON, in object: JSON, _ place: JSONPointer, _ promise: Promise
  ) {
    let pointer = place.appending(name)
    let absence = promise.required.contains(name) ? [("missing", pointer)] : []
    add("remove a field", body.removing(pointer), absence)
    let other = "zz_\(name)"
    add(
      "rename a field", body.renaming(pointer, to: other),
      absence + (promise.isOpen(to: other) ? [] : [("undocumented", place.appending(other))]))
    for variant in Self.recased(name) where object[variant] == nil {
      let expected: [(String, JSONPointer)] =
        if promise.properties[name] != nil { [("case-changed", place.appending(variant))] } else {
          promise.isOpen(to: variant) ? [] : [("undocumented", place.appending(variant))]
        }
      add("re-case a field", body.renaming(pointer, to: variant), expected)
    }
    moveUp(name, member, place, absence)
  }

  /// Moves a member out of its object, next to the object itself.
  private mutating func moveUp(
    _ name: String, _ member: JSON, _ place: JSONPointer, _ absence: [(String, JSONPointer)]
  ) {
    guard let parent = place.parent, let outer = body.at(parent), outer.kind == .object,
      outer[name] == nil, let promise = promises[parent], promise.properties[name] == nil
    else { return }
    let target = parent.appending(name)
    add(
      "move a field up", body.removing(place.appending(name))?.inserting(key: name, value: member, at: parent),
      absence + (promise.isOpen(to: name) ? [] : [("undocumented", target)]))
  }

  private mutating func addMember(to object: JSON, _ place: JSONPointer, _ promise: Promise) {
    let pointer = place.appending("zz_added")
    let value: JSON = promise.others == nil ? ["a": 1] : 1
    add(
      "add a field",
      object.members.isEmpty
        ? body.replacing(place, with: ["zz_added": value])
        : body.inserting(key: "zz_added", value: value, at: place),
      promise.isOpen(to: "zz_added") ? [] : [("undocumented", pointer)])
  }

  /// The promises about the objects along the path.
  private var promises: [JSONPointer: Promise] = [:]

  /// Returns a name in other styles. For example, `created_at` becomes `createdAt`, `CreatedAt`, `CREATED_AT` and
  /// `created-at`, and `createdAt` becomes `created_at`.
  static func recased(_ name: String) -> [String] {
    let words = name.split(separator: "_").map(String.init)
    guard let first = words.first else { return [] }
    let tail = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let camel = first + tail
    let pascal = first.prefix(1).uppercased() + first.dropFirst() + tail
    let snake = name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    return Set([camel, pascal, snake, name.uppercased(), words.joined(separator: "-")]).subtracting([name]).sorted()
  }
}
