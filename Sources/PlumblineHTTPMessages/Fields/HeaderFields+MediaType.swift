import PlumblineASCII

extension HeaderFields {
  /// The `Content-Type` field as sent, with its parameters.
  package var contentType: String? { self["content-type"] }

  /// The content type in lowercase without its parameters, such as `application/json`.
  package var mediaType: String? {
    contentType.map { value in
      // Most values are already in canonical form, so avoid examining their characters one by one.
      let isPlain = value.utf8.allSatisfy { byte in
        byte > UInt8(ascii: " ") && byte < 0x7F && byte != UInt8(ascii: ";")
          && !byte.isCapital
      }
      if isPlain { return value }
      let essence = value.prefix { $0 != ";" }
      return essence.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined().lowercased()
    }
  }

  /// Returns a Boolean value that indicates whether a comma-separated field contains a case-insensitive token, as in
  /// `Connection: close, x`.
  package func lists(_ token: String, in name: String) -> Bool {
    for value in values(name) {
      for element in value.split(separator: ",") {
        let trimmed = element.drop { $0 == " " || $0 == "\t" }
        let end = trimmed.lastIndex { $0 != " " && $0 != "\t" }
        guard let end, trimmed[...end].utf8.count == token.utf8.count else { continue }
        if zip(trimmed[...end].utf8, token.utf8).allSatisfy({
          $0.lowercased == $1.lowercased
        }) {
          return true
        }
      }
    }
    return false
  }
}
