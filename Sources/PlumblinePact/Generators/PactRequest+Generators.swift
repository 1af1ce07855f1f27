import PlumblineContractModel
import PlumblineJSONTree

extension PactRequest {
  /// Returns the request with the values of its generators instead of its examples.
  package func generated(by values: GeneratedValues, using random: inout some RandomNumberGenerator) -> PactRequest {
    var filled = self
    for generator in generators { filled.fill(generator, by: values, using: &random) }
    return filled
  }

  private mutating func fill(
    _ generator: PactGenerator, by values: GeneratedValues, using random: inout some RandomNumberGenerator
  ) {
    if generator.category == .body { return fillBody(generator, by: values, using: &random) }
    guard let value = values.value(of: generator, using: &random) else { return }
    let text = value.string ?? value.text
    if generator.category == .path { path = text }
    guard case .member(let name)? = generator.path.tokens.first else { return }
    var place: Int?
    if generator.path.tokens.count > 1, case .index(let index) = generator.path.tokens[1] { place = index }
    switch generator.category {
    case .query: query = query.setting(name, place, to: text)
    case .header:
      for index in headers.indices where headers[index].name.lowercased() == name {
        let old = headers[index]
        let values = old.values.enumerated().map { place ?? $0.offset == $0.offset ? text : $0.element }
        headers[index] = PactHeader(name: old.name, values: values)
      }
    case .path, .body, .status: break
    }
  }

  private mutating func fillBody(
    _ generator: PactGenerator, by values: GeneratedValues, using random: inout some RandomNumberGenerator
  ) {
    switch body {
    case .json(var json):
      for place in Self.places(generator.path.tokens[...], in: json, JSONPointer()) {
        guard let value = values.value(of: generator, using: &random) else { return }
        json = json.placing(place, value) ?? json
      }
      body = .json(json)
    case .text(let text) where mediaType == MediaType.form:
      guard case .member(let name)? = generator.path.tokens.first, generator.path.tokens.count == 1,
        let value = values.value(of: generator, using: &random)
      else { return }
      let fields = FormReading.fields(of: Array(text.utf8)).map { field in
        (name: field.name, value: field.name == name ? value.string ?? value.text : field.value)
      }
      body = .text(FormReading.text(of: fields))
    case .unstated, .empty, .text, .bytes: break
    }
  }

  /// Returns the places in a value that an expression names, at most as many as are there.
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
