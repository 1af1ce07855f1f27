import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Synchronization
import Testing

/// Items that advance step by step without requests.
@Suite struct JobTests {
  private static let contract = """
    "failures": { "invalid": { "status": 400 }, "missing": { "status": 404 } },
    "schemas": { "Job": { "type": "object", "required": ["id", "status", "url"], "properties": {
      "id": { "type": "integer" }, "status": { "enum": ["pending", "running", "done"] },
      "url": { "type": ["string", "null"], "default": null } } } },
    "collections": { "jobs": { "item": { "$ref": "#/schemas/Job" }, "key": "/id",
      "seed": [{ "id": 1, "status": "running", "url": null }],
      "progress": { "member": "/status", "steps": ["pending", "running", "done"], "every": "read",
        "results": { "/url": "https://jobs.example/result" } } } },
    "endpoints": {
      "jobs.list": { "summary": "x", "request": "GET /jobs", "source": "x",
        "success": { "200": { "body": { "type": "array", "items": { "$ref": "#/schemas/Job" } } } },
        "state": { "action": "list", "collection": "jobs" } },
      "jobs.get": { "summary": "x", "request": "GET /jobs/{id}", "source": "x", "path": { "id": { "type": "integer" } },
        "success": { "200": { "body": { "$ref": "#/schemas/Job" } } }, "failures": ["missing", "invalid"],
        "state": { "action": "read", "collection": "jobs", "key": "path.id" } },
      "jobs.begin": { "summary": "x", "request": "POST /jobs", "source": "x",
        "success": { "202": { "body": { "$ref": "#/schemas/Job" } } },
        "state": { "action": "create", "collection": "jobs", "set": { "/status": { "const": "pending" } } } } }
    """

  private func load(_ members: String) -> (contract: Contract?, problems: [Problem]) {
    let names = #""plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null"#
    let file = ContractLoader.File(
      name: "contract.json", path: "shop/contract.json", bytes: Array("{ \(names), \(members) }".utf8))
    let result = ContractLoader.load([file])
    return (result.contract, result.problems)
  }

  @Test func `each read of a job is one step, and the last one has its results`() throws {
    let bench = try Bench(Self.contract)
    #expect(bench.problems == [])
    let made = bench.send(.post, "/jobs")
    #expect(made.status == 202)
    #expect(made.json == ["id": 2, "status": "pending", "url": nil])
    #expect(bench.send(.get, "/jobs/2").json == ["id": 2, "status": "running", "url": nil])
    // A list shows each job in the state that was read most recently.
    #expect(bench.send(.get, "/jobs").json?.elements.map { $0["status"] } == ["running", "running"])
    let done: JSON = ["id": 2, "status": "done", "url": "https://jobs.example/result"]
    #expect(bench.send(.get, "/jobs/2").json == done)
    #expect(bench.send(.get, "/jobs/2").json == done)
    #expect(bench.send(.get, "/jobs").json?.elements.map { $0["status"] } == ["running", "done"])
    #expect(bench.send(.get, "/jobs/1").json?["status"] == "done")
  }

  @Test func `a job that takes seconds goes on as they pass`() throws {
    let second = Mutex(Desk.noon)
    let (contract, problems) = load(Self.contract.replacing(#""every": "read""#, with: #""every": 5"#))
    let session = MockSession(
      library: MockLibrary(contract: try #require(contract, "\(problems)"), recordings: []),
      clock: MockClock { second.withLock { $0 } })
    func status(after seconds: Int) -> JSON? {
      second.withLock { $0 += seconds }
      return session.ask(.get, "/jobs/2").json?["status"]
    }
    session.ask(.post, "/jobs").expect(202)
    #expect(status(after: 0) == "pending")
    #expect(status(after: 4) == "pending")
    #expect(status(after: 1) == "running")
    #expect(status(after: 4) == "running")
    #expect(status(after: 1) == "done")
  }

  @Test(arguments: [
    (#"["pending", "running", "done"], "every""#, #"["pending", "over"], "every""#, "can't have \"over\" at /status"),
    (#""results": { "/url":"#, #""results": { "/link":"#, "has no \"link\""),
  ])
  func `lint says which steps and results no item can have`(old: String, new: String, says: String) {
    let problems = load(Self.contract.replacing(old, with: new)).problems
    #expect(problems.contains { $0.message.contains(says) }, "\(problems)")
  }
}
