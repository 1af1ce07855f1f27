import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Trials with the run's own items in addition to its calls. They send texts as people write them, a single member, or
/// the same request again.
struct TrialTests {
  private static let edits = "notices.edit: *contract"

  /// Returns a board that stores texts in a particular way.
  private static func keeping(
    of contract: Contract = Board.contract, _ change: @escaping @Sendable (String) -> String
  ) -> StoreServer {
    StoreServer(
      contract,
      Shop.storing(at: "/notices") { _, value in value.string.map { JSON(change($0)) } })
  }

  @Test func `the board itself does what it says, and has its own notices only at the end`() async throws {
    let board = StoreServer(Board.contract)
    let before = board.contents("/notices")
    let found = try await Board.verify(board, "notices.*", "lines.*")
    #expect(found.drift == [], "\(found.messages)")
    #expect(board.contents("/notices") == before)
    let sent = board.requests.filter { $0.method == .put }.compactMap { try? JSON.parse($0.body.bytes ?? []) }
    #expect(sent.contains { $0["content"]?.string?.unicodeScalars.contains("\u{1F469}") ?? false })
    #expect(sent.contains { $0["note"]?.isNull ?? false })
    let others = board.requests.filter { $0.path == "/notices/4" && $0.headers.contains("x-key") }
    #expect(others.allSatisfy { ![.put, .delete].contains($0.method) }, "Nothing of another's.")
  }

  // MARK: - Texts

