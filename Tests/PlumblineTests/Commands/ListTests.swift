import Testing

struct ListTests {
  @Test func `every endpoint is listed, in columns`() async throws {
    let run = try await plumbline("list", "truelog")
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let contract = try TrueLog.contract
    #expect(contract.endpoints.count == 37)
    #expect(run.lines.first?.hasPrefix("TrueLog Inventory API (truelog) · 37 endpoints · ") == true, "\(run)")
    let table = run.lines.filter { $0.hasPrefix("  ") }
    #expect(table.first?.split(separator: " ") == ["endpoint", "standing", "rec.", "request"])
    let rows = table.dropFirst()
    #expect(rows.count == 37)
    var columns: Set<Int> = []
    for (endpoint, row) in zip(contract.endpoints, rows) {
      let words = row.split(separator: " ").map(String.init)
      #expect(words.first == endpoint.id)
      #expect(words.contains(endpoint.standing.rawValue))
      #expect(words.suffix(2) == [endpoint.request.method.rawValue, "\(endpoint.request.template)"])
      if let path = row.firstIndex(of: "/") { columns.insert(row.distance(from: row.startIndex, to: path)) }
    }
    #expect(columns.count == 1, "The paths stand under one another.")
  }

  @Test func `a service can be named`() async throws {
    let run = try await plumbline("list", "truelog")
    #expect(run.status == 0)
    #expect(run.output.contains("tickets.update"))
  }
}
