import PlumblineMockEngine

/// A benchmark of a response without a socket, from the bytes of the request to those of the response, with credentials
/// checked and the journal enabled.
struct MockBenchmark {
  static let usage = "mock [--endpoints N] [--only TEXT]"

  private let count: Int
  private let wanted: String?

  static func run(_ arguments: [String]) throws {
    var counts = [10, 10_000]
    var wanted: String?
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw BenchmarkFailure("Usage: \(usage)") }
      switch (option, Int(value)) {
      case ("--endpoints", let number?): counts = [max(2, number)]
      case ("--only", _): wanted = value
      default: throw BenchmarkFailure("Usage: \(usage)")
      }
    }
    print("endpoints  request                               requests/s   ns a request   first, us")
    for count in counts { try MockBenchmark(count: count, wanted: wanted).run() }
  }

  private func run() throws {
    let contract = try GeneratedContract(endpoints: count)
    // Use an endpoint in the middle of the contract, where no search order has an advantage.
    let number = count / 4
    let path = "/api/v1/things\(number)"
    try measure("GET, recorded", 200, contract, contract.request("GET", "\(path)/7"))
    try measure("GET, synthesised", 200, contract, contract.request("GET", "\(path)/8"))
    try measure("GET, each another query", 200, contract, contract.requests(256) { "\(path)/7?trace=\($0)" })
    try measure(
      "POST of 1 KB, validated, recorded", 201, contract,
      contract.request("POST", path, body: GeneratedContract.body))
    try measure(
      "POST of 1 KB, wrong: 422", 422, contract, contract.request("POST", path, body: GeneratedContract.wrongBody))
    try measure(
      "POST of 1 KB, remembered", 201, contract,
      contract.request("POST", "/api/v1/notes", body: GeneratedContract.body))
    try measure("GET, 401", 401, contract, [Array("GET /api/v1/things0/7 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)])
    try measure("GET, 404: no endpoint", 404, contract, contract.request("GET", "/api/v1/thinks\(number)/7"))
    try measure(
      "GET, 404: each another path", 404, contract, contract.requests(256) { "/api/v1/thinks\(number)/x\($0)" })
  }

  private func measure(
    _ name: String, _ status: Int, _ contract: GeneratedContract, _ requests: [[UInt8]]
  ) throws {
    if let wanted, !name.contains(wanted) { return }
    let directory = SessionDirectory(library: contract.library)
    var path = ResponsePath(directory)
    let first = Stopwatch.once { path.answer(requests[0]) }
    for request in requests {
      let answered = path.answer(request)
      guard answered == status else { throw BenchmarkFailure("\(name): the answer is \(answered), not \(status).") }
    }
    let rounds = max(1, 512 / requests.count)
    let seconds =
      Stopwatch.best(repetitions: 10) {
        for _ in 0..<rounds { for request in requests { path.answer(request) } }
      } / Double(rounds * requests.count)
    let label = name + String(repeating: " ", count: max(1, 38 - name.utf8.count))
    let (rate, cost) = (Int(1 / seconds), Int(seconds * 1e9))
    print(
      Self.column("\(count)", 9) + "  " + label + Self.column("\(rate)", 10) + Self.column("\(cost)", 15)
        + Self.column("\(Int(first * 1e6))", 12))
  }

  private static func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }
}
