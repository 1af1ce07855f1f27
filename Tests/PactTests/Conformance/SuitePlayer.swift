import Foundation
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

@testable import PlumblinePact

/// A player for a scenario of the compatibility suite that concerns a single message. This is a request that a mock
/// compares with interactions, a message with matching rules, or a generator.
struct SuitePlayer {
  /// An error that describes a failed expectation.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let suite: URL
  let version: Pact.Version

  private var defined: [Int: SuiteMessage] = [:]
  private var started: [Int: SuiteMessage] = [:]
  private var met: Set<Int> = []
  private var expected: SuiteMessage
  private var received: [Request] = []
  private var status = 200
  private var isProvider = true
  private var generated: (request: PactRequest, response: PactResponse)?
  /// The mismatches of each comparison, which the scenario's last step performs.
  private var results: [[PactMismatch]] = []

  init(_ suite: URL, _ version: Pact.Version) {
    self.suite = suite
    self.version = version
    expected = SuiteMessage(suite)
  }

  /// Plays a scenario, and throws an error if an expectation fails.
  static func play(_ scenario: FeatureFile.Scenario, of file: FeatureFile, in suite: URL) throws {
    let major = file.name.dropFirst().prefix(1)
    var player = SuitePlayer(suite, Pact.Version(major: Int(major) ?? 1))
    for step in file.background + scenario.steps {
      do {
        try player.play(step)
      } catch {
        throw Fault(description: "\(file.name), \(scenario.name), \"\(step.text)\": \(error)")
      }
    }
  }

  /// The prefixes of skipped steps. They concern the file that a consumer's tests write and the responses of a served
  /// mock, which `Tests/Backends/pact-compatibility` tests.
  private static let elsewhere = [
    "the pact test is done", "the mock server will", "the pact file will", "the {first} interaction",
    "the payload will",
    "the content type will",
  ]

  private mutating func play(_ step: FeatureFile.Step) throws {
    if Self.elsewhere.contains(where: step.text.hasPrefix) { return }
    let quoted = step.text.components(separatedBy: "\"")
    let words = step.text.components(separatedBy: " ")
    if try playMock(step, words) || playMessages(step, quoted) || playGenerators(step, quoted) { return }
    throw Fault(description: "no step is known for this")
  }

  private func require(_ holds: Bool, _ reason: @autoclosure () -> String) throws {
    if !holds { throw Fault(description: reason()) }
  }
}

// MARK: - A mock that compares requests with interactions

extension SuitePlayer {
  private mutating func playMock(_ step: FeatureFile.Step, _ words: [String]) throws -> Bool {
    let text = step.text
    let numbers = text.components(separatedBy: CharacterSet.decimalDigits.inverted).compactMap { Int($0) }
    if text.hasPrefix("the following HTTP interactions") {
      for row in step.rows {
        var message = SuiteMessage(suite)
        try message.apply(row)
        defined[Int(row["No"] ?? "") ?? 0] = message
      }
    } else if text.hasPrefix("the mock server is started with") {
      for number in numbers {
        var message = try interaction(number)
        if let row = step.rows.first { try message.apply(row) }
        started[number] = message
      }
    } else if text.hasPrefix("request "), let number = numbers.first {
      var message = try interaction(number)
      // The mock receives the interaction's example, unless the row changes it.
      if let row = step.rows.first { try message.apply(row) }
      try ask(message)
    } else if text.hasSuffix("success response is returned") || text.hasSuffix("error response is returned") {
      let isSuccess = results.contains(where: \.isEmpty)
      try require(isSuccess == (words[1] == "200"), "\(results)")
    } else if text.hasPrefix("the mock server status will be OK") {
      try require(met.count == started.count && results.allSatisfy { $0.isEmpty }, "\(results)")
    } else if text.hasPrefix("the mock server status will NOT be OK") {
      try require(met.count < started.count || results.contains { !$0.isEmpty }, "all of it is met")
    } else if text.hasPrefix("the mock server status will be mismatches") {
      try require(results.contains { !$0.isEmpty && !Self.isUnexpected($0) }, "\(results)")
    } else if text.hasPrefix("the mock server status will be an unexpected") {
      try require(results.contains(where: Self.isUnexpected), "\(results)")
    } else if text.hasPrefix("the mock server status will be an expected but not received"), let number = numbers.first
    {
      try require(started[number] != nil && !met.contains(number), "it was received")
    } else {
      return false
    }
    return true
  }

