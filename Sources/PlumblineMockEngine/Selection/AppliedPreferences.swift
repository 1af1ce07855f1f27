import PlumblineASCII

/// The preferences of a request that determined its response, as listed in `Preference-Applied`.
struct AppliedPreferences: Sendable {
  var code: Int?
  var example: String?

  /// The preferences as text, such as `code=404, example=missing`.
  var text: String {
    [code.map { "code=\($0)" }, example.map { "example=\(Self.word($0))" }].compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns a value in the notation of RFC 7240, quoted unless it is a token.
  private static func word(_ text: String) -> String {
    let isToken = text.utf8.allSatisfy { byte in
      byte.isAlphanumeric || "-._~!#$%&'*+^`|".utf8.contains(byte)
    }
    return isToken ? text : "\"" + text.filter { $0 != "\"" && $0 != "\\" } + "\""
  }
}
