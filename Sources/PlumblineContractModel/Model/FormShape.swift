import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

extension Schema {
  /// The shape that the schema requires: an array or an object if the schema allows no scalar type, and a scalar
  /// otherwise.
  package var shape: ParameterStyle.Shape { shape(at: JSONPointer(), in: "") }

  /// Returns the shape that the schema requires for a member of an object.
  package func shape(of member: String) -> ParameterStyle.Shape {
    shape(at: JSONPointer(tokens: [member]), in: [member: ""])
  }

  /// A Boolean value that indicates whether the schema allows an array or an object. Other values may be plain strings.
  var mayHaveParts: Bool { !kinds(at: JSONPointer(), in: "").isDisjoint(with: ["array", "object"]) }

  /// Returns a Boolean value that indicates whether the schema allows an array or an object for a member.
  func mayHaveParts(of member: String) -> Bool {
    !kinds(at: JSONPointer(tokens: [member]), in: [member: ""]).isDisjoint(with: ["array", "object"])
  }

  private func shape(at place: JSONPointer, in instance: JSON) -> ParameterStyle.Shape {
    let kinds = kinds(at: place, in: instance)
    if kinds.isEmpty || !kinds.isSubset(of: ["array", "object"]) { return .scalar }
    return kinds.contains("array") ? .array : .object
  }

  /// Returns the names of the types that the schema lists, except null.
  private func kinds(at place: JSONPointer, in instance: JSON) -> Set<String> {
    var kinds: Set<String> = []
    for source in sources(at: place, in: instance) {
      if let type = source["type"] {
        kinds.formUnion(type.string.map { [$0] } ?? type.elements.compactMap(\.string))
      } else if let values = source["const"].map({ [$0] }) ?? source["enum"].map({ Array($0.elements) }) {
        kinds.formUnion(values.map(\.kind.name))
      } else if source["properties"] != nil {
        kinds.insert("object")
      } else if source["items"] != nil {
        kinds.insert("array")
      }
    }
    kinds.remove("null")
    return kinds
  }

  /// A Boolean value that indicates whether an object may have members that the schema doesn't name, either because the
  /// schema says so or because it names none.
  var takesFurtherMembers: Bool {
    let said = sources(at: JSONPointer(), in: [:]).compactMap { $0["additionalProperties"] }
    if said.contains(where: { $0.bool == false }) { return false }
    return !said.isEmpty || memberNames().isEmpty
  }

  /// Returns the names of the members that the schema describes, either for the whole value or for the object in one of
  /// its members.
  package func memberNames(of member: String? = nil) -> Set<String> {
    guard let member else { return Set(declared(at: JSONPointer(), in: [:])) }
    return Set(declared(at: JSONPointer(tokens: [member]), in: [member: [:]]))
  }
}

extension FormFields {
  /// Returns a form's fields as an object whose leaves are strings. The described fields come first, read in their
  /// styles, followed by the other fields under the names that were sent.
  ///
  /// - Returns: The object, and the names of the fields that contain JSON.
  func object(_ content: MediaContent) -> (value: JSON, json: Set<String>) {
    var json: Set<String> = []
    var members: [(String, JSON)] = []
    var described: Set<String> = []
    let names = content.schema?.declared(at: JSONPointer(), in: [:]) ?? []
    for name in names {
      let encoding = content.encoding[name]
      let shape = content.schema?.shape(of: name) ?? .scalar
      let isJSON = encoding?.style == nil && (encoding?.contentType.map(MediaType.isJSON) ?? (shape == .object))
      let style = isJSON ? ParameterStyle.json : encoding?.style ?? ParameterStyle(.form)
      let inner = style.isExplodedObject(shape) ? content.schema?.memberNames(of: name) ?? [] : []
      guard let value = value(of: name, style, as: shape, isMember: { inner.contains($0) }) else { continue }
      members.append((name, value))
      if style.isJSON, value.kind != .string { json.insert(name) }
      if style.kind == .deepObject {
        for item in items where BracketedName(item.name, of: name) != nil { described.insert(item.name) }
      }
      described.formUnion(inner)
      described.insert(name)
    }
    for name in items.map(\.name) where described.insert(name).inserted {
      if let value = value(of: name, ParameterStyle(.form), as: .scalar, isMember: { _ in false }) {
        members.append((name, value))
      }
    }
    return (.object(members), json)
  }
}
