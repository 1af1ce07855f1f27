import PlumblineJSONTree
import Synchronization
import Testing

@testable import PlumblineVerification

struct PlayMessagesTests {
  private struct Value: Sendable { let name: String }

  private struct Suite: CallSuite {
    let service = "weather"

    var calls: [Call] {
      var compared = Call("forecasts.get", "compares") { _ in Value(name: "sg") }
      compared.comparison = { value, answer in
        (value as? Value)?.name == answer.text(at: "/city") ? nil : "another city"
      }
      return [
        Call("forecasts.get", "reads") { context in
          Value(name: "\(try context.text("city", default: "sg")) \(context.mark("x")) \(try context.login("email"))")
        },
        Call("forecasts.get", "fails") { _ in throw Failure() },
        Call("forecasts.get", "wants a number") { context in
          Value(name: "\(try context.integer("id", default: 1))")
        },
        compared,
        Call("forecasts.get", "can't be sent") { context in throw context.undecided("no way") },
      ]
    }

    struct Failure: Error {}

    func failure(of error: any Error) -> ClientFailure {
      error is Failure
        ? ClientFailure(.decoding, message: "no", codingPath: "/a") : ClientFailure(.other, message: "\(error)")
    }
  }

  private let context = CallContext(
    baseURL: "http://127.0.0.1:1", credentials: ["key": "k"], login: ["email": "a@example.com"],
    variables: ["id": "seven"], deadline: .milliseconds(1500),
    lookups: VariableLookups(["id": "seven"], allowsDefaults: true), loginNeeded: nil,
    mark: RunMark(known: "plumbline-abc"))

  /// Returns the result of a call that is sent to the other side and back, as between two processes.
  private func played(_ number: Int, shows: Bool = true, answer: CallAnswer? = nil) async throws -> (Played?, Play) {
    let suite = Suite()
    var call = suite.calls[number]
    call.number = number
    var play = Play(call: call, suite: suite, context: context)
    play.showsValue = shows
    play.answer = { answer }
    let host = ClientHost(suites: [suite])
    let request = try #require(PlayMessages.request(play))
    let reply = try #require(await host.reply(to: request.serialized()))
    var played = try PlayMessages.played(try JSON.parse(reply), play)
    if case .returned(var value) = played, let question = play.comparison {
      let verdict = try #require(await host.reply(to: question.serialized()))
      value.mismatch = try JSON.parse(verdict)["mismatch"]?.string
      played = .returned(value)
    }
    return (played, play)
  }

