import PlumblineContractModel
import PlumblineMockEngine

/// A failure between client and mock. Its effect on a response is never drift.
///
///     .offline
///     .status(503).on("tickets.*").times(1)
///     .reset.share(0.2)
public struct MockFault: Sendable, Hashable {
  let rule: FaultRule

  private init(_ fault: Fault) {
    rule = FaultRule(fault)
  }

  private init(rule: FaultRule) {
    self.rule = rule
  }

  /// The connection closes at once, without sending a byte.
  public static let offline = MockFault(.offline)
  /// The connection is reset before the first byte.
  public static let reset = MockFault(.reset)
  /// The head promises the whole body, but only half of it is sent before the connection closes.
  public static let truncated = MockFault(.truncated)
  /// The body is sent in chunks, and one of them has an invalid size.
  public static let badChunk = MockFault(.badChunk)
  /// Random bytes are sent instead of HTTP.
  public static let random = MockFault(.random)
  /// A 200 without a body.
  public static let empty = MockFault(.empty)
  /// The whole response, but its body takes five seconds, over which the events of a stream are spread.
  public static let drip = MockFault(.drip)

  /// Returns the head and this many events of a stream, or all if it has fewer. Then the connection closes before the
  /// body's end. Any other body is ``truncated``.
  ///
  /// ```swift
  /// @Test func `what came before the connection broke is kept`() async throws {
  ///   try MockedService.current.inject(.breakOff(after: 3).on("chat.*"))
  ///   var words: [String] = []
  ///   await #expect(throws: ChatError.interrupted) {
  ///     for try await word in client.reply(to: "Hello") { words.append(word) }
  ///   }
  ///   #expect(words.count == 3)
  /// }
  /// ```
  public static func breakOff(after events: Int) -> MockFault { MockFault(.breakOff(after: events)) }

  /// Returns a failure of the contract with a name, in the contract's envelope.
  public static func failure(_ name: String) -> MockFault { MockFault(.failure(name)) }

  /// Returns a failure with a status from 400 to 599, documented or not.
  public static func status(_ status: Int) -> MockFault { MockFault(.status(status)) }

  /// Returns the same fault for one endpoint, or for those that match a pattern such as `tickets.*`.
  public func on(_ endpoints: String) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: rule.share, endpoint: Wildcard(endpoints), times: rule.times))
  }

  /// Returns the same fault for a share of the requests, from 0 to 1. The selection is seeded, so a test gets the same
  /// one each time.
  public func share(_ share: Double) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: share, endpoint: rule.endpoint, times: rule.times))
  }

  /// Returns the same fault for this many requests only.
  public func times(_ times: Int) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: rule.share, endpoint: rule.endpoint, times: times))
  }

  /// Returns the problem with the fault for a service, or `nil` if it can strike.
  func problem(in library: MockLibrary) -> String? {
    if case .status(let status) = rule.fault, !(400...599).contains(status) {
      return "\(status) isn't an error status: use 400 to 599."
    }
    if case .breakOff(let events) = rule.fault, events < 0 { return "\(events) isn't a number of events." }
    guard (0...1).contains(rule.share) else { return "\(rule.share) isn't a share of the requests: use 0 to 1." }
    return library.problem(with: rule)
  }
}
