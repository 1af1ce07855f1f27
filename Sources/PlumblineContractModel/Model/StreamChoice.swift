import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A namespace for the choice between a stream and a whole body that a request makes in its body, as with
/// `{"stream": true}`.
///
/// Chat APIs offer both for the same status, and their clients send `Accept: application/json` or no `Accept` in either
/// case. The member therefore decides, unless `Accept` prefers one of the two.
package enum StreamChoice {
  private static let member = "stream"

  /// Returns a Boolean value that indicates whether an endpoint offers both a stream and a whole body for the same
  /// status and lets the request's body choose.
  package static func isOffered(by endpoint: Endpoint) -> Bool {
    let isMixed = endpoint.answers.contains { answer in
      if case .media(let contents) = answer.content { hasBoth(contents) } else { false }
    }
    return isMixed && !declarations(at: endpoint).isEmpty
  }

  /// Returns the contents among which a request's `Accept` field decides: the streams, the whole bodies, or all of them
  /// if the request's body doesn't choose.
  ///
  /// - Parameter contents: The contents of a response of an endpoint that offers the choice.
  package static func contents(_ contents: [MediaContent], for reading: RequestReading) -> [MediaContent] {
    guard hasBoth(contents), isOpen(reading.accept, among: contents) else { return contents }
    let isStreamed = reading.body?[member]?.bool ?? isUsual(at: reading.endpoint)
    return contents.filter { isStream($0.mediaType) == isStreamed }
  }

  /// Returns a Boolean value that indicates whether bodies of a media type are streams of events or lines.
  ///
  /// - Parameter mediaType: A media type without parameters.
  package static func isStream(_ mediaType: String) -> Bool {
    mediaType == MediaType.eventStream || MediaType.isJSONLines(mediaType)
  }

  /// Returns a request whose body requests a stream or a whole body. If the request's body can't choose, the request is
  /// unchanged.
  ///
  /// - Parameters:
  ///   - mediaType: The requested media type without parameters.
  ///   - contents: The contents of the response.
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

  /// Returns a Boolean value that indicates whether the endpoint sends a stream by default.
  private static func isUsual(at endpoint: Endpoint) -> Bool {
    declarations(at: endpoint).compactMap { $0["default"]?.bool }.first ?? false
  }

  private static func hasBoth(_ contents: [MediaContent]) -> Bool {
    let streams = contents.count { isStream($0.mediaType) }
    return streams > 0 && streams < contents.count
  }

  /// Returns the schemas of the request body's `stream` member, if it is a Boolean.
  private static func declarations(at endpoint: Endpoint) -> [JSON] {
    guard let schema = endpoint.body?.structured?.schema else { return [] }
    return schema.sources(at: JSONPointer(tokens: [member]), in: [member: true]).filter { source in
      guard let type = source["type"] else { return false }
      return type.string == "boolean" || type.kind == .array && type.elements.contains { $0.string == "boolean" }
    }
  }

  /// Returns a Boolean value that indicates whether `Accept` leaves the choice open. It does if it is missing, prefers
  /// neither, or names only JSON, because clients send that in either case.
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

  /// Returns the highest quality value that the client assigns to any of these contents.
  private static func most(_ contents: [MediaContent], _ ranges: MediaRanges) -> Int {
    contents.map { ranges.quality(of: $0.mediaType) }.max() ?? 0
  }
}
