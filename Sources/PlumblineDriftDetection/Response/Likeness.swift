import PlumblineJSONSchema
import PlumblineJSONTree

/// How far a value, or the first item of a list, has the members that a schema promises: enough to recognise a payload
/// that is in the wrong place and has faults of its own.
struct Likeness {
  /// How many of the schema's members are there, whatever their case.
  let found: Int
  /// How many that the schema requires are not.
  let missing: Int

  /// Enough to be recognised by: most of what is promised.
  var isEnough: Bool { found >= 2 && found > missing }

  /// `nil` for a value that has no members, or that is of another type than the schema's.
  init?(_ value: JSON, _ schema: Schema) {
    let place: JSONPointer = value.kind == .array ? "/0" : ""
    guard let object = value.at(place), object.kind == .object, object.count > 0 else { return nil }
    let depth = value.pointer.tokens.count
    let faults = schema.violations(of: value, limit: 100).map {
      (keyword: $0.keyword, property: $0.property, tokens: Array($0.instance.tokens.dropFirst(depth)))
    }
    if faults.contains(where: { $0.keyword == "type" && place.tokens.starts(with: $0.tokens) }) { return nil }
    let names = Set(object.members.map { Names.folded($0.key) })
    found = Set(schema.declared(at: place, in: value).map(Names.folded)).intersection(names).count
    missing = faults.count { fault in
      guard fault.keyword == "required", fault.tokens == place.tokens, let name = fault.property else { return false }
      return !names.contains(Names.folded(name))
    }
  }
}