  private func interaction(_ number: Int) throws -> SuiteMessage {
    guard let message = defined[number] else { throw Fault(description: "no interaction \(number)") }
    return message
  }

  /// Compares a request with all of the mock's interactions.
  private mutating func ask(_ message: SuiteMessage) throws {
    results = []
    for (number, wanted) in started.sorted(by: { $0.key < $1.key }) {
      let mismatches = PactMatching(version).compare(try wanted.request(version), message.received)
      if mismatches.isEmpty { met.insert(number) }
      results.append(mismatches)
    }
    try require(!results.isEmpty, "no interaction is started")
    if results.contains(where: \.isEmpty) { results = results.filter(\.isEmpty) }
  }

  /// Returns a Boolean value that indicates whether the mismatches mean that no interaction exists for a request.
  private static func isUnexpected(_ mismatches: [PactMismatch]) -> Bool {
    mismatches.contains { ["method", "path"].contains($0.place) }
  }
}

// MARK: - Messages with matching rules

extension SuitePlayer {
  private mutating func playMessages(_ step: FeatureFile.Step, _ quoted: [String]) throws -> Bool {
    let text = step.text
    if text.hasPrefix("an expected request configured") || text.hasPrefix("an expected response configured") {
      for row in step.rows { try expected.apply(row) }
    } else if text.hasPrefix("an expected request with a") {
      expected.headers = [(name: quoted[1], value: quoted[3])]
    } else if text.hasPrefix("a request is received with a"), quoted.count > 3 {
      var message = SuiteMessage(suite)
      message.headers = [(name: quoted[1], value: quoted[3])]
      received = [message.received]
    } else if text.hasPrefix("a request is received with the") || text.hasPrefix("the following requests are received")
    {
      received = try step.rows.map { row in
        var message = SuiteMessage(suite)
        try message.apply(row)
        return message.received
      }
    } else if text.hasPrefix("a status ") {
      status = Int(text.components(separatedBy: " ")[2]) ?? 0
    } else if text.hasPrefix("the request is compared") || text.hasPrefix("the requests are compared") {
      let wanted = try expected.request(version)
      results = received.map { PactMatching(version).compare(wanted, $0) }
    } else if text.hasPrefix("the response is compared") {
      results = [PactMatching(version).compare(try expected.response(version), Response(status: status))]
    } else if text.hasSuffix("comparison should be OK") {
      try require(!results.isEmpty && results.allSatisfy { $0.isEmpty }, "\(results)")
    } else if text.hasSuffix("comparison should NOT be OK") {
      try require(!results.isEmpty && results.allSatisfy { $0.contains { !$0.isUndecided } }, "\(results)")
    } else if text.contains("mismatches will contain a") {
      // The other program uses different wording for its messages.
      let kind = text.contains("a mismatch with error") ? Self.place(of: quoted[1]) : quoted[1]
      let path = text.contains("with path") ? Self.place(of: quoted[3]) : kind
      try require(
        results.joined().contains { !$0.isUndecided && Self.isIn(kind, path, $0.place) },
        "\(results) has none at \(path)")
    } else {
      return false
    }
    return true
  }

  /// Returns the tokens of a path such as `$.two[0].ids`, separated by periods, or the name of a header field.
  private static func place(of text: String) -> String {
    guard text.hasPrefix("$") else { return text }
    return text.replacingOccurrences(of: "[", with: ".").replacingOccurrences(of: "]", with: "")
  }

