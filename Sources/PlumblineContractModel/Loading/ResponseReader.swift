import PlumblineJSONSchema
import PlumblineJSONTree

/// A reader for the responses that an endpoint documents for its success statuses.
struct ResponseReader {
  let file: String
  let standing: Standing
  let conditions: ConditionReader
  let context: ReadingContext

  private var bodies: BodyReader { BodyReader(file: file, view: .response, context: context) }

  /// Reads an object such as `{ "200": … }`. Each value is a response or a list of responses.
  func read(_ success: JSON?) -> [DocumentedResponse] {
    (success?.members).map { members in members.flatMap { answers($0, $1, in: success ?? $1) } } ?? []
  }

  private func answers(_ key: String, _ value: JSON, in success: JSON) -> [DocumentedResponse] {
    let statuses = statuses(key, at: success.place(of: key))
    guard value.kind == .array else {
      return value.kind == .object ? [answer(value, statuses: statuses, at: success.place(of: key))] : []
    }
    let list = value.elements.filter { $0.kind == .object }
    if let index = list.firstIndex(where: { $0["when"] == nil }), index < list.count - 1 {
      let rest = list.count - 1 - index
      context.log.error(
        list[index].location,
        "A response without \"when\" always applies, so the \(rest == 1 ? "one" : "\(rest)") after it can't be reached; "
          + "give it a \"when\" or put it last.")
    }
    return list.map { answer($0, statuses: statuses, at: $0.location) }
  }

  private func statuses(_ key: String, at place: SourceLocation) -> StatusRange {
    let range = StatusRange(key)
    switch range {
    case .exactly(200...399), .hundred(2...3): return range ?? .exactly(200)
    case .exactly(400...599), .hundred(4...5), .failures:
      context.log.error(place, key: key, "\"\(key)\" isn't a success status. List it in \"errors\".")
    case .exactly, .hundred, nil:
      context.log.error(
        place, key: key, "\"\(key)\" isn't a success status; expected \"200\" to \"399\", \"2XX\" or \"3XX\".")
    }
    return .exactly(200)
  }

  private func answer(_ value: JSON, statuses: StatusRange, at place: SourceLocation) -> DocumentedResponse {
    checkBodyless(value, statuses)
    return DocumentedResponse(
      statuses: statuses, condition: value["when"].map(conditions.read) ?? Condition(), content: content(value),
      headers: bodies.headers(value["headers"]), others: others(value),
      standing: context.standing(of: value, otherwise: standing), location: place)
  }

  /// Reports bodies for statuses that never have one (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5).
  private func checkBodyless(_ value: JSON, _ statuses: StatusRange) {
    guard case .exactly(let status) = statuses, [204, 205, 304].contains(status),
      let key = ["payload", "body", "content"].first(where: { value[$0].map { $0.bool != false } ?? false })
    else { return }
    context.log.servableError(
      value.place(of: key),
      "A response with \(status) has no body, so this \"\(key)\" is never sent; remove it"
        + (status == 304 ? "." : ", or use \"200\"."))
  }

  private func content(_ value: JSON) -> DocumentedResponse.Content {
    let kinds = ["payload", "body", "content"].filter { value[$0] != nil }
    if kinds.count > 1, let second = kinds.last {
      for kind in kinds + ["others"] { value[kind].map { context.log.judge($0.location) } }
      context.log.error(
        value.place(of: second), key: second,
        "A response can have only one of \"payload\", \"body\" and \"content\", but this one has "
          + "\(Spelling.list(kinds.map { "\"\($0)\"" })); make it a list of responses, each with its own \"when\".")
    }
    if let payload = value["payload"] {
      if !context.names.hasPayload, context.names.knowsMain {
        context.log.error(
          value.place(of: "payload"), key: "payload",
          "A \"payload\" is part of the envelope, but contract.json has "
            + (context.names.hasEnvelope ? "no \"payload\" in its envelope" : "none")
            + "; write \"body\" for bare JSON.")
      }
      if payload.bool == false { return .noPayload }
      return bodies.schema(payload).map { .payload($0) } ?? .noPayload
    }
    if let body = value["body"] { return bodies.schema(body).map { .body($0) } ?? .empty }
    if let content = value["content"] { return .media(bodies.media(content)) }
    return .empty
  }

  private func others(_ value: JSON) -> [String] {
    guard let others = value["others"] else { return [] }
    if value["payload"] == nil, !others.elements.isEmpty {
      context.log.error(
        value.place(of: "others"), key: "others",
        "\"others\" are members next to a \"payload\" in the envelope, but this response has no payload.")
    }
    return others.elements.compactMap { context.otherName($0) }
  }
}
