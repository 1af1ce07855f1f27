import Dispatch
import PlumblineJSONTree
import PlumblineVerification
import PlumblineWorkspace
import Synchronization

/// A player that runs clients in child processes of the same program, each of which makes one call at a time. A client
/// that traps takes down only its own process, and the run continues with a new one.
///
/// There are as many processes as concurrent calls. A process exits when its connection is closed, either by
/// ``finish()`` or because this process exits.
final class ChildPlayers: CallPlayer {
  private let program: String
  private let console: Console
  private let idle = Mutex<[ClientProcess]>([])
  /// The number of calls played so far.
  private let plays = Mutex(0)

  /// - Parameters:
  ///   - program: The path of the executable, which contains the same suites.
  ///   - console: Shows what clients write to their standard error.
  init(program: String, console: Console) {
    self.program = program
    self.console = console
  }

  func play(_ play: Play, until interruption: Interruption?) async throws -> Played? {
    let number = plays.withLock { plays in
      plays += 1
      return plays
    }
    guard let request = PlayMessages.request(play, number: number) else {
      return try await LocalPlayer().play(play, until: interruption)
    }
    let process = try await waiting()
    let result = await Deadline.race(play.deadline, until: interruption) {
      await process.played(request, play, number)
    }
    switch result {
    case nil:
      show(process)
      process.abandon()
      return nil
    case .failure(let error):
      settle(process)
      throw error
    case .success(.crashed(let crash)): return .crashed(crash)
    case .success(let played):
      settle(process)
      return played
    }
  }

  /// Ends the processes that are waiting for a call.
  func finish() {
    for process in takeAll() { process.abandon() }
  }

  deinit { finish() }

  private func takeAll() -> [ClientProcess] {
    idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
  }

  private func waiting() async throws -> ClientProcess {
    while let process = idle.withLock({ $0.popLast() }) {
      if !process.isUnusable { return process }
      // The process ended or sent a request because of work left over from an earlier call. There is no way to tell
      // which call it was.
      console.complain(
        "plumbline: a task that outlived its call ended the client process or sent another request; the run continues in a new process."
      )
      process.abandon()
    }
    let program = program
    return try await Blocking.run { try ClientProcess(program) }
  }

  /// Shows what a client wrote to its standard error, and keeps its process for the next call.
  private func settle(_ process: ClientProcess) {
    show(process)
    idle.withLock { $0.append(process) }
  }

  private func show(_ process: ClientProcess) {
    let said = process.takeErrors()
    if !said.isEmpty { console.complain(lines: said.hasSuffix("\n") ? String(said.dropLast()) : said) }
  }
}

extension Surroundings {
  /// Returns the player for this executable's own suites. It uses separate processes if possible; otherwise a message
  /// on standard error says that it doesn't.
  func player() -> any CallPlayer {
    switch clients {
    case .processes(let program): return ChildPlayers(program: program, console: console)
    case .thisProcess: return LocalPlayer()
    case .thisProcessOnly:
      console.complain(
        "plumbline: Can't start a child process here, so the clients run in this process: a crash ends the run."
      )
      return LocalPlayer()
    }
  }
}

/// A process that runs clients, and the thread that communicates with it.
final class ClientProcess: Sendable {
  private let conversation: ChildConversation
  private let thread = DispatchQueue(label: "plumbline.client")

  init(_ program: String) throws {
    do throws(ChildProcess.Unstarted) {
      conversation = try ChildConversation(
        [program],
        // The runtime's own crash report would arrive too late and add nothing.
        environment: [
          ClientHostLoop.variable: "1", "SWIFT_BACKTRACE": "enable=no",
          // Values are compared by their descriptions, so the order of sets and dictionaries must not vary from one
          // process to the next.
          "SWIFT_DETERMINISTIC_HASHING": "1",
        ])
    } catch {
      throw ClientsUnstarted(reason: error.reason)
    }
    // Start a call's deadline only once its process is running.
    let patience = DispatchWorkItem { [conversation] in conversation.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: patience)
    defer { patience.cancel() }
    guard conversation.ask(PlayMessages.greeting) != nil else {
      let end = conversation.end()
      throw ClientsUnstarted(reason: "it exited before it was ready. \(Self.lastWords(of: end.errors))")
    }
  }

  var isUnusable: Bool { conversation.isUnusable }

  /// Runs a call, and compares its value if requested.
  ///
  /// - Parameter number: The number that identifies the play to the child process.
  func played(_ request: JSON, _ play: Play, _ number: Int) async -> Result<Played, VariableError> {
    await withCheckedContinuation { continuation in
      thread.async { [self] in continuation.resume(returning: blockingPlayed(request, play, number)) }
    }
  }

  private func blockingPlayed(_ request: JSON, _ play: Play, _ number: Int) -> Result<Played, VariableError> {
    guard let line = ask(request, play, number) else { return .success(.crashed(crash())) }
    do throws(VariableError) {
      guard let played = try PlayMessages.played(line, play) else {
        return .success(
          .threw(
            ClientFailure(
              .other, message: "the client's process is from a different build and has no call \(play.title)")))
      }
      guard case .returned(var value) = played, let question = play.comparison else { return .success(played) }
      guard let verdict = ask(question, play, number) else { return .success(.crashed(crash())) }
      value.mismatch = verdict["mismatch"]?.string
      return .success(.returned(value))
    } catch {
      return .failure(error)
    }
  }

  /// Sends a line and returns the reply. Lookups that the call makes in the meantime are recorded before it continues.
  ///
  /// A request that follows a lookup is therefore checked in a context that includes the lookup, as in a single
  /// process.
  private func ask(_ line: JSON, _ play: Play, _ number: Int) -> JSON? {
    var answer = self.answer(to: line)
    while let line = answer, let note = PlayMessages.note(line) {
      // Ignore lookups by work left over from an earlier call.
      if note.play == number { PlayMessages.take(note, into: play) }
      answer = self.answer(to: PlayMessages.acknowledgement(of: note))
    }
    return answer
  }

  private func answer(to line: JSON) -> JSON? {
    conversation.ask(line.serialized()).flatMap { try? JSON.parse($0) }
  }

  private func crash() -> ClientCrash {
    let end = conversation.end()
    return ClientCrash(signal: end.signal, status: end.status, said: Self.lastWords(of: end.errors))
  }

  /// Returns the line of output in which the Swift runtime explains why the process trapped, or else the last line.
  private static func lastWords(of errors: [UInt8]) -> String {
    let lines = String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    let told = lines.last { $0.contains("Fatal error") } ?? lines.last { !$0.allSatisfy(\.isWhitespace) }
    return told.map { String($0.prefix(300)) } ?? ""
  }

  func takeErrors() -> String { String(decoding: conversation.takeErrors(), as: UTF8.self) }

  /// Terminates the process, even in the middle of a call.
  func abandon() {
    conversation.terminate()
    thread.async { [conversation] in _ = conversation.end() }
  }
}

/// The error thrown if no client process could be started.
struct ClientsUnstarted: Error, CustomStringConvertible {
  let reason: String

  var description: String { "couldn't start a process for the client: \(reason)" }
}
