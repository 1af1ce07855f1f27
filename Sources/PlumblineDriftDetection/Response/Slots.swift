import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The members of an enveloped body that aren't the envelope's slots. Each of them is explained once.
struct Slots {
  /// The location of a payload that isn't in its slot.
  enum Place: CustomStringConvertible {
    /// The payload's members are siblings of the flag.
    case spread
    /// The payload has a different name.
    case renamed(String)
    /// The payload is one level deeper, in the member with this name.
    case nested(String)

    var description: String {
      switch self {
      case .spread: "beside the envelope's members"
      case .renamed(let name): "in \(ShortText.quoted(name))"
      case .nested(let name): PayloadLevel(deeperIn: name).description
      }
    }

    var detail: String? {
      switch self {
      case .spread: nil
      case .renamed(let name): name
      case .nested(let name): "*/\(name)"
      }
    }
  }

  /// The members that aren't slots, in document order. They are in the body itself and in objects that contain only
  /// slots.
  private(set) var strangers: [JSONPointer]
  /// Other slots that moved along with a payload that is nested more deeply.
  private(set) var moved: Set<String> = []

  init(_ envelope: Envelope, _ body: JSON) {
    let places = envelope.places
    if places.allSatisfy({ $0.tokens.count == 1 }) {
      // In most envelopes, all slots are at the top level.
      strangers = body.members.compactMap { member in
        places.contains { $0.tokens[0] == member.key } ? nil : JSONPointer(tokens: [member.key])
      }
      return
    }
    var holders: [JSONPointer] = [JSONPointer()]
    for place in places {
      var parent = place.parent
      while let holder = parent, !holders.contains(holder) {
        // Members inside the payload belong to the payload.
        if envelope.payload.map({ holder.isWithin($0) }) != true { holders.append(holder) }
        parent = holder.parent
      }
    }
    strangers = holders.flatMap { holder -> [JSONPointer] in
      guard let object = body.at(holder), object.kind == .object else { return [] }
      let depth = holder.tokens.count
      let known = places.filter { $0.tokens.count > depth && $0.isWithin(holder) }.map { $0.tokens[depth] }
      return object.members.compactMap { known.contains($0.key) ? nil : holder.appending($0.key) }
    }
  }

  /// The top-level members of the body that aren't slots.
  private var names: [String] { strangers.filter { $0.tokens.count == 1 }.compactMap(\.tokens.last) }

  /// Removes the member whose name differs from a slot's name only in case and separators.
  mutating func takeVariant(of place: JSONPointer) -> JSONPointer? {
    guard let parent = place.parent, let folded = place.tokens.last.map({ LooseName.of($0) }) else { return nil }
    let index = strangers.firstIndex { stranger in
      stranger.parent == parent && stranger.tokens.last.map { LooseName.of($0) } == folded
    }
    return index.map { strangers.remove(at: $0) }
  }

  /// Describes the substitute for a missing slot: the member with a different spelling of the slot's name, or nothing.
  mutating func came(for place: JSONPointer) -> String {
    takeVariant(of: place)?.tokens.last.map { "a member called \(ShortText.quoted($0))" } ?? "nothing"
  }

  /// Records the slots that are beside the payload, inside the payload's slot.
  mutating func takeMoved(_ slots: [Envelope.Slot], inside value: JSON, of body: JSON) {
    moved.formUnion(slots.filter { body.at($0.place) == nil && value.at($0.place) != nil }.map(\.name))
  }

  /// Removes the members that form the payload, if they can be recognized.
  mutating func takePayload(_ schema: Schema, _ body: JSON, at payload: JSONPointer) -> Place? {
    if let variant = takeVariant(of: payload), let name = variant.tokens.last { return .renamed(name) }
    let declared = Set(schema.declared(at: JSONPointer(), in: body))
    let names = names
    let found = names.filter(declared.contains)
    let rootFaults = schema.violations(of: body, limit: 100).filter { $0.instance.tokens.isEmpty }
    let isObject = !rootFaults.contains { $0.keyword == "type" }
    let missing = rootFaults.filter { $0.keyword == "required" }.count
    if isObject, !found.isEmpty, found.count > missing {
      // Any other members moved along with the payload.
      strangers.removeAll()
      return .spread
    }
    guard let name = Self.onlyFit(of: names, in: body, schema) ?? Self.onlyLike(of: names, in: body, schema)
    else { return nil }
    strangers.removeAll { $0.tokens == [name] }
    return .renamed(name)
  }

