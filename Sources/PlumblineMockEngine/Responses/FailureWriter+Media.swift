import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// Error bodies with a choice of media types.
extension FailureWriter {
  /// An example of an error response, in the form in which it is sent.
  struct ShownExample {
    let content: MediaContent
    let bytes: [UInt8]
  }

  /// Returns the example to send to a caller that requested an error, or `nil` if there is none in the preferred media
  /// type.
  ///
  /// - Parameters:
  ///   - wanted: A JSON example that was requested by name, or `nil` to choose one with `accepted`. It is sent with the
  ///     media type that documents it.
  static func shown(
    _ wanted: JSON?, of failure: Failure, in contents: [MediaContent], _ accepted: String?
  ) -> ShownExample? {
    if let wanted { return inJSON(wanted, of: failure, in: contents) }
    var known: [ShownExample] = contents.compactMap { content in
      var all = examples(in: content, of: failure, among: contents)
      if let shared = content.schema?.shownExample { all.append(shared) }
      var bodies = all.compactMap { bytes(of: $0, in: content) }
      // If the example is described as XML, convert it to XML text.
      if bodies.isEmpty, let inner = content.inner?.shownExample { bodies = [Array(content.markup(of: inner).utf8)] }
      return bodies.first.map { ShownExample(content: content, bytes: $0) }
    }
    // Of the JSON examples, use the one that comes first in the contract.
    if let lead = known.first, MediaType.isJSON(lead.content.mediaType), let first = failure.examples.first?.body,
      let usual = inJSON(first, of: failure, in: contents)
    {
      known = [usual] + known.filter { $0.content.mediaType != usual.content.mediaType }
    }
    guard let accepted, contents.count > 1, let most = contents.preferred(by: accepted) else { return known.first }
    let ranges = MediaRanges(accepted)
    let quality = ranges.quality(of: most.mediaType)
    // A JSON-based media type may be acceptable even if `Accept` doesn't match it. If nothing matches, any type can be
    // sent.
    if quality == 0 { return known.first { $0.content.mediaType == most.mediaType } ?? known.first }
    return known.first { ranges.quality(of: $0.content.mediaType) >= quality }
  }

  /// Returns a JSON example, in the media type that documents it.
  private static func inJSON(
    _ example: JSON, of failure: Failure, in contents: [MediaContent]
  ) -> ShownExample? {
    let possible = contents.filter { MediaType.isJSON($0.mediaType) }
    let own = possible.first { examples(in: $0, of: failure, among: contents).contains(example) }
    guard let content = own ?? possible.first(where: { takes(example, $0) }) ?? possible.first else { return nil }
    return ShownExample(content: content, bytes: example.serialized())
  }

  /// Returns the examples that the contract has for an error in one of its media types.
  static func examples(
    in content: MediaContent, of failure: Failure, among contents: [MediaContent]
  ) -> [JSON] {
    let own: [JSON] = content.schema.map { Array(($0.source["examples"] ?? JSON.emptyArray).elements) } ?? []
    guard MediaType.isJSON(content.mediaType) else { return own }
    let isAlone = contents.filter { MediaType.isJSON($0.mediaType) }.count == 1
    return failure.examples.map { $0.body }.filter { body in
      isAlone || (own.isEmpty ? takes(body, content) : own.contains { isSame($0, body) })
    }
  }

  /// Returns a Boolean value that indicates whether an example equals a body. The example may also be written as JSON
  /// text.
  private static func isSame(_ written: JSON, _ body: JSON) -> Bool {
    if written == body { return true }
    guard let text = written.string, let value = try? JSON.parse(text) else { return false }
    return value == body
  }

  /// Returns a Boolean value that indicates whether a media type can have a body. If several types are JSON, this is
  /// decided by their schemas.
  private static func takes(_ body: JSON, _ content: MediaContent) -> Bool {
    MediaType.isJSON(content.mediaType) && content.schema?.isValid(body) ?? true
  }

