/// A namespace for writing a form's parts (RFC 7578), separated by a boundary that none of them contains.
package enum MultipartWriter {
  /// A part of a form.
  package struct Part: Sendable {
    package let name: String
    package let filename: String?
    package let headers: [(name: String, value: String)]
    package var body: [UInt8]

    /// Creates a part.
    ///
    /// - Parameter headers: The header fields other than `Content-Disposition`, which is created from the names.
    package init(name: String, filename: String? = nil, headers: [(name: String, value: String)] = [], body: [UInt8]) {
      self.name = name
      self.filename = filename
      self.headers = headers
      self.body = body
    }

    /// The part's `Content-Disposition`, such as `form-data; name="photo"; filename="photo.jpg"`.
    var disposition: String {
      "form-data; name=\"\(MultipartWriter.quoted(name))\""
        + (filename.map { "; filename=\"\(MultipartWriter.quoted($0))\"" } ?? "")
    }

    fileprivate var head: String {
      var head = "Content-Disposition: \(disposition)\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      return head
    }
  }

  /// Returns the body, and the boundary to put into its content type.
  package static func bytes(of parts: [Part]) -> (bytes: [UInt8], boundary: String) {
    var boundary = "plumbline-boundary"
    while parts.contains(where: { $0.body.contains(Array(boundary.utf8)) }) { boundary += "-x" }
    var bytes: [UInt8] = []
    for part in parts {
      bytes += Array("--\(boundary)\r\n\(part.head)\r\n".utf8) + part.body + Array("\r\n".utf8)
    }
    return (bytes + Array("--\(boundary)--\r\n".utf8), boundary)
  }

  /// Decodes a string that was inside quotes.
  static func unquoted(_ text: String) -> String {
    text.contains("%")
      ? text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n") : text
  }

  /// Returns a string for use inside quotes. As in browsers, characters that would end the quotes are percent-encoded
  /// (RFC 7578 section 2).
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
