import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import Synchronization
import Testing

/// Servers whose effects differ from what their responses report. Each is detected by the corresponding rule.
struct EffectTests {
  private static func article(_ id: Int, _ price: String = "1", _ members: String = "") -> String {
    #"{ "ok": true, "data": { "id": \#(id), "name": "Lamp", "price": \#(price), "status": "open"\#(members) } }"#
  }

  @Test func `the shop itself does what it says`() async throws {
    let store = StoreServer(Shop.contract)
    let options = VerifierOptions(
      allowsWrites: true, only: ["articles.*", "pins.list", "pins.put"].map { Wildcard($0) })
    let outcomes = try await store.verify(options, variables: ["name": "door"])
    #expect(outcomes.flatMap(\.drift).map(\.message) == [])
    #expect(outcomes.complaints == [])
    #expect(Set(store.writes.map { $0.split(separator: " ")[0] }) == ["POST", "PUT", "DELETE"])
  }

  @Test func `a change that does nothing is one finding, whatever its answer says`() async throws {
    let echo = try await Shop.drift("articles.edit") { request, answer in
      guard request.method == .put else { return nil }
      return OutgoingResponse(Notes.response(200, Self.article(5, "7.125", #", "mail": "Wu@Shop.Example""#)))
    }
    #expect(echo == ["articles.edit effect.not-applied /request/body"])
    let silent = try await Shop.drift("articles.close") { request, _ in
      request.path.hasSuffix("/close") ? OutgoingResponse(Response(status: 204)) : nil
    }
    #expect(silent == ["articles.close effect.not-applied /request"])
  }

  @Test func `what is only accepted may be done later, and isn't looked for`() async throws {
    let drift = try await Shop.drift("articles.close") { request, _ in
      request.path.hasSuffix("/close") ? OutgoingResponse(Response(status: 202)) : nil
    }
    #expect(drift == [])
  }

  @Test func `a part of a change that isn't there is reported by its member`() async throws {
    let first = Mutex<JSON?>(nil)
    let drift = try await Shop.drift(
      "articles.edit",
      mischief: Shop.storing { name, value in
        guard name == "mail" else { return nil }
        return first.withLock { first in
          first = first ?? value
          return first
        }
      })
    #expect(drift == ["articles.edit effect.not-applied /request/body/mail"], "\(drift)")
  }

  @Test func `what a change empties that wasn't sent is reported, once it has done so twice`() async throws {
    let emptier = Emptier(isLasting: true)
    let drift = try await emptier.drift()
    #expect(drift == ["articles.edit effect.unsent-changed /request/body/mail"])
    #expect(emptier.edits > 2)
  }

  @Test func `what changes but once isn't the request's doing`() async throws {
    let drift = try await Emptier(isLasting: false).drift()
    #expect(drift == [])
  }

  @Test func `the item is at the place in the response`() async throws {
    let drift = try await Shop.drift("articles.add", "articles.remove") { request, answer in
      guard request.method == .post, request.path == "/articles" else { return nil }
      let answer = answer()
      guard let body = try? JSON.parse(answer.response.body.bytes ?? []), let data = body["data"],
        let id = data["id"]?.int
      else { return answer }
      var response = answer.response
      response.body = Body(body.setting("data", to: data.setting("id", to: JSON(id + 1))).text)
      return OutgoingResponse(response)
    }
    #expect(drift == ["articles.add effect.wrong-item /response/body"])
  }

  @Test func `a read that shows the neighbour is reported`() async throws {
    let drift = try await Shop.drift("articles.get") { request, _ in
      request.path == "/articles/4" ? OutgoingResponse(Notes.response(200, Self.article(5))) : nil
    }
    #expect(drift == ["articles.get effect.wrong-item /response/body/data/id"])
  }

  @Test func `a new item is on its list`() async throws {
    let drift = try await Shop.drift("articles.add") { request, _ in
      guard request.method == .get, request.path == "/articles" else { return nil }
      return OutgoingResponse(Notes.response(200, #"{ "ok": true, "data": [] }"#))
    }
    #expect(drift == ["articles.add effect.not-listed /response"])
  }

  @Test func `what was removed is neither read nor listed`() async throws {
    let there = try await Shop.drift("articles.remove") { request, _ in
      request.method == .delete ? OutgoingResponse(Response(status: 204)) : nil
    }
    #expect(there == ["articles.remove effect.not-removed /request"])
    let removed = Counted()
    let listed = try await Shop.drift("articles.remove") { request, _ in
      if request.method == .delete, request.headers.contains("x-key") { _ = removed.count("articles") }
      guard request.method == .get, request.path == "/articles", removed.seen("articles") > 0
      else { return nil }
      return OutgoingResponse(
        Notes.response(200, #"{ "ok": true, "data": [{ "id": 5, "name": "Lamp", "price": 1, "status": "open" }] }"#))
    }
    #expect(listed.first == "articles.remove effect.not-removed /request", "\(listed)")
  }

  @Test func `a key that was there before is none for a new item`() async throws {
    let drift = try await Shop.drift("articles.add") { request, _ in
      guard request.method == .post, request.path == "/articles" else { return nil }
      return OutgoingResponse(Notes.response(201, Self.article(4)))
    }
    #expect(drift == ["articles.add effect.id-reused /response/body/data/id"])
  }

  @Test func `what no two items share isn't made twice`() async throws {
    let second = Mutex<JSON?>(nil)
    let drift = try await Shop.drift("articles.add") { request, answer in
      if request.path == "/articles/77", let item = second.withLock({ $0 }) {
        return OutgoingResponse(Notes.response(200, JSON.object([("ok", true), ("data", item)]).text))
      }
      guard request.method == .post, request.path == "/articles" else { return nil }
      let answered = answer()
      guard answered.response.status == 409, let body = try? JSON.parse(request.body.bytes ?? []) else {
        return answered
      }
      let item = body.setting("id", to: 77).setting("status", to: "open")
      second.withLock { $0 = item }
      return OutgoingResponse(Notes.response(201, JSON.object([("ok", true), ("data", item)]).text))
    }
    #expect(drift == ["articles.add effect.repeated /request"], "\(drift)")
  }

  @Test(arguments: ["pins.put", "articles.add"])
  func `a run that is ended sends nothing a second time`(endpoint: String) async throws {
    let counted = Counted()
    func sent(_ interruption: Interruption?) async throws -> Int {
      let first = counted.seen(endpoint)
      let server = StoreServer(Shop.contract) { request, _ in
        guard request.headers.contains("x-key") else { return nil }
        if request.method == .put || request.method == .post && request.path == "/articles" {
          _ = counted.count(endpoint)
        } else if counted.seen(endpoint) > first {
          // The interruption comes while the run examines the result.
          interruption?.request("Ctrl-C")
        }
        return nil
      }
      let options = VerifierOptions(
        allowsWrites: true, only: [Wildcard("\(endpoint): *contract")], interruption: interruption)
      let outcomes = try await server.verify(options, variables: ["name": "door"])
      #expect(!outcomes.contains { $0.line.outcome == .failed })
      return counted.seen(endpoint) - first
    }
    #expect(try await sent(nil) > 1)
    #expect(try await sent(Interruption()) == 1)
  }

  @Test func `a PUT that is repeated isn't refused`() async throws {
    let counted = Counted()
    let drift = try await Shop.drift("pins.put", variables: ["name": "door"]) { request, _ in
      guard request.method == .put, request.headers.contains("x-key"), counted.count(request.path) > 1 else {
        return nil
      }
      return OutgoingResponse(Notes.response(409, #"{ "ok": false, "error": "TAKEN", "message": "There." }"#))
    }
    #expect(drift == ["pins.put effect.repeated /request"], "\(drift)")
    // The example that `explain` shows.
    #expect(Rule.effect.repeated.explanation?.example == "PUT /pins/door   201\nPUT /pins/door   409")
  }
}

/// A shop whose articles lose their address in edits that don't send it.
private final class Emptier: Sendable {
  private struct State {
    var isEmpty = false
    var edits = 0
  }

  /// A Boolean value that indicates whether every edit removes the address, or only the first one.
  private let isLasting: Bool
  private let state = Mutex(State())

  init(isLasting: Bool) { self.isLasting = isLasting }

  var edits: Int { state.withLock { $0.edits } }

  func drift() async throws -> [String] {
    let options = VerifierOptions(allowsWrites: true)
    let server = StoreServer(Shop.contract) { request, answer in
      if request.method == .put {
        let isSent = (try? JSON.parse(request.body.bytes ?? []))?["mail"] != nil
        self.state.withLock { state in
          state.edits += 1
          state.isEmpty = !isSent && (self.isLasting || state.edits == 1)
        }
      }
      let answered = answer()
      guard self.state.withLock({ $0.isEmpty }), request.method == .get, request.path.hasPrefix("/articles/"),
        let body = try? JSON.parse(answered.response.body.bytes ?? []), let data = body["data"]
      else { return answered }
      var response = answered.response
      response.body = Body(body.setting("data", to: data.setting("mail", to: "")).text)
      return OutgoingResponse(response)
    }
    return try await server.verify(options, suite: ArticleSuite.prices).flatMap(\.drift).map {
      "\($0.endpoint) \($0.rule.id)\($0.pointer.map { " \($0)" } ?? "")"
    }
  }
}
