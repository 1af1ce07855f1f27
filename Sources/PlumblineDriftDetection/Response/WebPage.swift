import PlumblineHTTPMessages

/// A web page in response to an API request, usually an error page from a framework or gateway.
package struct WebPage: Sendable, Hashable, CustomStringConvertible {
  /// The maximum number of bytes of a body to inspect. A title is usually near the top.
  private static let head = 4096

  /// The text of the page's `title` on one line, or `nil` if it has none.
  package let title: String?

  /// Creates a page from a response. Returns `nil` if the body isn't HTML, judging by its media type or its beginning.
  package init?(_ response: Response) {
    guard let bytes = response.body.bytes, !bytes.isEmpty else { return nil }
    let text = String(decoding: bytes.prefix(Self.head), as: UTF8.self)
    let opening = text.drop { $0.isWhitespace }.prefix(16).lowercased()
    let mediaType = response.mediaType
    let saysHTML = mediaType == "text/html" || mediaType == "application/xhtml+xml"
    // Frameworks that don't set the type of JSON label it as HTML.
    let looksLikeJSON = opening.hasPrefix("{") || opening.hasPrefix("[")
    guard saysHTML && !looksLikeJSON || opening.hasPrefix("<!doctype html") || opening.hasPrefix("<html") else {
      return nil
    }
    title = Self.title(in: text)
  }

  /// A description such as `an HTML page (title "Server Error")`.
  package var description: String { "an HTML page" + (title.map { " (title \(ShortText.quoted($0)))" } ?? "") }

  private static func title(in text: String) -> String? {
    let lower = text.lowercased()
    // In other scripts, lowercasing may change the length, which would invalidate the indices.
    guard lower.utf8.count == text.utf8.count else { return nil }
    let (bytes, folded) = (Array(text.utf8), Array(lower.utf8))
    guard let tag = folded.firstRange(of: Array("<title".utf8)),
      let begin = folded[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")),
      let end = folded[begin...].firstIndex(of: UInt8(ascii: "<"))
    else { return nil }
    let words = String(decoding: bytes[(begin + 1)..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
