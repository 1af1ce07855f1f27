import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The bodies of failures that may have one of several media types.
extension FailureWriter {
  /// An example of a failure, as it is sent.
  struct ShownExample {
    let content: MediaContent
    let bytes: [UInt8]
  }

  /// The example that is sent to somebody who wants to see a failure; `nil` where what is wanted most has none.
  ///
  /// - Parameters:
  ///   - wanted: an example in JSON that was asked for by name: it is sent in the media type that it is documented under. Else
  ///     `accepted` decides among those that have examples.
  static func shown(
    _ wanted: JSON?, of failure: Failure, in contents: [MediaContent], _ accepted: String?
  ) -> ShownExample? {
    if let wanted { return inJSON(wanted, of: failure, in: contents) }
    var known: [ShownExample] = contents.compactMap { content in
      var all = examples(in: content, of: failure, among: contents)
      if let shared = content.schema?.shownExample { all.append(shared) }
      let bodies = all.compactMap { bytes(of: $0, in: content) }
      return bodies.first.map { ShownExample(content: content, bytes: $0) }
    }
    // The contract's own order of the examples in JSON tells which comes first.
    if let lead = known.first, MediaType.isJSON(lead.content.mediaType), let first = failure.examples.first?.body,
      let usual = inJSON(first, of: failure, in: contents)
    {
      known = [usual] + known.filter { $0.content.mediaType != usual.content.mediaType }
    }
    guard let accepted, contents.count > 1, let most = contents.preferred(by: accepted) else { return known.first }
    let ranges = MediaRanges(accepted)
    let quality = ranges.quality(of: most.mediaType)
    // A vendor's JSON may stand for JSON, which no range says; else nothing is wanted, and anything may come.
    if quality == 0 { return known.first { $0.content.mediaType == most.mediaType } ?? known.first }
    return known.first { ranges.quality(of: $0.content.mediaType) >= quality }
  }

  /// An example in JSON, in the media type that it is documented under.
  private static func inJSON(
    _ example: JSON, of failure: Failure, in contents: [MediaContent]
  ) -> ShownExample? {
    let possible = contents.filter { MediaType.isJSON($0.mediaType) }
    let own = possible.first { examples(in: $0, of: failure, among: contents).contains(example) }
    guard let content = own ?? possible.first(where: { takes(example, $0) }) ?? possible.first else { return nil }
    return ShownExample(content: content, bytes: example.serialized())
  }

  /// The examples of a failure that the contract shows in one of its media types.
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

  /// Returns a Boolean value that indicates whether an example is the same as one that may be written as a text of JSON.
  private static func isSame(_ written: JSON, _ body: JSON) -> Bool {
    if written == body { return true }
    guard let text = written.string, let value = try? JSON.parse(text) else { return false }
    return value == body
  }

  /// Whether a body may be one of a media type: of several in JSON, the one whose schema accepts it comes first.
  private static func takes(_ body: JSON, _ content: MediaContent) -> Bool {
    MediaType.isJSON(content.mediaType) && content.schema?.isValid(body) ?? true
  }

  /// An example as a body; `nil` for a value that is no text, where only a text could be sent.
  private static func bytes(of example: JSON, in content: MediaContent) -> [UInt8]? {
    MediaType.isJSON(content.mediaType) ? example.serialized() : example.string.map { Array($0.utf8) }
  }

  /// A body that is made.
  func bytes(
    _ content: MediaContent, _ failure: Failure, _ status: Int, _ message: String, among contents: [MediaContent]
  ) -> [UInt8] {
    if MediaType.isJSON(content.mediaType) {
      guard let schema = content.schema else {
        return JSON.object([("status", JSON(status)), ("detail", JSON(message))]).serialized()
      }
      let examples = Self.examples(in: content, of: failure, among: contents)
      return (body(schema, failure, status, message, like: examples) ?? JSON.emptyObject).serialized()
    }
    if MediaType.isXML(content.mediaType), let inner = content.inner, content.schema?.listsValues != true {
      return Array(content.markup(of: body(inner, failure, status, message, like: [])).utf8)
    }
    let made = content.schema.flatMap { try? $0.example().get() }?.string ?? ""
    if !made.isEmpty { return Array(made.utf8) }
    let shown = XMLText.escaped(message)
    switch content.mediaType {
    case "text/html": return Array("<!doctype html>\n<title>\(status)</title>\n<p>\(shown)</p>\n".utf8)
    case let type where MediaType.isXML(type):
      let code = XMLText.escaped(failure.codes.first?.description ?? Self.code(for: status))
      return Array("<?xml version=\"1.0\"?>\n<Error><Code>\(code)</Code><Message>\(shown)</Message></Error>\n".utf8)
    default: return Array("\(message)\n".utf8)
    }
  }
}
