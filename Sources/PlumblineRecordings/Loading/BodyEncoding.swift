import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// The encoding of a body in a recording: JSON, text, Base64, or the parts of a form or of a stream.
enum BodyEncoding {
  /// A decoded body.
  struct Decoded {
    let body: Body
    /// The times of the body's parts, or `nil` if it isn't a stream or has no times.
    var timing: BodyTiming?
  }

  /// Decodes a body. If there is no content type, the encoding's default is added, except for bytes of a request, which
  /// are sent unchanged.
  static func decode(
    _ json: JSON, encoding: String?, ofRequest isRequest: Bool, headers: inout HeaderFields
  ) throws(Problem) -> Decoded {
    switch encoding {
    case nil:
      if headers.contentType == nil { headers["content-type"] = "application/json" }
      return Decoded(body: Body(json.serialized()))
    case "text":
      if headers.contentType == nil { headers["content-type"] = "text/plain; charset=utf-8" }
      return Decoded(body: Body(json.string ?? ""))
    case "base64":
      if headers.contentType == nil, !isRequest { headers["content-type"] = "application/octet-stream" }
      return Decoded(body: Body(try base64(json)))
    case "events": return try stream(json, headers)
    default: return Decoded(body: Body(try multipart(json, headers: &headers)))
    }
  }

  /// Returns the parts of a stream in the format of its content type.
  private static func stream(_ json: JSON, _ headers: HeaderFields) throws(Problem) -> Decoded {
    guard let form = headers.mediaType.flatMap({ StreamForm($0) }) else {
      let other = headers.mediaType.map { "; \($0) has neither" } ?? ""
      throw Problem(
        json.location,
        "\"encoding\": \"events\" lists either the events of a stream or its lines; say which with "
          + "\"headers\": { \"content-type\": \"text/event-stream\" }, or \"application/x-ndjson\"\(other).")
    }
    let (bytes, timing) = try form.read(json)
    return Decoded(body: Body(bytes), timing: timing)
  }

  /// Decodes strict Base64 (RFC 4648 section 4), which is padded and contains neither spaces nor stray bits. This way,
  /// each body has exactly one encoding.
  static func base64(_ json: JSON) throws(Problem) -> [UInt8] {
    let text = json.string ?? ""
    guard let bytes = Base64.decode(text), Base64.encode(bytes) == text else {
      throw Problem(
        json.location,
        "The body isn't Base64: letters, digits, + and / in groups of four, the last one padded with =.")
    }
    return bytes
  }

  /// Returns the parts of a form in the format of RFC 7578.
  private static func multipart(_ json: JSON, headers: inout HeaderFields) throws(Problem) -> [UInt8] {
    var parts: [MultipartWriter.Part] = []
    for part in json.elements { parts.append(try self.part(part)) }
    let (bytes, boundary) = MultipartWriter.bytes(of: parts)
    let essence = headers.mediaType ?? "multipart/form-data"
    headers["content-type"] = "\(essence); boundary=\(boundary)"
    return bytes
  }

  private static func part(_ json: JSON) throws(Problem) -> MultipartWriter.Part {
    var headers: [(name: String, value: String)] = []
    for (name, value) in json["headers"]?.members.map({ $0 }) ?? [] {
      for text in value.kind == .array ? value.elements.compactMap(\.string) : [value.string ?? ""]
      where HeaderFields.isLegal(name: name, value: text) {
        headers.append((name, text))
      }
    }
    return MultipartWriter.Part(
      name: json["name"]?.string ?? "", filename: json["filename"]?.string, headers: headers,
      body: try json["body"].map { body throws(Problem) in try partBody(body, json["encoding"]?.string) } ?? [])
  }

  private static func partBody(_ body: JSON, _ encoding: String?) throws(Problem) -> [UInt8] {
    switch encoding {
    case "text": Array((body.string ?? "").utf8)
    case "base64": try base64(body)
    default: body.serialized()
    }
  }
}
