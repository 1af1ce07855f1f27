import PlumblineJSONTree

/// The matchers that Pact's first library wrote into the body itself, as serialized Ruby objects:
///
///     {"json_class": "Pact::Term", "data": {"generate": "12", "matcher": {"json_class": "Regexp", "o": 0, "s": "\\d+"}}}
///     {"json_class": "Pact::SomethingLike", "contents": {"id": 7}}
///     {"json_class": "Pact::ArrayLike", "contents": {"id": 7}, "min": 2}
struct RubyTerms {
  /// The maximum depth of values. Deeper values aren't examined.
  private static let deepest = 64

  /// The body with an example instead of each matcher.
  private(set) var body: JSON
  /// The matchers as rules. The value is empty if there are none.
  private(set) var rules: [PactRule] = []

  init(_ body: JSON) {
    self.body = body
    self.body = plain(body, PactPath())
  }

  private mutating func plain(_ value: JSON, _ place: PactPath) -> JSON {
    guard place.tokens.count < Self.deepest else { return value }
    switch value.kind {
    case .array:
      var elements: [JSON] = []
      for (index, element) in value.elements.enumerated() {
        elements.append(plain(element, place.appending(.index(index))))
      }
      return .array(elements)
    case .object:
      if let example = example(of: value, place) { return example }
      var members: [(String, JSON)] = []
      for (name, member) in value.members { members.append((name, plain(member, place.appending(.member(name))))) }
      return .object(members)
    default: return value
    }
  }

  /// Converts a matcher to a rule, and returns its example. Returns `nil` for any other object.
  private mutating func example(of value: JSON, _ place: PactPath) -> JSON? {
    switch value["json_class"]?.string {
    case "Pact::Term":
      guard let data = value["data"], let example = data["generate"], let regex = data["matcher"]?["s"]?.string else {
        return nil
      }
      let hasOptions = data["matcher"]?["o"]?.int ?? 0 != 0
      rules.append(PactRule(place, [hasOptions ? .unknown("a regular expression with options") : .regex(regex)]))
      return example
    case "Pact::SomethingLike":
      guard let contents = value["contents"] else { return nil }
      rules.append(PactRule(place, [.type(least: nil, most: nil)]))
      return plain(contents, place)
    case "Pact::ArrayLike":
      guard let contents = value["contents"] else { return nil }
      rules.append(PactRule(place, [.type(least: value["min"]?.int ?? 1, most: nil)]))
      return .array([plain(contents, place.appending(.index(0)))])
    default: return nil
    }
  }
}
