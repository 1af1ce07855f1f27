import PlumblineJSONSchema
import PlumblineJSONTree

/// A check for parameter values that the style can't represent: lists of lists, elements that contain the delimiter,
/// and required values that serialize to nothing.
struct ParameterValueLint {
  let place: ParameterStyle.Place
  let file: String
  let context: ReadingContext

  func check(_ parameter: Parameter) {
    if parameter.style.isJSON { return }
    let outline = context.schemas.outline
    let source = parameter.schema.source
    if parameter.shape == .array, checkElements(of: parameter) { return }
    let samples = outline.samples(of: source, in: file)
    for sample in samples {
      if !checkPresence(sample, parameter) { checkDelimiter(sample, [sample], parameter) }
    }
    guard parameter.shape == .array, let element = outline.element(of: source, in: file) else { return }
    for sample in outline.samples(of: element.schema, in: element.file) {
      checkDelimiter(sample, [.array([sample]), .array([sample, sample])], parameter)
    }
  }

  /// Reports elements that are themselves arrays or objects.
  private func checkElements(of parameter: Parameter) -> Bool {
    let outline = context.schemas.outline
    guard parameter.style.kind != .deepObject, let element = outline.element(of: parameter.schema.source, in: file),
      let types = outline.types(of: element.schema, in: element.file), let type = types.first,
      types.isSubset(of: ["array", "object"])
    else { return false }
    context.log.servableError(
      parameter.location,
      "\(parameter.name) is a list of \(type == "array" ? "lists" : "objects"), which no style can express; give it "
        + "\"styles\": { \"\(place.rawValue)\": { \"\(parameter.name)\": { \"contentType\": \"application/json\" } } }."
    )
    return true
  }

  /// Reports a required value that serializes to nothing.
  private func checkPresence(_ sample: JSON, _ parameter: Parameter) -> Bool {
    guard parameter.isRequired, parameter.isNothing(sample, at: place) else { return false }
    context.log.warning(
      sample.location,
      "\(sample.text) is sent as an empty value, but the \(place.word) \(parameter.name) is required; use a value that "
        + "isn't empty.")
    return true
  }

  /// Reports a value that contains the delimiter. It would be read back differently.
  private func checkDelimiter(_ sample: JSON, _ values: [JSON], _ parameter: Parameter) {
    guard !parameter.isPlain, parameter.shape != .scalar, parameter.style.kind != .deepObject else { return }
    let delimiter = String(UnicodeScalar(parameter.style.delimiter.byte))
    for value in values where value.leaves.contains(where: { $0.contains(delimiter) }) {
      guard let read = parameter.rereading(value, at: place), read.leaves != value.leaves else { continue }
      context.log.warning(
        sample.location,
        "\(Violation.cut(sample.text)) contains the \"\(delimiter)\" that separates the elements of \(parameter.name), so it "
          + "is read as \(Violation.cut(read.text)); \(remedy(parameter)).")
      return
    }
  }

  private func remedy(_ parameter: Parameter) -> String {
    switch place {
    case .query, .cookies: "set its style to \"form\" with \"explode\": true"
    case .path where parameter.style.kind == .label: "set its style to \"matrix\" or \"simple\""
    case .path, .headers: "set its \"contentType\" to \"application/json\""
    }
  }
}

extension Parameter {
  /// Returns a Boolean value that indicates whether a value serializes to nothing.
  fileprivate func isNothing(_ value: JSON, at place: ParameterStyle.Place) -> Bool {
    switch place {
    case .path: style.pathText(value, named: name).isEmpty
    case .headers: style.headerText(value).isEmpty
    case .query, .cookies: style.queryItems(value, named: name).isEmpty
    }
  }

  /// Returns the result of writing a value and reading it back.
  fileprivate func rereading(_ value: JSON, at place: ParameterStyle.Place) -> JSON? {
    switch place {
    case .path: return reading(raw: Array(style.pathText(value, named: name).utf8)[...], .url)
    case .headers: return reading(raw: Array(style.headerText(value).utf8)[...], .plain)
    case .query: return reading(FormFields(style.queryItems(value, named: name).joined(separator: "&").utf8))
    case .cookies:
      let cookies = style.queryItems(value, named: name).map { item in
        (name: String(item.prefix { $0 != "=" }), value: String(item.drop { $0 != "=" }.dropFirst()))
      }
      return reading(FormFields(cookies: cookies))
    }
  }
}

extension JSON {
  /// The strings of the value's elements down to the second level. A style can't represent deeper ones.
  var leaves: [String] {
    switch kind {
    case .array: elements.map(ParameterStyle.text)
    case .object: members.flatMap { [$0.key, ParameterStyle.text(of: $0.value)] }
    case .null, .bool, .number, .string: [ParameterStyle.text(of: self)]
    }
  }
}
