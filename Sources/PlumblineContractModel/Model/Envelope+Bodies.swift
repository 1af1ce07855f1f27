import PlumblineJSONTree

// Reading the slots of a body.
extension Envelope {
  /// Returns a Boolean value that indicates whether a body reports success, based on its flag or else on its error
  /// code. Returns `nil` if the body has neither.
  package func says(_ body: JSON?) -> Bool? {
    guard let body, body.kind == .object || body.kind == .array else { return nil }
    if let flag { return body.at(slot: flag.place).flatMap(flag.meaning) }
    guard let errorCode, payload.map({ !errorCode.isWithin($0) }) ?? true else { return nil }
    return body.at(slot: errorCode).map { $0.isNull } ?? true ? nil : false
  }

  /// Returns a Boolean value that indicates whether a body has the envelope's flag or, if the envelope has no flag, any
  /// of its slots.
  package func isAround(_ body: JSON?) -> Bool {
    guard let body, body.kind == .object else { return false }
    return (flag.map { [$0.place] } ?? places).contains { body.at(slot: $0) != nil }
  }

  /// Returns a location in readable form: the member's name, or the path if it is nested.
  package static func name(of place: JSONPointer) -> String {
    place.tokens.count == 1 ? place.tokens[0] : place.description
  }
}

extension JSON {
  /// Returns the value at a slot's location. An index `0` in the location always means the first element of a list,
  /// never a member named `0`.
  package func at(slot place: JSONPointer) -> JSON? {
    guard place.tokens.contains("0") else { return at(place) }
    var value = self
    for token in place.tokens {
      if token == "0", value.kind != .array { return nil }
      guard let inner = value.at(JSONPointer(tokens: [token])) else { return nil }
      value = inner
    }
    return value
  }
}

// Writing a body.
extension Envelope {
  /// Returns the body of a successful response.
  package func success(payload: JSON?, message: JSON? = nil, others: [(name: String, value: JSON)] = []) -> JSON {
    var members: [(place: JSONPointer, value: JSON)] = []
    if let flag, let value = flag.success.first { members.append((flag.place, value)) }
    if let place = self.payload, let payload { members.append((place, payload)) }
    if let place = self.message, let message { members.append((place, message)) }
    for (name, value) in others { members.append((other(name)?.place ?? JSONPointer(tokens: [name]), value)) }
    return Self.object(members)
  }

  /// Returns the body of an error. If the code and the message share a location, it contains the code, or the message
  /// if there is no code.
  package func failure(code: ErrorCode?, message: JSON?, details: JSON? = nil) -> JSON {
    var members: [(place: JSONPointer, value: JSON)] = []
    if let flag, let value = flag.failure.first { members.append((flag.place, value)) }
    if let place = errorCode, let code { members.append((place, code.json)) }
    if let place = self.message, let message { members.append((place, message)) }
    if let place = self.details, let details { members.append((place, details)) }
    return Self.object(members)
  }

  /// Returns an object with the given values at their locations. If a location is repeated, its first value wins. An
  /// index `0` creates a list with one element.
  private static func object(_ members: [(place: JSONPointer, value: JSON)]) -> JSON {
    nested(members.map { ($0.place.tokens[...], $0.value) })
  }

  /// Returns the object for one level of locations. The recursion is safe because the loader limits the depth of
  /// locations.
  private static func nested(_ members: [(tokens: ArraySlice<String>, value: JSON)]) -> JSON {
    if let whole = members.first(where: { $0.tokens.isEmpty }) { return whole.value }
    var names: [String] = []
    for name in members.compactMap(\.tokens.first) where !names.contains(name) { names.append(name) }
    let parts = names.map { name in
      (name, nested(members.filter { $0.tokens.first == name }.map { ($0.tokens.dropFirst(), $0.value) }))
    }
    return names == ["0"] ? .array(parts.map(\.1)) : .object(parts)
  }
}
