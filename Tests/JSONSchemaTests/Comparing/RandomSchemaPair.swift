import PlumblineJSONTree
import TestSupport

/// Two schemas of the kind that documents contain. The second is the first with one or two changes, or an unrelated
/// schema.
///
/// The names, numbers and strings are few, so that schemas are related to one another.
struct RandomSchemaPair {
  let values: JSON
  let bounds: JSON

  init(_ numbers: inout RandomNumbers) {
    values = Self.schema(&numbers, depth: 3)
    if Int.random(in: 0..<6, using: &numbers) == 0 {
      bounds = Self.schema(&numbers, depth: 3)
    } else {
      var changed = values
      for _ in 0..<Int.random(in: 1...2, using: &numbers) { changed = Self.changed(changed, &numbers) }
      bounds = changed
    }
  }

  private static let names = ["a", "b", "kind", "x-c"]
  private static let types = ["null", "boolean", "integer", "number", "string", "array", "object"]
  private static let values: [JSON] = ["a", "b", 1, 2, 2.5, nil, true, "2020-01-31"]

  private static func schema(_ numbers: inout RandomNumbers, depth: Int) -> JSON {
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0: return true
    case 1 where depth < 3: return false
    case 2, 3: return .object([("enum", .array(some(values, &numbers)))])
    case 4: return .object([("const", pick(values, &numbers))])
    case 5 where depth > 0, 6 where depth > 0:
      let word = pick(["anyOf", "oneOf", "allOf"], &numbers)
      let branches = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in schema(&numbers, depth: depth - 1) }
      return .object([(word, .array(branches))])
    case 7 where depth > 0:
      return .object([
        ("if", schema(&numbers, depth: depth - 1)), ("then", schema(&numbers, depth: depth - 1)),
        ("else", schema(&numbers, depth: depth - 1)),
      ])
    case 8 where depth > 0: return .object([("not", schema(&numbers, depth: depth - 1))])
    default: return typed(&numbers, depth: depth)
    }
  }

  private static func typed(_ numbers: inout RandomNumbers, depth: Int) -> JSON {
    let type = pick(depth > 0 ? types + ["object", "object", "array"] : Array(types.prefix(5)), &numbers)
    var members: [(String, JSON)] = [("type", JSON(type))]
    if flip(&numbers, 5) { members[0] = ("type", .array([JSON(type), "null"])) }
    for _ in 0..<Int.random(in: 0...3, using: &numbers) {
      let member = keyword(of: type, &numbers, depth: depth)
      if let member, !members.contains(where: { $0.0 == member.0 }) { members.append(member) }
    }
    return .object(members)
  }

  private static func keyword(
    of type: String, _ numbers: inout RandomNumbers, depth: Int
  ) -> (String, JSON)? {
    let count = JSON(Int.random(in: 0...3, using: &numbers))
    switch type {
    case "integer", "number":
      let word = pick(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"], &numbers)
      return (word, word == "multipleOf" ? pick([1, 2, 0.5, 3], &numbers) : pick([0, 1, 2.5, 3, 10], &numbers))
    case "string":
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: return ("minLength", count)
      case 1: return ("maxLength", count)
      case 2: return ("pattern", pick(["^a", "^[ab]*$", "b", "^a{2}$"], &numbers))
      default: return ("format", pick(["date", "uuid", "ipv4"], &numbers))
      }
    case "array":
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: return ("minItems", count)
      case 1: return ("maxItems", count)
      case 2: return ("uniqueItems", true)
      case 3: return ("prefixItems", .array([schema(&numbers, depth: depth - 1)]))
      case 4: return ("contains", schema(&numbers, depth: depth - 1))
      default: return ("items", schema(&numbers, depth: depth - 1))
      }
    case "object":
      switch Int.random(in: 0..<9, using: &numbers) {
      case 0: return ("required", .array(some(names, &numbers).map { JSON($0) }))
      case 1: return ("minProperties", count)
      case 2: return ("maxProperties", count)
      case 3: return ("additionalProperties", flip(&numbers, 2) ? false : schema(&numbers, depth: depth - 1))
      case 4: return ("patternProperties", .object([("^x-", schema(&numbers, depth: depth - 1))]))
      case 5: return ("dependentRequired", .object([(pick(names, &numbers), .array([JSON(pick(names, &numbers))]))]))
      case 6: return ("propertyNames", .object([("pattern", pick(["^[abk]", "^x-|^[a-k]"], &numbers))]))
      default:
        return (
          "properties", .object(some(names, &numbers).map { ($0, schema(&numbers, depth: depth - 1)) })
        )
      }
    default: return nil
    }
  }

  /// Returns the schema with one change somewhere.
  private static func changed(_ schema: JSON, _ numbers: inout RandomNumbers) -> JSON {
    guard schema.kind == .object, schema.count > 0, !flip(&numbers, 4) else { return Self.schema(&numbers, depth: 2) }
    var members = schema.members.map { ($0.key, $0.value) }
    let place = Int.random(in: 0..<members.count, using: &numbers)
    let (name, value) = members[place]
    switch (name, value.kind) {
    case ("properties", .object) where value.count > 0, ("patternProperties", .object) where value.count > 0:
      var inner = value.members.map { ($0.key, $0.value) }
      let which = Int.random(in: 0..<inner.count, using: &numbers)
      if flip(&numbers, 4) { inner.remove(at: which) } else { inner[which].1 = changed(inner[which].1, &numbers) }
      members[place].1 = .object(inner)
    case ("anyOf", _), ("oneOf", _), ("allOf", _):
      var inner = Array(value.elements)
      let which = Int.random(in: 0..<inner.count, using: &numbers)
      inner[which] = changed(inner[which], &numbers)
      if flip(&numbers, 3) { inner.append(Self.schema(&numbers, depth: 1)) }
      if flip(&numbers, 3) { inner.shuffle(using: &numbers) }
      members[place].1 = .array(inner)
    case ("items", _), ("not", _), ("if", _), ("then", _), ("else", _), ("contains", _), ("additionalProperties", _):
      members[place].1 = changed(value, &numbers)
    case ("type", _): if flip(&numbers, 2) { members[place].1 = JSON(pick(types, &numbers)) }
    default:
      if flip(&numbers, 2) {
        members.remove(at: place)
      } else if let type = schema["type"]?.string, let other = keyword(of: type, &numbers, depth: 1) {
        members.removeAll { $0.0 == other.0 }
        members.append(other)
      }
    }
    return .object(members)
  }

  private static func pick<Element>(_ list: [Element], _ numbers: inout RandomNumbers) -> Element {
    list[Int.random(in: 0..<list.count, using: &numbers)]
  }

  private static func some<Element>(_ list: [Element], _ numbers: inout RandomNumbers) -> [Element] {
    Array(list.shuffled(using: &numbers).prefix(Int.random(in: 1...3, using: &numbers)))
  }

  private static func flip(_ numbers: inout RandomNumbers, _ sides: Int) -> Bool {
    Int.random(in: 0..<sides, using: &numbers) == 0
  }
}
