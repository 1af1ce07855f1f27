import PlumblineHTTPMessages
import PlumblineJSONTree

/// Compares requests and responses with the expectations of a pact, as specified by Pact.
package struct PactMatching {
  private let version: Pact.Version
  let values = ValueComparison()

  package init(_ version: Pact.Version) { self.version = version }

  /// Returns the differences between the expected request and the actual one.
  package func compare(_ expected: PactRequest, _ actual: Request) -> [PactMismatch] {
    var found: [PactMismatch] = []
    if expected.method.uppercased() != actual.method.rawValue.uppercased() {
      found.append(PactMismatch("method", "is \(actual.method), but \(expected.method) is expected"))
    }
    let path = (JSON(expected.path), JSON(PercentEncoding.decode(actual.path)))
    if let rule = expected.rules.best(.path, PactPath())?.rule {
      add(values.verdict(rule, isCascaded: false, path.0, path.1, isText: true), "path", to: &found)
    } else if expected.path != actual.path {
      add(ValueComparison.equality(JSON(PercentEncoding.decode(expected.path)), path.1), "path", to: &found)
    }
    found += query(expected, actual)
    found += headers(expected.headers, expected.rules, actual.headers)
    return found
      + body(expected.body, expected.mediaType, expected.rules, actual.body, allowsMore: false)
  }

  /// Returns the differences between the expected response and the actual one.
  package func compare(_ expected: PactResponse, _ actual: Response) -> [PactMismatch] {
    var found: [PactMismatch] = []
    if let verdict = status(expected, actual.status) { add(verdict, "status", to: &found) }
    found += headers(expected.headers, expected.rules, actual.headers)
    return found
      + body(expected.body, expected.mediaType, expected.rules, actual.body, allowsMore: true)
  }

  private func add(_ verdict: PactVerdict, _ place: String, to found: inout [PactMismatch]) {
    if let mismatch = verdict.mismatch(at: place) { found.append(mismatch) }
  }

  private func status(_ expected: PactResponse, _ actual: Int) -> PactVerdict? {
    if let matcher = expected.rules.best(.status, PactPath())?.rule.matchers.first {
      switch matcher {
      case .statuses(let statuses):
        return statuses.contains(actual)
          ? .fits : .differs("is \(actual), but one of \(statuses.map { "\($0)" }.joined(separator: ", ")) is expected")
      case .statusClass(let name):
        guard let isOne = Self.isStatus(actual, in: name) else {
          return .undecided("the class \"\(name)\" of statuses isn't known here")
        }
        return isOne ? .fits : .differs("is \(actual), but \(name) is expected")
      case .equality: break
      case .type, .integer, .number: return .fits
      default: return .undecided("the matcher of the status isn't one of statuses")
      }
    }
    guard let status = expected.status else { return nil }
    return status == actual ? .fits : .differs("is \(actual), but \(status) is expected")
  }

  private static func isStatus(_ status: Int, in name: String) -> Bool? {
    switch name {
    case "info": (100...199).contains(status)
    case "success": (200...299).contains(status)
    case "redirect": (300...399).contains(status)
    case "clientError": (400...499).contains(status)
    case "serverError": (500...599).contains(status)
    case "nonError": status < 400
    case "error": status >= 400
    default: nil
    }
  }
}

extension PactMatching {
  private func query(_ expected: PactRequest, _ actual: Request) -> [PactMismatch] {
    guard let items = expected.query.items else { return [] }
    let sent = actual.query ?? ""
    var found: [PactMismatch] = []
    if version.ordersQueries, let text = expected.query.text {
      if PactQuery.pieces(of: text) != PactQuery.pieces(of: sent) {
        found.append(PactMismatch("query", "isn't \"\(text)\""))
      }
      return found
    }
    let own = PactQuery.items(of: sent)
    for item in own where !items.contains(where: { $0.name == item.name }) {
      found.append(PactMismatch("query \(item.name)", "isn't expected"))
    }
    for item in items {
      let place = "query \(item.name)"
      guard let values = own.first(where: { $0.name == item.name })?.values else {
        found.append(PactMismatch(place, "is missing"))
        continue
      }
      found += compare(item.values, values, .query, item.name, expected.rules, place)
    }
    return found
  }

