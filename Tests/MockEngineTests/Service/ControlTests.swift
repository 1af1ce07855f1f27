import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

@Suite struct ControlTests {
  @Test func `the contract of the control interface has no problem`() throws {
    #expect(ControlContract.loaded.problems == [])
    let client = try ControlClient()
    let served = client.send(.get, "/contract")
    #expect(served.json?["service"]?.string == "plumbline-control")
  }

  @Test func `health shows what is served, and that the files are wrong`() throws {
    let client = try ControlClient()
    let health = client.send(.get, "/health").json
    #expect(health?["status"]?.string == "ok")
    #expect(health?["version"]?.string == "1.2.3")
    #expect(health?["recordings"]?.int == 2)
    let place = PlumblineJSONTree.SourceLocation(file: "Contracts/shop/items.json", line: 3, column: 7)
    client.directory.keep(despite: [Problem(place, "Unknown key \"sumary\".")])
    let stale = client.send(.get, "/health").json
    #expect(stale?["status"]?.string == "stale")
    #expect(stale?["problems"]?[0]?["line"]?.int == 3)
  }

  @Test func `health shows the toolkit's version`() {
    #expect(SessionDirectory.Configuration().version == Toolkit.version)
  }

  @Test func `endpoints come with their recordings`() throws {
    let endpoints = try ControlClient().send(.get, "/endpoints").json?["endpoints"]
    let get = endpoints?.elements.first { $0["id"]?.string == "items.get" }
    #expect(get?["path"]?.string == "/items/{id}")
    #expect(get?["recordings"] == ["down", "success"])
    #expect(get?["when"] == .null)
  }

