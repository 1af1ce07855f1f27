import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// Reads what messages carry, of answers, failures and requests alike: bodies by media type, and header fields.
struct BodyReader {
  let file: String
  let context: ReadingContext

  func schema(_ value: JSON) -> Schema? { context.schemas.compile(value, in: file) }

  /// Reads bodies by media type, of answers and of requests.
  func media(_ content: JSON) -> [MediaContent] {
    content.members.map { type, value in
      let schema = value["schema"].flatMap { context.schemas.compile($0, in: file) }
      return MediaContent(
        mediaType: MediaType.essence(of: type), schema: schema,
        encoding: StyleReader(context: context).encoding(value["encoding"], of: type, schema),
        location: content.place(of: type))
    }
  }

  func headers(_ headers: JSON?) -> [DocumentedAnswer.Header] {
    (headers?.members).map { members in
      members.map { name, value in
        DocumentedAnswer.Header(
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
