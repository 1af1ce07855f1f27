import PlumblineASCII
import PlumblineHTTPMessages
import PlumblineJSONTree

extension MessageTexts {
  /// Returns a body with its changes applied, or `nil` if nothing changed.
  package func body(
    _ bytes: [UInt8], _ headers: HeaderFields, _ outline: BodyOutline, at place: String
  ) -> [UInt8]? {
    if let type = headers.mediaType, type.hasPrefix("multipart/"), let boundary = MultipartParts.boundary(of: headers) {
      return parts(bytes, boundary, outline, at: place)
    }
    if let type = headers.mediaType, MediaType.isJSONLines(type) {
      guard let lines = try? JSONLines.read(bytes, file: "") else { return eachLine(bytes, outline, at: place) }
      return json(lines, outline, at: place).map { JSONLines.bytes(of: $0, mediaType: type) }
    }
    return content(
      bytes, headers.contentType, Place(text: place, outline: outline, schema: outline.speaking(of: [])))
  }

  /// Reads each line separately, unless all lines are JSON. This way, a malformed line doesn't prevent the others from
  /// being searched.
  private func eachLine(_ bytes: [UInt8], _ outline: BodyOutline, at place: String) -> [UInt8]? {
    var isChanged = false
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { slice -> [UInt8] in
      let line = Array(slice)
      let other: [UInt8]?
      if let value = try? JSON.parse(line) {
        other = json(.array([value]), outline, at: place)?.elements.first?.serialized()
      } else {
        other = content(line, "text/plain", Place(text: place, outline: outline))
      }
      if other != nil { isChanged = true }
      return other ?? line
    }
    return isChanged ? Array(lines.joined(separator: [0x0A])) : nil
  }

  /// The name and schemas of a body or of a part of a form.
  struct Place {
    let text: String
    var name: String?
    var isCredential = false
    var outline = BodyOutline()
    /// The contract's schema for the body, if the body is a string.
    var schema: JSON?
  }

  func content(_ bytes: [UInt8], _ contentType: String?, _ place: Place) -> [UInt8]? {
    if bytes.isEmpty { return nil }
    let mediaType = contentType.map(MediaType.essence)
    // Most bodies are JSON. Try that first, without detecting the charset.
    if place.name == nil, mediaType.map(MediaType.isJSON) ?? true, let json = try? JSON.parse(bytes) {
      return self.json(json, place.outline, at: place.text)?.serialized()
    }
    guard let charset = BodyCharset(of: bytes, contentType) else { return changeBytes(bytes) }
    let text = charset.decode(bytes)
    return changed(text, mediaType, place).map(charset.encode)
  }

  private func changed(_ text: String, _ mediaType: String?, _ place: Place) -> String? {
    if mediaType == MediaType.form {
      return items(text, at: place.text, isInTarget: false, { PercentEncoding.encode($0) }) {
        place.outline.field($0)
      }
    }
    // JSON is often labeled as text.
    if mediaType.map(MediaType.isJSON) ?? false || text.utf8.first(where: { $0 > 0x20 }).map(Self.opensJSON) ?? false,
      let json = try? JSON.parse(text)
    {
      let kind = place.name.flatMap(SecretNames.kind(of:))
      return self.json(json, place.outline, at: place.text, kind, place.name)?.text
    }
    let kind = place.isCredential ? .secret : place.name.flatMap(SecretNames.kind(of:))
    if kind == nil, mediaType == MediaType.eventStream { return events(text, at: place.text, schema: place.schema) }
    return changed(text, kind, place.name, at: place.text, schema: place.schema)
  }

  /// Returns a Boolean value that indicates whether the contract has a credential at a location in a body.
  func isCredential(_ pointer: JSONPointer, of place: String) -> Bool {
    place == "/request/body" && contract?.carriesCredential(at: pointer) ?? false
  }

  private static func opensJSON(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  /// Returns a JSON value with its changes applied, or `nil` if nothing changed.
  package func json(_ body: JSON, _ outline: BodyOutline, at place: String) -> JSON? {
    json(body, outline, at: place, nil, nil)
  }

  private func json(
    _ body: JSON, _ outline: BodyOutline, at place: String, _ kind: SecretNames.Kind?, _ name: String?
  ) -> JSON? {
    JSONTexts(texts: self, place: place).changed(body, TextPlace(of: body, outline), kind, name)
  }

  /// A traversal of a JSON value. The recursion is safe because the parser limits the depth of values.
  private struct JSONTexts {
    let texts: MessageTexts
    let place: String

    func changed(_ value: JSON, _ spot: TextPlace, _ kind: SecretNames.Kind?, _ name: String?) -> JSON? {
      switch value.kind {
      case .object: return object(value, spot, kind, name)
      case .array:
        var isChanged = false
        let elements = value.elements.enumerated().map { index, element -> JSON in
          guard let other = changed(element, spot.element(index), kind, name) else { return element }
          isChanged = true
          return other
        }
        return isChanged ? .array(elements) : nil
      case .string:
        guard let text = value.string else { return nil }
        if let other = change(text, spot, kind?.settled(by: text), name, isNumber: false) { return JSON(other) }
        return inner(text, spot)
      case .number:
        guard let literal = value.number?.literal,
          let other = change(literal, spot, kind?.ofNumber, name, isNumber: true)
        else { return nil }
        return JSONNumber(literal: other).map { JSON($0) } ?? JSON(other)
      case .bool, .null: return nil
      }
    }

    private func object(_ value: JSON, _ spot: TextPlace, _ kind: SecretNames.Kind?, _ name: String?) -> JSON? {
      var isChanged = false
      // In `{ "name": "X-API-Key", "value": … }`, the value's name is a sibling value. Without a `value`, treat the
      // name as ordinary text. A list may have thousands of those.
      let beside: String? =
        value["value"] == nil
        ? nil : [value["name"], value["key"], value["header"]].compactMap { $0?.string }.first
      let told = beside.flatMap(SecretNames.kind(of:))
      let own = place + spot.pointer.description
      let members = value.members.map { key, member -> (String, JSON) in
        let isIndex = key.utf8.allSatisfy { $0.isDigit }
        let inner = spot.member(key)
        let isCredential = texts.isCredential(inner.pointer, of: place)
        let within = isCredential ? .secret : SecretNames.kind(of: key, in: key == "value" ? told ?? kind : kind)
        let other = changed(member, inner, within, isIndex ? name : key)
        let newKey = texts.changedName(key, at: own)
        if other != nil || newKey != nil { isChanged = true }
        return (newKey ?? key, other ?? member)
      }
      return isChanged ? .object(members) : nil
    }

    private func change(
      _ text: String, _ spot: TextPlace, _ kind: SecretNames.Kind?, _ name: String?, isNumber: Bool
    ) -> String? {
      texts.change(
        Leaf(
          text: text, kind: kind, name: name, isNumber: isNumber, base: place, isInTarget: false, json: spot,
          schema: nil))
    }

    /// Returns the JSON inside a string with its changes applied.
    private func inner(_ text: String, _ spot: TextPlace) -> JSON? {
      guard text.utf8.count > 8, text.hasPrefix("{") || text.hasPrefix("["), let json = try? JSON.parse(text) else {
        return nil
      }
      return texts.json(json, BodyOutline(), at: place + spot.pointer.description).map { JSON($0.text) }
    }
  }
}
