import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The choice between a stream and one whole body, if a request makes it in its body: `{"stream": true}`.
///
/// Chat APIs offer both for one status, and their clients send `Accept: application/json` or nothing either way, so the
/// member decides unless `Accept` prefers one of the two.
package enum StreamChoice {
  private static let member = "stream"

  /// Returns a Boolean value that indicates whether an endpoint offers both for a status, and the request's body makes
  /// the choice.
  package static func isOffered(by endpoint: Endpoint) -> Bool {
    let isMixed = endpoint.answers.contains { answer in
      if case .media(let contents) = answer.content { hasBoth(contents) } else { false }
    }
    return isMixed && !declarations(at: endpoint).isEmpty
  }

  /// Returns the contents that a request leaves to its `Accept`: streams or whole bodies, or all if it doesn't choose.
  ///
  /// - Parameter contents: the contents of a response of such an endpoint.
  package static func contents(_ contents: [MediaContent], for reading: RequestReading) -> [MediaContent] {
    guard hasBoth(contents), isOpen(reading.accept, among: contents) else { return contents }
    let isStreamed = reading.body?[member]?.bool ?? isUsual(at: reading.endpoint)
    return contents.filter { isStream($0.mediaType) == isStreamed }
  }

  /// Returns a Boolean value that indicates whether bodies of a media type, an essence, are streams of events or lines.
  package static func isStream(_ mediaType: String) -> Bool {
    mediaType == MediaType.eventStream || MediaType.isJSONLines(mediaType)
  }

  /// Returns a request whose body asks for a stream or for a whole body; unchanged if the body doesn't make the choice.
  ///
  /// - Parameters:
  ///   - mediaType: the essence of the wanted media type.
  ///   - contents: the contents of the response.
  package static func request(
    _ request: Request, getting mediaType: String, of contents: [MediaContent], at endpoint: Endpoint
  ) -> Request {
    guard let schema = endpoint.body?.structured?.schema, hasBoth(contents), !declarations(at: endpoint).isEmpty,
      let body = request.body.bytes.flatMap({ try? JSON.parse($0) }), body.kind == .object
    else { return request }
    let isStreamed = isStream(mediaType)
    if (body[member]?.bool ?? isUsual(at: endpoint)) == isStreamed { return request }
    let chosen = body.setting(member, to: JSON(isStreamed))
    guard schema.isValid(chosen) else { return request }
    var request = request
    request.body = Body(chosen.serialized())
    return request
  }

  /// Returns a Boolean value that indicates whether a stream is the default if a request doesn't choose.
  private static func isUsual(at endpoint: Endpoint) -> Bool {
    declarations(at: endpoint).compactMap { $0["default"]?.bool }.first ?? false
  }

  private static func hasBoth(_ contents: [MediaContent]) -> Bool {
    let streams = contents.count { isStream($0.mediaType) }
    return streams > 0 && streams < contents.count
  }

  /// Returns the schemas of the request's member, if it is a Boolean value.
  private static func declarations(at endpoint: Endpoint) -> [JSON] {
    guard let schema = endpoint.body?.structured?.schema else { return [] }
    return schema.sources(at: JSONPointer(tokens: [member]), in: [member: true]).filter { source in
      guard let type = source["type"] else { return false }
      return type.string == "boolean" || type.kind == .array && type.elements.contains { $0.string == "boolean" }
    }
  }

  /// Returns a Boolean value that indicates whether `Accept` leaves the choice open: it is missing, prefers neither, or
  /// names only JSON, which clients send in either case.
  private static func isOpen(_ accept: String?, among contents: [MediaContent]) -> Bool {
    guard let accept else { return true }
    let isUsual = accept.split(separator: ",").allSatisfy { item in
      let essence = MediaType.essence(of: String(item))
      return essence == "*/*" || MediaType.isJSON(essence)
    }
    if isUsual { return true }
    let ranges = MediaRanges(accept)
    let streams = contents.filter { isStream($0.mediaType) }
    let others = contents.filter { !isStream($0.mediaType) }
    return most(streams, ranges) == most(others, ranges)
  }

  /// Returns the highest preference that the client gives any of these contents.
  private static func most(_ contents: [MediaContent], _ ranges: MediaRanges) -> Int {
    contents.map { ranges.quality(of: $0.mediaType) }.max() ?? 0
  }
}
