import PlumblineJSONTree

extension BreakageFinder {
  /// Proposes changes to members, elements and the schemas that a value must satisfy.
  mutating func breakContainer(_ fact: SchemaFact, _ pointer: JSONPointer, _ place: JSON) {
    switch fact {
    case .required(let names):
      for name in names where !isDone && place[name] != nil {
        _ = propose(value.removing(pointer.appending(name)), breaking: "required", "'\(name)' removed")
      }
    case .dependentRequired(let list):
      for entry in list {
        for needed in entry.needed where !isDone && place[entry.name] != nil && place[needed] != nil {
          _ = propose(value.removing(pointer.appending(needed)), breaking: "dependentRequired", "'\(needed)' removed")
        }
        if !isDone, place.kind == .object, place[entry.name] == nil {
          _ = propose(with(nil, entry.name, pointer, place), breaking: "dependentRequired", "'\(entry.name)' added")
        }
      }
    case .object(let object): openNames(object, pointer, place)
    case .unevaluatedProperties: extra("unevaluatedProperties", pointer, place)
    case .propertyNames: propertyNames(pointer, place)
    case .minProperties(let count):
      guard place.kind == .object, count > 0 else { return }
      let kept = place.members.prefix(count - 1).map { ($0.key, $0.value) }
      for other in [JSON.object(kept), JSON.object(place.members.suffix(count - 1).map { ($0.key, $0.value) })] {
        if propose(replaced(pointer, other), breaking: "minProperties", "too few properties") { return }
      }
    case .maxProperties(let count): maxProperties(count, fact, pointer, place)
    case .minItems(let count):
      guard place.kind == .array, count > 0 else { return }
      let kept = JSON.array(Array(place.elements.prefix(count - 1)))
      _ = propose(replaced(pointer, kept), breaking: "minItems", "too few elements")
    case .maxItems(let count):
      guard place.kind == .array, count < 1_000 else { return }
      var elements = Array(place.elements)
      while elements.count <= count { elements.append(elements.last ?? "text") }
      if propose(replaced(pointer, .array(elements)), breaking: "maxItems", "too many elements") { return }
      generate(fact, "maxItems", pointer, place)
    case .uniqueItems: uniqueItems(pointer, place)
    case .contains(let node, let minimum, let maximum): contains(fact, node, minimum, maximum, pointer, place)
    case .never, .reference, .allOf, .items: break
    case .anyOf: generate(fact, "anyOf", pointer, place)
    case .oneOf: generate(fact, "oneOf", pointer, place)
    case .not: generate(fact, "not", pointer, place)
    default: generate(fact, nil, pointer, place)
    }
  }

  private mutating func maxProperties(_ count: Int, _ fact: SchemaFact, _ pointer: JSONPointer, _ place: JSON) {
    guard place.kind == .object, count < 1_000 else { return }
    var members = place.members.map { ($0.key, $0.value) }
    let last = members.last?.1 ?? "text"
    var number = 1
    while members.count <= count {
      if place["property\(number)"] == nil { members.append(("property\(number)", last)) }
      number += 1
    }
    if propose(replaced(pointer, .object(members)), breaking: "maxProperties", "too many properties") { return }
    generate(fact, "maxProperties", pointer, place)
  }

  private mutating func propertyNames(_ pointer: JSONPointer, _ place: JSON) {
    guard place.kind == .object else { return }
    for name in ["", "~", "not a name", "A", "1", String(repeating: "name", count: 20)] where place[name] == nil {
      for new: JSON in [place.members.first { _ in true }?.value ?? nil, "text", 1] {
        if propose(with(new, name, pointer, place), breaking: "propertyNames", "a wrong name added") { return }
      }
    }
  }

  private mutating func uniqueItems(_ pointer: JSONPointer, _ place: JSON) {
    guard place.kind == .array, let first = place[0] else { return }
    var elements = Array(place.elements)
    if propose(replaced(pointer, .array(elements + [first])), breaking: "uniqueItems", "an element repeated") {
      return
    }
    if elements.count > 1 { elements[1] = first }
    _ = propose(replaced(pointer, .array(elements)), breaking: "uniqueItems", "an element repeated")
  }

  private mutating func contains(
    _ fact: SchemaFact, _ node: Int, _ minimum: Int, _ maximum: Int?, _ pointer: JSONPointer,
    _ place: JSON
  ) {
    guard place.kind == .array else { return }
    let compiled = schema.compiled
    let fitting = place.elements.filter { compiled.judge($0, by: node) == true }
    if minimum > 0 {
      let others = place.elements.filter { compiled.judge($0, by: node) != true }
      let fewer = Array(fitting.prefix(minimum - 1)) + others
      for keyword in ["contains", "minContains"] {
        if propose(replaced(pointer, .array(fewer)), breaking: keyword, "too few elements that fit") { break }
      }
    }
    if let maximum, maximum < 1_000, let first = fitting.first {
      let more = [JSON](repeating: first, count: max(1, maximum + 1 - fitting.count))
      for keyword in ["contains", "maxContains"] {
        let list = Array(place.elements) + more
        if propose(replaced(pointer, .array(list)), breaking: keyword, "too many elements that fit") { return }
      }
    }
    generate(fact, "contains", pointer, place)
  }

  private mutating func openNames(_ object: SchemaFact.Object, _ pointer: JSONPointer, _ place: JSON) {
    guard object.additional != nil else { return }
    extra("additionalProperties", pointer, place)
  }

  /// Adds an undeclared member.
  private mutating func extra(_ keyword: String, _ pointer: JSONPointer, _ place: JSON) {
    guard place.kind == .object else { return }
    for name in ["unexpected", "Unexpected-1", "~"] where place[name] == nil {
      for new: JSON in ["text", 1, nil] {
        if propose(with(new, name, pointer, place), breaking: keyword, "'\(name)' added") { return }
      }
    }
  }

  private func with(_ new: JSON, _ name: String, _ pointer: JSONPointer, _ place: JSON) -> JSON? {
    replaced(pointer, place.setting(name, to: new))
  }
}
