import PlumblineContractModel
import PlumblineJSONTree

extension PactGenerator {
  /// The name of the header field or the parameter that the generator applies to, and the index among its values, or
  /// `nil` for any other part.
  var field: (name: String, index: Int?)? {
    guard case .member(let name)? = path.tokens.first else { return nil }
    guard path.tokens.count > 1, case .index(let index) = path.tokens[1] else { return (name, nil) }
    return (name, index)
  }
}

extension [PactHeader] {
  /// Puts the value of a generator in place of a field's example, or adds the field.
  mutating func fill(_ generator: PactGenerator, with text: String) {
    guard let (name, place) = generator.field else { return }
    guard contains(where: { $0.name.lowercased() == name }) else {
      append(PactHeader(name: name, values: [text]))
      return
    }
    for index in indices where self[index].name.lowercased() == name {
      let old = self[index]
      let values = old.values.enumerated().map { place ?? $0.offset == $0.offset ? text : $0.element }
      self[index] = PactHeader(name: old.name, values: values)
    }
  }
}

extension PactBody {
  /// Returns the body with a generator's values at those of its locations that exist.
  func filled(
    _ generator: PactGenerator, _ mediaType: String?, by values: GeneratedValues,
    using random: inout some RandomNumberGenerator
  ) -> PactBody {
    switch self {
    case .json(var json):
      for place in Self.places(generator.path.tokens[...], in: json, JSONPointer()) {
        guard let value = values.value(of: generator, using: &random) else { return self }
        json = json.placing(place, value) ?? json
      }
      return .json(json)
    case .text(let text) where mediaType == MediaType.form:
      guard let (name, place) = generator.field, let value = values.value(of: generator, using: &random) else {
        return self
      }
      var seen = -1
      let fields = FormReading.fields(of: Array(text.utf8)).map { field -> (name: String, value: String) in
        guard field.name == name else { return field }
        seen += 1
        return (name: name, value: place ?? seen == seen ? value.string ?? value.text : field.value)
      }
      return .text(FormReading.text(of: fields))
    case .unstated, .empty, .text, .bytes: return self
    }
  }

  /// Returns the existing locations in a value that an expression selects.
  private static func places(
    _ tokens: ArraySlice<PactPath.Token>, in value: JSON, _ place: JSONPointer
  ) -> [JSONPointer] {
    guard let token = tokens.first else { return [place] }
    let rest = tokens.dropFirst()
    switch token {
    case .member(let name):
      return value[name].map { places(rest, in: $0, place.appending(name)) } ?? []
    case .index(let index):
      return value[index].map { places(rest, in: $0, place.appending(index)) } ?? []
    case .anyMember:
      return value.members.flatMap { places(rest, in: $0.value, place.appending($0.key)) }
    case .anyIndex:
      return value.elements.enumerated().flatMap { places(rest, in: $0.element, place.appending("\($0.offset)")) }
    }
  }
}