  /// Finds the payload inside its slot's value, if the value isn't the payload itself, as in `{"ticket": {…}}`.
  ///
  /// - Parameter value: The value that doesn't satisfy the payload's schema.
  static func nested(_ schema: Schema, inMisfit value: JSON) -> Place? {
    guard value.kind == .object else { return nil }
    let names = value.members.map(\.key).filter { value[$0]?.kind == .object || value[$0]?.kind == .array }
    // Usually, the fault is in the payload itself.
    if names.isEmpty { return nil }
    let declared = Set(schema.declared(at: JSONPointer(), in: value))
    // Treat a value with any of the payload's known members as the payload itself, merely incomplete.
    if !value.members.keys.contains(where: declared.contains), let name = onlyFit(of: names, in: value, schema) {
      return .nested(name)
    }
    // A payload with faults is still recognizable by its members. If an outer object has at least as many of these
    // members, the outer object is the payload.
    guard let name = onlyLike(of: names, in: value, schema), let inner = value[name].flatMap({ Likeness($0, schema) })
    else { return nil }
    let outer = Likeness(value, schema)
    return outer?.isEnough == true || inner.found <= outer?.found ?? 0 ? nil : .nested(name)
  }

  /// Returns the only member that resembles the payload although it doesn't satisfy the schema, or `nil` if there isn't
  /// exactly one.
  private static func onlyLike(of names: [String], in object: JSON, _ schema: Schema) -> String? {
    let candidates = names.filter { name in
      object[name].flatMap { Likeness($0, schema, atLeast: Likeness.fewest) }?.isEnough ?? false
    }
    return candidates.count == 1 ? candidates.first : nil
  }

  /// Returns the only member that can be the payload, or `nil` if there isn't exactly one. Strings and numbers are too
  /// unspecific to be recognized, and so is an empty list next to others.
  private static func onlyFit(of names: [String], in object: JSON, _ schema: Schema) -> String? {
    let containers = names.filter { object[$0]?.kind == .object || object[$0]?.kind == .array }
    let candidates = containers.filter { name in
      guard let value = object[name], value.count > 0 || containers.count == 1 else { return false }
      return schema.isValid(value)
    }
    return candidates.count == 1 ? candidates.first : nil
  }
}

/// The number of a schema's members that a value, or the first item of a list, has. It makes it possible to recognize a
/// misplaced payload that contains faults.
struct Likeness {
  /// The number of the schema's members that are present, ignoring case.
  let found: Int
  /// The number of required members that are missing.
  let missing: Int

  /// The minimum number of members for recognizing a payload.
  static let fewest = 2

  /// A Boolean value that indicates whether enough of the documented members are present to recognize the payload.
  var isEnough: Bool { found >= Self.fewest && found > missing }

  /// Measures a value, or returns `nil` if the value has no members or doesn't have the schema's type.
  ///
  /// - Parameter least: The minimum number of the schema's members. If the value has fewer, the initializer returns
  ///   `nil` without validating it.
  init?(_ value: JSON, _ schema: Schema, atLeast least: Int = 0) {
    let place: JSONPointer = value.kind == .array ? "/0" : ""
    guard let object = value.at(place), object.kind == .object, object.count >= max(1, least) else { return nil }
    let names = Set(object.members.map { LooseName.of($0.key) })
    found = Set(schema.declared(at: place, in: value).map(LooseName.of)).intersection(names).count
    guard found >= least else { return nil }
    let depth = value.pointer.tokens.count
    let faults = schema.violations(of: value, limit: 100).map {
      (keyword: $0.keyword, property: $0.property, tokens: Array($0.instance.tokens.dropFirst(depth)))
    }
    if faults.contains(where: { $0.keyword == "type" && place.tokens.starts(with: $0.tokens) }) { return nil }
    missing = faults.count { fault in
      guard fault.keyword == "required", fault.tokens == place.tokens, let name = fault.property else { return false }
      return !names.contains(LooseName.of(name))
    }
  }
}
