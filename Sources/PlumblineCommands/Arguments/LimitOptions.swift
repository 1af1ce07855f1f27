import PlumblineHTTPMessages
import PlumblineMockEngine

/// The limits that `--limit` sets. For example, `--limit body=1MB --limit idle=10s`.
struct LimitOptions: Sendable {
  private(set) var http = HTTPLimits()
  private(set) var items = ItemLimits()
  /// The maximum size of the bodies of a recorded exchange, in bytes.
  private(set) var recorded = 16 << 20
  /// The maximum number of sessions in addition to the main one.
  private(set) var sessions = SessionDirectory.Configuration().sessions

  /// The limits on the responses of a real server.
  var upstream: HTTPLimits {
    var limits = HTTPLimits()
    limits.body = items.answer
    return limits
  }

  /// The limits for recorded traffic. A body that is too large to record is still streamed to the client.
  var passing: (requests: HTTPLimits, answers: HTTPLimits) {
    var requests = http
    var answers = upstream
    requests.streamed = recorded
    answers.streamed = recorded
    return (requests, answers)
  }

  /// The kind of value that a limit has.
  private enum Kind {
    case bytes(WritableKeyPath<LimitOptions, Int>, most: Int = .max)
    case count(WritableKeyPath<LimitOptions, Int>)
    case time(WritableKeyPath<LimitOptions, Duration>)
  }

  // Key paths aren't sendable, so create the table on each use.
  private static var table: [(name: String, kind: Kind)] {
    [
      ("request-line", .bytes(\.http.requestLine)), ("head", .bytes(\.http.head)), ("fields", .count(\.http.fields)),
      ("body", .bytes(\.http.body)), ("connections", .count(\.http.connections)), ("idle", .time(\.http.idle)),
      ("head-time", .time(\.http.headTime)), ("body-time", .time(\.http.bodyTime)),
      ("send-time", .time(\.http.sendTime)), ("items", .count(\.items.count)), ("memory", .bytes(\.items.bytes)),
      ("answer", .bytes(\.items.answer, most: ItemLimits.longestAnswer)), ("sessions", .count(\.sessions)),
      ("recorded", .bytes(\.recorded)),
    ]
  }

  /// The names of a mock's limits, for the help.
  static var names: String { table.map(\.name).filter { $0 != "recorded" }.joined(separator: ", ") }

  /// The option of a command that calls a real server and limits only the size of its responses.
  static let ofAnswers = OptionSpecification(
    "--limit", "answer=SIZE",
    "The maximum size of a response after decompression: 512KB, 100MB. Default: 64MB; at most 128MB. A larger response "
      + "fails only its own call.")

  /// The option of a command that records traffic.
  static let ofRecordings = OptionSpecification(
    "--limit", "NAME=VALUE",
    "recorded=SIZE: the largest exchange to record: 512KB, 100MB. Default: 16MB. A larger one is forwarded but not recorded. "
      + "answer=SIZE: the maximum size of a compressed response after decompression, or of any message over HTTPS. Default: 64MB; "
      + "at most 128MB. idle=TIME, head-time=TIME: how long a client may be silent. Repeatable."
  )

  /// The names of the limits that this option can set.
  static let namesOfRecordings: Set<String> = ["answer", "recorded", "idle", "head-time"]

  /// Creates the default limits.
  init() {}

  /// Parses `NAME=VALUE` words. The last value of a name wins.
  ///
  /// - Parameter names: The limits that the command supports, or `nil` for all of them.
  init(_ texts: [String], among names: Set<String>? = nil) throws(UsageError) {
    let table = Self.table.filter { names?.contains($0.name) ?? ($0.name != "recorded") }
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let entry = table.first(where: { $0.name == parts[0] }) else {
        let known = table.map(\.name)
        throw UsageError(
          known.count == 1
            ? "--limit takes \(known[0])=VALUE, not \"\(text)\"."
            : "--limit takes NAME=VALUE, where NAME is one of \(known.joined(separator: ", ")), not \"\(text)\".")
      }
      switch entry.kind {
      case .bytes(let path, let most):
        let bytes = try Self.number(parts[1], units: Self.sizes, of: text)
        guard bytes <= most else { throw UsageError("--limit \(text): \(most >> 20)MB is the maximum.") }
        self[keyPath: path] = bytes
      case .count(let path): self[keyPath: path] = try Self.number(parts[1], units: ["": 1], of: text)
      case .time(let path):
        self[keyPath: path] = .milliseconds(try Self.number(parts[1], units: Self.times, of: text))
      }
    }
  }

  private static let sizes = ["": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30]
  private static let times = ["ms": 1, "s": 1000, "m": 60_000]

  /// Parses a whole number with a unit, from 1 to a sensible maximum.
  private static func number(_ text: String, units: [String: Int], of option: String) throws(UsageError) -> Int {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0, number <= 1 << 32,
      let unit = units[String(text.dropFirst(digits.count))]
    else {
      let known = units.sorted { $0.value < $1.value }.map(\.key).filter { !$0.isEmpty }
      let hint = known.isEmpty ? "" : ", with one of the units \(known.joined(separator: ", "))"
      throw UsageError("--limit \(option): expected a whole number of at least 1\(hint).")
    }
    return number * unit
  }
}
