import PlumblineJSONTree

/// An ordinary response body that a change can be applied to, so that the client sees no other difference.
struct ChangedBody {
  let ordinary: JSON

  /// Returns the ordinary body with a change applied to a field, a description of the change, and the field's pointer.
  /// If the ordinary body has no such field, the result is the whole changed body.
  func applying(_ change: ChangedResponse) -> (place: JSONPointer?, words: String, body: JSON)? {
    guard !change.field.tokens.isEmpty, let place = ordinary.place(of: change.field) else {
      return change.body.map { (nil, "a response that is possible now", $0) }
    }
    let value = change.value
    let isThere = ordinary.at(place) != nil
    let changed: JSON?
    switch (value, isThere) {
    case (let value?, true): changed = ordinary.replacing(place, with: value)
    case (let value?, false):
      guard let parent = place.parent, let name = place.tokens.last else { return nil }
      changed = ordinary.inserting(key: name, value: value, at: parent)
    case (nil, true): changed = ordinary.removing(place)
    case (nil, false): return change.body.map { (nil, "a response that is possible now", $0) }
    }
    return changed.map { (place, value?.text ?? "absent", $0) }
  }
}

extension JSON {
  private static let width = 40

  /// Returns the first pointer in a body that matches a field's pointer. In the field's pointer, `*` stands for any
  /// member or element. The last member may be missing.
  func place(of field: JSONPointer) -> JSONPointer? { Self.find(field.tokens[...], in: self, JSONPointer()) }

  private static func find(_ tokens: ArraySlice<String>, in value: JSON, _ place: JSONPointer) -> JSONPointer? {
    guard let token = tokens.first else { return place }
    let rest = tokens.dropFirst()
    switch value.kind {
    case .object:
      if let member = value[token] { return find(rest, in: member, place.appending(token)) }
      if token == "*" {
        for (name, member) in value.members.prefix(width) {
          if let found = find(rest, in: member, place.appending(name)) { return found }
        }
      }
      return rest.isEmpty && token != "*" ? place.appending(token) : nil
    case .array:
      for (index, element) in value.elements.prefix(width).enumerated()
      where token == "*" || token == String(index) {
        if let found = find(rest, in: element, place.appending(index)) { return found }
      }
      return nil
    default: return nil
    }
  }
}
