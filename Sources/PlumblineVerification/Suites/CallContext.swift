/// The inputs of a call: the server's address, the caller, and the values that the call needs.
public struct CallContext: Sendable {
  /// The base URL for the client, without a trailing slash. It is always a loopback address, because the verifier sits
  /// between the client and its target.
  public let baseURL: String
  /// The caller's credentials, by their names in the contract, such as `apiKey` or `session`. The dictionary is empty
  /// for an anonymous call.
  public let credentials: [String: String]
  /// The caller's login values, by their names in the contract's persona, such as `email` and `password`.
  public let login: [String: String]
  /// The values that were given with `--var NAME=VALUE` or in the environment.
  public let variables: [String: String]
  /// The time that the verifier waits for the call. A client's own timeout should be longer, so that a silent server is
  /// recognized.
  public let deadline: Duration
  let lookups: VariableLookups
  /// The mark of the run's own items, or `nil` on a mock.
  let runMark: RunMark?
  /// The reason why ``login`` is empty although the contract declares login values.
  let loginNeeded: LoginNeeded?

  public init(
    baseURL: String, credentials: [String: String] = [:], login: [String: String] = [:],
    variables: [String: String] = [:], deadline: Duration = .seconds(20)
  ) {
    self.init(
      baseURL: baseURL, credentials: credentials, login: login, variables: variables, deadline: deadline,
      lookups: VariableLookups(variables, allowsDefaults: true), loginNeeded: nil, mark: nil)
  }

  init(
    baseURL: String, credentials: [String: String], login: [String: String], variables: [String: String],
    deadline: Duration, lookups: VariableLookups, loginNeeded: LoginNeeded?, mark: RunMark?
  ) {
    self.baseURL = baseURL
    self.credentials = credentials
    self.login = login
    self.variables = variables
    self.deadline = deadline
    self.lookups = lookups
    self.loginNeeded = loginNeeded
    runMark = mark
  }

  /// Returns a string for an item that the call creates. On a real server, it ends with the run's mark, which
  /// identifies the run's own items. Items without the mark are never removed.
  ///
  /// ```swift
  /// NewAlert(title: context.mark("Too hot"), above: 33)  // "Too hot plumbline-7kq2mx9d"
  /// ```
  public func mark(_ text: String) -> String { runMark?.marking(text) ?? text }

  /// Returns a unique name, with the run's mark, for an item that the call creates, or `nil` on a mock.
  package func markedName() -> String? { runMark?.name() }

  /// Returns a string such as a person might write. On a real server, the mark comes first, and the text is followed by
  /// non-ASCII letters, an emoji, markup, quotes, and a second line, and all of it must come back as sent.
  package func prose(_ text: String) -> String { runMark.map { HumanText.message(text, marked: $0) } ?? text }

  /// A Boolean value that indicates whether the calls go to a real server.
  package var isOnServer: Bool { runMark != nil }

  /// Returns an error for a call that can't open the session that it needs. Throwing it skips the call.
  package func noLogin(_ why: String) -> LoginNeeded {
    lookups.noteLoginNeeded(why)
    return LoginNeeded(description: why)
  }

  /// Returns an error for a call that can't send its request, regardless of its credentials. Throwing it skips the
  /// call.
  package func unsendable(_ why: String) -> Unsendable {
    lookups.noteUnsendable(why)
    return Unsendable(description: why)
  }

  /// Returns an error for a call that proves nothing about the server. Throwing it reports the call as undecided, or as
  /// skipped if it changed nothing, with the reason.
  public func undecided(_ why: String) -> any Error { unsendable(why) }

  /// Returns a copy of the context for a caller with different credentials.
  package func with(credentials: [String: String]) -> CallContext {
    CallContext(
      baseURL: baseURL, credentials: credentials, login: login, variables: variables, deadline: deadline,
      lookups: lookups, loginNeeded: loginNeeded, mark: runMark)
  }

  /// Returns the caller's login value with a name such as `email` or `password`, or an empty string if the contract's
  /// persona has none.
  ///
  /// - Throws: ``LoginNeeded`` on a real server if the environment lacks the login. The call is then skipped.
  public func login(_ name: String) throws -> String {
    if let loginNeeded {
      throw noLogin(loginNeeded.description)
    }
    return login[name] ?? ""
  }

  /// Returns a string that `--var` can replace, for values that differ on a real server.
  ///
  /// - Throws: ``VariableNeeded`` if the call may change something on a real server and the variable isn't set.
  public func text(_ name: String, default value: String) throws -> String {
    try given(name) ?? value
  }

  /// Returns a string from a recorded request that `--var` can replace. If the server's own list contains the recorded
  /// value, that value is used.
  ///
  /// - Throws: ``VariableNeeded``, as `text(_:default:)` does.
  package func text(_ name: String, recorded value: String) throws -> String {
    let given = try given(name)
    guard lookups.lists(name, value) else { return given ?? value }
    if given != value { lookups.note(used: value, for: name) }
    return value
  }

  /// Returns a number that `--var` can replace, for ids that differ on a real server.
  ///
  /// - Throws: ``VariableError`` if the given text isn't a whole number, or ``VariableNeeded`` if the call may change
  ///   something on a real server and the variable isn't set.
  public func integer(_ name: String, default value: Int) throws -> Int {
    guard let text = try given(name) else { return value }
    guard let number = Int(text) else { throw VariableError(name: name, text: text) }
    return number
  }

  private func given(_ name: String) throws(VariableNeeded) -> String? {
    try lookups.value(name) ?? variables[name]
  }
}
