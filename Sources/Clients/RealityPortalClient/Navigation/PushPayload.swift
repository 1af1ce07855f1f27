import Foundation

/// The contents of a push notification: the route that a tap opens, and the number for the app's badge.
///
///     let payload = try PushPayload(userInfo: response.notification.request.content.userInfo)
///     navigation.open(payload)             // the reply's conversation; a guest lands there after the login
///
/// The stories promise notifications of replies (82.5, AC-3) and deep links in notifications (82.2), but show no
/// payload. Apart from Apple's `aps`, the shape is therefore this client's own: either `type` with the ID that the type
/// requires, or `link`.
///
///     { "aps": { "alert": "…", "badge": 1 }, "type": "inquiry_reply", "inquiryId": "501" }
///     { "aps": { "alert": "…" }, "type": "new_listing", "listingId": "123" }
///     { "aps": { "alert": "…" }, "link": "realityportal://listing/123" }
///
/// Anyone who has the device's token can send a payload, so the parser is strict, as with links: each value must have
/// the right type, a link must be one that ``ListingLink`` accepts, and contradictory destinations are an error. An
/// unknown `type` only opens the app, because the server may be newer than the app.
public struct PushPayload: Sendable, Hashable {
  /// The route that a tap opens, or `nil` if a tap only opens the app.
  public let route: Route?
  /// The number for the app's badge. A value of 0 removes the badge, and `nil` leaves it unchanged.
  public let badge: Int?

  /// The maximum size, in bytes. APNs doesn't deliver larger notifications.
  static let longest = 4096
  /// The maximum nesting depth of objects and arrays. Real notifications need at most 4: the payload, `aps`, `alert`,
  /// and an array.
  static let deepest = 8

  /// Creates a payload from the user info of a notification, as the system passes it to the app.
  ///
  /// - Throws: A ``PushPayloadError``.
  public init(userInfo: [AnyHashable: Any]) throws(PushPayloadError) {
    var left = Self.longest
    try Self.measure(userInfo, depth: 1, left: &left)
    guard let object = userInfo as? [String: Any], JSONSerialization.isValidJSONObject(object),
      let json = try? JSONSerialization.data(withJSONObject: object, options: .withoutEscapingSlashes)
    else { throw .notJSON }
    try self.init(json: json)
  }

  /// Creates a payload from the JSON that was sent: an object of at most 4096 bytes.
  ///
  /// - Throws: A ``PushPayloadError``.
  public init(json: Data) throws(PushPayloadError) {
    guard json.count <= Self.longest else { throw .tooLong }
    guard Self.depth(of: json) <= Self.deepest else { throw .tooDeep }
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: json)
    } catch {
      throw PushPayloadError(error)
    }
    try self.init(content)
  }
}

extension PushPayload {
  /// The members of a payload that the app reads. A member that is present must have the right type and must not be
  /// null.
  private struct Content: Decodable {
    struct System: Decodable {
      let badge: Double?

      enum CodingKeys: CodingKey { case badge }

      init(from decoder: any Decoder) throws {
        badge = try decoder.container(keyedBy: CodingKeys.self).value(for: .badge)
      }
    }

    enum CodingKeys: CodingKey { case aps, type, link, inquiryId, listingId }

