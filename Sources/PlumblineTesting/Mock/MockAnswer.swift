import PlumblineMockEngine

/// What an endpoint answers in place of what it would.
public struct MockAnswer: Sendable, Hashable {
  let plays: Override.Play

  /// A failure that the contract names: `.failure("notFound")`.
  public static func failure(_ name: String) -> MockAnswer { MockAnswer(plays: .failure(name)) }

  /// A recording of the endpoint, by its file's name: `.recording("page-2")`.
  public static func recording(_ name: String) -> MockAnswer { MockAnswer(plays: .recording(name)) }

  /// A status: recorded where it is, else as the contract has it. One that the endpoint doesn't document is drift: to
  /// see what the client makes of it, inject ``MockFault/status(_:)``.
  public static func status(_ status: Int) -> MockAnswer { MockAnswer(plays: .status(status)) }
}
