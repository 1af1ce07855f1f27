import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree

/// The choice between a stream and one whole body, where a request makes it by its own body: `{"stream": true}`.
///
/// Chat APIs offer both for one status, and their clients send `Accept: application/json` or nothing either way. So the member
/// decides where `Accept` doesn't want one of the two more.
enum StreamChoice {
  private static let member = "stream"

  /// A Boolean value that indicates whether an endpoint has a status with both, and lets the request's body choose.
  static func isOffered(by endpoint: Endpoint) -> Bool {
    let isMixed = endpoint.answers.contains { answer in
      if case .media(let contents) = answer.content { hasBoth(contents) } else { false }
    }
    return isMixed && !declarations(at: endpoint).isEmpty
  }

  /// The contents that a request leaves to its `Accept`: streams or whole bodies, or all where it doesn't choose.
  ///
  /// - Parameter contents: those of an answer of an endpoint that lets the body choose.
  static func contents(_ contents: [MediaContent], for reading: RequestReading) -> [MediaContent] {
    guard hasBoth(contents), isOpen(reading.accept, among: contents) else { return contents }
    let usual = declarations(at: reading.endpoint).compactMap { $0["default"]?.bool }.first ?? false
    let isStreamed = reading.body?[member]?.bool ?? usual
    return contents.filter { isStream($0.mediaType) == isStreamed }
  }

  /// A Boolean value that indicates whether bodies of a media type, an essence, are streams of events or lines.
  static func isStream(_ mediaType: String) -> Bool {
    mediaType == MediaType.eventStream || MediaType.isJSONLines(mediaType)
  }

  private static func hasBoth(_ contents: [MediaContent]) -> Bool {
    let streams = contents.count { isStream($0.mediaType) }
    return streams > 0 && streams < contents.count
  }

  /// What the schema of the request's body says of the member, where it is a Boolean value.
  private static func declarations(at endpoint: Endpoint) -> [JSON] {
    guard let schema = endpoint.body?.structured?.schema else { return [] }
    return schema.sources(at: JSONPointer(tokens: [member]), in: [member: true]).filter { source in
      guard let type = source["type"] else { return false }
      return type.string == "boolean" || type.kind == .array && type.elements.contains { $0.string == "boolean" }
    }
  }

  /// A Boolean value that indicates whether `Accept` leaves it open: it says nothing, wants both the same, or names nothing but
  /// JSON, as clients do whatever they ask for.
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

  /// How much the client wants the content that it wants most of some.
  private static func most(_ contents: [MediaContent], _ ranges: MediaRanges) -> Int {
    contents.map { ranges.quality(of: $0.mediaType) }.max() ?? 0
  }
}
