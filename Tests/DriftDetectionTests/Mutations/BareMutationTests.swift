import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Changes inside the recorded responses of services that respond with bare JSON.
struct BareMutationTests {
  @Test(arguments: ["photoscout", "realityportal"])
  func `every single change of a bare answer is found by its rule and place, and nothing else is`(service: String) {
    let text = ContractText(folder: "Contracts/\(service)")
    let contract = TrueLogData.contract(of: service)
    let inspector = Inspector(contract, options: Inspector.Options(visibility: .withoutCredentials))
    var tally = MutationTally()
    for sample in TrueLogData.samples(of: contract) {
      let found = inspector.inspect(sample.exchange, as: sample.persona)
      #expect(found == [], "An unchanged recording gives nothing: \(sample.name)")
      guard let body = sample.body, let response = sample.exchange.response, (200..<300).contains(response.status),
        let place = text.endpoint(String(sample.name.prefix { $0 != "/" })),
        let promised = place.schema["success"]?["\(response.status)"]?["body"], promised.kind == .object
      else { continue }
      var source = FieldChanges(text, body, message: "response")
      let promise = Promise([ContractText.Place(file: place.file, schema: promised)], in: text)
      for made in source.changes(at: JSONPointer(), promise) {
        var changed = response
        changed.body = Body(made.body.serialized(.compact))
        note(made.kind, changed, made.expected, of: sample, by: inspector, in: &tally)
      }
      for status in [206, 418] {
        var changed = response
        changed.status = status
        note(
          "change the status", changed, ["response.status.undocumented /response/status"], of: sample, by: inspector,
          in: &tally)
      }
    }
    print(tally.table)
    #expect(tally.made > 600)
    for (kind, row) in tally.rows.sorted(by: { $0.key < $1.key }) where row.right != row.made {
      Issue.record("\(kind): \(row.made - row.right) of \(row.made)\n\(row.examples.joined(separator: "\n"))")
    }
  }

  private func note(
    _ kind: String, _ response: Response, _ expected: Set<String>, of sample: TrueLogData.Sample,
    by inspector: Inspector, in tally: inout MutationTally
  ) {
    var exchange = sample.exchange
    exchange.outcome = .response(response)
    let found = inspector.inspect(exchange, as: sample.persona)
    tally.note(Change(kind: kind, exchange: exchange, expected: expected), found: found.lines, in: sample.name)
  }
}
