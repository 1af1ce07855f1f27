import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

extension MediaContent {
  /// Returns a value as a body of this content, with the content type to send, or `nil` if the value can't be
  /// represented.
  package func body(of value: JSON) -> (bytes: [UInt8], contentType: String)? {
    let type = mediaType.hasSuffix("/*") ? nil : mediaType
    switch form() {
    case .json: return (value.serialized(), type ?? "application/json")
    case .events: return (EventStream.bytes(of: value), mediaType)
    case .jsonLines: return (JSONLines.bytes(of: value, mediaType: mediaType), mediaType)
    case .form: return (Array(formItems(value).joined(separator: "&").utf8), mediaType)
    case .multipart:
      let (bytes, boundary) = MultipartWriter.bytes(of: parts(of: value))
      return (bytes, "\(type ?? "multipart/form-data"); boundary=\(boundary)")
    case .text:
      guard value.kind != .object, value.kind != .array else { return nil }
      return (Array(ParameterStyle.text(of: value).utf8), type ?? "text/plain")
    // Write opaque bytes exactly as the string specifies them. A media range can't be sent, because it isn't a concrete
    // type.
    case .opaque: return type.flatMap { type in value.string.map { (Array($0.utf8), type) } }
    }
  }

  private func formItems(_ value: JSON) -> [String] {
    value.members.flatMap { name, member -> [String] in
      let encoding = encoding[name]
      let isJSON =
        encoding?.style == nil && (encoding?.contentType.map(MediaType.isJSON) ?? (member.kind == .object))
      return (isJSON ? ParameterStyle.json : encoding?.style ?? ParameterStyle(.form)).queryItems(member, named: name)
    }
  }

  private func parts(of value: JSON) -> [MultipartWriter.Part] {
    value.members.flatMap { name, member -> [MultipartWriter.Part] in
      let elements = member.kind == .array ? Array(member.elements) : [member]
      return elements.map { part($0, named: name) }
    }
  }

  private func part(_ value: JSON, named name: String) -> MultipartWriter.Part {
    let said = encoding[name]?.contentType
    let text = ParameterStyle.text(of: value)
    let essence = said.map(MediaType.essence)
    let isFile = isFile(name) || essence.map { BodyForm($0) == .opaque } ?? false
    let usual = value.kind == .object ? "application/json" : isFile ? "application/octet-stream" : nil
    let type = said.map { $0.hasSuffix("*") ? "application/octet-stream" : $0 } ?? usual
    return MultipartWriter.Part(
      name: name, filename: isFile ? name : nil, headers: type.map { [("Content-Type", $0)] } ?? [],
      body: Array(text.utf8))
  }

  /// Returns a Boolean value that indicates whether a part is a file (`format: binary` in OpenAPI 3.0,
  /// `contentMediaType` without a type in 3.1).
  private func isFile(_ name: String) -> Bool {
    let sources = schema?.sources(at: JSONPointer(tokens: [name]), in: [name: ""]) ?? []
    return sources.contains { $0["format"]?.string == "binary" || $0["contentMediaType"] != nil }
  }
}
