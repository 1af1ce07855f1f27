import PlumblineJSONSchema
import PlumblineJSONTree

/// A check for styles that have no effect on a parameter or a form field, because they apply to values of a different
/// shape or because a different setting determines the serialization.
struct StyleLint {
  let log: ProblemLog

  /// Checks a parameter against its style.
  ///
  /// - Parameter styles: The styles of the parameters in the same part of the request, by name.
  func check(_ parameter: Parameter, in styles: JSON) {
    guard let said = styles[parameter.name] else { return }
    if parameter.style.isJSON {
      for key in ["style", "explode"] where said[key] != nil {
        log.servableError(
          said.place(of: key),
          "\(parameter.name) is JSON according to its \"contentType\", so its \"\(key)\" has no effect; keep one of the two."
        )
      }
      return
    }
    check(parameter.name, said, parameter.style, parameter.shape, at: styles.place(of: parameter.name)) {
      parameter.schema.mayHaveParts
    }
  }

  /// Checks a form field against its encoding.
  ///
  /// - Parameters:
  ///   - schema: The schema of the form.
  ///   - encodings: The encodings of the form, by name.
  func check(_ name: String, _ said: JSON, _ form: BodyForm, _ schema: Schema, in encodings: JSON) {
    let styling = ["style", "explode"].first { said[$0] != nil }
    guard form == .form else {
      if let styling {
        log.servableError(
          said.place(of: styling),
          "A list is sent as one part per element and an object as a JSON part, so the \"\(styling)\" of \(name) has no "
            + "effect; remove it.")
      }
      return
    }
    if said["headers"] != nil {
      log.servableError(
        said.place(of: "headers"),
        "Fields of a URL-encoded form have no headers: remove those of \(name), or make the body multipart/form-data.")
    }
    if let type = said["contentType"], let text = type.string {
      let essence = MediaType.essence(of: text)
      if let styling {
        log.servableError(
          said.place(of: styling),
          "\(name) has a \"contentType\" and a \"\(styling)\", which both determine how it is written; keep one of the two."
        )
        return
      }
      if !MediaType.isJSON(essence), essence != "text/plain" {
        log.servableError(
          type.location,
          "In a URL-encoded form, \(name) is text and never \(text); use \"application/json\" for JSON, or remove this."
        )
      }
    }
    let kind = said["style"].map { $0.string.flatMap(ParameterStyle.Kind.init(rawValue:)) } ?? .form
    guard styling != nil, let kind else { return }
    let style = ParameterStyle(kind, explode: said["explode"]?.bool)
    check(name, said, style, schema.shape(of: name), at: encodings.place(of: name)) { schema.mayHaveParts(of: name) }
  }

  private func check(
    _ name: String, _ said: JSON, _ style: ParameterStyle, _ shape: ParameterStyle.Shape, at place: SourceLocation,
    mayHaveParts: () -> Bool
  ) {
    switch (style.kind, shape) {
    // Lists may also have brackets, as many servers expect. A value that may be a single string is read either way.
    case (.deepObject, .scalar) where !mayHaveParts():
      log.servableError(
        place,
        "\(name) is a single value, but \"deepObject\" applies only to objects and lists; give its schema \"type\": \"object\", or remove "
          + "the style.")
    case (.deepObject, _) where !style.explode:
      log.error(place, "\"deepObject\" is always exploded; remove \"explode\".")
    case (.spaceDelimited, .scalar), (.pipeDelimited, .scalar):
      log.error(
        place,
        "\(name) is a single value, but \"\(style.kind)\" separates several; give its schema \"type\": \"array\", or remove "
          + "the style.")
    case (.spaceDelimited, _) where style.explode, (.pipeDelimited, _) where style.explode:
      log.servableError(
        said.place(of: "explode"),
        "If exploded, each element of \(name) is a separate value, with no separator: remove \"explode\", or use "
          + "\"style\": \"form\".")
    default: break
    }
  }
}
