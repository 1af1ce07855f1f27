import PlumblineJSONTree
import PlumblineOpenAPI

/// A check of a document against the collection format, version 2.0 or 2.1 (https://schema.getpostman.com), as far as
/// the document is read.
///
/// The smallest invalid part is omitted, such as an element of a list of headers, a saved response, a request, or a
/// folder. A document is rejected if it isn't a collection, or if a part that all of its requests depend on can't be
/// read.
struct CollectionForm {
  let log: NoteLog
  /// A Boolean value that indicates whether the document is rejected.
  private(set) var isRefused = false
  /// The nodes of the folders, requests, and saved responses that are left out.
  private(set) var omitted: Set<Int> = []

  /// Reports every mistake in the document.
  mutating func check(_ root: JSON) {
    if let (place, reason) = Self.refusal(of: root) { return refuse(place, reason) }
    tell(root, "info", [.object])
    tell(root["info"], "name", [.string])
    tell(root["info"], "schema", [.string])
    tell(root["info"], "description", [.string, .object])
    common(root)
    if let wrong = Self.mistake(root, "item", [.array]) ?? Self.authentication(root) { return refuse(wrong.0, wrong.1) }
    items(root)
  }

  private mutating func refuse(_ place: JSON, _ message: String) {
    isRefused = true
    log.error(place, "\(message).")
  }

  /// Returns the reason that a document isn't a readable collection, with the value that shows it, or `nil` if the
  /// document is one.
  private static func refusal(of root: JSON) -> (JSON, String)? {
    guard root.kind == .object else {
      return (root, "This isn't a collection: it is \(name(root.kind)), but a collection is an object")
    }
    let schema = root["info"]?["schema"]?.string ?? ""
    let isFirst = root["item"] == nil && (root["requests"] != nil || root["order"] != nil)
    if isFirst || schema.contains("/v1.") || schema.contains("/v1/") {
      return (
        root,
        "This is a collection of version 1, which isn't supported: in Postman, export it as Collection v2.1"
      )
    }
    if let place = root["info"]?["schema"], !schema.isEmpty, schema.contains("/collection/"), !schema.contains("/v2.") {
      return (place, "Only collections of version 2.0 and 2.1 are supported: in Postman, export it as Collection v2.1")
    }
    guard root["item"] == nil else { return nil }
    let known = OpenAPIVersion.isDocument(root) ? ForeignFormat.openAPI : ForeignFormat.sentence(on: root)
    let sentence = known.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    return (root, sentence ?? "This isn't a collection: \"item\", the list of its requests, is missing")
  }

  private mutating func items(_ owner: JSON) {
    for item in Self.elements(owner["item"]) {
      guard item.kind == .object else {
        omit(item, item, "A request or a folder must be an object, not \(Self.name(item.kind)): this one is left out")
        continue
      }
      tell(item, "name", [.string])
      common(item)
      let isFolder = item["item"] != nil
      let part = isFolder ? "the folder" : "the request"
      if let wrong = Self.authentication(item) {
        omit(item, wrong.0, "\(wrong.1): \(part) is left out")
      } else if isFolder {
        guard let wrong = Self.mistake(item, "item", [.array]) else {
          items(item)
          continue
        }
        omit(item, wrong.0, "\(wrong.1): the folder is left out")
      } else {
        request(of: item)
      }
    }
  }

  private mutating func request(of item: JSON) {
    guard let request = item["request"], !request.isNull else {
      return omit(
        item, item,
        "This has neither \"request\", as a request does, nor \"item\", as a folder does: it is left out")
    }
    var wrong = Self.mistake(item, "request", [.object, .string]).map { [$0] } ?? []
    wrong += mistakes(of: request)
    for (place, reason) in wrong { omit(item, place, "\(reason): the request is left out") }
    tell(item, "response", [.array])
    for answer in Self.elements(item["response"]) { response(answer) }
  }

  private mutating func common(_ owner: JSON) {
    tell(owner, "description", [.string, .object])
    tell(owner, "event", [.array, .object])
    tell(owner, "variable", [.array])
    tell(owner, "protocolProfileBehavior", [.object])
    objects(owner, "variable")
  }

