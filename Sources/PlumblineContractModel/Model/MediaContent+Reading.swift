import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

extension MediaContent {
  /// Returns the value for a schema to validate, or `nil` if the body isn't inspected (``BodyForm``).
  ///
  /// - Parameters:
  ///   - bytes: The body as sent.
  ///   - headers: The message's header fields. Their content type determines the form. If it is missing, the content's
  ///     media type does.
  ///   - file: The file name for locations in errors.
  package func value(of bytes: [UInt8], _ headers: HeaderFields, file: String) throws(BodyFault) -> JSON? {
    switch form(as: headers.mediaType) {
    case .json:
      do {
        return try JSON.parse(bytes, file: file)
      } catch {
        throw BodyFault(error)
      }
    case .jsonLines:
      do {
        return try JSONLines.read(bytes, file: file)
      } catch {
        throw BodyFault(error.error, line: error.place.number)
      }
    case .events: return try EventStream.read(bytes)
    case .form:
      let (value, json) = FormFields(bytes).object(self)
      return schema?.typing(value, except: json) ?? value
    case .multipart: return try parts(of: bytes, headers).map(typed)
    case .text: return typed(JSON(String(decoding: bytes, as: UTF8.self)))
    case .opaque: return nil
    }
  }

  private func typed(_ value: JSON) -> JSON { schema?.typing(value) ?? value }

  private func parts(of bytes: [UInt8], _ headers: HeaderFields) throws(BodyFault) -> JSON? {
    guard let boundary = MultipartParts.boundary(of: headers), !boundary.isEmpty else {
      throw BodyFault(
        expected: "a boundary", found: "none",
        message: "not a multipart form: its content type has no boundary")
    }
    let parts = MultipartParts(bytes, boundary: boundary).parts.filter { $0.name != nil }
    guard !parts.isEmpty || bytes.starts(with: Array("--\(boundary)--".utf8)) else {
      // Only the parts of `multipart/form-data` must have names (RFC 7578), so don't inspect those of other multipart
      // types.
      guard headers.mediaType == nil || headers.mediaType == "multipart/form-data" else { return nil }
      throw BodyFault(
        expected: "parts after --\(boundary.prefix(40))", found: "\(bytes.count) bytes without any",
        message: "not a multipart form: no part begins with --\(boundary.prefix(80)) and has a name")
    }
    var order: [String] = []
    var values: [String: [JSON]] = [:]
    for part in parts {
      guard let name = part.name.map(MultipartWriter.unquoted) else { continue }
      if values[name] == nil { order.append(name) }
      values[name, default: []].append(value(of: Array(bytes[part.body]), part.contentType, named: name))
    }
    return .object(
      order.map { name in
        let all = values[name] ?? []
        // If the schema says so, a single part is a list with one element, unless the part itself is a list.
        let isList = all.count != 1 || all[0].kind != .array && schema?.shape(of: name) == .array
        return (name, isList ? .array(all) : all[0])
      })
  }

  /// Returns a part's value. It is JSON if the part's content type says so or the schema expects an object, and a
  /// string otherwise. A file becomes a string with one character per byte, so that its length is counted in bytes.
  private func value(of bytes: [UInt8], _ contentType: String?, named name: String) -> JSON {
    let essence = (contentType ?? encoding[name]?.contentType).map(MediaType.essence)
    if essence.map(MediaType.isJSON) ?? mayBeObject(name), let json = try? JSON.parse(bytes) { return json }
    let isText = essence.map { MediaType.isText($0) || $0 == MediaType.form } ?? true
    if isText || essence.map(MediaType.isJSON) ?? false { return JSON(String(decoding: bytes, as: UTF8.self)) }
    return JSON(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
  }

  private func mayBeObject(_ name: String) -> Bool {
    schema?.shape(of: name) == .object
  }
}
