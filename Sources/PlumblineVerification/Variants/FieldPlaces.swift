import PlumblineJSONTree

/// A namespace for finding the fields of a JSON body. All elements of an array count as one field.
package enum FieldPlaces {
  /// The maximum depth of fields. Deeper values aren't treated as separate fields.
  private static let depth = 24
  /// The maximum number of elements in an array that are searched for a field's first value.
  private static let width = 40

  /// Returns every field except the body itself, in document order, with the location of its first value that isn't
  /// `null`, or of its first value if all are.
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

  /// Returns a pointer with each index replaced with `*`.
  package static func folded(_ place: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: place.tokens.map { Int($0) == nil ? $0 : "*" })
  }
}