  /// Returns an example as a body, or `nil` if the media type requires a string and the example isn't one.
  private static func bytes(of example: JSON, in content: MediaContent) -> [UInt8]? {
    if MediaType.isJSON(content.mediaType) { return example.serialized() }
    if let text = example.string { return Array(text.utf8) }
    switch content.form() {
    case .form, .events, .jsonLines: return content.body(of: example)?.bytes
    case .json, .multipart, .text, .opaque: return nil
    }
  }
}

// MARK: - Generated bodies

extension FailureWriter {
  /// A body and its content type.
  struct SentBody {
    let bytes: [UInt8]
    let contentType: String
  }

  /// Returns the media type that a body is sent with. If any type is allowed, this is plain text.
  static func type(of content: MediaContent) -> String {
    content.mediaType == "*/*" ? "text/plain" : content.sentType
  }

  /// Returns a generated body in the format of a media type.
  func made(
    _ content: MediaContent, _ failure: Failure, _ status: Int, _ message: String, among contents: [MediaContent]
  ) -> SentBody {
    let type = Self.type(of: content)
    if MediaType.isJSON(type) {
      return SentBody(bytes: json(content, failure, status, message, among: contents).serialized(), contentType: type)
    }
    if content.schema?.listsValues != true {
      if let sample = SampleFile.bytes(of: type) { return SentBody(bytes: sample, contentType: type) }
      if MediaType.isXML(type), let inner = content.inner {
        let text = content.markup(of: body(inner, failure, status, message, like: []))
        return SentBody(bytes: Array(text.utf8), contentType: type)
      }
    }
    if let parts = parts(content, failure, status, message) { return parts }
    let text = content.schema.flatMap { try? $0.example().get() }?.string ?? ""
    let bytes = text.isEmpty ? Self.telling(message, in: type, failure, status) : text
    return SentBody(bytes: Array(bytes.utf8), contentType: type)
  }

  private func json(
    _ content: MediaContent, _ failure: Failure, _ status: Int, _ message: String, among contents: [MediaContent]
  ) -> JSON {
    guard let schema = content.schema else {
      return JSON.object([("status", JSON(status)), ("detail", JSON(message))])
    }
    let examples = Self.examples(in: content, of: failure, among: contents)
    return body(schema, failure, status, message, like: examples) ?? JSON.emptyObject
  }

  /// Returns a body that consists of form fields, lines, or events, or `nil` if the contract doesn't describe them or
  /// the body is a string.
  private func parts(
    _ content: MediaContent, _ failure: Failure, _ status: Int, _ message: String
  ) -> SentBody? {
    guard let schema = content.schema else { return nil }
    let value: JSON?
    switch content.form() {
    case .form, .multipart: value = body(schema, failure, status, message, like: [])
    case .events, .jsonLines: value = try? schema.example().get()
    case .json, .text, .opaque: return nil
    }
    guard let value, let body = content.body(of: value), !body.bytes.isEmpty else { return nil }
    return SentBody(bytes: body.bytes, contentType: body.contentType)
  }

  /// Returns a description of the error, for contracts without an example.
  private static func telling(_ message: String, in type: String, _ failure: Failure, _ status: Int) -> String {
    let shown = XMLText.escaped(message)
    switch type {
    case "text/html": return "<!doctype html>\n<title>\(status)</title>\n<p>\(shown)</p>\n"
    case MediaType.eventStream: return "data: \(message.replacing("\n", with: " "))\n\n"
    case let type where MediaType.isXML(type):
      let code = XMLText.escaped(failure.codes.first?.description ?? Self.code(for: status))
      return "<?xml version=\"1.0\"?>\n<Error><Code>\(code)</Code><Message>\(shown)</Message></Error>\n"
    case let type where MediaType.isJSONLines(type):
      return JSON.object([("status", JSON(status)), ("detail", JSON(message))]).text + "\n"
    default: return message + "\n"
    }
  }
}