  @Test func `endpoints with one request line come with what distinguishes them`() throws {
    func endpoint(_ id: String, _ when: String) -> String {
      """
      "\(id)": { "summary": "x", "request": "POST /", "source": "x", "when": { "header.x-target": \(when) },
        "success": { "200": { "payload": {} } } }
      """
    }
    let contract = try Shop.contract(endpoint("a", #"{ "const": "A" }"#) + "," + endpoint("b", #"{ "const": "B" }"#))
    let directory = SessionDirectory(
      library: MockLibrary(contract: contract, recordings: []), configuration: SessionDirectory.Configuration(),
      ports: PretendedPorts(), clock: { 0 })
    let request = Request(
      method: .get, target: "/__plumbline/endpoints", headers: ["Host": "127.0.0.1:8080"], body: .empty)
    let seen = Seen(directory.answer(to: request))
    let whens = seen.json?["endpoints"]?.elements.map { $0["when"] }
    #expect(whens == [["header.x-target": ["const": "A"]], ["header.x-target": ["const": "B"]]])
  }

  @Test func `the journal can be filtered and shows drift`() throws {
    let client = try ControlClient()
    client.call("/items/7")
    client.call("/items/7?colour=red")
    client.call("/nowhere")
    let list = { (query: String) -> [Int] in
      client.send(.get, "/journal\(query)").json?["exchanges"]?.elements.compactMap { $0["id"]?.int } ?? []
    }
    #expect(list("") == [1, 2, 3])
    #expect(list("?endpoint=items.*") == [1, 2])
    #expect(list("?status=404") == [3])
    #expect(list("?method=get&limit=2") == [2, 3])
    #expect(list("?method=PUT") == [])
    #expect(list("?path=/items/*") == [1, 2])
    #expect(list("?after=2") == [3])
    #expect(list("?after=9223372036854775808") == [])
    #expect(list("?after=-9223372036854775809") == [1, 2, 3])
    #expect(list("?status=9223372036854775808") == [])
    #expect(client.send(.get, "/journal?limit=9223372036854775808").status == 422)
    // Credentials aren't required here, so missing ones aren't reported.
    #expect(list("?drifted=true") == [2, 3])
    #expect(list("?drifted=false") == [1])
    let first = client.send(.get, "/journal").json?["exchanges"]?[1]
    #expect(first?["at"]?.string == "2026-11-20T08:00:00.123Z")
    #expect(first?["recording"]?.string == "items.get/success")
    #expect(client.send(.get, "/journal?limit=0").status == 422)
    #expect(client.send(.get, "/journal?statsu=1").message.contains("statsu"))
    #expect(client.send(.delete, "/journal").status == 204)
    #expect(list("") == [])
  }

  @Test func `one exchange comes whole, without credentials`() throws {
    let client = try ControlClient()
    client.call("/items/7", headers: ["Authorization": "Bearer top-secret", "X-Key": "very-secret", "X-Note": "seen"])
    let seen = client.send(.get, "/journal/1")
    #expect(seen.json?["response"]?["body"]?["data"]?["id"]?.int == 7)
    #expect(seen.text.contains("seen"))
    #expect(!seen.text.contains("secret"), "\(seen.text)")
    #expect(client.send(.get, "/journal/9").status == 404)
    #expect(client.send(.get, "/journal/x").status == 422)
    #expect(client.send(.get, "/journal/1.0").status == 422)
    client.directory.main.faults.setFaults([FaultRule(.reset)])
    client.call("/items/7")
    let broken = client.send(.get, "/journal/2").json
    #expect(broken?["response"]?.isNull == true)
    #expect(broken?["fault"]?.string == "reset")
    #expect(broken?["failure"]?.string == "The fault reset reset the connection.")
  }

  @Test func `the state has resources, and their old name`() throws {
    let state = try #require(try ControlClient().send(.get, "/state").json)
    #expect(state.members.keys == ["session", "resources", "collections"])
    #expect(state["resources"] == state["collections"])
  }

  @Test func `stubs are named so, and at their old path overrides`() throws {
    let client = try ControlClient()
    let put = client.send(.put, "/stubs", #"{"stubs": [{"endpoint": "items.get", "status": 409}]}"#)
    #expect(put.status == 200 && put.json?.members.keys == ["stubs"], "\(put)")
    #expect(client.call("/items/7").status == 409)
    let old = client.send(.get, "/overrides").json
    #expect(old?.members.keys == ["overrides"])
    #expect(old?["overrides"] == put.json?["stubs"])
    let added = client.send(.post, "/stubs", #"{"endpoint": "items.get", "status": 410}"#)
    #expect(added.json?["stubs"]?.count == 2)
    client.send(.put, "/stubs", #"{"stubs": [{"endpoint": "items.get", "error": "notFound"}]}"#)
    #expect(client.call("/items/7").status == 404)
    #expect(client.send(.get, "/stubs").json?["stubs"]?[0]?["error"]?.string == "notFound")
    #expect(client.send(.get, "/overrides").json?["overrides"]?[0]?["failure"]?.string == "notFound")
    #expect(client.send(.post, "/stubs", #"{"endpoint": "items.get", "failure": "notFound"}"#).status == 200)
    let both = client.send(.post, "/stubs", #"{"endpoint": "items.get", "error": "notFound", "failure": "notFound"}"#)
    #expect(both.status == 422)
    #expect(client.send(.put, "/stubs", #"{"stubs": [], "overrides": []}"#).status == 422)
    #expect(client.send(.put, "/stubs", "{}").status == 422)
    #expect(client.send(.put, "/stubs", #"{"overrides": []}"#).status == 422)
    #expect(client.send(.delete, "/stubs").json?["stubs"]?.count == 0)
    #expect(client.call("/items/7").status == 200)
  }

  @Test func `overrides are put, added and taken away`() throws {
    let client = try ControlClient()
    #expect(client.send(.get, "/overrides").json?["overrides"]?.count == 0)
    let put = client.send(
      .put, "/overrides",
      """
      {"overrides": [{"endpoint": "items.get", "status": 409, "times": 1},
        {"endpoint": "items.get", "recording": "down"}]}
      """
    )
    #expect(put.json?["overrides"]?[0]?["times"]?.int == 1)
    #expect([client.call("/items/7").status, client.call("/items/7").status] == [409, 500])
    client.send(.post, "/overrides", #"{"endpoint": "items.get", "failure": "notFound"}"#)
    #expect(client.call("/items/7").status == 404)
    #expect(client.send(.delete, "/overrides?endpoint=items.list").json?["overrides"]?.count == 2)
    #expect(client.send(.delete, "/overrides").json?["overrides"]?.count == 0)
    #expect(client.call("/items/7").status == 200)
    let unknown = client.send(.post, "/overrides", #"{"endpoint": "item.get", "status": 409}"#)
    #expect((unknown.status, unknown.message.contains("\"items.get\"")) == (422, true))
    #expect(client.send(.post, "/overrides", #"{"endpoint": "items.get"}"#).status == 422)
    let own = client.send(
      .post, "/overrides",
      #"{"endpoint": "items.get", "body": {"ok": true, "data": null}, "headers": {"X-A": "b"}, "times": 1}"#)
    #expect(own.status == 200)
    let listed = own.json?["overrides"]?[0]
    #expect(listed?["status"]?.int == 200 && listed?["headers"]?["X-A"]?.string == "b", "\(own)")
    #expect(listed?["headers"]?["Content-Type"]?.string == "application/json")
    #expect(listed?["body"]?["ok"]?.bool == true)
    // Listed items can be stored again.
    #expect(client.send(.put, "/overrides", own.json?.text ?? "").status == 200)
    for wrong in [
      #"{"endpoint": "items.get", "body": 1, "text": "a"}"#, #"{"endpoint": "items.get", "text": "a", "status": 101}"#,
      #"{"endpoint": "items.get", "text": "a", "headers": {"a b": "c"}}"#, #"{"endpoint": "items.get", "text": 1}"#,
      #"{"endpoint": "items.get", "made": true}"#,
    ] {
      #expect(client.send(.post, "/overrides", wrong).status == 422, "\(wrong)")
    }
    #expect(client.send(.delete, "/overrides").json?["overrides"]?.count == 0)
    #expect(client.send(.post, "/overrides", #"{"endpoint": "items.get", "status": 409, "time": 1}"#).status == 422)
    #expect(client.send(.put, "/overrides", "{").status == 400)
    #expect(client.send(.put, "/overrides").status == 422)
  }

  @Test func `faults and delays are put and taken away, and reset brings the first ones back`() throws {
    let client = try ControlClient { $0.faults = [FaultRule(.status(503), endpoint: Wildcard("items.list"))] }
    #expect(client.send(.get, "/faults").json?["faults"]?[0]?["fault"]?.string == "503")
    let put = client.send(
      .put, "/faults", #"{"faults": [{"fault": "reset", "share": 0.5, "endpoint": "items.*", "times": 3}], "seed": 9}"#)
    #expect(put.json?["faults"]?[0]?["share"]?.double == 0.5)
    #expect(client.send(.delete, "/faults").json?["faults"]?.count == 0)
    client.send(.put, "/delays", #"{"delays": [{"delay": "100ms..2s", "endpoint": "items.get"}]}"#)
    #expect(client.send(.get, "/delays").json?["delays"]?[0]?["delay"]?.string == "100ms..2s")
    #expect(client.send(.put, "/delays", #"{"delays": [{"delay": "soon"}]}"#).message.contains("200ms"))
    #expect(client.send(.put, "/faults", #"{"faults": [{"fault": "rset"}]}"#).message.contains("\"reset\""))
    #expect(client.send(.put, "/faults", #"{"faults": [{"fault": "503", "share": 2}]}"#).status == 422)
    #expect(client.send(.get, "/delays").json?["delays"]?.count == 1, "what is refused changes nothing")
    #expect(client.send(.post, "/reset").status == 204)
    #expect(client.send(.get, "/faults").json?["faults"]?.count == 1)
    #expect(client.send(.delete, "/delays").json?["delays"]?.count == 0)
  }

  @Test func `the pace of streams is put, and reset brings the first one back`() throws {
    let client = try ControlClient { $0.options.pace = .recorded }
    #expect(client.send(.get, "/pace").json?["pace"]?.string == "recorded")
    for pace in ["50ms", "none", "recorded", "1500ms"] {
      #expect(client.send(.put, "/pace", "{\"pace\": \"\(pace)\"}").json?["pace"]?.string == pace)
    }
    #expect(client.send(.put, "/pace", #"{"pace": "fast"}"#).message.contains("recorded, none"))
    #expect(client.send(.put, "/pace", #"{"pace": 5}"#).status == 422)
    #expect(client.send(.get, "/pace").json?["pace"]?.string == "1500ms", "what is refused changes nothing")
    #expect(client.send(.post, "/reset").status == 204)
    #expect(client.send(.get, "/pace").json?["pace"]?.string == "recorded")
  }

  @Test func `the journal shows a stream's events and the time that its body takes`() throws {
    let client = try ControlClient { $0.options.pace = .every(.seconds(2)) }
    let override = #"""
      {"endpoint": "items.get", "status": 200, "headers": {"Content-Type": "text/event-stream"},
        "text": "data: 1\n\ndata: 2\n\n"}
      """#
    #expect(client.send(.post, "/overrides", override).status == 200)
    client.call("/items/7")
    client.call("/items")
    let entries = client.send(.get, "/journal").json?["exchanges"]?.elements
      .sorted { ($0["id"]?.int ?? 0) < ($1["id"]?.int ?? 0) }
    #expect(entries?.map { $0["events"]?.int } == [2, nil])
    #expect(entries?.map { $0["bodyMilliseconds"]?.int } == [2000, nil])
  }

  @Test func `sessions are opened, listed and closed`() throws {
    let client = try ControlClient()
    let opened = client.send(.post, "/sessions", #"{"name": "checkout"}"#)
    #expect(opened.status == 201)
    #expect(opened.json?["baseURL"]?.string == "http://127.0.0.1:40000")
    #expect(opened.json?["port"]?.int == 40000)
    #expect(client.send(.post, "/sessions").json?["name"]?.string == "session-1")
    #expect(client.send(.post, "/sessions", #"{"name": "checkout"}"#).status == 409)
    #expect(client.send(.post, "/sessions", #"{"name": "a b"}"#).status == 422)
    #expect(client.send(.post, "/sessions", #"{"persona": "gest"}"#).message.contains("\"guest\""))
    client.call("/items/7", headers: ["X-Plumbline-Session": "checkout"])
    let listed = client.send(.get, "/sessions").json?["sessions"]
    #expect(listed?.elements.compactMap { $0["name"]?.string } == ["main", "checkout", "session-1"])
    #expect(listed?[1]?["exchanges"]?.int == 1)
    #expect(listed?[0]?["port"]?.isNull == true)
    #expect(client.send(.delete, "/sessions/checkout").status == 204)
    #expect(client.send(.delete, "/sessions/checkout").status == 404)
    #expect(client.send(.delete, "/sessions/main").status == 409)
  }

  @Test func `a control call is about the session of its header or its port`() async throws {
    let client = try ControlClient()
    client.send(.put, "/faults", #"{"faults": [{"fault": "503"}]}"#, headers: ["X-Plumbline-Session": "one"])
    #expect(client.call("/items/7").status == 200)
    #expect(client.call("/items/7", headers: ["X-Plumbline-Session": "one"]).status == 503)
    let port = try #require(client.send(.post, "/sessions", #"{"name": "two"}"#).json?["port"]?.int)
    let put = Request(
      method: .put, target: "/__plumbline/faults",
      headers: ["Host": "127.0.0.1:\(port)", "Content-Type": "application/json"],
      body: Body(#"{"faults": [{"fault": "409"}]}"#))
    #expect(await client.ports.answer(at: port, to: put)?.response.status == 200)
    #expect(client.call("/items/7", headers: ["X-Plumbline-Session": "two"]).status == 409)
    #expect(client.call("/items/7").status == 200)
  }

  @Test func `coverage counts endpoints, statuses and recordings`() throws {
    let client = try ControlClient()
    client.call("/items/7")
    client.call("/items/7")
    client.call("/nowhere")
    let coverage = client.send(.get, "/coverage").json
    #expect(coverage?["seen"]?.int == 1)
    #expect(coverage?["unmatched"]?.int == 1)
    let get = coverage?["endpoints"]?.elements.first { $0["id"]?.string == "items.get" }
    #expect(get?["statuses"] == ["200": 2])
    #expect(get?["recordings"] == ["items.get/down": 0, "items.get/success": 2])
  }

  @Test func `state is shown, and events are a stream`() throws {
    let client = try ControlClient()
    #expect(client.send(.get, "/state").json?["session"]?.string == "main")
    let events = client.send(.get, "/journal/events")
    #expect(events["content-type"] == "text/event-stream")
    guard case .stream(let stream) = events.response.body else {
      Issue.record("no stream")
      return
    }
    stream.cancel()
  }

  @Test func `what isn't there is said, with the nearest`() throws {
    let client = try ControlClient()
    let lost = client.send(.get, "/jurnal", judged: false)
    #expect((lost.status, lost.message.contains("/__plumbline/journal")) == (404, true))
    let method = client.send(.post, "/journal", judged: false)
    #expect((method.status, method.message.contains("DELETE or GET")) == (405, true))
    #expect(method["Allow"] == "DELETE, GET, HEAD")
    let far = client.send(.get, "/journal/99999999999999999999")
    #expect((far.status, far.message.contains("doesn't contain the exchange 99999999999999999999,")) == (404, true))
    #expect(client.call("/__plumblines").status == 404)
    #expect(client.call("/__plumblines").from == "built", "a path that only begins alike is the mock's")
  }
}
