import PlumblineJSONTree

/// A contract's envelope as schemas: one for the frame of successes, one for the frame of errors, and their
/// combinations with the content inside.
struct EnvelopeFrame {
  /// The contract's envelope, with references in the document's form.
  let envelope: JSON
  /// The names of the components for the two frames.
  let success: String
  let failure: String

  /// The location of a value in a body.
  private struct Slot {
    let place: ArraySlice<String>
    let schema: JSON
    let isRequired: Bool
  }

  private static func tokens(_ slot: String) -> [String] {
    slot.hasPrefix("/") ? JSONPointer(slot)?.tokens ?? [slot] : [slot]
  }

  private func place(_ name: String) -> [String]? { envelope[name]?.string.map(Self.tokens) }

  private static func reference(_ component: String) -> JSON {
    JSON.object([("$ref", JSON("#/components/schemas/\(component)"))])
  }

  // MARK: Writing

  /// The schema of the members that all successes have.
  var successFrame: JSON {
    var slots = flag(isSuccess: true)
    if let place = place("message") { slots.append(Slot(place: place[...], schema: Self.text, isRequired: false)) }
    for (name, schema) in envelope["others"]?.members.map({ $0 }) ?? [] {
      slots.append(Slot(place: Self.tokens(name)[...], schema: schema, isRequired: false))
    }
    return Self.nested(slots)
  }

  /// The schema of the members that all errors have.
  var failureFrame: JSON {
    var slots = flag(isSuccess: false)
    if let place = place("errorCode") {
      let code = JSON.object([("type", JSON.array(["string", "integer", "null"].map { JSON($0) }))])
      slots.append(Slot(place: place[...], schema: code, isRequired: false))
    }
    if let place = place("message") { slots.append(Slot(place: place[...], schema: Self.text, isRequired: false)) }
    if let place = place("details") { slots.append(Slot(place: place[...], schema: .emptyObject, isRequired: false)) }
    return Self.nested(slots)
  }

  /// Returns the schema of a response in the envelope.
  ///
  /// - Parameters:
  ///   - payload: The payload's schema, `false` if there is no payload, or `nil` if it isn't described.
  ///   - others: The names of additional members that the response must have.
  func composed(payload: JSON?, others: [String]) -> JSON {
    var slots: [Slot] = []
    if let payload, let place = place("payload") {
      let isNone = payload.bool == false
      let schema = isNone ? JSON.object([("type", "null")]) : payload
      slots.append(Slot(place: place[...], schema: schema, isRequired: !isNone))
    }
    for name in others {
      slots.append(Slot(place: Self.tokens(name)[...], schema: .emptyObject, isRequired: true))
    }
    return Self.all(Self.reference(success), slots)
  }

  /// Returns the schema of an error in the envelope, with its possible codes.
  func composed(codes: JSON?) -> JSON {
    guard let codes, let place = place("errorCode") else { return Self.reference(failure) }
    return Self.all(
      Self.reference(failure), [Slot(place: place[...], schema: JSON.object([("enum", codes)]), isRequired: true)])
  }

  private static func all(_ frame: JSON, _ slots: [Slot]) -> JSON {
    guard !slots.isEmpty else { return frame }
    return JSON.object([("allOf", JSON.array([frame, nested(slots)]))])
  }

  private static let text = JSON.object([("type", JSON.array(["string", "null"].map { JSON($0) }))])

  private func flag(isSuccess: Bool) -> [Slot] {
    guard let flag = envelope["flag"] else { return [] }
    if let name = flag.string {
      let schema = JSON.object([("const", JSON(isSuccess))])
      return [Slot(place: Self.tokens(name)[...], schema: schema, isRequired: true)]
    }
    guard let name = flag["at"]?.string, let successes = flag["success"] else { return [] }
    let schema: JSON
    if isSuccess {
      schema = JSON.object([("enum", successes)])
    } else if let failures = flag["failure"] {
      schema = JSON.object([("enum", failures)])
    } else {
      schema = JSON.object([("not", JSON.object([("enum", successes)]))])
    }
    return [Slot(place: Self.tokens(name)[...], schema: schema, isRequired: true)]
  }

  /// Returns the schema of bodies that contain values at the given locations. If there are several values for a
  /// location, the first one wins. An index of `0` means the first element of a list.
  private static func nested(_ slots: [Slot]) -> JSON {
    if let whole = slots.first(where: { $0.place.isEmpty }) { return whole.schema }
    var names: [String] = []
    for name in slots.compactMap(\.place.first) where !names.contains(name) { names.append(name) }
    let parts = names.map { name in
      let inner = slots.filter { $0.place.first == name }
        .map { Slot(place: $0.place.dropFirst(), schema: $0.schema, isRequired: $0.isRequired) }
      return (name, nested(inner))
    }
    if names == ["0"] {
      return JSON.object([("type", "array"), ("prefixItems", JSON.array(parts.map(\.1)))])
    }
    var members = Members()
    members.set("type", "object")
    let required = names.filter { name in slots.contains { $0.place.first == name && $0.isRequired } }
    if !required.isEmpty { members.set("required", JSON.array(required.map { JSON($0) })) }
    if !parts.isEmpty { members.set("properties", JSON.object(parts)) }
    return members.json
  }

  // MARK: Reading

  /// Returns the content of the envelope in a response's schema, or `nil` if the schema wasn't composed with the
  /// envelope.
  func payload(of schema: JSON) -> (payload: JSON?, others: [String])? {
    guard let part = part(of: schema, success) else { return nil }
    var payload: JSON?
    if let place = place("payload"), let (schema, isRequired) = Self.slot(place, in: part) {
      payload = isRequired ? schema : JSON(false)
    }
    let names = envelope["others"]?.members.keys ?? []
    return (payload, names.filter { Self.slot(Self.tokens($0), in: part)?.isRequired ?? false })
  }

  /// Returns a Boolean value that indicates whether an error's schema was composed with the envelope.
  func isFailure(_ schema: JSON) -> Bool { part(of: schema, failure) != nil }

  /// Returns the codes that an error's schema lists, or `nil` if it lists none.
  func codes(of schema: JSON) -> JSON? {
    guard let part = part(of: schema, failure), let place = place("errorCode") else { return Optional.none }
    return Self.slot(place, in: part)?.schema["enum"]
  }

  /// Returns the schema that accompanies a reference to a frame, or an empty object if there is only the frame.
  private func part(of schema: JSON, _ component: String) -> JSON? {
    let frame = "#/components/schemas/\(component)"
    if schema["$ref"]?.string == frame { return .emptyObject }
    guard schema.count == 1, let all = schema["allOf"], all.count == 2, all[0]?["$ref"]?.string == frame else {
      return nil
    }
    return all[1]
  }

  private static func slot(_ place: [String], in schema: JSON) -> (schema: JSON, isRequired: Bool)? {
    var schema = schema
    var isRequired = true
    for token in place {
      if token == "0", let first = schema["prefixItems"]?[0] {
        schema = first
        continue
      }
      guard let inner = schema["properties"]?[token] else { return nil }
      isRequired = isRequired && schema["required"]?.elements.contains { $0.string == token } ?? false
      schema = inner
    }
    return (schema, isRequired)
  }
}
