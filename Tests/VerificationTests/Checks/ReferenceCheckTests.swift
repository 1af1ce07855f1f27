import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Servers that accept dangling references, which must be detected and whose changes must be undone.
struct ReferenceCheckTests {
  /// Returns a depot that doesn't check references.
  private static func careless() -> Depot {
    let contract = DepotContract.changed([
      (#""guards": [{ "some": "parts", "where": { "path.id": "/id" }, "failure": "notFound" }]"#, #""guards": []"#),
      (
        #""guards": [{ "some": "parts", "where": { "body#/part": "/id" }, "failure": "validation" }]"#, #""guards": []"#
      ),
    ])
    return Depot(contract, judgedBy: DepotContract.contract)
  }

  private static func found(_ checked: Checked) -> [String] {
    DriftMerge.merged(checked.outcomes.flatMap(\.drift)).map { "\($0.endpoint) \($0.rule) \($0.detail ?? "")" }
  }

  @Test func `a depot that rejects references to missing items passes`() async throws {
    let depot = Depot()
    let checked = try await depot.check("remarks.*", "parts.*", writing: true)
    #expect(Self.found(checked) == [], "\(checked.outcomes.flatMap(\.drift).map(\.message))")
    for line in ["remarks.list", "remarks.add"] {
      #expect(checked.lines.contains("passed \(line): rejects references to missing items"), "\(checked.lines)")
    }
  }

  @Test func `a path through what isn't there is refused`() async throws {
    let depot = Self.careless()
    let checked = try await depot.check("remarks.*")
    #expect(Self.found(checked) == ["remarks.list effect.guard-ignored notFound"])
    let asked = depot.requests.filter { $0.path.hasSuffix("/remarks") }.map(\.path)
    let message = try #require(checked.outcomes.flatMap(\.drift).first?.message)
    #expect(
      asked.contains { message.hasPrefix("In path.id, GET \($0) refers to a nonexistent item of parts") },
      "\(message)")
    #expect(!depot.requests.contains { !$0.method.isSafe })
  }

  @Test func `a body with a missing item is refused, and an item made from it is removed`() async throws {
    let depot = Self.careless()
    let checked = try await depot.check("remarks.*", writing: true)
    #expect(
      Self.found(checked) == [
        "remarks.list effect.guard-ignored notFound", "remarks.add effect.guard-ignored validation",
      ],
      "\(checked.outcomes.flatMap(\.drift).map(\.message))")
    #expect(!checked.outcomes.contains { $0.line.reason?.contains("left behind") ?? false })
    let made = depot.requests.count { $0.method == .post && $0.path == "/remarks" }
    let removed = Set(depot.requests.filter { $0.method == .delete }.map(\.path))
    #expect(made > 1)
    #expect(removed.count > 1, "\(removed)")
  }

  @Test func `a form that names what isn't there is refused as well`() async throws {
    let form: [(old: String, new: String)] = [
      (
        #""body": { "type": "object", "required": ["part", "text"], "properties": {"#,
        #""content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "required": ["part", "text"], "#
          + #""properties": {"#
      ),
      (
        #""examples": [11] }, "text": { "type": "string" } } },"#,
        #""examples": [11] }, "text": { "type": "string" } } } } },"#
      ),
    ]
    let guarded = #""guards": [{ "some": "parts", "where": { "body#/part": "/id" }, "failure": "validation" }]"#
    let careful = DepotContract.changed(form)
    let kept = try await Depot(careful).check("remarks.add", "remarks.remove", writing: true)
    #expect(Self.found(kept) == [], "\(kept.outcomes.flatMap(\.drift).map(\.message))")
    #expect(kept.lines.contains("passed remarks.add: rejects references to missing items"), "\(kept.lines)")
    let careless = Depot(DepotContract.changed(form + [(guarded, #""guards": []"#)]), judgedBy: careful)
    let found = try await careless.check("remarks.add", "remarks.remove", writing: true)
    #expect(Self.found(found) == ["remarks.add effect.guard-ignored validation"])
  }

  @Test func `no key is made up if nothing shows that it is unused`() async throws {
    let depot = Depot(says: { request, answer, _ in
      // Neither the list of all parts nor a missing part shows the reference.
      guard request.path == "/parts" || request.path.hasPrefix("/parts/") && !request.path.hasSuffix("/remarks"),
        answer.response.status == 404 || request.path == "/parts"
      else { return answer }
      return OutgoingResponse(Response(status: 500))
    })
    let checked = try await depot.check("remarks.list")
    #expect(!checked.lines.contains { $0.hasSuffix("rejects references to missing items") }, "\(checked.lines)")
  }

  @Test(arguments: [429, 500, 503])
  func `a server that fails, or wants fewer requests, has refused nothing`(status: Int) async throws {
    let depot = Depot(says: { request, answer, _ in
      request.path.hasSuffix("/remarks") && answer.response.status == 404
        ? OutgoingResponse(Response(status: status)) : answer
    })
    let checked = try await depot.check("remarks.list")
    let line = try #require(checked.lines.first { $0.hasSuffix("rejects references to missing items") })
    #expect(line.hasPrefix("skipped"), "\(line)")
  }
}
