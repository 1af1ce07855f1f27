import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

@Suite struct MetricsTests {
  private func metrics(_ client: ControlClient) throws -> OpenMetrics {
    let seen = client.send(.get, "/metrics")
    #expect(seen["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
    return try OpenMetrics(seen.text)
  }

  @Test func `requests are counted by endpoint and status, whether their answers are kept or not`() throws {
    let client = try ControlClient()
    for _ in 0..<5 { client.call("/items/7") }
    for _ in 0..<3 { client.call("/items/7", headers: ["Prefer": "code=500"]) }
    for _ in 0..<4 { client.call("/no/such/path") }
    client.call("/items/7", headers: ["X-Plumbline-Session": "other"])
    let metrics = try metrics(client)
    #expect(metrics.value("plumbline_requests_total", ["endpoint": "items.get", "status": "200"]) == 6)
    #expect(metrics.value("plumbline_requests_total", ["endpoint": "items.get", "status": "500"]) == 3)
    #expect(metrics.value("plumbline_requests_total", ["endpoint": "none", "status": "404"]) == 4)
    #expect(metrics.samples.filter { $0.name == "plumbline_requests_total" }.reduce(0) { $0 + $1.value } == 13)
    #expect(metrics.value("plumbline_answer_seconds_count") == 13)
    #expect(metrics.value("plumbline_journal_exchanges") == 13)
    #expect(metrics.value("plumbline_sessions") == 2)
    #expect(metrics.value("plumbline_build_info", ["version": "1.2.3"]) == 1)
  }

  @Test func `requests of the control interface aren't counted`() throws {
    let client = try ControlClient()
    client.send(.get, "/health")
    #expect(try metrics(client).value("plumbline_answer_seconds_count") == 0)
  }

  @Test func `drift is counted once an exchange, and says of how many exchanges it is`() throws {
    let client = try ControlClient()
    client.call("/items/7")
    client.call("/items/7?colour=red")
    for _ in 0..<2 {
      let metrics = try metrics(client)
      #expect(metrics.value("plumbline_judged_exchanges_total") == 2)
      let labels = ["rule": "request.query.undocumented", "severity": "warning", "service": "shop"]
      #expect(metrics.value("plumbline_drift_total", labels) == 1)
    }
    client.call("/items/7?colour=blue")
    #expect(try metrics(client).value("plumbline_drift_total", ["rule": "request.query.undocumented"]) == 2)
  }

  @Test func `what fell out of the journal is counted, and not as judged`() throws {
    let client = try ControlClient { $0.journal.count = 3 }
    for _ in 0..<10 { client.call("/items/7?colour=red") }
    let metrics = try metrics(client)
    #expect(metrics.value("plumbline_requests_total", ["endpoint": "items.get"]) == 10)
    #expect(metrics.value("plumbline_judged_exchanges_total") == 3)
    #expect(metrics.value("plumbline_drift_total") == 3)
  }

  @Test func `a delay is part of an answer's time, and a broken answer has no status`() throws {
    let (delay, fault) = (try DelayRule(parsing: "3s@items.get"), try FaultRule(parsing: "reset@items.list"))
    let client = try ControlClient {
      $0.delays = [delay]
      $0.faults = [fault]
    }
    client.call("/items/7")
    client.call("/items")
    let metrics = try metrics(client)
    #expect(metrics.value("plumbline_requests_total", ["endpoint": "items.list", "status": "none"]) == 1)
    let below = metrics.value("plumbline_answer_seconds_bucket", ["le": "2.5"])
    #expect(below == 1)
    #expect((metrics.value("plumbline_answer_seconds_sum") ?? 0) >= 3)
  }

  @Test func `an endpoint whose place changes with an edit keeps its counts`() throws {
    let client = try ControlClient { $0.reloads = true }
    for _ in 0..<3 { client.call("/items/7") }
    let lines = Shop.endpoints.replacing("\"items.list\"", with: "\"items.all\"")
    let first = """
      "aaa.first": { "summary": "x", "request": "GET /aaa", "source": "x", "success": { "200": { "payload": {} } } }
      """
    let recording = try Shop.recording("items.get", "success", request: #"{ "method": "GET", "path": "/items/7" }"#)
    client.directory.adopt(
      MockLibrary(contract: try Shop.contract(first + "," + lines), recordings: [recording]))
    for _ in 0..<3 { client.call("/items/7") }
    let metrics = try metrics(client)
    #expect(metrics.value("plumbline_requests_total", ["endpoint": "items.get", "status": "200"]) == 6)
    #expect(metrics.value("plumbline_requests_total", ["endpoint": "aaa.first"]) == nil)
  }

  @Test(arguments: [
    ("text/plain", false), ("text/plain;version=0.0.4;q=0.3, */*", false), ("*/*", true),
    ("application/openmetrics-text;version=1.0.0;q=0.6,text/plain;q=0.3", true),
  ])
  func `Accept chooses the older format where it names only that`(accept: String, isNew: Bool) throws {
    let client = try ControlClient()
    client.call("/items/7")
    let seen = client.send(.get, "/metrics", headers: ["Accept": accept])
    #expect(seen.text.hasSuffix("# EOF\n") == isNew)
    #expect(seen.text.contains("# TYPE plumbline_requests_total counter\n") == !isNew)
    #expect(seen["content-type"]?.hasPrefix(isNew ? "application/" : "text/plain; version=0.0.4") == true)
  }
}
