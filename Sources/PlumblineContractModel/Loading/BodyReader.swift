import PlumblineJSONSchema
import PlumblineJSONTree

/// A reader for the content of requests, responses and errors: bodies by media type, and header fields.
struct BodyReader {
  let file: String
  /// The direction of the messages: requests or responses.
  let view: SchemaView
  let context: ReadingContext

  func schema(_ value: JSON) -> Schema? { context.schemas.compile(value, in: file, view: view) }

  /// Reads bodies by media type, for responses and requests alike.
  func media(_ content: JSON) -> [MediaContent] {
    content.members.map { type, value in
      let schema = value["schema"].flatMap(schema)
      if let source = value["schema"] { checkType(of: source, as: type) }
      let written = value["schema"]?["contentSchema"]
      let content = MediaContent(
        mediaType: MediaType.essence(of: type), schema: schema, inner: written.flatMap { self.schema($0) },
        encoding: StyleReader(context: context).encoding(value["encoding"], of: type, schema),
        location: content.place(of: type))
      if let source = value["schema"] { FormFieldLint(context: context).check(content, source, in: file) }
      return content
    }
  }

  /// Checks that a schema allows the type of value that bodies of a media type are read as.
  private func checkType(of schema: JSON, as type: String) {
    guard let types = context.schemas.outline.types(of: schema, in: file), !types.isEmpty else { return }
    let what = "A body of \(type) is read as"
    let found = Spelling.list(types.sorted(), joining: "or")
    switch BodyForm(MediaType.essence(of: type)) {
    case .form where !types.contains("object"), .multipart where !types.contains("object"):
      context.log.servableError(
        schema["type"]?.location ?? schema.location,
        "\(what) an object of its fields, but this schema describes \(found), so no body can match; give it \"type\": \"object\" and "
          + "\"properties\".")
    case .jsonLines where !types.contains("array"):
      context.log.servableError(
        schema["type"]?.location ?? schema.location,
        "\(what) an array of its lines, but this schema describes \(found), so no body can match; give it \"type\": \"array\", and "
          + "describe a line in \"items\".")
    case .text where types == ["array"] && MediaType.essence(of: type) == MediaType.eventStream: break
    case .text where types.isSubset(of: ["object", "array"]):
      context.log.servableError(
        schema["type"]?.location ?? schema.location,
        "\(what) a string, but this schema describes \(found), so no body can match; give it \"type\": \"string\", or no schema."
      )
    default: break
    }
  }

  func headers(_ headers: JSON?) -> [DocumentedResponse.Header] {
    (headers?.members).map { members in
      members.map { name, value in
        DocumentedResponse.Header(
          name: name, schema: value["schema"].flatMap { context.schemas.compile($0, in: file) },
          isRequired: value["required"]?.bool ?? false, paging: paging(value["schema"], of: name),
          location: headers?.place(of: name) ?? value.location)
      }
    } ?? []
  }

  private func paging(_ schema: JSON?, of field: String) -> Paging? {
    schema.flatMap { FrameReader(schemas: context.schemas).paging(of: $0, in: file, field: field) }
  }
}
