import PlumblineRecordings

/// The callers in exchanges. Each distinct caller in `Authorization` is a persona, because a service may respond
/// differently to each of them.
struct SeenCallers {
  /// The maximum number of callers. Tokens that are new in every request don't identify callers.
  private static let most = 20

  /// The names of the personas. There is always at least one.
  let names: [String]
  /// The values of `Authorization` for each persona.
  let fields: [(persona: String, fields: [String])]

  init(_ exchanges: [SeenExchange]) {
    var marks = CallerMarks()
    // Learn the callers of recording drafts first, because their numbers follow the order of the session.
    let drafted = exchanges.compactMap { exchange -> (number: Int, exchange: SeenExchange)? in
      exchange.request.headers["authorization"].flatMap(CallerMarks.number).map { ($0, exchange) }
    }
    for (_, exchange) in drafted.sorted(by: { $0.number < $1.number }) { marks.learn(exchange.exchange) }
    for exchange in exchanges { marks.learn(exchange.exchange) }
    let count = (2...Self.most).contains(marks.count) ? marks.count : 1
    names = (1...count).map { $0 == 1 ? "caller" : "caller\($0)" }
    var seen: [[String]] = Array(repeating: [], count: count)
    var known: Set<String> = []
    for exchange in exchanges {
      guard let value = exchange.request.headers["authorization"], known.insert(value).inserted,
        let number = marks.number(of: value), number <= count
      else { continue }
      seen[number - 1].append(value)
    }
    fields = count == 1 ? [] : zip(names, seen).map { ($0, $1) }
  }
}
