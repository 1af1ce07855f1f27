import ContractModel
import HTTPMessages
import MockEngine

/// `mock`: what an answer costs without a socket: bytes of a request in, bytes of an answer out, with credentials checked
/// and the journal on.
struct MockBenchmark {
  static let usage = "mock"

  static func run(_ arguments: [String]) throws {
    guard arguments.isEmpty else { throw BenchmarkFailure("Usage: \(usage)") }
    print("endpoints  request                               requests/s   ns a request")
    for count in [10, 10_000] {
      let contract = try GeneratedContract(endpoints: count)
      // In the middle of the contract, where no order of search is lucky.
      let number = count / 4
      try measure(count, "GET, recorded", 200, contract, contract.request("GET", "/api/v1/things\(number)/7"))
      try measure(count, "GET, synthesised", 200, contract, contract.request("GET", "/api/v1/things\(number)/8"))
      try measure(
        count, "GET, each another query", 200, contract,
        contract.requests(256) { "/api/v1/things\(number)/7?trace=\($0)" })
      try measure(
        count, "POST of 1 KB, validated, recorded", 201, contract,
        contract.request("POST", "/api/v1/things\(number)", body: GeneratedContract.body))
      try measure(
        count, "POST of 1 KB, wrong: 422", 422, contract,
        contract.request("POST", "/api/v1/things\(number)", body: GeneratedContract.wrongBody))
      try measure(
        count, "POST of 1 KB, remembered", 201, contract,
        contract.request("POST", "/api/v1/notes", body: GeneratedContract.body))
      try measure(count, "GET, 401", 401, contract, [Array("GET /api/v1/things0/7 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)])
      try measure(count, "GET, 404: no endpoint", 404, contract, contract.request("GET", "/api/v1/thinks\(number)/7"))
    }
  }

  private static func measure(
    _ count: Int, _ name: String, _ status: Int, _ contract: GeneratedContract, _ requests: [[UInt8]]
  ) throws {
    let directory = SessionDirectory(library: contract.library)
    var path = AnswerPath(directory)
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
    print(column("\(count)", 9) + "  " + label + column("\(rate)", 10) + column("\(cost)", 15))
  }

  private static func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }
}

/// What a connection does with a request, without a connection.
private struct AnswerPath {
  private let directory: SessionDirectory
  private let date = HTTPDate.bytes(secondsSinceEpoch: 1_795_227_300)
  private var parser = RequestParser()
  private var output: [UInt8] = []

  init(_ directory: SessionDirectory) {
    self.directory = directory
  }

  /// Answers a request; the status.
  @discardableResult
  mutating func answer(_ bytes: [UInt8]) -> Int {
    var offset = 0
    guard case .request(let incoming) = parser.next(bytes, &offset) else { return 0 }
    let answer = directory.answer(to: incoming.request)
    output.removeAll(keepingCapacity: true)
    switch answer.content {
    case .rendered(let rendered):
      ResponseWriter.append(rendered, date: date, to: &output)
      return rendered.response.status
    case .response(let response):
      ResponseWriter.appendHead(of: response, framing: ResponseWriter.framing(of: response), date: date, to: &output)
      output.append(contentsOf: response.body.bytes ?? [])
      return response.status
    case .failure: return 0
    }
  }
}
