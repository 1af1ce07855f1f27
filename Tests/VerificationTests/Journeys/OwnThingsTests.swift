import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineProxying
import PlumblineVerification
import Testing

/// Undoing changes to the caller's own data, including data that responses don't show.
struct OwnThingsTests {
  private func options(_ patterns: String..., variables: [String: String] = [:]) -> VerifierOptions {
    VerifierOptions(allowsWrites: true, only: patterns.map { Wildcard($0) }, variables: variables)
  }

  @Test(arguments: [("songs.love", "7", "DELETE"), ("songs.forget", "8", "PUT")])
  func `a heart that a request without a body filled or emptied is put back by the other one`(
    call: String, song: String, method: String
  ) async throws {
    let club = StoreServer(Club.contract)
    let before = club.contents("/songs/7", "/songs/8")
    #expect(before.compactMap { $0?["isLoved"] }.count == 2)
    let outcomes = try await club.verify(options(call, variables: ["song_id": song]))
    #expect(club.contents("/songs/7", "/songs/8") == before)
    #expect(outcomes.undone.count == 1 && outcomes.undone[0].hasPrefix("passed songs."), "\(outcomes.undone)")
    #expect(club.writes.last == "\(method) /songs/\(song)/love")
  }

  @Test func `a heart isn't emptied where the request that fills it was seen to fill none`() async throws {
    let club = StoreServer(Club.contract) { request, _ in
      request.method == .put && request.path.hasSuffix("/love") ? OutgoingResponse(Response(status: 204)) : nil
    }
    let before = club.contents("/songs/7", "/songs/8")
    let outcomes = try await club.verify(options("songs.*"), suite: HeartSuite())
    #expect(outcomes.flatMap(\.drift).map(\.rule.id).contains("effect.not-applied"))
    #expect(club.contents("/songs/7", "/songs/8") == before)
    #expect(!club.writes.contains("DELETE /songs/8/love"))
    #expect(
      outcomes.complaints.contains(
        "skipped songs.forget: DELETE /songs/8/love was not sent: only PUT /songs/{song_id}/love would restore "
          + "favorites 8, but an earlier one had no effect"), "\(outcomes.complaints)")
  }

  @Test func `what guests are shown isn't taken for what members have`() async throws {
    let club = StoreServer(Club.contract) { request, _ in
      guard request.path == "/songs/7" else { return nil }
      return OutgoingResponse(Notes.response(200, #"{ "ok": true, "data": { "id": 7, "title": "Low" } }"#))
    }
    let outcomes = try await club.verify(options("songs.love", variables: ["song_id": "7"]))
    #expect(outcomes.undone == [])
    #expect(
      outcomes.complaints.contains(
        "skipped songs.love: PUT /songs/7/love was not sent: GET /songs/7 returned 200 and doesn't show the favorites item, so "
          + "its changes couldn't be restored"), "\(outcomes.complaints)")
    #expect(!club.requests.contains { $0.method == .put && $0.headers.contains("x-key") })
  }

  @Test(arguments: [#"{ "Mail": false }"#, #"{ "mail": "off" }"#])
  func `what a server shows in another spelling isn't changed, as that spelling can't be sent back`(
    shown: String
  ) async throws {
    let depot = Depot(says: { request, answer, _ in
      guard request.method == .get, request.path == "/prefs", let prefs = try? JSON.parse(shown) else { return answer }
      return answer.saying(["ok": true, "data": prefs])
    })
    let checked = try await depot.check("prefs.set: *contract", writing: true)
    #expect(!depot.requests.contains { $0.method == .put }, "\(checked.outcomes.complaints)")
    #expect(
      checked.outcomes.complaints.contains {
        $0.hasPrefix("skipped prefs.set: PUT /prefs was not sent: ") && $0.contains("which no request would restore")
          || $0.contains("couldn't be restored")
      }, "\(checked.outcomes.complaints)")
  }

  @Test func `what is the caller's own is put back though no path names it`() async throws {
    let club = StoreServer(Club.contract)
    let before = club.contents("/me")
    let outcomes = try await club.verify(options("me.rename", variables: ["disposable_account": "yes"]))
    #expect(club.contents("/me") == before)
    #expect(outcomes.undone.map { $0.hasPrefix("passed me.rename: puts members back") } == [true], "\(outcomes.undone)")
    #expect(club.writes.filter { $0 == "PATCH /me" }.count == 3, "By nobody, by the call, and back.")
    let unasked = try await club.verify(options("me.rename: *contract"))
    #expect(unasked.complaints == ["skipped me.rename: needs --var disposable_account=… on a real server"])
  }

  @Test func `what an answer without a body doesn't show is known by what was sent`() async throws {
    let club = StoreServer(Club.contract)
    let before = club.contents("/badges")
    let outcomes = try await club.verify(options("badges.wear"))
    #expect(club.contents("/badges") == before)
    #expect(
      outcomes.undone.map { $0.hasPrefix("passed badges.drop: removes badges gold MARK") } == [true],
      "\(outcomes.undone)")
  }

  @Test(arguments: ["..", "../letters/3", ".", #"..\\\\letters"#])
  func `a key that would lead a path elsewhere is no key`(key: String) async throws {
    let store = StoreServer { request, _ in
      guard request.method == .post, request.path == "/boxes" else { return nil }
      return OutgoingResponse(
        Notes.response(201, #"{ "ok": true, "data": { "id": "\#(key)", "label": "Label", "count": 0 } }"#))
    }
    let outcomes = try await store.verify(options("boxes.add: *contract"))
    #expect(
      outcomes.undone
        == [
          "failed boxes.add: may be left behind: POST /boxes returned 201, but the response doesn't show what the "
            + "request created (it "
            + "shows id \(key.replacing(#"\\"#, with: #"\"#))); no list shows an item with the mark MARK"
        ])
    #expect(!store.writes.contains { $0.hasPrefix("DELETE") })
  }

  @Test func `a session that all calls are made with is never ended`() async throws {
    let club = StoreServer(Club.contract)
    let outcomes = try await club.verify(options("door.leave"))
    #expect(
      outcomes.complaints == [
        "skipped door.leave: it ends a session, and the contract has no login that could open a new one"
      ])
    #expect(club.requests.allSatisfy { !$0.headers.contains("x-key") || $0.method.isSafe })
  }

  @Test func `a call that could change a password lacks no credentials if the contract has none`() async throws {
    let text = #"""
      { "plumbline": 1, "service": "vault", "title": "Vault", "envelope": null, "endpoints": {
        "vault.check": { "summary": "x", "request": "POST /check", "source": "x",
          "body": { "type": "object", "required": ["password"], "properties": { "password": { "type": "string" } } },
          "success": { "200": { "body": { "type": "object" } } } } } }
      """#
    let file = ContractLoader.File(name: "contract.json", path: "vault/contract.json", bytes: Array(text.utf8))
    let vault = StoreServer(try #require(ContractLoader.load([file]).contract))
    var options = VerifierOptions(allowsWrites: true)
    options.allowsUnknownWrites = true
    let outcomes = try await vault.verify(options)
    #expect(
      outcomes.complaints.contains {
        $0.hasPrefix("skipped vault.check: it ends a session, and the contract has no login")
      }, "\(outcomes.complaints)")
    #expect(outcomes.credentialsMissing == nil)
  }

  @Test func `a GET that changes something is a write`() async throws {
    let club = StoreServer(Club.contract)
    let readOnly = try await club.verify(
      VerifierOptions(only: [Wildcard("letters.open")], variables: ["letter_id": "3"]))
    #expect(readOnly.complaints.contains { $0.contains("--allow-writes permits it") }, "\(readOnly.complaints)")
    #expect(club.requests.isEmpty)
    let outcomes = try await club.verify(options("letters.open", variables: ["letter_id": "3"]))
    #expect(
      outcomes.undone == [
        "skipped letters.open: may be left behind: GET /letters/{letter_id}/text also changes opened, which can't be "
          + "restored"
      ], "\(outcomes.undone)")
  }
}

/// A suite that sets one favorite and removes a second one.
private struct HeartSuite: CallSuite {
  let service = "club"

  var calls: [Call] {
    [
      Call("songs.love", "fills a heart") { try await Self.send(.put, "/songs/7/love", $0) },
      Call("songs.forget", "empties a heart") { try await Self.send(.delete, "/songs/8/love", $0) },
    ]
  }

  var variables: [SuiteVariable] { [] }

  func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }

  private static func send(_ method: HTTPMethod, _ path: String, _ context: CallContext) async throws {
    let client = try UpstreamClient()
    let request = Request(method: method, target: path, headers: ["X-Key": context.credentials["key"] ?? ""])
    _ = await client.exchange(request, with: try BaseURL(parsing: context.baseURL), deadline: context.deadline)
    await client.shutdown()
  }
}
