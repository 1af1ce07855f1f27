import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A source of excerpts of one exchange for findings. The exchange is redacted and parsed only once, no matter how many
/// findings there are.
package final class ExchangeView {
  /// The maximum number of bytes to show of a body.
  private static let bodyLimit = 4000
  /// The maximum number of bytes to show of a target or a field's value.
  private static let fieldLimit = 600
  /// The maximum number of header fields to show.
  private static let mostFields = 40
  /// The maximum number of findings that get the surrounding part of a large body. The others get the beginning.
  private static let mostPlaces = 20

  /// A displayable body. JSON is excerpted for each finding. Everything else is ready to show.
  private enum Content {
    case json(JSON, size: Int)
    case ready(ShownExchange.Body)
  }

  private let shown: ShownExchange
  private let request: Content
  private let answer: Content?
  private let isLarge: Bool
  private var asked = 0
  private lazy var beginning = cut(around: [])

  /// Creates the view of an exchange.
  ///
  /// - Parameter redactor: A redactor that knows the secrets in the exchange, or `nil` to use the secrets that the
  ///   exchange itself reveals.
  package init(_ exchange: Exchange, of contract: Contract, by redactor: Redactor? = nil) {
    let redactor = redactor ?? Redactor(showing: [exchange], of: contract)
    let message = exchange.request
    request = Self.content(redactor.body(of: message), message.headers, message.body)
    answer = exchange.response.map { response in
      Self.content(redactor.body(of: response, to: message), response.headers, response.body)
    }
    shown = ShownExchange(
      method: redactor.text(message.method.rawValue), target: Self.cut(redactor.target(of: message)),
      fields: Self.fields(redactor.fields(message.headers), of: contract), body: .init(),
      answer: exchange.response.map {
        .init(status: $0.status, fields: Self.fields(redactor.fields($0.headers), of: contract), body: .init())
      }, failure: exchange.failure.map { redactor.text($0.message) })
    isLarge = [request, answer].contains { if case .json(_, let size) = $0 { size > Self.bodyLimit } else { false } }
  }

  /// Returns the exchange, excerpted around a finding's location.
  ///
  /// - Parameter pointer: The location in the exchange, such as `/response/body/data/id`.
  package func shown(around pointer: JSONPointer?) -> ShownExchange {
    asked += 1
    return isLarge && asked > Self.mostPlaces ? beginning : cut(around: pointer?.tokens ?? [])
  }

  private func cut(around tokens: [String]) -> ShownExchange {
    func way(in message: String) -> [String] {
      tokens.count > 2 && tokens[0] == message && tokens[1] == "body" ? Array(tokens.dropFirst(2)) : []
    }
    var shown = shown
    shown.body = Self.body(request, around: way(in: "request"))
    if let answer { shown.answer?.body = Self.body(answer, around: way(in: "response")) }
    return shown
  }

  private static func body(_ content: Content, around way: [String]) -> ShownExchange.Body {
    switch content {
    case .ready(let body): return body
    case .json(let value, let size):
      let (text, isWhole) = JSONExcerpt.text(of: value, size: size, around: way, within: bodyLimit)
      return .init(text, isJSON: true, note: isWhole ? nil : "shortened from \(size) bytes")
    }
  }

  private static func fields(
    _ fields: [(name: String, value: String)], of contract: Contract
  ) -> [ShownExchange.Field] {
    var shown = fields.prefix(mostFields).map { name, value in
      // If a value has several masked parts, it is unclear which one is the credential.
      let isMasked = value.ranges(of: Redactor.mask).count == 1
      let credential = isMasked ? contract.credentials.first { $0.headerName == name.lowercased() } : nil
      return ShownExchange.Field(name, cut(value), variable: credential?.environment)
    }
    if fields.count > mostFields { shown.append(.init("…", "\(fields.count - mostFields) more…")) }
    return shown
  }

  private static func content(_ bytes: [UInt8], _ headers: HeaderFields, _ original: Body) -> Content {
    let type = headers["content-type"].map { MediaType.essence(of: $0) }
    if bytes.isEmpty {
      let length = original.length
      return .ready(length == 0 ? .init() : .init(note: "\(length.map { "\($0) bytes" } ?? "a stream") not kept"))
    }
    if type.map(MediaType.isJSON) ?? true, let value = try? JSON.parse(bytes) {
      return .json(value, size: bytes.count)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .ready(.init(note: "\(bytes.count) bytes of \(type ?? "no text")"))
    }
    guard bytes.count > bodyLimit else { return .ready(.init(text)) }
    return .ready(.init(prefix(text, bodyLimit) + "…", note: "the first \(bodyLimit) of \(bytes.count) bytes"))
  }

  private static func cut(_ text: String) -> String {
    text.utf8.count > fieldLimit ? prefix(text, fieldLimit) + "…" : text
  }

  /// Returns the first bytes of a string without splitting a character.
  private static func prefix(_ text: String, _ count: Int) -> String {
    var end = text.utf8.index(text.startIndex, offsetBy: count)
    while end > text.startIndex, String.Index(end, within: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }
}

extension Collection where Element == Drift {
  /// Returns the same findings, each with the exchange that showed it.
  package func showing(_ exchange: Exchange, of contract: Contract) -> [Drift] {
    if isEmpty { return [] }
    let view = ExchangeView(exchange, of: contract)
    return map { drift in
      var drift = drift
      drift.exchange = view.shown(around: drift.pointer)
      return drift
    }
  }
}
