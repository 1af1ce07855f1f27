import Foundation

/// A form with files, as `multipart/form-data` (RFC 7578).
///
///     let form = MultipartForm([.init(name: "photo", filename: "photo.jpg", mediaType: "image/jpeg", data: jpeg)])
public struct MultipartForm: Sendable, Hashable {
  /// One file of the form.
  public struct Part: Sendable, Hashable {
    /// The field's name.
    public var name: String
    /// The file's name.
    public var filename: String
    /// The file's media type, such as `image/jpeg`.
    public var mediaType: String
    /// The file's bytes.
    public var data: Data

    /// Creates a file.
    public init(name: String, filename: String, mediaType: String, data: Data) {
      self.name = name
      self.filename = filename
      self.mediaType = mediaType
      self.data = data
    }
  }

  /// The fields, in sending order.
  public let parts: [Part]
  /// The separator between the parts. It occurs in none of them.
  let boundary: String

  /// Creates a form from its fields.
  public init(_ parts: [Part]) {
    self.parts = parts
    var boundary = "form-boundary"
    var number = 0
    while parts.contains(where: { $0.data.range(of: Data(boundary.utf8)) != nil }) {
      number += 1
      boundary = "form-boundary-\(number)"
    }
    self.boundary = boundary
  }

  /// The media type of the request.
  public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// The body of the request.
  public var data: Data {
    var data = Data()
    for part in parts {
      let disposition = "form-data; name=\"\(Self.quoted(part.name))\"; filename=\"\(Self.quoted(part.filename))\""
      let mediaType = part.mediaType.filter { !$0.isNewline }
      data += Data("--\(boundary)\r\nContent-Disposition: \(disposition)\r\nContent-Type: \(mediaType)\r\n\r\n".utf8)
      data += part.data + Data("\r\n".utf8)
    }
    return data + Data("--\(boundary)--\r\n".utf8)
  }

  /// Returns a string for use between quotation marks. As in browsers, characters that would end the quoted string or
  /// the line are percent-encoded.
  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { quoted, scalar in
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
  }
}
