import PlumblineJSONTree
import PlumblineOpenAPI

/// Holds a document to the form of a collection, version 2.0 or 2.1 (https://schema.getpostman.com), as far as it is read.
struct CollectionForm {
  let log: NoteLog

  /// Tells all that is wrong.
  func check(_ root: JSON) {
    guard root.kind == .object else {
      return log.error(root, "This is no collection: it is \(Self.name(root.kind)), and one is an object.")
    }
    let schema = root["info"]?["schema"]?.string ?? ""
    let isFirst = root["item"] == nil && (root["requests"] != nil || root["order"] != nil)
    if isFirst || schema.contains("/v1.") || schema.contains("/v1/") {
      return log.error(
        root, "This is a collection of version 1, which isn't read: in Postman, export it as Collection v2.1.")
    }
    if let place = root["info"]?["schema"], !schema.isEmpty, schema.contains("/collection/"), !schema.contains("/v2.") {
      return log.error(place, "A collection of version 2.0 or 2.1 is read: in Postman, export it as Collection v2.1.")
    }
    guard root["item"] != nil else {
      let known =
        OpenAPIVersion.isDocument(root) ? "This is an OpenAPI document. `plumbline import openapi` reads it." : nil
      return log.error(
        root,
        known ?? ForeignFormat.sentence(on: root)
          ?? "This is no collection: \"item\", the list of its requests, is missing.")
    }
    expect(root, "info", [.object])
    expect(root["info"], "name", [.string])
    expect(root["info"], "schema", [.string])
    expect(root["info"], "description", [.string, .object])
    common(root)
    items(root)
  }

  private func items(_ owner: JSON) {
    expect(owner, "item", [.array])
    for item in Self.elements(owner["item"]) {
      guard item.kind == .object else {
        log.error(item, "A request or a folder is an object, not \(Self.name(item.kind)).")
        continue
      }
      expect(item, "name", [.string])
      common(item)
      if item["item"] != nil {
        items(item)
      } else {
        if item["request"].map({ $0.isNull }) ?? true {
          log.error(item, "A request has \"request\", and a folder has \"item\"; here is neither.")
        }
        expect(item, "request", [.object, .string])
        request(item["request"])
        expect(item, "response", [.array])
        Self.elements(item["response"]).forEach(response)
      }
    }
  }

  private func common(_ owner: JSON) {
    expect(owner, "description", [.string, .object])
    expect(owner, "event", [.array, .object])
    expect(owner, "variable", [.array])
    expect(owner, "auth", [.object])
    expect(owner["auth"], "type", [.string])
    expect(owner, "protocolProfileBehavior", [.object])
    objects(owner, "variable")
  }

  private func request(_ request: JSON?) {
    guard let request, request.kind == .object else { return }
    expect(request, "method", [.string])
    expect(request, "url", [.string, .object])
    expect(request, "header", [.array, .string])
    expect(request, "body", [.object])
    expect(request, "auth", [.object])
    expect(request["auth"], "type", [.string])
    if let url = request["url"], url.kind == .object {
      expect(url, "raw", [.string])
      expect(url, "protocol", [.string])
      expect(url, "host", [.string, .array])
      expect(url, "path", [.string, .array])
      expect(url, "port", [.string])
      expect(url, "query", [.array])
      expect(url, "variable", [.array])
      objects(url, "query")
      objects(url, "variable")
    }
    if request["header"]?.kind == .array { objects(request, "header", orTexts: true) }
    guard let body = request["body"], body.kind == .object else { return }
    expect(body, "mode", [.string])
    expect(body, "raw", [.string])
    expect(body, "urlencoded", [.array, .string])
    expect(body, "formdata", [.array])
    objects(body, "formdata")
    if body["urlencoded"]?.kind == .array { objects(body, "urlencoded") }
  }

  private func response(_ response: JSON) {
    guard response.kind == .object else {
      return log.error(response, "A saved answer is an object, not \(Self.name(response.kind)).")
    }
    expect(response, "name", [.string])
    expect(response, "code", [.number])
    expect(response, "body", [.string])
    expect(response, "header", [.array, .string])
    expect(response, "originalRequest", [.object, .string])
    if response["header"]?.kind == .array { objects(response, "header", orTexts: true) }
    request(response["originalRequest"])
  }

  private func objects(_ owner: JSON, _ name: String, orTexts: Bool = false) {
    for element in Self.elements(owner[name]) where element.kind != .object && !(orTexts && element.kind == .string) {
      log.error(element, "What \"\(name)\" lists are objects; this is \(Self.name(element.kind)).")
    }
  }

  /// A member that is null says as much as one that isn't there.
  private func expect(_ owner: JSON?, _ name: String, _ kinds: [JSONKind]) {
    guard let owner, owner.kind == .object, let value = owner[name], !value.isNull, !kinds.contains(value.kind) else {
      return
    }
    let right = kinds.map(Self.name).joined(separator: " or ")
    log.error(value, "\"\(name)\" is \(right), not \(Self.name(value.kind)).")
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

extension JSON {
  /// The elements of a member that is a list; none where it isn't.
  func list(_ name: String) -> [JSON] {
    guard kind == .object, let list = self[name], list.kind == .array else { return [] }
    return Array(list.elements)
  }

  /// A member that is an object.
  func object(_ name: String) -> JSON? {
    guard kind == .object, let value = self[name], value.kind == .object else { return nil }
    return value
  }

  /// What a value is as a text: texts, numbers and booleans are.
  var plainText: String? {
    switch kind {
    case .string: string
    case .number, .bool: text
    default: nil
    }
  }

  /// A description, which is a text or an object with one.
  var describing: String? {
    guard let value = self["description"] else { return nil }
    let text = value.string ?? (value.kind == .object ? value["content"]?.string : nil)
    return text?.isEmpty == false ? text : nil
  }

  /// Whether it is switched off.
  var isDisabled: Bool { self["disabled"]?.bool == true }
}
