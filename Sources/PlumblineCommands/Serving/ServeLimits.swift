import PlumblineHTTPMessages
import PlumblineMockEngine

/// The bounds of a server that a command line may set: `--limit body=1MB --limit idle=10s`.
struct ServeLimits: Sendable {
  private(set) var http = HTTPLimits()
  private(set) var items = ItemLimits()

  /// What a bound is made of.
  private enum Kind {
    case bytes(WritableKeyPath<ServeLimits, Int>)
    case count(WritableKeyPath<ServeLimits, Int>)
    case time(WritableKeyPath<ServeLimits, Duration>)
  }

  // A key path can't be sent, so the table is made where it is used.
  private static var table: [(name: String, kind: Kind)] {
    [
      ("request-line", .bytes(\.http.requestLine)), ("head", .bytes(\.http.head)), ("fields", .count(\.http.fields)),
      ("body", .bytes(\.http.body)), ("connections", .count(\.http.connections)), ("idle", .time(\.http.idle)),
      ("head-time", .time(\.http.headTime)), ("body-time", .time(\.http.bodyTime)),
      ("send-time", .time(\.http.sendTime)), ("items", .count(\.items.count)), ("memory", .bytes(\.items.bytes)),
      ("answer", .bytes(\.items.answer)),
    ]
  }

  /// The names of all bounds, for the help.
  static var names: String { table.map(\.name).joined(separator: ", ") }

  /// Reads `NAME=VALUE` texts; the last of a name counts.
  init(_ texts: [String]) throws(UsageError) {
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let entry = Self.table.first(where: { $0.name == parts[0] }) else {
        throw UsageError("--limit takes NAME=VALUE, where NAME is one of \(Self.names), not \"\(text)\".")
      }
      switch entry.kind {
      case .bytes(let path): self[keyPath: path] = try Self.number(parts[1], units: Self.sizes, of: text)
      case .count(let path): self[keyPath: path] = try Self.number(parts[1], units: ["": 1], of: text)
      case .time(let path):
        self[keyPath: path] = .milliseconds(try Self.number(parts[1], units: Self.times, of: text))
      }
    }
  }

  private static let sizes = ["": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30]
  private static let times = ["ms": 1, "s": 1000, "m": 60_000]

  /// A whole number with a unit, at least 1 and no more than anybody means.
  private static func number(_ text: String, units: [String: Int], of option: String) throws(UsageError) -> Int {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits), number > 0, number <= 1 << 32,
      let unit = units[String(text.dropFirst(digits.count))]
    else {
      let known = units.sorted { $0.value < $1.value }.map(\.key).filter { !$0.isEmpty }
      let hint = known.isEmpty ? "" : ", with one of the units \(known.joined(separator: ", "))"
      throw UsageError("--limit \(option): a whole number is wanted\(hint).")
    }
    return number * unit
  }
}
