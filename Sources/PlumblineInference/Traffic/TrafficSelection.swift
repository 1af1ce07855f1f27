import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// The exchanges of a capture that are with an API, without pages and their parts, browsers' automatic requests, and
/// requests to other servers.
struct TrafficSelection {
  /// The maximum number of segments in a path. No API has more.
  private static let longest = 64

  private(set) var exchanges: [SeenExchange] = []
  /// The parts that were left out, each described in one sentence.
  private(set) var notes: [String] = []
  /// The server of the exchanges, or `nil` if the capture doesn't name it.
  let origin: String?

  /// Selects the exchanges with one server.
  ///
  /// - Parameter origin: The server to select, with its base path if it has one, such as `https://api.example.com/3`.
  ///   If this is `nil`, the server with the most responses that are JSON or streams is selected or, if there are none,
  ///   the server with the most responses.
  init(_ all: [SeenExchange], origin wish: String?) {
    let short = all.filter { $0.segments.count <= Self.longest }
    let talk = short.filter { !PageTraffic.isPreflight($0.request) && $0.response.status >= 200 }
    let pages = PageTraffic(talk.map(\.exchange))
    let asked = talk.filter { $0.isChosen || !pages.hasPart($0.request, $0.response) }
    let calls = asked.filter { $0.isChosen || !$0.isOfGateway }
    let (server, base) = Self.parts(of: wish)
    let origin =
      server ?? Self.mostAsked(in: calls.filter { $0.answered != nil || $0.isStream }) ?? Self.mostAsked(in: calls)
    self.origin = origin.map { $0 + base }
    exchanges = calls.filter { $0.origin == nil || origin == nil || $0.origin == origin }
    let parts = [
      (talk.count - asked.count, "for web pages and their assets"),
      (asked.count - calls.count, "to which a gateway responded instead of the service"),
      (short.count - talk.count, "that browsers make on their own"),
      (all.count - short.count, "with paths of more than \(Self.longest) segments"),
    ]
    for (count, what) in parts where count > 0 { notes.append("\(Self.exchanges(count)) \(what).") }
    let others = calls.filter { $0.origin != nil && $0.origin != origin }
    let names = Dictionary(grouping: others) { $0.origin ?? "" }.sorted { $0.key < $1.key }
    for (name, group) in names { notes.append("\(Self.exchanges(group.count)) with \(name).") }
    if !base.isEmpty { keep(below: base) }
    // Don't count documents written by hand, such as pacts, which omit bodies that don't matter.
    let lacking = exchanges.count { !$0.isChosen && ($0.lacksBody || $0.request.body.bytes == nil) }
    if lacking > 0 { notes.append("bodies of \(Self.exchanges(lacking)), which the capture lacks.") }
  }

  /// Removes a server's base path from the exchanges below it. Other exchanges are left out, unless their server is
  /// unknown, because their paths may already be relative to it.
  private mutating func keep(below base: String) {
    let before = exchanges.count
    exchanges = exchanges.compactMap { exchange in
      exchange.below(base) ?? (exchange.origin == nil ? exchange : nil)
    }
    let count = before - exchanges.count
    if count > 0 { notes.append("\(Self.exchanges(count)) with paths that aren't below \(base).") }
  }

  /// Returns the server with the most exchanges.
  private static func mostAsked(in exchanges: [SeenExchange]) -> String? {
    var counts: [String: Int] = [:]
    for exchange in exchanges {
      if let origin = exchange.origin { counts[origin, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Returns the server and the path of a base URL.
  private static func parts(of wish: String?) -> (server: String?, base: String) {
    guard let wish else { return (nil, "") }
    let begin = wish.firstRange(of: "://")?.upperBound ?? wish.startIndex
    guard let slash = wish[begin...].firstIndex(of: "/") else { return (wish, "") }
    let base = wish[slash...]
    return (String(wish[..<slash]), base.last == "/" ? String(base.dropLast()) : String(base))
  }

  private static func exchanges(_ count: Int) -> String { count == 1 ? "1 exchange" : "\(count) exchanges" }
}
