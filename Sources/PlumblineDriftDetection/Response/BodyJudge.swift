import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A judge that checks a body against the documented kind: no body, JSON, or one of several media types.
struct BodyJudge {
  let response: ResponseReading
  /// The location of the promise in the contract.
  let contract: SourceLocation

  private static let place: JSONPointer = "/response/body"

  /// Returns the findings if no body is documented.
  func nothing() -> [Finding] {
    if response.isBlank || response.bytes == nil { return [] }
    return [
      Finding(
        .response.body.unexpected, at: Self.place, expected: "no body", actual: "\(response.bytes?.count ?? 0) bytes",
        contract: contract, "The response has a body, but the contract documents none.")
    ]
  }

  /// Returns the findings about bare JSON.
  func json(_ schema: Schema) -> [Finding] {
    let (body, findings) = json()
    return body.map { findings + fields($0, schema) } ?? findings
  }

  /// Returns the findings about the members of a body.
  ///
  /// - Parameter leftOut: The number of a list's items that couldn't be read.
  func fields(_ body: JSON, _ schema: Schema, leftOut: Int = 0) -> [Finding] {
    FieldJudge(rules: Rule.response.field, value: body, schema: schema, prefix: Self.place, leftOut: leftOut).findings()
  }

  /// Returns the findings about a body that may have any of several media types.
  func media(_ contents: [MediaContent]) -> [Finding] {
    // If nothing is known about the body, it may also be absent.
    if response.isBlank, contents.contains(where: { $0.mediaType == "*/*" && $0.schema == nil }) { return [] }
    guard let content = content(of: contents) else {
      return [response.isBlank ? missing(contents.map(\.mediaType)) : wrongMediaType(contents.map(\.mediaType))]
    }
    let judge = BodyJudge(response: response, contract: content.location)
    let form = content.form()
    // A string or a list of lines may be empty, if the response declares that media type and the contract allows it.
    let mayBeEmpty = [.text, .jsonLines, .events].contains(form)
    // A blank stream has no events or lines.
    let isStream = StreamParts.ends(in: [], mediaType: content.mediaType) != nil
    if response.isBlank, !mayBeEmpty && !isStream || content.schema == nil && !isStream || response.mediaType == nil {
      return [missing(contents.map(\.mediaType))]
    }
    if form != .json { return judge.value(content) }
    if let malformed = judge.malformed() { return [malformed] }
    guard let body = response.body, let schema = content.schema else { return [] }
    return judge.fields(body, schema)
  }

  /// Returns the findings about a body in a format other than JSON.
  private func value(_ content: MediaContent) -> [Finding] {
    guard let bytes = response.bytes else { return [] }
    let form = content.form(as: response.mediaType)
    if form == .jsonLines {
      return LinesJudge(
        bytes: bytes, schema: content.schema, rules: Rule.response.field, malformedRule: .response.body.malformed,
        place: Self.place, contract: contract
      ).findings()
    }
    do {
      guard let value = try content.value(of: bytes, response.response.headers, file: "response body"),
        let schema = content.schema
      else { return [] }
      let cut = form == .events ? cutOff(bytes) : []
      // If a stream ends within an event, any number of events may have followed.
      let leftOut = form == .events && EventStream.ending(of: bytes) == .withinLine ? Int.max : 0
      return StreamItems(value: value, form: form).naming(fields(value, schema, leftOut: leftOut)) + cut
    } catch {
      return [
        Finding(
          .response.body.malformed, at: Self.place, expected: error.expected,
          actual: "\(error.found) in \(opening)", contract: contract, "The body is \(error.message)")
      ]
    }
  }

  /// Returns the finding for a stream that ends in the middle of an event, or an empty array if it doesn't.
  private func cutOff(_ bytes: [UInt8]) -> [Finding] {
    let message: String
    switch EventStream.ending(of: bytes) {
    case .whole: return []
    case .withinEvent:
      message = "The stream ends without an empty line after its last event, so clients discard that event."
    case .withinLine:
      message = "The stream ends in the middle of its last event, so clients discard that event; it wasn't checked."
    }
    return [
      Finding(
        .response.cutOff, at: Self.place, expected: "an empty line after the last event", actual: "the end",
        contract: contract, message)
    ]
  }

  /// Returns the content with the body's media type. If `application/json` is documented, any JSON media type matches.
  func content(of contents: [MediaContent]) -> MediaContent? {
    func first(_ fits: (String, MediaContent) -> Bool) -> MediaContent? {
      contents.first { content in
        guard let came = response.mediaType else { return contents.count == 1 }
        return fits(came, content)
      }
    }
    return first { MediaType.isInRange($0, $1.mediaType) }
      ?? first { MediaType.isJSON($0) && $1.mediaType == "application/json" }
  }

  /// Returns the body if JSON is documented, and the findings about the kind of body. JSON under a different media type
  /// is still inspected.
  func json() -> (JSON?, [Finding]) {
    if response.isBlank { return (nil, [missing(["application/json"])]) }
    if !(response.mediaType.map(MediaType.isJSON) ?? (WebPage(response.response) == nil)) {
      return (response.body, [wrongMediaType(["application/json"])])
    }
    if let malformed = malformed() { return (nil, [malformed]) }
    return (response.body, [])
  }

  /// Returns the finding for a body that is declared as JSON but isn't JSON, or `nil` if there is no such
  /// contradiction.
  func malformed() -> Finding? {
    guard let error = response.error, response.mediaType.map(MediaType.isJSON) ?? true else { return nil }
    return Finding(
      .response.body.malformed, at: Self.place, expected: "JSON, with \(error.expected) here",
      actual: "\(error.found) in \(opening)", contract: contract,
      "The body isn't valid JSON at line \(error.location.line), column \(error.location.column): \(error.message)")
  }

  /// The beginning of the body, which distinguishes an error page from a mistake.
  private var opening: String {
    let bytes = response.bytes ?? []
    let text = String(decoding: bytes.prefix(24), as: UTF8.self)
    return "a body that begins with \(ShortText.quoted(text))"
  }

  private func missing(_ types: [String]) -> Finding {
    Finding(
      .response.body.missing, at: Self.place, expected: ShortText.alternatives(types), actual: "nothing",
      contract: contract, "The body is empty, but the contract documents content.")
  }

  private func wrongMediaType(_ types: [String]) -> Finding {
    let came = response.mediaType.map { ShortText.plain($0, to: 60) } ?? "no media type"
    return Finding(
      .response.mediaType.undocumented, at: "/response/headers/content-type", expected: ShortText.alternatives(types),
      actual: came, contract: contract, detail: came,
      WebPage(response.response).map {
        "The server responded with \(response.status) and \($0), but the contract documents \(ShortText.alternatives(types))."
      } ?? "The body is \(came), but the contract documents \(ShortText.alternatives(types)).")
  }
}