  /// Compares the values of a parameter or a field one by one, by the rule for its name or its index, or by equality.
  func compare(
    _ expected: [String], _ actual: [String], _ category: PactRules.Category, _ name: String, _ rules: PactRules,
    _ place: String
  ) -> [PactMismatch] {
    var found: [PactMismatch] = []
    let path = PactPath([.member(name)])
    if let rule = rules.best(category, path)?.rule {
      if let verdict = variants(of: rule, expected, actual) {
        add(verdict, place, to: &found)
        return found
      }
      // A type matcher for a list applies to the list's values and to their number.
      let counts = rule.matchers.filter(\.isOfType)
      let lists = (JSON.array(expected.map { JSON($0) }), JSON.array(actual.map { JSON($0) }))
      if !counts.isEmpty {
        add(values.verdict(PactRule(path, counts), isCascaded: false, lists.0, lists.1), place, to: &found)
      }
    } else if expected.count != actual.count {
      found.append(PactMismatch(place, "has \(actual.count) values, but \(expected.count) are expected"))
    }
    for (index, value) in actual.enumerated() {
      let example = index < expected.count ? expected[index] : expected.first ?? ""
      if let rule = rules.best(category, path.appending(.index(index))) {
        // A rule for a parameter applies to each of its values.
        let isBelow = rule.rule.path.tokens.count > 1
        add(
          values.verdict(
            rule.rule, isCascaded: !isBelow, JSON(example), JSON(value), isText: true), place, to: &found)
      } else if index < expected.count {
        add(ValueComparison.equality(JSON(example), JSON(value)), place, to: &found)
      }
    }
    return found
  }

  /// Looks for variants among the values. Returns `nil` if the rule requires none.
  private func variants(of rule: PactRule, _ expected: [String], _ actual: [String]) -> PactVerdict? {
    let lists = rule.matchers.compactMap { if case .arrayContains(let variants) = $0 { variants } else { nil } }
    guard !lists.isEmpty else { return nil }
    for variant in lists.joined() {
      guard expected.indices.contains(variant.index) else {
        return .undecided("the variant \(variant.index) has no example")
      }
      let example = JSON(expected[variant.index])
      let own = variant.rules.first { $0.path.tokens.isEmpty } ?? PactRule(PactPath(), [.equality])
      let verdicts = actual.map { values.verdict(own, isCascaded: false, example, JSON($0), isText: true) }
      if verdicts.contains(.fits) { continue }
      let reason = "no value matches the variant \(variant.index)"
      let isUndecided = verdicts.contains { if case .undecided = $0 { true } else { false } }
      return isUndecided ? .undecided("\(reason), as far as it is known") : .differs(reason)
    }
    return .fits
  }

  private func headers(_ expected: [PactHeader], _ rules: PactRules, _ actual: HeaderFields) -> [PactMismatch] {
    var found: [PactMismatch] = []
    for header in expected {
      let place = "header \(header.name)"
      let own = actual.values(header.name)
      let name = header.name.lowercased()
      guard !own.isEmpty else {
        let isOfWay = KnownFields.isAny([.connection, .proxy, .delivery], name)
        let reason = isOfWay ? "the field belongs to the connection, and isn't kept" : "is missing"
        found.append(PactMismatch(place, reason, isUndecided: isOfWay))
        continue
      }
      if rules.best(.header, PactPath([.member(name), .index(0)])) != nil {
        let values = HeaderComparison.values(own, expected: header)
        found += compare(header.values, values, .header, name, rules, place)
      } else if let difference = HeaderComparison.difference(header, own.joined(separator: ", ")) {
        found.append(PactMismatch(place, difference))
      }
    }
    return found
  }
}
