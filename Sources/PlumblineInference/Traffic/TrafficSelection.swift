import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineRecordings

/// The exchanges of a capture that are with an API: neither a page with its parts, nor what browsers ask by themselves, nor
/// what other servers were asked.
struct TrafficSelection {
  /// Longer paths are nobody's API.
  private static let longest = 64

  private(set) var exchanges: [SeenExchange] = []
  /// What was left out, a sentence each.
  private(set) var notes: [String] = []
  /// The server that they are with; `nil` where the captures don't say.
  let origin: String?

  /// - Parameter origin: the server that is meant; without it, the one with the most answers in JSON.
  init(_ all: [SeenExchange], origin wish: String?) {
    let short = all.filter { $0.segments.count <= Self.longest }
    let talk = short.filter { !PageTraffic.isPreflight($0.request) && $0.response.status >= 200 }
    let known = Set(talk.filter { $0.answered != nil || $0.sent != nil }.map(Self.line))
    let isAPI = { (exchange: SeenExchange) in
      known.contains(Self.line(exchange)) || !PageTraffic.isPart(exchange.request, exchange.response)
    }
    let calls = talk.filter(isAPI)
    var counts: [String: Int] = [:]
    for exchange in calls where exchange.answered != nil {
      if let origin = exchange.origin { counts[origin, default: 0] += 1 }
    }
    let origin = wish ?? counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    self.origin = origin
    exchanges = calls.filter { $0.origin == nil || origin == nil || $0.origin == origin }
    let parts = [
      (talk.count - calls.count, "of web pages and their parts"),
      (short.count - talk.count, "that browsers make of themselves"),
      (all.count - short.count, "with paths of more than \(Self.longest) segments"),
    ]
    for (count, what) in parts where count > 0 { notes.append("\(Self.exchanges(count)) \(what).") }
    let others = calls.filter { $0.origin != nil && $0.origin != origin }
    let names = Dictionary(grouping: others) { $0.origin ?? "" }.sorted { $0.key < $1.key }
    for (name, group) in names { notes.append("\(Self.exchanges(group.count)) with \(name).") }
  }

  private static func exchanges(_ count: Int) -> String { count == 1 ? "1 exchange" : "\(count) exchanges" }

  private static func line(_ exchange: SeenExchange) -> String { "\(exchange.request.method) \(exchange.request.path)" }
}
