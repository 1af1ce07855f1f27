import PlumblineJSONSchema
import PlumblineJSONTree

/// A reader for the serialization styles of parameters and form fields. It checks them against the schemas.
struct StyleReader {
  let context: ReadingContext

  /// Returns a parameter's style, or reports a style that can't be read or isn't allowed in this part of the request
  /// and returns `nil`.
  func style(_ value: JSON, at place: ParameterStyle.Place) -> ParameterStyle? {
    guard value.kind == .object else { return nil }
    guard let style = style(value, usual: place.usual.kind) else { return nil }
    guard !place.kinds.contains(style.kind) else { return style }
    context.log.error(
      value["style"]?.location ?? value.location,
      "A \(place.word) can't have the style \"\(style.kind)\"; expected \(Spelling.list(place.kinds.map(\.rawValue), joining: "or"))."
    )
    return nil
  }

  private func style(_ value: JSON, usual: ParameterStyle.Kind) -> ParameterStyle? {
    let said = value["style"]?.string
    // The format check reports unknown styles.
    guard let kind = said.map({ ParameterStyle.Kind(rawValue: $0) }) ?? usual else { return nil }
    let isJSON = value["contentType"]?.string.map { MediaType.isJSON(MediaType.essence(of: $0)) } ?? false
    return ParameterStyle(kind, explode: value["explode"]?.bool, isJSON: isJSON)
  }

  /// Returns the encodings of a form's fields, by name.
  func encoding(_ value: JSON?, of mediaType: String, _ schema: Schema?) -> [String: MediaContent.Encoding] {
    guard let value, value.kind == .object else { return [:] }
    let essence = MediaType.essence(of: mediaType)
    guard BodyForm(essence).hasFields else {
      context.log.error(
        value.location,
        "\(mediaType) has no fields to encode; \"encoding\" applies only to \(MediaType.form) and multipart/form-data."
      )
      return [:]
    }
    var encodings: [String: MediaContent.Encoding] = [:]
    let known = schema?.memberNames() ?? []
    for (name, encoding) in value.members where encoding.kind == .object {
      if !known.contains(name) {
        context.log.error(
          value.place(of: name), key: name,
          "The form has no field \"\(name)\"\(Spelling.suggestion(for: name, among: known.sorted()))")
      } else if let schema {
        StyleLint(log: context.log).check(name, encoding, BodyForm(essence), schema, in: value)
      }
      let isStyled = encoding["style"] != nil || encoding["explode"] != nil
      encodings[name] = MediaContent.Encoding(
        style: isStyled ? style(encoding, at: .query) : nil,
        contentType: encoding["contentType"]?.string.map { String($0.prefix { $0 != "," }) })
    }
    return encodings
  }
}

extension ParameterStyle.Place {
  /// The term for a parameter in this part of the request.
  var word: String {
    switch self {
    case .path: "path parameter"
    case .query: "query parameter"
    case .headers: "header"
    case .cookies: "cookie"
    }
  }
}
