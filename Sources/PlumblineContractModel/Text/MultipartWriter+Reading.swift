import PlumblineHTTPMessages
import PlumblineJSONTree

extension MultipartWriter {
  /// Returns the parts of a body if rewriting them would lose nothing but the boundary, or `nil` otherwise.
  package static func parts(of bytes: [UInt8], _ headers: HeaderFields) -> [Part]? {
    guard headers.mediaType == "multipart/form-data", let boundary = MultipartParts.boundary(of: headers) else {
      return nil
    }
    var parts: [Part] = []
    for part in MultipartParts(bytes, boundary: boundary).parts {
      guard let read = self.part(part, bytes) else { return nil }
      parts.append(read)
    }
    return parts.isEmpty ? nil : parts
  }

  private static func part(_ part: MultipartParts.Part, _ bytes: [UInt8]) -> Part? {
    let isDisposition = { (field: (name: String, value: String)) in field.name.lowercased() == "content-disposition" }
    let dispositions = part.fields.filter(isDisposition).map(\.value)
    guard let name = part.name, dispositions.count == 1 else { return nil }
    let filename = MultipartParts.parameter("filename", of: dispositions[0])
    let read = Part(
      name: unquoted(name), filename: filename.map(unquoted), headers: part.fields.filter { !isDisposition($0) },
      body: Array(bytes[part.body]))
    // Parameters other than the name, such as `filename*`, would be lost.
    return read.disposition == dispositions[0] ? read : nil
  }

  /// Returns the values of a form, keyed by the names of its parts, or `nil` for a body that isn't a form. A value is
  /// JSON if the part's content type is, and otherwise the part's text, or Base64 if it isn't text.
  package static func members(of bytes: [UInt8], _ headers: HeaderFields) -> JSON? {
    guard let parts = parts(of: bytes, headers) else { return nil }
    var names: [String] = []
    var values: [String: [JSON]] = [:]
    for part in parts {
      if values[part.name] == nil { names.append(part.name) }
      values[part.name, default: []].append(part.value)
    }
    return .object(names.map { name in (name, values[name].map { $0.count == 1 ? $0[0] : .array($0) } ?? .null) })
  }
}

extension MultipartWriter.Part {
  fileprivate var value: JSON {
    if isJSON, let json = try? JSON.parse(body) { return json }
    return JSON(String(validating: body, as: UTF8.self) ?? Base64.encode(body))
  }

  /// A Boolean value that indicates whether the part's content type is JSON.
  package var isJSON: Bool {
    headers.contains { $0.name.lowercased() == "content-type" && MediaType.isJSON(MediaType.essence(of: $0.value)) }
  }
}
