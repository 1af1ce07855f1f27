import PlumblineJSONTree

/// The fields of a JSON body, each once. All elements of an array are one field.
package enum FieldPlaces {
  /// The depth below which values aren't separate fields.
  private static let depth = 24
  /// The number of elements of an array that are searched for a field's first value.
  private static let width = 40

  /// Returns every field but the body itself, in document order, with the place of its first value that isn't `null`,
  /// otherwise of its first.
  package static func all(in body: JSON) -> [(field: JSONPointer, place: JSONPointer, value: JSON)] {
    var found: [(field: JSONPointer, place: JSONPointer, value: JSON)] = []
    var known: [JSONPointer: Int] = [:]
    var open: [(field: JSONPointer, place: JSONPointer, value: JSON)] = [(JSONPointer(), JSONPointer(), body)]
    while let (field, place, value) = open.popLast() {
      if !field.tokens.isEmpty {
        if let index = known[field] {
          if found[index].value.isNull, !value.isNull { found[index] = (field, place, value) }
        } else {
          known[field] = found.count
          found.append((field, place, value))
        }
      }
      guard place.tokens.count < depth else { continue }
      switch value.kind {
      case .object:
        for (key, member) in value.members.reversed() {
          open.append((field.appending(key), place.appending(key), member))
        }
      case .array:
        for (index, element) in value.elements.prefix(width).enumerated().reversed() {
          open.append((field.appending("*"), place.appending(index), element))
        }
      default: break
      }
    }
    return found
  }

  /// Returns a pointer with `*` for indices.
  package static func folded(_ place: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: place.tokens.map { Int($0) == nil ? $0 : "*" })
  }
}
