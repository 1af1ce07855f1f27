import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// Long polling. The server is called in a way that makes it respond immediately, and a query of arbitrary names is a
/// single parameter.
struct LongPollTests {
  private static let contract = Store.load(
    """
    { "plumbline": 1, "service": "store", "title": "Events", "envelope": null,
      "credentials": { "key": { "in": "query", "name": "key", "environment": "STORE_KEY" } }, "authentication": ["key"],
      "personas": { "owner": { "id": 1, "credentials": { "key": "owner-key" } } },
      "failures": { "unauthorized": { "status": 401 }, "invalid": { "status": 422 } },
      "commonFailures": ["unauthorized", "invalid"],
      "endpoints": {
        "events.list": { "summary": "Wait", "request": "GET /events", "source": "Handbook",
          "query": { "since": { "type": "integer" }, "timeout": { "type": "integer", "default": 60, "x-long-poll": 0 } },
          "success": { "200": { "body": { "type": "array" } } } },
        "items.find": { "summary": "Find", "request": "GET /items", "source": "Handbook",
          "query": {
            "size": { "type": "integer" },
            "labels": { "type": "object", "additionalProperties": { "type": "string", "maxLength": 4 } } },
          "success": { "200": { "body": { "type": "array" } } } } } }
    """)

  @Test func `a long poll is kept short`() async throws {
    let store = StoreServer(Self.contract)
    _ = try await store.verify(VerifierOptions(only: [Wildcard("events.list")]))
    let asked = store.requests.filter { $0.path == "/events" }
    #expect(!asked.isEmpty)
    #expect(asked.allSatisfy { request in request.queryItems.contains { $0.name == "timeout" && $0.value == "0" } })
  }

  @Test func `a recorded wait is not waited for again`() throws {
    let endpoint = try #require(Self.contract.endpoint("events.list"))
    let items = GivenQuery.items("since=4&timeout=30", for: endpoint, variables: [:])
    #expect(items == ["since=4", "timeout=0"])
    #expect(GivenQuery.items(nil, for: endpoint, variables: ["timeout": "2"]) == ["timeout=2"])
  }

  @Test(arguments: [
    ("/items?key=owner-key&a=b&c=d", 200), ("/items?key=owner-key&size=3&colour=red", 200),
    ("/items?key=owner-key&colour=orange", 422), ("/items?key=owner-key&size=red", 422),
  ])
  func `names that nothing else has are members of the one parameter that takes any`(target: String, status: Int) {
    let store = StoreServer(Self.contract)
    #expect(store.said(to: Request(method: .get, target: target)).response.status == status)
  }

  @Test func `a misspelt parameter beside one that takes any name is a member of that`() throws {
    let endpoint = try #require(Self.contract.endpoint("items.find"))
    let request = Request(method: .get, target: "/items?key=owner-key&sizee=3&x[y]=1")
    let reading = RequestReading(request, for: endpoint)
    #expect(RequestValidation(reading, in: Self.contract).faults().isEmpty)
    #expect(reading.value(at: .query("labels"))?["sizee"]?.string == "3")
    #expect(reading.value(at: .query("labels"))?["key"] == nil)
  }
}
