import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// How a message's body is written in a recording: JSON as it is, else as text, in Base64 or as the parts of a form.
enum BodyEncoding {
  /// The bytes that a written body stands for. Where no content type is said, the encoding's own is added.
  static func decode(_ json: JSON, encoding: String?, headers: inout HeaderFields) throws(Problem) -> Body {
    switch encoding {
    case nil:
      if headers.contentType == nil { headers["content-type"] = "application/json" }
      return Body(json.serialized())
    case "text":
      if headers.contentType == nil { headers["content-type"] = "text/plain; charset=utf-8" }
      return Body(json.string ?? "")
    case "base64":
      if headers.contentType == nil { headers["content-type"] = "application/octet-stream" }
      return Body(try base64(json))
    default:
      return Body(try multipart(json, headers: &headers))
    }
  }

  /// Strict Base64 (RFC 4648 section 4): padded, no spaces, and no stray bits, so that one body has one text.
  static func base64(_ json: JSON) throws(Problem) -> [UInt8] {
    let text = json.string ?? ""
    guard let bytes = Base64.decode(text), Base64.encode(bytes) == text else {
      throw Problem(
        json.location,
        "The body isn't Base64: letters, digits, + and / in groups of four, the last one filled up with =.")
    }
    return bytes
  }

  /// A form's parts as RFC 7578 sends them, between boundaries that none of them holds.
  private static func multipart(_ json: JSON, headers: inout HeaderFields) throws(Problem) -> [UInt8] {
    var parts: [(head: [UInt8], body: [UInt8])] = []
    for part in json.elements { parts.append(try self.part(part)) }
    var boundary = "plumbline-boundary"
    while parts.contains(where: { $0.body.contains(Array(boundary.utf8)) }) { boundary += "-x" }
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("--\(boundary)\r\n".utf8) + part.head + Array("\r\n".utf8) + part.body + Array("\r\n".utf8)
    }
    let essence = headers.mediaType ?? "multipart/form-data"
    headers["content-type"] = "\(essence); boundary=\(boundary)"
    return bytes + Array("--\(boundary)--\r\n".utf8)
  }

  private static func part(_ json: JSON) throws(Problem) -> (head: [UInt8], body: [UInt8]) {
    var disposition = "Content-Disposition: form-data; name=\"\(quoted(json["name"]?.string ?? ""))\""
    if let filename = json["filename"]?.string { disposition += "; filename=\"\(quoted(filename))\"" }
    var head = disposition + "\r\n"
    if let headers = json["headers"] {
      for (name, value) in headers.members {
        for text in value.kind == .array ? value.elements.compactMap(\.string) : [value.string ?? ""]
        where HeaderFields.isLegal(name: name, value: text) {
          head += "\(name): \(text)\r\n"
        }
      }
    }
    guard let body = json["body"] else { return (Array(head.utf8), []) }
    switch json["encoding"]?.string {
    case "text": return (Array(head.utf8), Array((body.string ?? "").utf8))
    case "base64": return (Array(head.utf8), try base64(body))
    default: return (Array(head.utf8), body.serialized())
    }
  }

  /// Text inside quotes, with what would end them percent-encoded (RFC 7578 section 2, as browsers do).
  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted
  }
}
