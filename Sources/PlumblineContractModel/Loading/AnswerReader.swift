import PlumblineJSONSchema
import PlumblineJSONTree

/// Reads the answers that an endpoint promises for its success statuses.
struct AnswerReader {
  let file: String
  let standing: Standing
  let conditions: ConditionReader
  let context: ReadingContext

  /// Reads `{ "200": answer or list of answers }`.
  func read(_ success: JSON?) -> [DocumentedAnswer] {
    (success?.members).map { members in members.flatMap { answers($0, $1, in: success ?? $1) } } ?? []
  }

  private func answers(_ key: String, _ value: JSON, in success: JSON) -> [DocumentedAnswer] {
    let status = status(key, at: success.place(of: key))
    guard value.kind == .array else {
      return value.kind == .object ? [answer(value, status: status, at: success.place(of: key))] : []
    }
    let list = value.elements.filter { $0.kind == .object }
    if let index = list.firstIndex(where: { $0["when"] == nil }), index < list.count - 1 {
      let rest = list.count - 1 - index
      context.log.error(
        list[index].location,
        "An answer without \"when\" always holds, so the \(rest == 1 ? "one" : "\(rest)") after it can't be reached; "
          + "give it a \"when\" or put it last.")
    }
    return list.map { answer($0, status: status, at: $0.location) }
  }

  private func status(_ key: String, at place: SourceLocation) -> Int {
    let number = key.utf8.count == 3 ? Int(key) : nil
    if let number, (200...399).contains(number) { return number }
    let hint =
      (number.map { (400...599).contains($0) } ?? false) ? " Name this one in \"failures\"." : ""
    context.log.error(place, "\"\(key)\" is no status of a success; it is from \"200\" to \"399\".\(hint)")
    return number ?? 0
  }

  private func answer(_ value: JSON, status: Int, at place: SourceLocation) -> DocumentedAnswer {
    DocumentedAnswer(
      status: status, condition: value["when"].map(conditions.read) ?? Condition(), content: content(value),
      headers: headers(value["headers"]), others: others(value),
      standing: context.standing(of: value, otherwise: standing), location: place)
  }

  private func content(_ value: JSON) -> DocumentedAnswer.Content {
    let kinds = ["payload", "body", "content"].filter { value[$0] != nil }
    if kinds.count > 1, let second = kinds.last {
      for kind in kinds + ["others"] { value[kind].map { context.log.judge($0.location) } }
      context.log.error(
        value.place(of: second),
        "An answer has one of \"payload\", \"body\" and \"content\", and this one has "
          + "\(Spelling.list(kinds.map { "\"\($0)\"" })); make it a list of answers, each with its \"when\".")
    }
    if let payload = value["payload"] {
      if !context.names.hasEnvelope, context.names.knowsMain {
        context.log.error(
          value.place(of: "payload"),
          "A \"payload\" lies in the envelope, and contract.json has none; write \"body\" for bare JSON.")
      }
      if payload.bool == false { return .noPayload }
      return context.schemas.compile(payload, in: file).map { .payload($0) } ?? .noPayload
    }
    if let body = value["body"] { return context.schemas.compile(body, in: file).map { .body($0) } ?? .empty }
    if let content = value["content"] { return .media(media(content)) }
    return .empty
  }

  /// Reads bodies by media type, of answers and of requests.
  func media(_ content: JSON) -> [MediaContent] {
    content.members.map { type, value in
      MediaContent(
        mediaType: MediaType.essence(of: type),
        schema: value["schema"].flatMap { context.schemas.compile($0, in: file) },
        location: content.place(of: type))
    }
  }

  private func headers(_ headers: JSON?) -> [DocumentedAnswer.Header] {
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

  private func others(_ value: JSON) -> [String] {
    guard let others = value["others"] else { return [] }
    if value["payload"] == nil, !others.elements.isEmpty {
      context.log.error(
        value.place(of: "others"), "\"others\" lie beside a \"payload\" in the envelope; this answer has no payload.")
    }
    return others.elements.compactMap { context.otherName($0) }
  }
}