  @Test func `A value shows the same text as within one process, and its context is the same`() async throws {
    let (played, play) = try await played(0)
    guard case .returned(let value) = played else { return #expect(Bool(false), "\(String(describing: played))") }
    #expect(value.text == Reflection.text(of: Value(name: "sg x plumbline-abc a@example.com")))
    #expect(play.context.lookups.asked == ["city"])
  }

  @Test func `A text that isn't needed isn't made`() async throws {
    guard case .returned(let value) = try await played(0, shows: false).0 else { return #expect(Bool(false)) }
    #expect(value.text == nil)
  }

  @Test func `An error is reported with its kind and its place`() async throws {
    guard case .threw(let failure) = try await played(1).0 else { return #expect(Bool(false)) }
    #expect(failure == ClientFailure(.decoding, message: "no", codingPath: "/a"))
  }

  @Test func `A variable that the call can't use is thrown here`() async throws {
    await #expect(throws: VariableError(name: "id", text: "seven")) { _ = try await played(2) }
  }

  @Test func `A value is compared where it is`() async throws {
    let right = CallAnswer(body: try JSON.parse(#"{"city": "sg"}"#))
    let wrong = CallAnswer(body: try JSON.parse(#"{"city": "my"}"#))
    guard case .returned(let fits) = try await played(3, answer: right).0,
      case .returned(let differs) = try await played(3, answer: wrong).0
    else { return #expect(Bool(false)) }
    #expect(fits.mismatch == nil)
    #expect(differs.mismatch == "another city")
  }

  @Test func `What a call noted in its context is noted here`() async throws {
    let (_, play) = try await played(4)
    #expect(play.context.lookups.unsendable == "no way")
  }

  @Test func `On a real server a call has no value before its lookup was taken`() async throws {
    let suite = Suite()
    var call = suite.calls[0]
    call.number = 0
    let play = Play(call: call, suite: suite, context: context)
    let told = Mutex<[[String]]>([])
    let host = ClientHost(suites: [suite]) { number, lookups in
      #expect(number == 7)
      PlayMessages.take(PlayMessages.Note(play: number, number: 1, lookups: lookups), into: play)
      told.withLock { $0.append(play.context.lookups.asked) }
    }
    let request = try #require(PlayMessages.request(play, number: 7))
    _ = await host.reply(to: request.serialized())
    // The reply isn't read, because a call that crashes has none.
    #expect(told.withLock { $0 } == [["city"]])
    #expect(play.context.lookups.asked == ["city"])
  }

  @Test func `On a mock nothing is reported before the end`() async throws {
    let suite = Suite()
    var call = suite.calls[0]
    call.number = 0
    let play = Play(call: call, suite: suite, context: CallContext(baseURL: "http://127.0.0.1:1"))
    let host = ClientHost(suites: [suite]) { _, _ in #expect(Bool(false), "It was told.") }
    let request = try #require(PlayMessages.request(play))
    let reply = try #require(await host.reply(to: request.serialized()))
    _ = try PlayMessages.played(try JSON.parse(reply), play)
    #expect(play.context.lookups.asked == ["city"])
  }

  @Test func `A note and what acknowledges it are read as they were written`() throws {
    let note = PlayMessages.Note(play: 7, number: 3, lookups: ["asked": ["city"]])
    let read = try #require(PlayMessages.note(try JSON.parse(PlayMessages.line(note).serialized())))
    #expect(read.play == 7)
    #expect(read.number == 3)
    #expect(PlayMessages.acknowledged(PlayMessages.acknowledgement(of: note).serialized()) == 3)
    #expect(PlayMessages.acknowledged(PlayMessages.greeting) == nil)
    #expect(PlayMessages.note(try JSON.parse(PlayMessages.greeting)) == nil)
  }

  @Test func `A suite is asked for its calls once, however many are played`() async throws {
    let suite = CountingSuite()
    var call = suite.call
    call.number = 0
    let host = ClientHost(suites: [suite])
    let request = try #require(PlayMessages.request(Play(call: call, suite: suite, context: context)))
    for _ in 0..<3 { #expect(await host.reply(to: request.serialized()) != nil) }
    #expect(suite.questions.withLock { $0 } == 1)
  }

  /// A suite that counts the requests for its calls.
  private final class CountingSuite: CallSuite {
    let service = "weather"
    let call = Call("forecasts.get", "reads") { _ in Value(name: "sg") }
    let questions = Mutex(0)

    var calls: [Call] {
      questions.withLock { $0 += 1 }
      return [call]
    }

    func failure(of error: any Error) -> ClientFailure { ClientFailure(.other, message: "\(error)") }
  }

  @Test func `A call of no suite, and a line that is none, are answered by nothing`() async throws {
    var call = Suite().calls[0]
    #expect(PlayMessages.request(Play(call: call, suite: Suite(), context: context)) == nil)
    call.number = 99
    let line = try #require(PlayMessages.request(Play(call: call, suite: Suite(), context: context)))
    let host = ClientHost(suites: [Suite()])
    #expect(await host.reply(to: line.serialized()) == nil)
    #expect(await host.reply(to: Array("no".utf8)) == nil)
  }

  @Test(arguments: [
    (
      ClientCrash(signal: 4, said: "Fatal error: Index out of range"),
      "crashed with SIGILL (Fatal error: Index out of range)"
    ),
    (ClientCrash(signal: 40, said: ""), "crashed with signal 40"),
    (ClientCrash(status: 0, said: ""), "ended its process with exit status 0"),
  ])
  func `A crash is reported by its signal and its last words`(_ crash: ClientCrash, _ text: String) {
    #expect("\(crash)" == text)
  }
}