  /// Returns a Boolean value that indicates whether a mismatch has a kind and a path.
  private static func isIn(_ kind: String, _ path: String, _ place: String) -> Bool {
    let own = place.components(separatedBy: " ")
    if path.hasPrefix("$") { return own[0] == "body" && Self.place(of: own.count > 1 ? own[1] : "$") == path }
    if ["query", "header", "body", "status", "body-content-type"].contains(kind) { return kind.hasPrefix(own[0]) }
    return own[0] == "header" && own.count > 1 && own[1].lowercased() == kind.lowercased()
  }
}

// MARK: - Generators

extension SuitePlayer {
  /// 2026-11-28T19:04:05.006Z.
  private static let now = 1_795_892_645_006

  /// The kinds of values that generators produce.
  private static let kinds = [
    "integer": "-?\\d+", "decimal number": "\\d+\\.\\d+", "hexadecimal number": "[0-9A-Fa-f]+", "random string": "\\w+",
    "string from the regex": "\\d{1,8}", "date": "\\d{4}-\\d{2}-\\d{2}", "time": "\\d{2}:\\d{2}:\\d{2}",
    "date-time": "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}.*", "boolean": "true|false",
    "UUID": "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "simple UUID": "[0-9a-f]{32}",
    "lower-case-hyphenated UUID": "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "upper-case-hyphenated UUID": "[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}",
    "URN UUID": "urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
  ]

  private mutating func playGenerators(_ step: FeatureFile.Step, _ quoted: [String]) throws -> Bool {
    let text = step.text
    if text.hasSuffix("configured with the following generators:") {
      for row in step.rows { try expected.apply(row) }
      expected.status = 200
    } else if text.hasPrefix("the generator test mode is set as") {
      isProvider = quoted[1] == "Provider"
    } else if text.contains("is prepared for use") {
      let context = try step.table.first?.first.map { try JSON.parse($0) } ?? JSON.emptyObject
      let known = Dictionary(context.members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
      let values = GeneratedValues(
        isProvider ? known : [:], now: Self.now, mock: isProvider ? nil : context["href"]?.string)
      var random = SystemRandomNumberGenerator()
      generated = (
        try expected.request(version).generated(by: values, using: &random),
        try expected.response(version).generated(by: values, using: &random)
      )
    } else if text.hasPrefix("the body value for") {
      try check(body: quoted[1], isNow: quoted[3])
    } else if text.hasPrefix("the request \"") || text.hasPrefix("the response \"") {
      let value = try value(of: quoted[1], isOfRequest: text.hasPrefix("the request"))
      if text.contains("will match") {
        try check(value, matches: quoted[3])
      } else {
        try require((value == quoted[3]) != text.contains("will not be"), value)
      }
    } else {
      return false
    }
    return true
  }

  private func check(body path: String, isNow wanted: String) throws {
    let name = String(path.dropFirst(2))
    for body in [generated?.request.body, generated?.response.body] {
      guard case .json(let json)? = body, let value = json[name] else { throw Fault(description: "no value") }
      let text = value.string ?? value.text
      if let kind = Self.kinds[wanted] {
        try check(text, matches: kind)
        try require(text != "a", "the example is still there")
      } else {
        try require(text == wanted, text)
      }
    }
  }

  private func check(_ text: String, matches regex: String) throws {
    try require(try Pattern("^(?:\(regex))$").matches(Array(text.utf8)), "\(text) doesn't match \(regex)")
  }

  /// Returns the value of a part such as `path`, `header[X-TEST]` or `queryParameter[v1]`.
  private func value(of part: String, isOfRequest: Bool) throws -> String {
    guard let generated else { throw Fault(description: "nothing is generated") }
    let pieces = part.components(separatedBy: CharacterSet(charactersIn: "[]"))
    let name = pieces.count > 1 ? pieces[1] : ""
    switch pieces[0] {
    case "path": return generated.request.path
    case "status": return generated.response.status.map { "\($0)" } ?? ""
    case "queryParameter": return generated.request.query.items?.first { $0.name == name }?.values.first ?? ""
    case "header":
      let headers = isOfRequest ? generated.request.headers : generated.response.headers
      return headers.first { $0.name.lowercased() == name.lowercased() }?.text ?? ""
    default: throw Fault(description: "no part \(part)")
    }
  }
}
