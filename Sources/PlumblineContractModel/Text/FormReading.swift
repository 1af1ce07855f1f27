import PlumblineHTTPMessages
import PlumblineJSONTree

/// A namespace for reading the named values in a request's body: the members of a JSON object or the fields of a form.
package enum FormReading {
  /// Returns the strings by name, or an empty dictionary for any other body.
  package static func members(of request: Request) -> [String: String] {
    guard let bytes = request.body.bytes, !bytes.isEmpty else { return [:] }
    if request.mediaType == MediaType.form {
      return Dictionary(fields(of: bytes).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    guard request.mediaType.map(MediaType.isJSON) ?? true, let body = try? JSON.parse(bytes) else { return [:] }
    var members: [String: String] = [:]
    for (name, value) in body.members { members[name] = value.string }
    return members
  }

  /// Returns a form's fields in order.
  package static func fields(of bytes: [UInt8]) -> [(name: String, value: String)] {
    Request(method: .get, target: "/?" + String(decoding: bytes, as: UTF8.self)).queryItems
  }

  /// Returns the fields, encoded as a query or form.
  package static func text(of fields: [(name: String, value: String)]) -> String {
    fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
  }
}

extension FormReading {
  /// Returns the named parts of a form with files (RFC 7578), in order.
  package static func parts(of request: Request) -> [(name: String, bytes: ArraySlice<UInt8>)] {
    guard let bytes = request.body.bytes, let boundary = MultipartParts.boundary(of: request.headers) else { return [] }
    return MultipartParts(bytes, boundary: boundary).parts.compactMap { part in
      part.name.map { ($0, bytes[part.body]) }
    }
  }
}