  /// Returns the mistake that makes an authentication unreadable, so that the caller is unknown, or `nil` if there is
  /// none.
  private static func authentication(_ owner: JSON) -> (JSON, String)? {
    mistake(owner, "auth", [.object]) ?? mistake(owner["auth"], "type", [.string])
  }

  /// Returns the members of a request that have the wrong type. List elements that should be objects but aren't are
  /// reported directly.
  private func mistakes(of request: JSON) -> [(JSON, String)] {
    guard request.kind == .object else { return [] }
    var wrong: [(JSON, String)?] = [
      Self.mistake(request, "method", [.string]), Self.mistake(request, "url", [.string, .object]),
      Self.mistake(request, "header", [.array, .string]), Self.mistake(request, "body", [.object]),
      Self.authentication(request),
    ]
    if let url = request["url"], url.kind == .object {
      let members: [(String, [JSONKind])] = [
        ("raw", [.string]), ("protocol", [.string]), ("host", [.string, .array]), ("path", [.string, .array]),
        ("port", [.string, .number]), ("query", [.array]), ("variable", [.array]),
      ]
      wrong += members.map { Self.mistake(url, $0.0, $0.1) }
      objects(url, "query")
      objects(url, "variable")
    }
    objects(request, "header", orTexts: true)
    if let body = request["body"], body.kind == .object {
      let members: [(String, [JSONKind])] = [
        ("mode", [.string]), ("raw", [.string]), ("urlencoded", [.array, .string]), ("formdata", [.array]),
      ]
      wrong += members.map { Self.mistake(body, $0.0, $0.1) }
      objects(body, "formdata")
      objects(body, "urlencoded")
    }
    return wrong.compactMap { $0 }
  }

  private mutating func response(_ response: JSON) {
    guard response.kind == .object else {
      return omit(
        response, response, "A saved response must be an object, not \(Self.name(response.kind)): this one is left out")
    }
    tell(response, "name", [.string])
    let members: [(String, [JSONKind])] = [
      ("code", [.number, .string]), ("body", [.string]), ("header", [.array, .string]),
      ("originalRequest", [.object, .string]),
    ]
    var wrong = members.compactMap { Self.mistake(response, $0.0, $0.1) }
    objects(response, "header", orTexts: true)
    if let original = response["originalRequest"] { wrong += mistakes(of: original) }
    for (place, reason) in wrong { omit(response, place, "\(reason): the saved response is left out") }
  }

  private mutating func omit(_ part: JSON, _ place: JSON, _ message: String) {
    omitted.insert(part.node)
    log.error(place, "\(message).")
  }

  /// Reports elements that aren't objects. They are skipped when the list is read.
  private func objects(_ owner: JSON, _ name: String, orTexts: Bool = false) {
    for element in Self.elements(owner[name]) where element.kind != .object && !(orTexts && element.kind == .string) {
      log.error(element, "An element of \"\(name)\" must be an object, not \(Self.name(element.kind)): it is left out.")
    }
  }

  /// Reports a member of the wrong kind that no call depends on, and that is treated as absent.
  private func tell(_ owner: JSON?, _ name: String, _ kinds: [JSONKind]) {
    if let (place, reason) = Self.mistake(owner, name, kinds) { log.error(place, "\(reason): it is left out.") }
  }

  /// Returns a member of the wrong kind with the expected kind, or `nil` if there is no mistake. A null member is
  /// equivalent to an absent one.
  private static func mistake(_ owner: JSON?, _ name: String, _ kinds: [JSONKind]) -> (JSON, String)? {
    guard let owner, owner.kind == .object, let value = owner[name], !value.isNull, !kinds.contains(value.kind) else {
      return nil
    }
    let right = kinds.map(Self.name).joined(separator: " or ")
    return (value, "\"\(name)\" must be \(right), not \(Self.name(value.kind))")
  }

  private static func elements(_ list: JSON?) -> [JSON] {
    guard let list, list.kind == .array else { return [] }
    return Array(list.elements)
  }

  private static func name(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
