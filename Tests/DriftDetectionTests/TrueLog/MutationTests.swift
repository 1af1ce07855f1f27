import DriftDetection
import Testing

struct MutationTests {
  @Test func `every single change of every recording is found by its rule, and nothing else is`() {
    var tally: [String: (made: Int, wrong: Int)] = [:]
    for sample in TrueLogData.samples {
      guard let source = MutationSource(sample) else { continue }
      for mutation in source.all {
        var exchange = sample.exchange
        exchange.outcome = .response(mutation.response)
        // A recorded refusal has a wrong request on purpose, which shows when its answer is no longer that refusal.
        let found = TrueLogData.inspector.inspect(exchange, as: sample.persona)
          .filter { sample.exchange.response?.status != 422 || !$0.rule.id.hasPrefix("request.") }
        let isRight = found.lines == [mutation.expected]
        tally[mutation.kind, default: (0, 0)].made += 1
        if !isRight {
          tally[mutation.kind, default: (0, 0)].wrong += 1
          if tally[mutation.kind, default: (0, 0)].wrong < 4 {
            Issue.record("\(sample.name), \(mutation.kind): \(found.lines), not \(mutation.expected)")
          }
        }
      }
    }
    #expect(tally.count >= 27)
    for (kind, count) in tally.sorted(by: { $0.key < $1.key }) {
      #expect(count.wrong == 0, "\(kind): \(count.wrong) of \(count.made)")
    }
  }
}
