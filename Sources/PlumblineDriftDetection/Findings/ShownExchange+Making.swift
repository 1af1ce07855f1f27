import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

extension ShownExchange {
  /// So many bytes of a body are shown.
  private static let bodyLimit = 4000
  /// So many bytes of a target or of a field's value are shown.
  private static let fieldLimit = 600
  /// So many header fields are shown.
  private static let mostFields = 40

  /// An exchange as it may be shown, around the place that a finding is about.
  ///
  /// - Parameters:
  ///   - pointer: The place, from the message on: `/response/body/data/id`.
  ///   - redactor: knows what is secret in it; ``Redactor/init(showing:of:)`` makes one.
  package init(_ exchange: Exchange, around pointer: JSONPointer?, of contract: Contract, by redactor: Redactor) {
    let request = exchange.request
    let tokens = pointer?.tokens ?? []
    func way(in message: String) -> [String] {
      tokens.count > 2 && tokens[0] == message && tokens[1] == "body" ? Array(tokens.dropFirst(2)) : []
    }
    var answer: Answer?
    if let response = exchange.response {
      answer = Answer(
        status: response.status, fields: Self.shown(redactor.fields(response.headers), of: contract),
        body: Self.shown(
          redactor.body(of: response, to: request), response.headers, response.body, around: way(in: "response")))
    }
    self.init(
      method: request.method.rawValue, target: Self.cut(redactor.target(of: request)),
      fields: Self.shown(redactor.fields(request.headers), of: contract),
      body: Self.shown(redactor.body(of: request), request.headers, request.body, around: way(in: "request")),
      answer: answer, failure: exchange.failure.map { redactor.text($0.message) })
  }

  /// An exchange as it may be shown, without what it shows itself to be secret.
  package init(_ exchange: Exchange, around pointer: JSONPointer?, of contract: Contract) {
    self.init(exchange, around: pointer, of: contract, by: Redactor(showing: [exchange], of: contract))
  }

  private static func shown(_ fields: [(name: String, value: String)], of contract: Contract) -> [Field] {
    var shown = fields.prefix(mostFields).map { name, value in
      let isMasked = value.contains(Redactor.mask)
      let credential = isMasked ? contract.credentials.first { $0.headerName == name.lowercased() } : nil
      return Field(name, cut(value), variable: credential?.environment)
    }
    if fields.count > mostFields { shown.append(Field("…", "\(fields.count - mostFields) more")) }
    return shown
  }

  private static func shown(
    _ bytes: [UInt8], _ headers: HeaderFields, _ original: PlumblineHTTPMessages.Body, around way: [String]
  ) -> Body {
    let type = headers["content-type"].map { MediaType.essence(of: $0) }
    if bytes.isEmpty {
      let length = original.length
      return length == 0 ? Body() : Body(note: "\(length.map { "\($0) bytes" } ?? "a stream") not kept")
    }
    if type.map(MediaType.isJSON) ?? true, let value = try? JSON.parse(bytes) {
      let (text, isWhole) = JSONExcerpt.text(of: value, size: bytes.count, around: way, within: bodyLimit)
      return Body(text, isJSON: true, note: isWhole ? nil : "shortened from \(bytes.count) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return Body(note: "\(bytes.count) bytes of \(type ?? "no text")")
    }
    guard bytes.count > bodyLimit else { return Body(text) }
    return Body(prefix(text, bodyLimit), note: "the first \(bodyLimit) of \(bytes.count) bytes")
  }

  private static func cut(_ text: String) -> String {
    text.utf8.count > fieldLimit ? prefix(text, fieldLimit) + "…" : text
  }

  /// The first bytes of a text, without half a character.
  private static func prefix(_ text: String, _ count: Int) -> String {
    var end = text.utf8.index(text.startIndex, offsetBy: count)
    while end > text.startIndex, String.Index(end, within: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }
}
