extension Report {
  /// The variants of an endpoint's responses that weren't played because of a limit or because a call was abandoned.
  package struct OmittedMutations: Sendable, Hashable {
    /// A call whose client was abandoned before all of its variants were played.
    package struct GivenUp: Sendable, Hashable {
      /// The call's name.
      package var call: String
      /// The reason for abandoning the call, as a clause such as `the client hung 3 times`.
      package var reason: String

      package init(call: String, reason: String) {
        self.call = call
        self.reason = reason
      }
    }

    package var service: String
    /// The endpoint's id.
    package var endpoint: String
    /// The abandoned call, or `nil` if a limit left the variants out.
    package var givenUp: GivenUp?
    /// The number of variants that weren't played. For an abandoned call, this is approximate.
    package var count: Int
    /// The total number of variants for the calls that had some left out.
    package var all: Int

    package init(service: String, endpoint: String, givenUp: GivenUp? = nil, count: Int, all: Int) {
      self.service = service
      self.endpoint = endpoint
      self.givenUp = givenUp
      self.count = count
      self.all = all
    }

    /// The endpoint's id and service, as a key.
    var name: EndpointName { EndpointName(service: service, id: endpoint) }

    /// The endpoint and, if a call was abandoned, the call, such as `tickets.list: Lists tickets`.
    var label: String { givenUp.map { "\(endpoint): \($0.call)" } ?? endpoint }

    /// The counts as a phrase, such as `312 of 500` or, for an abandoned call,
    /// `about 312 of 500 weren't tried, because the client hung 3 times`.
    var phrase: String {
      givenUp.map { "about \(count) of \(all) weren't tried, because \($0.reason)" } ?? "\(count) of \(all)"
    }

    /// The counts as a sentence, such as `312 of 500 mutations of tickets.list were left out (--mutations-limit)` or
    /// `tickets.list: Lists tickets: about 312 of 500 mutations weren't tried, because the client hung 3 times`.
    var sentence: String {
      guard let givenUp else { return Self.sentence(count, of: all, "of \(endpoint)") }
      return "\(label): about \(count) of \(all) mutations weren't tried, because \(givenUp.reason)"
    }

    fileprivate static func sentence(_ count: Int, of all: Int, _ what: String) -> String {
      "\(count) of \(all) mutations \(what) were left out (--mutations-limit)"
    }
  }

  /// Adds variants that weren't played. Those of the same endpoint or the same abandoned call share a line.
  package mutating func note(_ line: OmittedMutations) {
    let index = leftOutVariants.firstIndex {
      $0.service == line.service && $0.endpoint == line.endpoint && $0.givenUp == line.givenUp
    }
    if let index {
      leftOutVariants[index].count = leftOutVariants[index].count.addingCapped(line.count)
      leftOutVariants[index].all = leftOutVariants[index].all.addingCapped(line.all)
    } else {
      leftOutVariants.append(line)
    }
  }

  /// The total number of variants that weren't played.
  var leftOutVariantCount: Int { leftOutVariants.reduce(0) { $0.addingCapped($1.count) } }

  /// A sentence for each abandoned call, followed by one for each endpoint. If there are very many, the last sentence
  /// summarizes the rest.
  package var leftOutVariantSentences: [String] {
    Self.sentences(leftOutVariants.filter { $0.givenUp != nil }) { count, all, rest in
      "about \(count) of \(all) mutations of \(rest) other calls weren't tried, because the client hung or crashed"
    }
      + Self.sentences(leftOutVariants.filter { $0.givenUp == nil }) { count, all, rest in
        OmittedMutations.sentence(count, of: all, "of \(rest) other endpoints")
      }
  }

  private static func sentences(
    _ lines: [OmittedMutations], _ others: (_ count: Int, _ all: Int, _ rest: Int) -> String
  ) -> [String] {
    let most = 12
    let shown = lines.count > most ? Array(lines.prefix(most - 1)) : lines
    var sentences = shown.map(\.sentence)
    let rest = lines.dropFirst(shown.count)
    if !rest.isEmpty {
      let count = rest.reduce(0) { $0.addingCapped($1.count) }
      let all = rest.reduce(0) { $0.addingCapped($1.all) }
      sentences.append(others(count, all, rest.count))
    }
    return sentences
  }
}
