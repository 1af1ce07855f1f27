import PlumblineHTTPMessages
import PlumblineJSONTree

/// A filter that removes secrets from everything that is shown or written: drift, reports, journals, console output and
/// recordings.
///
/// A secret is recognized in one of four ways: It was seen as a credential (``SecretTable``), it has the format of one
/// or follows a word that introduces one (both ``SecretShapes``), or it has the name of one (``SecretNames``).
/// Booleans, null, and the values that an `enum` or a `const` lists are never secrets. Numbers aren't either, unless
/// they are named like a short code such as a PIN.
///
/// The filter applies only to values that are shown or written. Replayed values stay unchanged.
package struct Redactor: Sendable {
  /// The replacement for a secret.
  package enum Style: Sendable {
    /// A mask ("•••"), for display.
    case mask
    /// A string of the same shape, for recordings.
    case fake(FakeTexts)
  }

  package static let mask = "•••"
  private static let maskBytes = Array(mask.utf8)
  /// The minimum length of a cursor to hide. Shorter ones are numbers or names.
  private static let shortestCursor = 8
  /// The minimum length of a number to hide. Shorter ones are too common.
  private static let shortestNumber = 6

  private let contract: Contract?
  private let table: SecretTable
  private let style: Style
  /// Values that aren't secrets, such as those of the contract's personas.
  private let kept: Set<String>

  package init(
    _ contract: Contract?, _ table: SecretTable = SecretTable(), style: Style = .mask, kept: Set<String> = []
  ) {
    self.contract = contract
    self.table = table
    self.style = style
    self.kept = kept
  }

  /// Returns a string without its secrets, or `nil` if it has none.
  package func changed(_ text: String) -> String? {
    if case .fake = style {
      if let whole = table.replacement(of: text) { return whole }
    } else if table.replacement(of: text) != nil {
      return Self.mask
    }
    return changed(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a string without its secrets.
  package func text(_ text: String) -> String { changed(text) ?? text }

  /// Returns a string without the values that were seen as credentials. Parts that only look like secrets are kept.
  ///
  /// - Parameter keepingForm: A Boolean value that indicates whether to keep words that may be part of the string's
  ///   syntax.
  func withoutKnown(_ text: String, keepingForm: Bool) -> String {
    if !keepingForm, table.replacement(of: text) != nil { return Self.mask }
    let bytes = Array(text.utf8)
    var places = table.places(in: bytes) + table.cutPlaces(in: bytes)
    if keepingForm {
      places = places.filter { SecretTable.isTelling(String(decoding: bytes[$0.range], as: UTF8.self)) }
    }
    let masked = places.map { SecretTable.Place(range: $0.range, replacement: Self.maskBytes) }
    let changed = SecretTable.replacing(masked, in: bytes) { _ in Self.maskBytes }
    return changed.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// Returns the name of a member, a field or a part without its secrets, or `nil` if it has none.
  ///
  /// Names are words, and a secret may happen to be the same word. Masking `code` because a user's password is "code"
  /// would obscure the message's structure and protect nothing. A value that was seen as a credential is therefore
  /// masked in names only if it is distinctive (``SecretTable/isTelling(_:)``): at least 12 bytes long, or at least 6
  /// with both digits and other characters. A credential that was passed to the tool is always masked.
  func changedName(_ name: String) -> String? {
    guard let other = changed(Array(name.utf8), where: countsInName) else { return nil }
    return String(decoding: other, as: UTF8.self)
  }

  /// Returns the name of a member, a field or a part without its secrets.
  package func name(_ name: String) -> String { changedName(name) ?? name }

  private func countsInName(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return SecretTable.isTelling(text) || table.given.contains(text)
  }

  /// Returns bytes without their secrets, or `nil` if they have none.
  package func changed(_ bytes: [UInt8]) -> [UInt8]? { changed(bytes) { _ in true } }

  /// Returns bytes without their secrets, or `nil` if they have none.
  ///
  /// - Parameter counts: A closure that decides whether bytes that match a known value are treated as that value.
  private func changed(_ bytes: [UInt8], where counts: (ArraySlice<UInt8>) -> Bool) -> [UInt8]? {
    var places = table.places(in: bytes).filter { counts(bytes[$0.range]) }
    for range in SecretShapes.places(in: bytes)
    where kept.isEmpty || !kept.contains(String(decoding: bytes[range], as: UTF8.self)) {
      places.append(SecretTable.Place(range: range, replacement: nil))
    }
    switch style {
    case .mask:
      places += table.cutPlaces(in: bytes).filter { counts(bytes[$0.range]) }
      places = places.map { .init(range: $0.range, replacement: Self.maskBytes) }
      return SecretTable.replacing(places, in: bytes) { _ in Self.maskBytes }
    case .fake(let fakes):
      return SecretTable.replacing(places, in: bytes) { text in
        Array((table.replacement(of: text) ?? fakes[text]).utf8)
      }
    }
  }

  /// Returns the replacement for a string in a message, or `nil` to keep it.
  package func replacement(of leaf: MessageTexts.Leaf) -> String? {
    if leaf.isName { return leaf.text.isEmpty ? nil : changedName(leaf.text) }
    guard !leaf.text.isEmpty, let other = candidate(for: leaf), other != leaf.text, !leaf.isListed else { return nil }
    return other
  }

  private func candidate(for leaf: MessageTexts.Leaf) -> String? {
    if leaf.isNumber {
      if leaf.kind == .code { return number(leaf.text) }
      guard leaf.text.utf8.count >= Self.shortestNumber else { return nil }
      return table.replacement(of: leaf.text).map { _ in number(leaf.text) }
    }
    switch leaf.kind {
    case .secret, .code:
      if kept.contains(leaf.text) { return nil }
      return whole(leaf.text)
    case .cursor:
      if case .fake(let fakes) = style, Self.isOpaque(leaf.text) {
        return table.replacement(of: leaf.text) ?? fakes[leaf.text]
      }
      return changed(leaf.text)
    case .flag, .opaque, .digits, nil: return changed(leaf.text)
    }
  }

  /// Returns a Boolean value that indicates whether a cursor is an opaque token instead of a number, a short word or a
  /// link.
  package static func isOpaque(_ cursor: String) -> Bool {
    cursor.utf8.count >= shortestCursor && !cursor.contains("/") && !cursor.contains(" ")
  }

  private func whole(_ text: String) -> String {
    switch style {
    case .mask: Self.mask
    case .fake(let fakes): table.replacement(of: text) ?? fakes[text]
    }
  }

  private func number(_ literal: String) -> String {
    guard case .fake = style else { return Self.mask }
    if let other = table.replacement(of: literal), JSONNumber(literal: other) != nil { return other }
    var isFirst = true
    return String(
      literal.map { character in
        guard character.isNumber else { return character }
        defer { isFirst = false }
        return isFirst ? "1" : "0"
      })
  }

  /// Returns the parts of a string that look like secrets.
  package static func looks(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    return SecretShapes.places(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Returns the traversal that removes secrets from messages.
  ///
  /// - Parameter note: A closure to call with the location of each replacement.
  package func texts(note: @escaping (String) -> Void = { _ in }) -> MessageTexts {
    MessageTexts(
      contract,
      change: { leaf in
        let other = replacement(of: leaf)
        if other != nil { note(leaf.place) }
        return other
      }, changeBytes: { changed($0) })
  }
}

// MARK: - Showing exchanges

extension Redactor {
  /// Creates a redactor for showing exchanges. It knows the credentials in the exchanges and the values in them that
  /// are named like secrets.
  ///
  /// - Parameter known: Credentials to mask even if no exchange sends them.
  package init(showing exchanges: [Exchange], of contract: Contract, knowing known: SecretTable = SecretTable()) {
    var table = known
    for exchange in exchanges { table.learn(SecretTable.shown(by: exchange, of: contract)) }
    self.init(contract, table)
  }

  /// Creates a redactor for showing a request.
  package init(showing request: Request, of contract: Contract, knowing known: SecretTable = SecretTable()) {
    let failure = TransportFailure(kind: .connectionClosed, message: "")
    self.init(showing: [Exchange(request: request, outcome: .failure(failure))], of: contract, knowing: known)
  }

  /// Returns a request's path and query without their secrets.
  package func target(of request: Request) -> String {
    let endpoint = contract.flatMap { $0.endpoint(for: request) }
    return texts().target(of: request, to: endpoint) { text in
      PercentEncoding.encode(text).replacing(PercentEncoding.encode(Self.mask), with: Self.mask)
    } ?? request.target
  }

  /// Returns a request's path without its secrets.
  package func path(of request: Request) -> String { String(target(of: request).prefix { $0 != "?" }) }

  /// Returns a message's header fields without their secrets.
  package func fields(_ headers: HeaderFields) -> [(name: String, value: String)] {
    let texts = texts()
    return headers.map { name, value in
      (texts.fieldName(name, at: "") ?? name, texts.field(name, value, at: "") ?? value)
    }
  }

  /// Returns a request's body without its secrets.
  package func body(of request: Request) -> [UInt8] {
    let bytes = request.body.bytes ?? []
    let outline = BodyOutline(of: request, to: contract?.endpoint(for: request))
    return texts().body(bytes, request.headers, outline, at: "") ?? bytes
  }

  /// Returns the body of a response to a request, without its secrets.
  package func body(of response: Response, to request: Request) -> [UInt8] {
    let bytes = response.body.bytes ?? []
    let outline = contract.map { BodyOutline(of: response, from: $0.endpoint(for: request), in: $0) }
    return texts().body(bytes, response.headers, outline ?? BodyOutline(), at: "") ?? bytes
  }

  /// Returns a JSON value without its secrets.
  package func json(_ value: JSON) -> JSON { texts().json(value, BodyOutline(), at: "") ?? value }
}

extension Contract {
  /// Returns the endpoint for a request, or `nil` if none is documented.
  fileprivate func endpoint(for request: Request) -> Endpoint? {
    guard case .found(let endpoint) = router.route(request) else { return nil }
    return endpoint
  }
}
