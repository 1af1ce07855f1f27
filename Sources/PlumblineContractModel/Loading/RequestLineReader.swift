import PlumblineHTTPMessages
import PlumblineJSONTree

/// Reads `PUT /tickets/{ticket_id}`, and points at the letter that is wrong.
struct RequestLineReader {
  let log: ProblemLog

  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  func read(_ value: JSON) -> Endpoint.RequestLine? {
    guard let text = value.string else { return nil }
    let word = String(text.prefix { $0 != " " })
    guard word.count < text.count else {
      let what = text.hasPrefix("/") ? "The method is missing" : "The path is missing"
      report(value, 0, "\(what); a request is a method and a path, such as PUT /tickets/{ticket_id}.")
      return nil
    }
    guard Self.methods.contains(word), let method = HTTPMethod(word) else {
      let right =
        Spelling.nearest(word, among: Self.methods).map { "did you mean \($0)?" }
        ?? "it is one of \(Spelling.list(Self.methods, joining: "or"))."
      report(value, 0, "\"\(word)\" is no method; \(right)")
      return nil
    }
    let start = word.utf8.count + 1
    do throws(PathTemplate.ParsingError) {
      let path = String(text.dropFirst(word.count + 1))
      let template = try PathTemplate(parsing: path)
      if let space = path.utf8.firstIndex(of: UInt8(ascii: " ")) {
        let offset = path.utf8.distance(from: path.utf8.startIndex, to: space)
        report(value, start + offset, "A path has no space in it; write it as %20.")
        return nil
      }
      return Endpoint.RequestLine(method: method, template: template)
    } catch {
      report(value, start + error.offset, error.message)
      return nil
    }
  }

  /// Reports at an offset into the string, counted from after its quotation mark. The offset is one in ASCII text with
  /// no escapes; where it isn't, the string's start has to do.
  private func report(_ value: JSON, _ offset: Int, _ message: String) {
    var location = value.location
    log.judge(location)
    let text = value.string ?? ""
    if text.utf8.allSatisfy({ $0 > 0x1F && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) { location.column += 1 + offset }
    log.error(location, message)
  }
}
