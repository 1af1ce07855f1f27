import PlumblineJSONSchema
import PlumblineJSONTree

/// A generator of URLs that point to the mock that sends them. The generator's pattern has a group, and the part of the
/// example that the group matches is appended to the mock's own URL.
///
///     "http://localhost:1234/orders/7", ".*(\\/orders\\/7)$"    http://127.0.0.1:8080/orders/7
struct MockServerURL {
  /// The maximum length of an example that is split.
  private static let longest = 2_000

  /// The part of the example before the group: the address of the consumer's mock server, such as
  /// `http://localhost:1234`.
  let before: String
  /// The part that the group matches, such as `/orders/7`.
  let path: String

  /// Returns `nil` for options in a different form, such as a pattern that has no group or that the example doesn't
  /// match.
  init?(_ options: JSON) {
    guard let example = options["example"]?.string, example.utf8.count <= Self.longest,
      let regex = options["regex"]?.string, let (head, group) = Self.parts(of: regex),
      let first = try? Pattern("^(?:\(head))$"), let last = try? Pattern("^(?:\(group))$")
    else { return nil }
    var steps = 5_000_000
    // A repetition before the group is greedy, so the last possible place is tried first.
    for place in example.indices.reversed() {
      let (before, path) = (example[..<place], example[place...])
      guard first.matches(Array(before.utf8), within: &steps) == true,
        last.matches(Array(path.utf8), within: &steps) == true
      else { continue }
      (self.before, self.path) = (String(before), String(path))
      return
    }
    return nil
  }

  /// Returns the pattern before the only group, and the group's own pattern. Returns `nil` if anything other than `$`
  /// follows the group.
  private static func parts(of regex: String) -> (head: String, group: String)? {
    guard let open = regex.firstIndex(of: "("), let close = regex.lastIndex(of: ")"), open < close else { return nil }
    let head = regex[..<open].drop { $0 == "^" }
    let group = regex[regex.index(after: open)..<close]
    let tail = regex[regex.index(after: close)...]
    // Two groups between the outer parentheses don't form a single pattern.
    guard tail.isEmpty || tail == "$", !head.hasSuffix("\\"), !group.hasPrefix("?"),
      (try? Pattern(String(group))) != nil
    else { return nil }
    return (String(head), String(group))
  }

  /// Returns the URL that points to a mock.
  func url(at mock: String) -> String {
    let mock = mock.hasSuffix("/") ? String(mock.dropLast()) : mock
    return path.hasPrefix("/") ? mock + path : "\(mock)/\(path)"
  }
}

extension PactGenerator {
  /// A Boolean value that indicates whether the generator produces URLs of the mock.
  var isMockURL: Bool { type == "MockServerURL" }
}

extension PactResponse {
  /// The URL of the consumer's own mock, which a generator replaces in the response, or `nil` if none does.
  var mockOrigin: String? {
    generators.lazy.filter(\.isMockURL).compactMap { MockServerURL($0.options)?.before }
      .first { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
  }
}
