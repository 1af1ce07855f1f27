import PlumblineJSONTree

/// A type that runs the code of clients, either in this process or in a separate one, where a trap in a client doesn't
/// crash anything else.
package protocol CallPlayer: Sendable {
  /// Runs a call once.
  ///
  /// - Returns: The result, or `nil` if the time ran out or the run was interrupted. In that case, the client's code is
  ///   abandoned or terminated.
  /// - Throws: `VariableError` for a value of `--var` that the call can't use, or the reason why the client's code
  ///   couldn't be run at all.
  func play(_ play: Play, until interruption: Interruption?) async throws -> Played?
}

/// A run of a call, along with what is needed to evaluate its result.
package struct Play: Sendable {
  let call: Call
  let suite: any CallSuite
  let context: CallContext
  /// A Boolean value that indicates whether a textual form of the value is needed (``Reflection``).
  var showsValue = false
  /// A closure that returns the call's own response once the client has returned, for a call that compares its value
  /// with the response.
  var answer: @Sendable () -> CallAnswer? = { nil }
}

extension Play {
  /// The result of a client's code, in the process that ran it.
  enum Ended: Sendable {
    case returned(any Sendable)
    case threw(ClientFailure)
  }

  /// Runs the call in this process, regardless of how long it takes.
  func run() async -> Result<Ended, VariableError> {
    do {
      return .success(.returned(try await call.run(context)))
    } catch let error as VariableError {
      return .failure(error)
    } catch {
      return .success(.threw(suite.failure(of: error)))
    }
  }

  /// The call's name in messages.
  package var title: String { call.title }

  /// The time that the call may take.
  package var deadline: Duration { context.deadline }

  /// The parameters for comparing a returned value with its response, or `nil` if the call compares nothing.
  package var comparison: JSON? {
    call.comparison == nil ? nil : answer().map(PlayMessages.comparison)
  }

  /// Returns the text of a returned value, if it is needed.
  func text(of value: any Sendable) -> String? { showsValue ? Reflection.text(of: value) : nil }
}

/// The outcome of a client's code.
package enum Played: Sendable {
  case returned(ReturnedValue)
  case threw(ClientFailure)
  /// The client crashed its process.
  case crashed(ClientCrash)
}

/// The facts about a value that a client returned.
package struct ReturnedValue: Sendable {
  /// The textual form of the value (``Reflection``), or `nil` if it wasn't needed.
  var text: String?
  /// The difference between the value and the response that it was decoded from, or `nil` if there is none or if the
  /// call doesn't compare them.
  package var mismatch: String?
}

/// A client's crash, which terminated the process that it ran in.
package struct ClientCrash: Error, Sendable, Hashable, CustomStringConvertible {
  /// The signal's number, or `nil` if the process exited.
  package let signal: Int32?
  /// The exit status, or `nil` if a signal ended the process.
  package let status: Int32?
  /// The last line of the client's standard error, such as `Fatal error: Index out of range`.
  package let said: String

  package init(signal: Int32? = nil, status: Int32? = nil, said: String) {
    self.signal = signal
    self.status = status
    self.said = said
  }

  /// The runtime's message without its source location, which identifies the crash across versions of the client, or an
  /// empty string if there is none.
  var reason: String {
    guard let start = said.firstRange(of: "Fatal error") else { return "" }
    return String(said[start.lowerBound...].map { $0.isNumber ? "0" : $0 })
  }

  /// A phrase that follows "the client", such as `crashed with SIGILL (Fatal error: Index out of range)`.
  package var description: String {
    let end =
      switch (signal, status) {
      case (let signal?, _): "crashed with \(Self.name(of: signal))"
      case (nil, let status?): "ended its process with exit status \(status)"
      case (nil, nil): "ended its process"
      }
    return said.isEmpty ? end : "\(end) (\(said))"
  }

  /// Returns the POSIX name of a signal whose number is the same on all platforms.
  private static func name(of signal: Int32) -> String {
    let names: [Int32: String] = [
      4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}
