import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A short description of a server's response, such as `answered 404 to GET /tickets/7: "Ticket not found"`.
struct ServerWords: CustomStringConvertible {
  /// The members that usually contain the human-readable message of services without an envelope, including RFC 9457
  /// problem details.
  private static let usual: [JSONPointer] = [
    "/message", "/detail", "/error_description", "/error", "/title", "/error/message", "/errors/0/message",
    "/errors/0/detail",
  ]
  private static let longest = 160

  let exchange: Exchange
  let response: Response
  let contract: Contract
  let body: JSON?

  var description: String { answered + (page.map { " with \($0)" } ?? (message ?? excerpt).map { ": \($0)" } ?? "") }

  /// A Boolean value that indicates whether the response consists only of a status.
  var isSilent: Bool { page == nil && message == nil && excerpt == nil }

  /// The status and the request, without its query.
  var answered: String {
    "responded with \(response.status) to \(exchange.request.method) \(redactor.path(of: exchange.request))"
  }

  /// The web page that the server returned instead of an API response, or `nil` if there is none.
  var page: WebPage? { WebPage(response) }

  /// The server's own message in quotation marks, or a note that it is fully masked. The value is `nil` if there is no
  /// message.
  var message: String? {
    let places = [contract.envelope?.message].compactMap { $0 } + Self.usual
    let found = places.lazy.compactMap { self.body?.at($0)?.string }.first { !$0.isEmpty }
    guard let found else { return nil }
    let words = redactor.text(String(found.prefix(4096))).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Don't show a row of dots, which would look as if the server had sent no message.
    guard words.contains(where: { $0.isLetter || $0.isNumber }) || !words.contains(Redactor.mask) else {
      return "a message that is masked because it repeats a secret"
    }
    return JSON(words.count > Self.longest ? words.prefix(Self.longest - 1) + "…" : words).text
  }

  /// The beginning of a body that has no message, or `nil` if there is no body, or if it isn't text.
  var excerpt: String? {
    let bytes = Redactor(showing: [exchange], of: contract).body(of: response, to: exchange.request)
    guard let text = String(validating: bytes.prefix(64 * 1024), as: UTF8.self) else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return nil }
    let cut: String = words.count > Self.longest ? words.prefix(Self.longest - 1) + "…" : words
    return body == nil ? JSON(cut).text : cut
  }

  private var redactor: Redactor { Redactor(showing: exchange.request, of: contract) }
}
