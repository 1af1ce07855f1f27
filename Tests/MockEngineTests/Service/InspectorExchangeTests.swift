import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import Synchronization
import Testing

/// Exchanges as the inspector shows them, and the recordings that it drafts from them.
@Suite struct InspectorExchangeTests {
  private let owner: HeaderFields = ["X-Key": "k", "Authorization": "Bearer owner-token"]

  private func exchange(_ client: ControlClient, _ id: Int) -> JSON { client.send(.get, "/journal/\(id)").json ?? [:] }

  @Test func `an exchange shows who called, why it was answered so, and how to ask again`() throws {
    let client = try ControlClient { $0.options = MockOptions() }
    client.call("/items/7?q=a'b", headers: owner)
    client.call("/items/7", headers: ["X-Key": "somebody's", "Authorization": "Bearer a-real-token-of-somebody"])
    let first = exchange(client, 1)
    #expect(first["persona"]?.string == "owner")
    #expect(first["why"]?.string?.contains("its request is the closest match") == true, "\(first)")
    let curl =
      "curl -H 'X-Key: k' -H 'Authorization: Bearer owner-token' 'http://127.0.0.1:8080/items/7?q=a'\\''b'"
    #expect(first["curl"]?.string == curl)
    let second = exchange(client, 2)
    #expect(second["persona"] == nil)
    #expect(
      second["curl"]?.string == "curl -H 'X-Key: •••' -H 'Authorization: Bearer •••' http://127.0.0.1:8080/items/7")
  }

  @Test func `a command sends a body as it came`() throws {
    let client = try ControlClient()
    let request = Request(
      method: .put, target: "/items/7",
      headers: ["Content-Type": "application/json", "Content-Length": "12", "Host": "x"],
      body: Body(#"{"name":"a"}"#))
    _ = client.directory.answer(to: request)
    #expect(
      exchange(client, 1)["curl"]?.string == "curl -X PUT -H 'Content-Type: application/json' "
        + #"--data-raw '{"name":"a"}' http://127.0.0.1:8080/items/7"#)
  }

  @Test func `the nearest matches are shown for an unanswered request`() throws {
    let client = try ControlClient()
    client.call("/itms/7")
    client.call("/items")
    client.call("/items/7")
    let nearest = exchange(client, 1)["nearest"]?[0]
    #expect(nearest?["name"]?.string?.hasPrefix("items.get (GET /items/{id})") == true)
    #expect(nearest?["reason"]?.string?.contains("\"itms\"") == true)
    #expect(exchange(client, 2)["nearest"]?.count == 0, "it has no recordings")
    #expect(exchange(client, 3)["nearest"]?.count == 0)
  }

  @Test func `a refusal's reason stays, whatever would be answered now`() throws {
    let client = try ControlClient { $0.options = MockOptions() }
    client.call("/items/seven", headers: owner)
    client.send(.post, "/overrides", #"{"endpoint": "items.get", "failure": "notFound"}"#)
    client.send(.put, "/personas", #"{"everyone": "owner"}"#)
    let why = try #require(exchange(client, 1)["why"]?.string)
    #expect(why.hasPrefix("path.id: "), "\(why)")
  }

  @Test func `an outdated reason isn't shown as the reason`() throws {
    let client = try ControlClient()
    client.send(.post, "/overrides", #"{"endpoint": "items.get", "failure": "notFound"}"#)
    client.call("/items/7")
    #expect(exchange(client, 1)["why"]?.string == "a stub responds with error notFound")
    client.send(.delete, "/overrides")
    let why = try #require(exchange(client, 1)["why"]?.string)
    #expect(why.contains("would no longer choose that response") && why.contains("items.get/success"), "\(why)")
    client.directory.main.faults.setFaults([FaultRule(.status(503))])
    client.call("/items/7")
    #expect(exchange(client, 2)["why"]?.string == "the fault 503 was injected")
  }

  @Test func `of a stream that was broken off it shows the events that went out`() throws {
    let client = try ControlClient()
    let events = #"data: 1\n\ndata: 2\n\ndata: 3\n\n"#
    let stream = #"{"endpoint": "items.get", "headers": {"Content-Type": "text/event-stream"}, "text": "\#(events)"}"#
    client.send(.post, "/overrides", stream)
    client.directory.main.faults.setFaults([FaultRule(.breakOff(after: 2))])
    client.call("/items/7")
    let shown = exchange(client, 1)
    #expect(shown["status"]?.isNull == true)
    #expect(shown["events"]?.int == 3 && shown["eventsSent"]?.int == 2, "\(shown)")
    #expect(shown["failure"]?.string == "The fault break-off-2 closed the connection after 2 of 3 events.")
    #expect(shown["response"]?["text"]?.string == "data: 1\n\ndata: 2\n\n")
    #expect(shown["response"]?["size"]?.int == 18)
  }

  @Test func `of a server's stream it says where that broke off`() throws {
    let pipe = BodyPipe(length: nil, resume: {})
    let answer = Response(status: 200, headers: ["Content-Type": "text/event-stream"], body: .stream(pipe))
    let client = try ControlClient {
      $0.options = MockOptions()
      $0.upstream = { _ in Fixed(response: answer) }
    }
    let request = Request(method: .get, target: "/items/7", headers: ["Host": "127.0.0.1:8080"])
    let reply = client.directory.respond(to: request, completion: Completion { _ in })
    guard case .now(let came) = reply, case .stream(let stream) = came.response.body else {
      Issue.record("No stream is handed on.")
      return
    }
    #expect(exchange(client, 1)["streamEnd"] == nil)
    #expect(exchange(client, 1)["streaming"] == true)
    pipe.push(Array("data: 1\n\n".utf8))
    stream.next { _ in }
    pipe.finish(.failed(TransportFailure(kind: .connectionReset, message: "The server hung up.")))
    stream.next { _ in }
    let shown = exchange(client, 1)
    #expect(shown["streamEnd"]?.string == "The stream broke off after 9 bytes: the server hung up.")
    #expect(shown["streaming"] == nil)
    #expect(shown["status"]?.int == 200)
  }
}

/// A switch that makes every caller a persona until a reset.
@Suite struct PersonaSwitchTests {
  private let guest: HeaderFields = ["X-Key": "k", "Authorization": "Bearer guest-token"]

  private func put(_ client: ControlClient, _ headers: HeaderFields) -> Int {
    var headers = headers
    headers["Content-Type"] = "application/json"
    let request = Request(method: .put, target: "/items/7", headers: headers, body: Body(#"{"name":"a"}"#))
    return client.directory.answer(to: request).response.status
  }

  @Test func `everyone becomes a persona and back, whatever was answered before`() throws {
    let client = try ControlClient { $0.options = MockOptions() }
    #expect(client.send(.get, "/personas").json?["everyone"]?.isNull == true)
    // Each request is sent three times, so that cached results are used too, with and without a body.
    for _ in 0..<3 {
      #expect(put(client, guest) == 403)
      #expect(client.call("/items/7").status == 401)
    }
    let told = client.send(.put, "/personas", #"{"everyone": "owner"}"#).json
    #expect(told?["everyone"]?.string == "owner")
    #expect(told?["personas"]?[1]?["name"]?.string == "guest")
    for _ in 0..<3 {
      #expect(put(client, guest) == 200)
      #expect(client.call("/items/7").status == 200)
    }
    client.send(.put, "/personas", #"{"everyone": null}"#)
    #expect(client.call("/items/7").status == 401)
    let owner: HeaderFields = ["X-Key": "k", "Authorization": "Bearer owner-token"]
    for _ in 0..<3 { #expect(put(client, owner) == 200) }
    client.send(.put, "/personas", #"{"everyone": "guest"}"#)
    #expect(put(client, owner) == 403, "everyone is the guest, whatever he shows")
    #expect(client.send(.post, "/reset").status == 204)
    for _ in 0..<3 {
      #expect(put(client, guest) == 403)
      #expect(client.call("/items/7").status == 401)
    }
    let unknown = client.send(.put, "/personas", #"{"everyone": "gest"}"#)
    #expect(unknown.status == 422)
    #expect(unknown.message.contains("\"guest\""))
  }

  @Test func `an exchange is judged by its admission`() throws {
    let client = try ControlClient { $0.options = MockOptions() }
    client.send(.put, "/personas", #"{"everyone": "owner"}"#)
    client.call("/items/7")
    client.send(.put, "/personas", #"{"everyone": null}"#)
    client.call("/items/7", headers: ["X-Key": "k", "Authorization": "Bearer owner-token"])
    let exchanges = client.send(.get, "/journal").json?["exchanges"]
    #expect(exchanges?.elements.map { $0["persona"]?.string } == ["owner", "owner"])
    #expect(exchanges?[0]?["drift"]?.count == 0, "nobody had to show credentials: \(exchanges?[0]?.text ?? "")")
  }

  @Test func `a real server knows itself who is calling`() throws {
    let client = try ControlClient { $0.upstream = { $0 } }
    let seen = client.send(.put, "/personas", #"{"everyone": "owner"}"#)
    #expect((seen.status, seen.code) == (409, "UPSTREAM"))
  }
}

/// Exchanges that become recordings.
@Suite struct SavedExchangeTests {
  /// A disk that remembers what was written, by path.
  private final class Disk: Sendable {
    let files = Mutex<[String: String]>([:])

    func shelf(from: String? = nil) -> RecordingShelf {
      RecordingShelf(
        from: from, isThere: { path in self.files.withLock { $0[path] != nil } },
        write: { bytes, path in
          self.files.withLock { $0[path] = String(decoding: bytes, as: UTF8.self) }
          return nil
        })
    }
  }

  private func save(_ client: ControlClient, _ id: Int) -> Seen {
    client.send(.post, "/recordings", #"{"exchange": \#(id)}"#)
  }

  @Test func `a response of the mock is authored, redacted, and never overwrites another`() throws {
    let disk = Disk()
    let client = try ControlClient { $0.shelf = disk.shelf() }
    client.call(
      "/items/7?q=1", headers: ["Authorization": "Bearer a-real-token-of-somebody", "Origin": "http://127.0.0.1:1"])
    let draft = client.send(.get, "/journal/1/recording")
    #expect(draft.status == 200)
    #expect(disk.files.withLock { $0.count } == 0, "looking writes nothing")
    let saved = save(client, 1)
    #expect(saved.status == 201, "\(saved)")
    #expect(saved.json?["kind"]?.string == "authored")
    let path = try #require(saved.json?["path"]?.string)
    let text = try #require(disk.files.withLock { $0[path] })
    #expect(text == draft.json?["text"]?.string)
    #expect(text.contains("\"authored\""))
    #expect(!text.contains("a-real-token"))
    #expect(!text.lowercased().contains("plumbline-"))
    #expect(!text.contains("access-control"))
    let again = save(client, 1)
    #expect((again.status, again.code) == (409, "NO_RECORDING"))
    #expect(again.message.contains("exactly this request"))
    client.send(
      .post, "/overrides", #"{"endpoint": "items.get", "body": {"ok": true, "data": {"id": 7, "name": "b"}}}"#)
    client.call("/items/7?q=1")
    let other = save(client, 2)
    #expect(other.status == 201 && other.json?["path"]?.string != path, "another answer stands beside it: \(other)")
    #expect(disk.files.withLock { $0.count } == 2)
    // A changed value needs its own recording as well: `record` would update the existing one.
    client.send(
      .post, "/overrides", #"{"endpoint": "items.get", "body": {"ok": true, "data": {"id": 7, "name": "c"}}}"#)
    client.call("/items/7?q=1")
    #expect(save(client, 3).status == 201)
    let texts = disk.files.withLock { Array($0.values) }
    #expect(texts.count == 3)
    #expect(Set(texts).count == 3)
  }

  @Test func `what a real server said is recorded, and what it didn't say is not`() throws {
    let disk = Disk()
    func client(_ answer: Response) throws -> ControlClient {
      try ControlClient {
        $0.options = MockOptions()
        $0.shelf = disk.shelf(from: "https://shop.example")
        $0.upstream = { _ in Fixed(response: answer) }
      }
    }
    let json: HeaderFields = ["Content-Type": "application/json"]
    let real = try client(
      Response(status: 200, headers: json, body: Body(#"{"ok":true,"data":{"id":9,"name":"Nine"}}"#)))
    _ = real.directory.respond(
      to: Request(method: .get, target: "/items/9", headers: ["Host": "127.0.0.1:8080"]),
      completion: Completion { _ in })
    let saved = save(real, 1)
    #expect(saved.json?["kind"]?.string == "recorded", "\(saved)")
    let path = try #require(saved.json?["path"]?.string)
    #expect(disk.files.withLock { $0[path] }?.contains("https://shop.example") == true)

    // The label alone is enough, because it identifies the mock's exchanges, and without a response there is nothing to
    // save.
    func draft(_ label: String) throws -> Seen {
      let labelled = try client(
        Response(
          status: 200, headers: ["Content-Type": "application/json", "Plumbline-Recording": label],
          body: Body(#"{"ok":true,"data":{"id":9,"name":"Other"}}"#)))
      _ = labelled.directory.respond(
        to: Request(method: .get, target: "/items/9", headers: ["Host": "127.0.0.1:8080"]),
        completion: Completion { _ in })
      return labelled.send(.get, "/journal/1/recording")
    }
    #expect(try draft("state").json?["kind"]?.string == "authored")
    #expect(try draft("unanswered").message.contains("the server didn't respond"))
    #expect(try draft("not-sent").message.contains("wasn't forwarded"))

    let gone = try client(Response(status: 502, headers: ["Content-Type": "text/plain"], body: Body("nobody")))
    _ = gone.directory.respond(
      to: Request(method: .get, target: "/items/9", headers: ["Host": "127.0.0.1:8080"]),
      completion: Completion { _ in })
    #expect(save(gone, 1).status == 409)

    let mocked = Response(
      status: 200,
      headers: ["Content-Type": "application/json", "Plumbline-Answered-By": "mock", "Plumbline-Recording": "state"],
      body: Body(#"{"ok":true,"data":{"id":9,"name":"Ten"}}"#))
    let hybrid = try client(mocked)
    _ = hybrid.directory.respond(
      to: Request(method: .get, target: "/items/9", headers: ["Host": "127.0.0.1:8080"]),
      completion: Completion { _ in })
    let authored = hybrid.send(.get, "/journal/1/recording").json
    #expect(authored?["kind"]?.string == "authored")
    #expect(authored?["text"]?.string?.contains("shop.example") == false)
  }

  @Test func `nothing is written unless that is allowed, and of a fault nothing is made`() throws {
    let client = try ControlClient()
    client.call("/items/7?q=1")
    let refused = save(client, 1)
    #expect((refused.status, refused.code) == (409, "READ_ONLY"))
    #expect(refused.message.contains("--allow-recordings"))
    #expect(client.send(.get, "/health").json?["savesRecordings"]?.bool == false)
    client.directory.main.faults.setFaults([FaultRule(.status(503))])
    client.call("/items/7?q=1")
    client.call("/nowhere")
    #expect(client.send(.get, "/journal/2/recording").message.contains("the fault 503"))
    #expect(client.send(.get, "/journal/3/recording").status == 409)
    #expect(client.send(.get, "/journal/9/recording").status == 404)
  }
}

/// A responder that always sends the same response.
private struct Fixed: Responder {
  let response: Response

  func respond(to request: Request, completion: Completion) -> Reply { .now(OutgoingResponse(response)) }
}
