import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

extension PactMatching {
  /// Returns the differences between the expected body and the actual one.
  ///
  /// - Parameter allowsMore: A Boolean value that indicates whether unexpected parts are allowed.
  func body(
    _ expected: PactBody, _ mediaType: String?, _ rules: PactRules, _ body: Body, allowsMore: Bool
  ) -> [PactMismatch] {
    if case .unstated = expected { return [] }
    guard let bytes = body.bytes else {
      return [PactMismatch("body", "the body isn't known", isUndecided: true)]
    }
    // Content with a media type is checked by its bytes, regardless of the pact's body.
    if let rule = rules.best(.body, PactPath())?.rule, rule.matchers.contains(where: \.isOfContent), expected != .empty
    {
      return content(rule, expected.sent, bytes)
    }
    switch expected {
    case .unstated: return []
    case .empty: return bytes.isEmpty ? [] : [PactMismatch("body", "is present, but none is expected")]
    case .bytes(let wanted):
      if let rule = rules.best(.body, PactPath())?.rule { return content(rule, wanted, bytes) }
      if rules.all(.body).isEmpty { return wanted == bytes ? [] : [PactMismatch("body", "has other bytes")] }
      let reason = "rules of a binary body's parts aren't known here"
      return [PactMismatch("body", reason, isUndecided: true)]
    case .json(let json):
      if bytes.isEmpty { return [PactMismatch("body", "is missing")] }
      guard let own = try? JSON.parse(bytes) else { return [PactMismatch("body", "isn't JSON")] }
      var comparison = JSONComparison(rules, values, allowsMore: allowsMore)
      comparison.compare(json, own)
      return comparison.mismatches
    case .text(let text):
      if bytes.isEmpty { return [PactMismatch("body", "is missing")] }
      if mediaType.map(MediaType.isXML) ?? text.hasPrefix("<") {
        return markup(text, bytes, rules, allowsMore: allowsMore)
      }
      if mediaType == MediaType.form, rules.best(.body, PactPath()) == nil {
        return form(text, bytes, rules, allowsMore: allowsMore)
      }
      return self.text(text, bytes, rules)
    }
  }

  private func text(_ expected: String, _ bytes: [UInt8], _ rules: PactRules) -> [PactMismatch] {
    let own = JSON(String(decoding: bytes, as: UTF8.self))
    guard let rule = rules.best(.body, PactPath()) else {
      return rules.all(.body).isEmpty
        ? [ValueComparison.equality(JSON(expected), own)].compactMap { $0.mismatch(at: "body") }
        : [PactMismatch("body", "rules of a text's parts aren't known here", isUndecided: true)]
    }
    return [values.verdict(rule.rule, isCascaded: false, JSON(expected), own, isText: true)]
      .compactMap { $0.mismatch(at: "body") }
  }

  private func markup(_ expected: String, _ bytes: [UInt8], _ rules: PactRules, allowsMore: Bool) -> [PactMismatch] {
    guard let wanted = try? XMLReader.read(Array(expected.utf8)) else {
      if Array(expected.utf8) == bytes { return [] }
      return [PactMismatch("body", "the pact's XML isn't read", isUndecided: true)]
    }
    do throws(XMLReader.Fault) {
      let own = try XMLReader.read(bytes)
      var comparison = XMLComparison(rules, values, allowsMore: allowsMore)
      comparison.compare(wanted, own)
      return comparison.mismatches
    } catch {
      switch error {
      case .malformed: return [PactMismatch("body", "isn't XML")]
      case .tooDeep, .hasTypes:
        let reason = "its XML is deeper or has other entities than are read"
        return [PactMismatch("body", reason, isUndecided: true)]
      }
    }
  }

  /// Compares bytes by a rule for the body as a whole.
  private func content(_ rule: PactRule, _ expected: [UInt8], _ bytes: [UInt8]) -> [PactMismatch] {
    let verdict = ValueComparison.combined(rule) { matcher in
      switch matcher {
      case .equality: expected == bytes ? .fits : .differs("has other bytes")
      case .contentType(let type): ContentSignature.verdict(of: bytes, as: type)
      case .notEmpty, .type(least: nil, most: nil): bytes.isEmpty ? .differs("is empty") : .fits
      default: .undecided("its matcher isn't one of bytes")
      }
    }
    return [verdict.mismatch(at: "body")].compactMap(\.self)
  }

  /// Compares the members of a form. The values of a name are compared by the rule for the name or its index, or by
  /// equality. The order of names is ignored.
  private func form(_ expected: String, _ bytes: [UInt8], _ rules: PactRules, allowsMore: Bool) -> [PactMismatch] {
    let (wanted, own) = (PactQuery.items(of: expected), PactQuery.items(of: String(decoding: bytes, as: UTF8.self)))
    func place(_ name: String) -> String { "body \(PactPath([.member(name)]))" }
    var found: [PactMismatch] = []
    for item in wanted {
      if let values = own.first(where: { $0.name == item.name })?.values {
        found += compare(item.values, values, .body, item.name, rules, place(item.name))
      } else {
        found.append(PactMismatch(place(item.name), "is missing"))
      }
    }
    guard !allowsMore else { return found }
    for item in own where !wanted.contains(where: { $0.name == item.name }) {
      found.append(PactMismatch(place(item.name), "isn't expected"))
    }
    return found
  }
}

extension PactMatcher {
  /// A Boolean value that indicates whether the matcher is about the media type that the bytes show.
  fileprivate var isOfContent: Bool {
    switch self {
    case .contentType: true
    default: false
    }
  }
}
