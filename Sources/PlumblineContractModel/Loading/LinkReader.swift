import PlumblineJSONTree

/// A reader for a service's `deep-links.json`.
struct LinkReader {
  /// The placeholder for a case's token in its link.
  private static let placeholder = "{token}"

  /// The signature of tokens that don't specify one: the word "signature" in base64url.
  private static let signature = "c2lnbmF0dXJl"

  let context: ReadingContext
  private var log: ProblemLog { context.log }

  /// Returns the links in a file, in order. Problems are added to the log.
  func read(_ file: ContractLoader.File) -> [Link] {
    guard let root = ContractFiles.parse(file, log: log)?.root else { return [] }
    let links = (root["links"]?.members).map { $0.map { link($0, $1, in: root) } } ?? []
    FileSchema.links.check(root, log)
    // Only warn about missing cases if there are no errors. A misspelled key may be the reason.
    guard !log.hasErrors else { return links }
    for link in links where link.cases.isEmpty {
      log.warning(
        link.location,
        "\"\(link.id)\" has no cases, so it checks nothing; add \"accepted\", \"refused\" or \"made\".")
    }
    return links
  }

  private func link(_ id: String, _ json: JSON, in root: JSON) -> Link {
    let location = root["links"]?.place(of: id) ?? json.location
    if context.names.endpoints.contains(id) {
      log.error(location, "An endpoint already has the id \"\(id)\"; give the link another one.")
    }
    let standing = context.standing(of: json)
    let cases =
      self.cases("accepted", of: json) { name, value, place in
        let landing = value["landing"].map(values)
        if landing != nil, json["login"]?.bool != true {
          log.error(value.place(of: "landing"), "\"landing\" has no effect without a login; add \"login\": true.")
        }
        let opens = value["opens"].map(values) ?? []
        return linkCase(name, value, .take(opens: opens, landing: landing), standing, place)
      }
      + self.cases("refused", of: json) { name, value, place in linkCase(name, value, .refuse, standing, place) }
      + self.cases("made", of: json) { name, value, place in linkCase(name, value, .make, standing, place) }
    reportContradictions(cases)
    if let form = json["form"] { checkBraces(form, "{id}") }
    return Link(
      id: id, summary: json["summary"]?.string ?? "", form: json["form"]?.string ?? "",
      source: json["source"]?.string ?? "", features: FeatureReader(context: context).names(in: json),
      standing: standing, login: json["login"]?.bool,
      cases: cases, location: location)
  }

  private func cases(
    _ member: String, of link: JSON, _ make: (_ name: String, _ value: JSON, _ place: SourceLocation) -> LinkCase
  ) -> [LinkCase] {
    guard let cases = link[member] else { return [] }
    return cases.members.map { name, value in make(name, value, cases.place(of: name)) }
  }

  /// Reads a case of a link.
  ///
  /// - Parameter standing: The link's confidence. It applies unless the case declares a different one.
  private func linkCase(
    _ name: String, _ value: JSON, _ duty: LinkCase.Duty, _ standing: Standing, _ place: SourceLocation
  ) -> LinkCase {
    let payload = payload(of: value, duty)
    return LinkCase(
      name: name, text: payload?.text ?? text(of: value), payload: payload, given: given(value), duty: duty,
      standing: context.standing(of: value, otherwise: standing), location: place)
  }

  /// Returns the payload if the case is a notification, or `nil` otherwise. Of a notification, only the payload reaches
  /// the client.
  private func payload(of value: JSON, _ duty: LinkCase.Duty) -> JSON? {
    // Only inputs to accept or reject reach a client. The format's schema reports any others.
    if case .make = duty { return nil }
    guard let payload = value["payload"] else { return nil }
    for other in ["link", "token"] {
      guard let rival = value[other] else { continue }
      log.judge(rival.location)
      log.error(
        value.place(of: other), "Use either \"payload\" or \"\(other)\", since the client receives only the payload.")
    }
    return payload
  }

  /// Returns the string that a client receives: the link with its token filled in, or only the token.
  private func text(of value: JSON) -> String {
    let link = value["link"]?.string
    guard let token = value["token"] else {
      if let link, link.contains(Self.placeholder), let place = value["link"]?.location {
        log.error(
          place, "\(Self.placeholder) is replaced by a token, but there is none; add \"token\" next to \"link\".")
      }
      return link ?? ""
    }
    guard let link else { return encoded(token) }
    if let json = value["link"], checkBraces(json, Self.placeholder) { return link }
    if !link.contains(Self.placeholder) {
      log.error(
        value.place(of: "token"),
        "The link has no placeholder for the token; write \(Self.placeholder) where it belongs.")
    }
    return link.replacing(Self.placeholder, with: encoded(token))
  }

  /// Reports an unclosed brace, and returns a Boolean value that indicates whether there is one. A brace without a name
  /// after it isn't a variable part, because the form of a notification is JSON.
  @discardableResult
  private func checkBraces(_ json: JSON, _ example: String) -> Bool {
    let letters = Array((json.string ?? "").unicodeScalars)
    var open: Int?
    var wrong: Int?
    for (offset, letter) in letters.enumerated() {
      if letter == "{" {
        if let open { wrong = wrong ?? open }
        let next = letters.dropFirst(offset + 1).first
        open = next.map { $0 == "_" || $0.properties.isAlphabetic } ?? true ? offset : nil
      } else if letter == "}" {
        open = nil
      }
    }
    guard let offset = wrong ?? open else { return false }
    let name = String(String.UnicodeScalarView(letters[(offset + 1)...].prefix { $0 != "{" && $0 != "/" && $0 != "&" }))
    log.judge(json.location)
    log.error(
      json.place(ofLetter: offset),
      "The brace before \"\(name)\" is never closed; write a variable part in braces, such as \(example).")
    return true
  }

  /// Returns the compact form of a JSON Web Token (RFC 7515 section 7.1).
  private func encoded(_ token: JSON) -> String {
    let parts = ["header", "claims"].map { Base64.encodeURL((token[$0]?.text ?? "").utf8) }
    return (parts + [token["signature"]?.string ?? Self.signature]).joined(separator: ".")
  }

  private func given(_ value: JSON) -> [String: String] {
    Dictionary(value["given"].map(values)?.map { ($0.name, $0.text) } ?? [], uniquingKeysWith: { first, _ in first })
  }

  private func values(_ json: JSON) -> [LinkValue] {
    json.members.map { name, value in
      LinkValue(name: name, text: value.string ?? value.text, location: value.location)
    }
  }

  /// Reports strings or payloads that the same client would have to both accept and reject.
  private func reportContradictions(_ cases: [LinkCase]) {
    for refused in cases {
      guard case .refuse = refused.duty else { continue }
      let twin = cases.first { other in
        guard case .take = other.duty else { return false }
        return other.kind == refused.kind && isSame(other, refused) && other.given == refused.given
      }
      guard let twin else { continue }
      log.error(
        refused.location,
        "The same \(refused.kind == .text ? "link" : "payload") is accepted on line \(twin.location.line), so it can't "
          + "be rejected as well.")
    }
  }

  /// Returns a Boolean value that indicates whether two cases have the same input. The order of a payload's members
  /// doesn't matter.
  private func isSame(_ one: LinkCase, _ other: LinkCase) -> Bool {
    guard let left = one.payload, let right = other.payload else { return one.text == other.text }
    return left == right
  }
}
