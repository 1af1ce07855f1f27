import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineReporting
import PlumblineVerification
import Testing

/// Every habit of servers, each with an endpoint that exists, is missing, exists with a different method, or has moved.
struct ProbeHabitTests {
  @Test(arguments: ProbeRow.all)
  func `the verdict is right or honest, nothing changes, and a dry run has printed every request`(row: ProbeRow)
    async throws
  {
    let server = try HabitServer(row.habit, routes: row.routes)
    let result = try await ProbeBench.run(server, options: row.options)
    let verdict = try #require(result.verdict(row.endpoint))
    let evidence = verdict.evidence.map { "\($0.role.rawValue): \($0.request) → \($0.answer)" }.joined(separator: "\n")
    #expect(verdict.kind == row.expected, "\(verdict.sentence)\n\(evidence)")
    #expect(server.effects.isEmpty, "Nothing was changed.")
    let methods: Set<HTTPMethod> =
      row.allowsWrites ? [.options, .get, .head, .post, .delete] : [.options, .get, .head]
    #expect(Set(server.requests.map(\.method)).isSubset(of: methods))
    if verdict.kind == .inconclusive { #expect(verdict.sentence.contains("--allow-writes") || row.allowsWrites) }
    #expect(!verdict.sentence.isEmpty)
    #expect(!verdict.evidence.isEmpty)

    let isDrift = [.missing, .methodMissing, .moved].contains(verdict.kind)
    let drift = result.outcome.drift.filter { $0.endpoint == row.endpoint }
    let place = try #require(ProbeRow.lines[row.endpoint]?.alternative)
    let redirects = row.habit.addsSlash && verdict.kind == .exists
    let told = isDrift ? ["endpoint.\(verdict.kind.rawValue)"] : redirects ? ["endpoint.moved"] : []
    #expect(drift.map(\.rule.id) == told)
    #expect(redirects ? verdict.place?.hasSuffix("/") == true : verdict.place == (verdict.kind == .moved ? place : nil))

    let planned = Set(result.plan.map { "\($0.method) \($0.path.replacing("{note}", with: "7")) \($0.body)" })
    for request in server.requests {
      var path = request.path
      if row.habit.addsSlash, path.hasSuffix("/") { path.removeLast() }
      let line = "\(request.method) \(path) \(String(decoding: request.body.bytes ?? [], as: UTF8.self))"
      #expect(planned.contains(line))
    }
  }

  @Test func `a limited server is waited for as long as it asks`() async throws {
    let row = try #require(ProbeRow.all.first { $0.habit.limit != nil })
    let result = try await ProbeBench.run(
      try HabitServer(row.habit, routes: row.routes), options: row.options)
    #expect(!result.pauses.isEmpty)
    #expect(result.pauses.allSatisfy { $0 == .seconds(2) })
  }
}
