import PlumblineHTTPMessages
import PlumblineJSONTree

/// A reader for request lines such as `PUT /tickets/{ticket_id}`. It reports the position of the first wrong character.
struct RequestLineReader {
  let log: ProblemLog

  /// Well-known methods from IANA's registry of HTTP methods. Other tokens are methods as well, but one that closely
  /// resembles one of these is probably a misspelling.
  private static let known = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "LINK", "UNLINK", "COPY", "MOVE",
    "LOCK", "UNLOCK", "MERGE", "MKCOL", "PROPFIND", "PROPPATCH", "REPORT", "SEARCH", "PURGE", "LIST", "SUBSCRIBE",
    "UNSUBSCRIBE", "NOTIFY",
  ]

  func read(_ value: JSON) -> Endpoint.RequestLine? {
    guard let text = value.string else { return nil }
    let word = String(text.prefix { $0 != " " })
    guard word.count < text.count else {
      let what = text.hasPrefix("/") ? "The method is missing" : "The path is missing"
      report(value, 0, "\(what); expected a method and a path, such as PUT /tickets/{ticket_id}.")
      return nil
    }
    guard let method = method(word, value) else { return nil }
    let start = word.utf8.count + 1
    do throws(PathTemplate.ParsingError) {
      let path = String(text.dropFirst(word.count + 1))
      let template = try PathTemplate(parsing: path)
      if let space = path.utf8.firstIndex(of: UInt8(ascii: " ")) {
        let offset = path.utf8.distance(from: path.utf8.startIndex, to: space)
        report(value, start + offset, "A path can't contain a space; write it as %20.")
        return nil
      }
      return Endpoint.RequestLine(method: method, template: template)
    } catch {
      report(value, start + error.offset, error.message)
      return nil
    }
  }

  /// Reads a method. Any token is a method (RFC 9110 section 9.1).
  private func method(_ word: String, _ value: JSON) -> HTTPMethod? {
    if word == "CONNECT" {
      report(
        value, 0, "CONNECT opens a tunnel to a host and has no path (RFC 9110, 9.3.6), so a contract can't describe it."
      )
      return nil
    }
    guard let method = HTTPMethod(word) else {
      report(value, 0, "\"\(word)\" isn't a method; expected a word of letters and hyphens, such as GET.")
      return nil
    }
    if !Self.known.contains(word), let nearest = Spelling.nearest(word, among: Self.known) {
      report(value, 0, "\"\(word)\" isn't a known method; did you mean \(nearest)?", isWarning: true)
    }
    return method
  }

  /// Reports a problem at an offset in the string. The character after the opening quotation mark has offset 0.
  private func report(_ value: JSON, _ offset: Int, _ message: String, isWarning: Bool = false) {
    log.judge(value.location)
    let location = value.place(ofLetter: offset)
    if isWarning { log.warning(location, message) } else { log.error(location, message) }
  }
}

extension JSON {
  /// Returns the location of a character in the string, or the string's start if the string has escapes or isn't ASCII.
  ///
  /// - Parameter offset: The character's offset. The character after the opening quotation mark has offset 0.
  func place(ofLetter offset: Int) -> SourceLocation {
    var place = location
    let isPlain = (string ?? "").utf8.allSatisfy { $0 > 0x1F && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { place.column += 1 + offset }
    return place
  }
}
