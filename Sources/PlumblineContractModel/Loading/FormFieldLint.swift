import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A check for form fields that can't be serialized: lists of lists or objects, and elements that contain the
/// delimiter. In a multipart form, each element is a separate part, so no delimiter is needed.
struct FormFieldLint {
  let context: ReadingContext

  /// Checks the fields of a form.
  ///
  /// - Parameter source: The content's schema as written in its file.
  func check(_ content: MediaContent, _ source: JSON, in file: String) {
    guard BodyForm(content.mediaType) == .form else { return }
    let outline = context.schemas.outline
    for member in outline.members(of: source, in: file) where content.schema?.shape(of: member.name) == .array {
      let style = content.encoding[member.name]?.style
      guard content.encoding[member.name]?.contentType == nil, style?.kind != .deepObject,
        let element = outline.element(of: member.schema, in: member.file)
      else { continue }
      let types = outline.types(of: element.schema, in: element.file) ?? []
      if let type = types.min(), types.isSubset(of: ["array", "object"]) {
        context.log.servableError(
          member.schema.location,
          "\(member.name) is a list of \(type == "array" ? "lists" : "objects"), which a form can't express; give it "
            + "\"encoding\": { \"\(member.name)\": { \"contentType\": \"application/json\" } }.")
      } else if let style {
        for sample in outline.samples(of: member.schema, in: member.file) {
          check(sample, [sample], member.name, style, content)
        }
        for sample in outline.samples(of: element.schema, in: element.file) {
          check(sample, [.array([sample]), .array([sample, sample])], member.name, style, content)
        }
      }
    }
  }

  private func check(
    _ sample: JSON, _ values: [JSON], _ name: String, _ style: ParameterStyle, _ content: MediaContent
  ) {
    let delimiter = String(UnicodeScalar(style.delimiter.byte))
    for value in values where value.leaves.contains(where: { $0.contains(delimiter) }) {
      guard let written = content.body(of: .object([(name, value)])),
        let body = try? content.value(of: written.bytes, ["Content-Type": written.contentType], file: ""),
        let read = body[name], read.leaves != value.leaves
      else { continue }
      context.log.warning(
        sample.location,
        "\(Violation.cut(sample.text)) contains the \"\(delimiter)\" that separates the elements of \(name), so it is read as "
          + "\(Violation.cut(read.text)); set its style to \"form\" with \"explode\": true.")
      return
    }
  }
}
