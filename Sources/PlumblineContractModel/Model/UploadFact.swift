import PlumblineHTTPMessages
import PlumblineJSONTree

/// A fact that a server knows about an uploaded file: its name, media type, size or digest.
package enum UploadFact: String, Sendable, Hashable, CaseIterable {
  /// The file name that was sent with the part.
  case name
  /// The media type of the part or of the whole body.
  case type
  /// The number of bytes.
  case size
  /// The SHA-256 digest in hexadecimal digits.
  case sha256

  private static let digits = Array("0123456789abcdef")

  /// Returns the value for a request, or `nil` if the request has no such file or the file has no name or type.
  ///
  /// - Parameter part: The top-level part of the form that contains the file, or an empty pointer if the file is the
  ///   whole body.
  package func value(of request: Request, part: JSONPointer) -> JSON? {
    guard let bytes = request.body.bytes else { return nil }
    guard let name = part.tokens.first else {
      return value(of: bytes, name: Optional<String>.none, type: request.mediaType)
    }
    guard let parts = MultipartWriter.parts(of: bytes, request.headers),
      let found = parts.first(where: { $0.name == name })
    else { return nil }
    let type = found.headers.first { $0.name.lowercased() == "content-type" }.map { MediaType.essence(of: $0.value) }
    return value(of: found.body, name: found.filename, type: type)
  }

  /// Returns the value for the bytes of a file, with the name and type that were sent with it.
  package func value(of bytes: [UInt8], name: String? = nil, type: String? = nil) -> JSON? {
    switch self {
    case .name: name.map { JSON($0) }
    case .type: type.map { JSON($0) }
    case .size: JSON(bytes.count)
    case .sha256:
      JSON(
        String(SHA256.digest(bytes).flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }))
    }
  }
}
