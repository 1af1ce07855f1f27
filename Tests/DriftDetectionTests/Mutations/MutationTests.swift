import PlumblineDriftDetection
import Testing

struct MutationTests {
  @Test func `every single change of every recording is found by its rule and place, and nothing else is`() async {
    let tally = await Self.tally()
    print(tally.table)
    #expect(tally.made > 20_000)
    #expect(tally.missed == 0)
    #expect(tally.extra == 0)
    for (kind, row) in tally.rows.sorted(by: { $0.key < $1.key }) where row.right != row.made {
      Issue.record("\(kind): \(row.made - row.right) of \(row.made)\n\(row.examples.joined(separator: "\n"))")
    }
  }

  @Test func `an unchanged recording gives nothing`() {
    for sample in TrueLogData.samples {
      #expect(TrueLogData.inspector.inspect(sample.exchange, as: sample.persona) == [], "\(sample.name)")
    }
  }

  private static func tally() async -> MutationTally {
    await withTaskGroup(of: MutationTally.self) { group in
      for sample in TrueLogData.samples {
        group.addTask { tally(of: sample) }
      }
      var all = MutationTally()
      for await one in group { all.add(one) }
      return all
    }
  }

  private static func tally(of sample: TrueLogData.Sample) -> MutationTally {
    var tally = MutationTally()
    guard let source = MutationSource(sample) else { return tally }
    // A recorded rejection intentionally has an invalid request, which shows once the response is no longer that
    // rejection.
    let isWrong = [400, 404, 415, 422].contains(sample.exchange.response?.status)
    for change in source.changes {
      let found = TrueLogData.inspector.inspect(change.exchange, as: sample.persona)
      let counted = found.filter { !isWrong || !$0.rule.id.hasPrefix("request.") }
      tally.note(change, found: counted.lines, in: sample.name)
    }
    return tally
  }
}