  /// A way in which servers corrupt texts, and the finding about it.
  struct Garbling: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (String) -> String
  }

  static let garblings = [
    Garbling(testDescription: "escaped for HTML") {
      $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    },
    Garbling(testDescription: "decoded with the wrong character set") { text in
      String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    },
    Garbling(testDescription: "cut off after 60 of 200 characters") { text in
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
    },
    Garbling(testDescription: "with characters replaced by ?") { text in
      String(text.map { $0.isASCII ? $0 : "?" })
    },
    Garbling(testDescription: "without its markup") {
      $0.replacing("<b>", with: "").replacing("</b>", with: "")
    },
  ]

  @Test(arguments: garblings)
  func `a text that comes back as another one is reported with both, and how`(garbling: Garbling) async throws {
    let found = try await Board.verify(Self.keeping(garbling.change), Self.edits)
    #expect(Set(found.drift.map { $0.split(separator: " ")[1] }) == ["effect.text-changed"], "\(found.drift)")
    #expect(found.messages.allSatisfy { $0.contains(garbling.testDescription) }, "\(found.messages)")
    #expect(found.outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(found.outcomes.undone)")
  }

  @Test func `texts of what nothing edits are tried with another one, which is removed though it is garbled`()
    async throws
  {
    let board = Self.keeping(of: Board.unedited, Self.garblings[0].change)
    let before = board.contents("/notices")
    let found = try await Board.verify(board, "notices.add: *contract")
    #expect(Set(found.drift.map { $0.split(separator: " ")[1] }) == ["effect.text-changed"], "\(found.drift)")
    #expect(found.outcomes.undone.count == 2, "\(found.outcomes.undone)")
    #expect(found.outcomes.undone.allSatisfy { $0.hasPrefix("passed") }, "\(found.outcomes.undone)")
    #expect(board.contents("/notices") == before)
    let made = board.requests.filter { Board.isSent($0, .post, to: "/notices") }
    #expect(made.count == 2)
    #expect(made.allSatisfy { String(decoding: $0.body.bytes ?? [], as: UTF8.self).contains("plumbline-") })
  }

  @Test(arguments: ["pads", "decomposes", "changes case"])
  func `a text in another spelling is none that was changed`(habit: String) async throws {
    let board = Self.keeping { text in
      switch habit {
      case "pads": text + " "
      case "decomposes": text.replacing("\u{EB}", with: "e\u{308}")
      default: text.uppercased()
      }
    }
    let found = try await Board.verify(board, Self.edits)
    #expect(!found.drift.contains { !$0.contains("effect.normalised") }, "\(found.messages)")
    #expect(board.requests.contains { $0.method == .put && ($0.body.bytes ?? []).contains(0xF0) }, "It was tried.")
  }

  @Test func `what its schema calls HTML may lose its markup, and is a warning`() async throws {
    let found = try await Board.verify(Self.keeping(of: Board.rich, Self.garblings[4].change), Self.edits)
    let drift = found.outcomes.flatMap(\.drift).filter { $0.rule.id == "effect.text-changed" }
    #expect(drift.filter { $0.pointer == "/request/body/content" }.map(\.severity) == [.warning], "\(found.messages)")
    #expect(drift.filter { $0.pointer == "/request/body/note" }.map(\.severity) == [.breaking], "\(found.messages)")
  }

  @Test func `an empty text instead of null is another text`() async throws {
    let board = StoreServer(
      Board.contract,
      Shop.storing(at: "/notices") { name, value in
        if name == "note", value.isNull { "" } else { Optional<JSON>.none }
      })
    let found = try await Board.verify(board, Self.edits)
    #expect(found.drift == ["notices.edit effect.text-changed /request/body/note"], "\(found.messages)")
  }

  @Test func `a board that has no room for long texts gets short ones`() async throws {
    let board = StoreServer(Board.contract) { request, _ in
      guard request.method == .put, request.body.bytes?.count ?? 0 > 400 else { return nil }
      return OutgoingResponse(Notes.response(422, #"{ "ok": false, "error": "INVALID", "message": "Too long." }"#))
    }
    let found = try await Board.verify(board, Self.edits)
    #expect(found.drift == [], "\(found.messages)")
    let texts = board.requests.filter { $0.method == .put }.map { $0.body.bytes ?? [] }
    #expect(texts.contains { $0.count > 400 })
    #expect(texts.contains { $0.count < 400 && $0.contains(0xF0) })
  }

  // MARK: - A single member, and repetitions

  @Test func `a member that a change of another one empties is reported`() async throws {
    let isEmpty = Mutex(false)
    let board = StoreServer(Board.contract) { request, answer in
      if request.method == .put, let body = try? JSON.parse(request.body.bytes ?? []) {
        isEmpty.withLock { $0 = body["note"] == nil }
      }
      let answered = answer()
      guard isEmpty.withLock({ $0 }), request.path.hasPrefix("/notices/"), let body = answered.json,
        let notice = body["data"], notice.kind == .object
      else { return answered }
      var response = answered.response
      response.body = Body(body.setting("data", to: notice.setting("note", to: .null)).text)
      return OutgoingResponse(response)
    }
    let found = try await Board.verify(board, Self.edits)
    #expect(found.drift == ["notices.edit effect.unsent-changed /request/body/note"], "\(found.messages)")
  }

  @Test func `a change that is repeated isn't refused`() async throws {
    let last = Mutex<[UInt8]>([])
    let board = StoreServer(Board.contract) { request, _ in
      guard Board.isSent(request, .put, to: "") else { return nil }
      let body = request.body.bytes ?? []
      let isAgain = last.withLock { last in
        defer { last = body }
        return last == body
      }
      return isAgain
        ? OutgoingResponse(Notes.response(409, #"{ "ok": false, "error": "TAKEN", "message": "Done." }"#)) : nil
    }
    let found = try await Board.verify(board, Self.edits)
    #expect(found.drift == ["notices.edit effect.repeated /request"], "\(found.messages)")
  }

  @Test func `a heart that a second request empties again is reported, and is as it was in the end`() async throws {
    let plain = StoreServer(Club.contract)
    let club = StoreServer(beside: plain) { request, _ in
      guard request.method == .put, request.path.hasSuffix("/love"), request.headers.contains("x-key"),
        plain.said(to: plain.request(.get, "/songs/7")).json?["data"]?["isLoved"]?.bool == true
      else { return nil }
      return plain.said(to: plain.request(.delete, request.path))
    }
    let before = plain.contents("/songs/7")
    let options = VerifierOptions(
      allowsWrites: true, only: [Wildcard("songs.love: *contract")], variables: ["song_id": "7"])
    let found = Board.Findings(outcomes: try await club.verify(options))
    #expect(found.drift == ["songs.love effect.repeated /request"], "\(found.messages)")
    #expect(
      found.messages.contains {
        $0.contains("isLoved of favorites 7 was true after the first request and is now false")
      }, "\(found.messages)")
    #expect(plain.contents("/songs/7") == before)
  }

  @Test func `a heart that is refused the second time, as the contract doesn't have it, is reported`() async throws {
    let plain = StoreServer(Club.contract)
    let club = StoreServer(beside: plain) { request, _ in
      guard request.method == .put, request.path.hasSuffix("/love"), request.headers.contains("x-key"),
        plain.said(to: plain.request(.get, "/songs/7")).json?["data"]?["isLoved"]?.bool == true
      else { return nil }
      return OutgoingResponse(Notes.response(409, #"{ "ok": false, "error": "TAKEN", "message": "There." }"#))
    }
    let before = plain.contents("/songs/7")
    let options = VerifierOptions(
      allowsWrites: true, only: [Wildcard("songs.love: *contract")], variables: ["song_id": "7"])
    let found = Board.Findings(outcomes: try await club.verify(options))
    #expect(found.drift == ["songs.love effect.repeated /request"], "\(found.messages)")
    #expect(plain.contents("/songs/7") == before)
  }

  @Test func `an item that is twice on its list after a repetition is reported`() async throws {
    let changes = Mutex(0)
    let board = StoreServer(Board.contract) { request, answer in
      if Board.isSent(request, .put, to: "") { changes.withLock { $0 += 1 } }
      guard request.method == .get, request.path == "/notices", changes.withLock({ $0 > 1 }) else { return nil }
      let answered = answer()
      guard let body = answered.json, let notices = body["data"]?.elements else { return answered }
      return answered.saying(body.setting("data", to: .array(notices.flatMap { [$0, $0] })))
    }
    let found = try await Board.verify(board, Self.edits)
    #expect(found.drift == ["notices.edit effect.repeated /request"], "\(found.messages)")
    #expect(found.messages.contains { $0.contains("2 times") }, "\(found.messages)")
  }

  // MARK: - Delayed reads

  @Test func `a board whose reads are 400 ms late does what it says`() async throws {
    let late = LaggingStore(lag: 400, paths: ["/notices"] + (4...12).map { "/notices/\($0)" })
    let store = StoreServer(Board.contract)
    let board = StoreServer(beside: store, late.mischief { store.said(to: $0) })
    let found = try await Board.verify(board, "notices.*", clock: late.time.clock)
    #expect(found.drift == [], "\(found.messages)")
  }
}