    let aps: System
    let type: String?
    let link: String?
    let inquiryId: String?
    let listingId: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      aps = try container.decode(System.self, forKey: .aps)
      type = try container.value(for: .type)
      link = try container.value(for: .link)
      inquiryId = try container.value(for: .inquiryId)
      listingId = try container.value(for: .listingId)
    }
  }

  private init(_ content: Content) throws(PushPayloadError) {
    badge = content.aps.badge.flatMap(Int.init(exactly:))
    if content.aps.badge != nil, badge ?? -1 < 0 { throw .wrongValue("aps.badge") }
    for (name, id) in [("inquiryId", content.inquiryId), ("listingId", content.listingId)] {
      if let id, !ListingLink.isId(id) { throw .noId(name) }
    }
    let linked = content.link.map(ListingLink.route(for:))
    if case .some(.none) = linked { throw .foreignLink }
    let target = linked ?? nil
    switch content.type {
    case "inquiry_reply":
      guard let id = content.inquiryId else { throw .missing("inquiryId") }
      route = .inquiryDetail(id: id)
    case "new_listing":
      guard let id = content.listingId else { throw .missing("listingId") }
      route = .listingDetail(id: id)
    case nil: route = target
    default:
      route = nil
      return
    }
    guard let target else { return }
    let names = [content.inquiryId.map(Route.inquiryDetail), content.listingId.map(Route.listingDetail)]
    guard names.allSatisfy({ $0 == nil || $0 == target }) else { throw .leadsTwoWays }
  }

  /// Checks the depth and size of a dictionary before it is read, and stops at either limit.
  private static func measure(_ value: Any, depth: Int, left: inout Int) throws(PushPayloadError) {
    left -= 1
    switch value {
    case let text as String: left -= text.utf8.count
    case let object as [AnyHashable: Any]:
      guard depth <= deepest else { throw .tooDeep }
      for (name, value) in object {
        guard let name = name.base as? String else { throw .notJSON }
        left -= name.utf8.count
        try measure(value, depth: depth + 1, left: &left)
      }
    case let array as [Any]:
      guard depth <= deepest else { throw .tooDeep }
      for value in array { try measure(value, depth: depth + 1, left: &left) }
    default: break
    }
    guard left > 0 else { throw .tooLong }
  }

  /// Returns the nesting depth of objects and arrays, even for malformed JSON.
  private static func depth(of json: Data) -> Int {
    var (depth, deepest) = (0, 0)
    var (isString, isEscaped) = (false, false)
    for byte in json {
      if isString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}

extension KeyedDecodingContainer {
  /// Returns a member's value, or `nil` if the member is absent. A null value is an error.
  fileprivate func value<Value: Decodable>(for key: Key) throws -> Value? {
    contains(key) ? try decode(Value.self, forKey: key) : nil
  }
}

/// The reason that the payload of a push notification is rejected.
public enum PushPayloadError: LocalizedError, Sendable, Hashable {
  /// The payload isn't a JSON object.
  case notJSON
  /// The payload has more than 4096 bytes.
  case tooLong
  /// The payload's objects and arrays are nested too deeply.
  case tooDeep
  /// A member has the wrong type, or its number is out of range.
  case wrongValue(String)
  /// A required member is missing.
  case missing(String)
  /// A member isn't an ID. IDs consist of at most 64 letters, digits, hyphens, and underscores.
  case noId(String)
  /// The link doesn't belong to the app.
  case foreignLink
  /// The link contradicts the other members.
  case leadsTwoWays

  /// The reason, phrased for a log.
  public var errorDescription: String? {
    switch self {
    case .notJSON: "The payload isn't a JSON object."
    case .tooLong: "The payload has more than \(PushPayload.longest) bytes."
    case .tooDeep: "The payload is nested more than \(PushPayload.deepest) levels deep."
    case .wrongValue(let name): "The payload has an unexpected value in \(name)."
    case .missing(let name): "The payload lacks \(name)."
    case .noId(let name): "The payload has a value in \(name) that isn't an id."
    case .foreignLink: "The payload's link isn't one of the app's."
    case .leadsTwoWays: "The payload's link and its other members lead to different places."
    }
  }
}

extension PushPayloadError {
  /// Creates an error from a decoder's error, with the name of the member that caused it.
  fileprivate init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self = .missing(Self.name(of: context.codingPath + [key]))
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      self = context.codingPath.isEmpty ? .notJSON : .wrongValue(Self.name(of: context.codingPath))
    default: self = .notJSON
    }
  }

  /// Returns a member's path in dotted form, such as `aps.badge`.
  private static func name(of path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
}
