import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification
import PlumblineWorkspace
import TestSupport
import Testing

/// The names of `--var`, which all commands share.
@Suite struct VariableNamesTests {
  private static func bench(_ lines: [(id: String, request: String)], more: String = "") throws -> DirectBench {
    try DirectBench(
      lines.map { id, request in
        let names = request.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first }
        let path = names.map { #""\#($0)": { "type": "string", "examples": ["7"] }"# }.joined(separator: ", ")
        return #""\#(id)": { "summary": "x", "request": "\#(request)", "source": "x", "path": { \#(path) }, \#(more)"#
          + #""success": { "200": { "body": true } } }"#
      }.joined(separator: ", "))
  }

  @Test(arguments: [
    ("GET /plans/{id}", "id", "plan_id"), ("GET /v1/listings/{listingId}", "listingId", "listing_id"),
    ("GET /tickets/{ticket_id}", "ticket_id", "ticket_id"), ("GET /categories/{id}", "id", "category_id"),
    ("GET /boxes/{uuid}", "uuid", "box_uuid"), ("GET /status/{key}", "key", "status_key"),
    ("GET /tables/{table}.json", "table", "table"), ("GET /{id}", "id", "id"),
  ])
  func `a parameter's variable says what it is of`(request: String, parameter: String, name: String) throws {
    let contract = try Self.bench([("a", request)]).contract
    let endpoint = try #require(contract.endpoint("a"))
    #expect(VariableNames(contract).name(of: parameter, in: endpoint) == name)
  }

  @Test(arguments: [
    ("größe", "größe"), ("städteId", "städte_id"), ("номер-дома", "номер_дома"), ("番号", "番号"), ("城市_id", "城市_id"),
    ("Élan vital", "élan_vital"), ("--", "--"), ("", ""),
  ])
  func `names keep the letters of their script, and no name is lost`(name: String, words: String) {
    #expect(VariableNames.words(name) == words)
  }

  @Test func `a parameter whose name isn't English has a variable`() throws {
    let contract = try Self.bench([("a", "GET /haeuser/{größe}"), ("b", "GET /-/{番号}")]).contract
    let names = VariableNames(contract)
    #expect(names.all == ["größe", "番号"])
    #expect(names.resolving(["GRÖSSE": "7", "Größe": "8"], known: Set(names.all)) == ["GRÖSSE": "7", "größe": "8"])
  }

  @Test func `a word that changes its meaning after another is distinguished in any spelling`() throws {
    let contract = try Self.bench([("a", "GET /plans/{id}"), ("b", "GET /towns/{id}/streets/{name}")]).contract
    let names = VariableNames(contract)
    #expect(names.all == ["plan_id", "town_id", "name"])
    let known = Set(names.all)
    #expect(names.resolving(["id": "7"], known: known) == ["id": "7"], "Nobody knows which is meant.")
    #expect(names.meanings(of: "id", known: known) == ["plan_id", "town_id"])
    #expect(names.resolving(["plans_id": "7", "plan_id": "8"], known: known) == ["plan_id": "8"])
    #expect(names.resolving(["plans_id": "7", "other": "x"], known: known) == ["plan_id": "7", "other": "x"])
    let removable = known.union(["removable_plan_id"])
    #expect(names.resolving(["removable_plans_id": "7"], known: removable) == ["removable_plan_id": "7"])
  }

  @Test func `a word that only says by what something is looked up names nothing`() throws {
    let contract = try Self.bench([
      ("a", "GET /flows/name/{name}"), ("b", "GET /blocks/name/{name}"), ("c", "GET /tags/by-slug/{slug}"),
      ("d", "GET /deployments/name/{flow_name}/{deployment_name}"),
    ]).contract
    #expect(VariableNames(contract).all == ["flow_name", "block_name", "tag_slug", "deployment_name"])
  }

  /// The variables of the suites, whose names are those that are derived from the contract's paths, so that the client,
  /// direct calls and the probe use a single name.
  @Test(arguments: ["truelog", "realityportal", "photoscout"])
  func `a suite and the paths of its contract have one name for an item`(service: String) throws {
    let root = repositoryRoot.path
    let workspace = try Workspace.find(contracts: "\(root)/Contracts", recordings: "\(root)/Recordings")
    let contract = try #require(try workspace.load(named: [service]).first?.contract)
    let names = VariableNames(contract)
    for endpoint in contract.endpoints {
      for parameter in endpoint.request.template.parameters {
        let name = names.name(of: parameter, in: endpoint)
        #expect(name.hasSuffix("_id") && !name.contains { $0.isUppercase } && name != "id", "\(endpoint.id): \(name)")
      }
    }
  }

  private static let search =
    #""query": { "city-id": { "type": "integer" }, "page": { "type": "integer" } }, "#
    + #""required": { "query": ["city-id"] }, "#

  @Test func `a variable sets what a query has to have`() async throws {
    let server = ScriptedUpstream { _ in json(200, "[]") }
    let bench = try Self.bench([("a", "GET /streets")], more: Self.search)
    _ = try await bench.lines(at: server, variables: ["city_id": "12", "page": "3"])
    let queries = Set(server.requests.filter { $0.path == "/streets" }.compactMap(\.query))
    #expect(queries == ["city-id=12"], "What is optional stays away where the call hasn't got it.")
    let asked = ScriptedUpstream { request in
      request.path == "/streets" && request.query == "city-id=12&page=3" ? json(200, "[]") : json(404, "{}")
    }
    let contract = bench.contract
    let result = try await ProbeBench.run(
      asked, contract: { _ in contract }, options: ProbeOptions(variables: ["city-id": "12", "page": "3"]))
    #expect(result.verdict("a")?.kind == .exists)
  }

  @Test func `a probe takes the name that direct calls have`() async throws {
    let bench = try Self.bench([("a", "GET /plans/{id}"), ("b", "GET /towns/{id}")])
    let contract = bench.contract
    let server = ScriptedUpstream { request in
      ["/plans/5", "/towns/6"].contains(request.path) ? json(200, "{}") : json(404, "{}")
    }
    let options = ProbeOptions(variables: ["plan_id": "5", "town_id": "6"])
    let result = try await ProbeBench.run(server, contract: { _ in contract }, options: options)
    #expect(result.outcome.verdicts.map(\.kind) == [.exists, .exists])
    _ = try await bench.lines(at: server, variables: ["plan_id": "5", "town_id": "6"])
    #expect(server.requests.filter { $0.path == "/plans/5" }.count >= 2)
  }

  @Test func `a probe takes from the environment what isn't given`() async throws {
    let contract = try Self.bench([("a", "GET /plans/{id}"), ("b", "GET /towns/{id}")]).contract
    let server = ScriptedUpstream { request in
      ["/plans/5", "/towns/6"].contains(request.path) ? json(200, "{}") : json(404, "{}")
    }
    let options = ProbeOptions(
      variables: ["plans_id": "5"], environment: ["PLUMBLINE_VAR_PLAN_ID": "7", "PLUMBLINE_VAR_TOWN_ID": "6"])
    let result = try await ProbeBench.run(server, contract: { _ in contract }, options: options)
    #expect(result.outcome.verdicts.map(\.kind) == [.exists, .exists])
    #expect(!server.requests.contains { $0.path == "/plans/7" })
  }
}
