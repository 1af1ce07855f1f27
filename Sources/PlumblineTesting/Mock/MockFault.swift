import PlumblineContractModel
import PlumblineMockEngine

/// A failure between the client and the mock. Its effect on a response is never drift.
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

  /// The connection closes immediately, without sending a byte.
  public static let offline = MockFault(.offline)
  /// The connection is reset before the first byte.
  public static let reset = MockFault(.reset)
  /// The head announces the whole body, but only half of it is sent before the connection closes.
  public static let truncated = MockFault(.truncated)
  /// The body is sent in chunks, and one of them has an invalid size.
  public static let badChunk = MockFault(.badChunk)
  /// Random bytes are sent instead of HTTP.
  public static let random = MockFault(.random)
  /// The response is a 200 without a body.
  public static let empty = MockFault(.empty)
  /// The response is complete, but its body takes five seconds. A stream's events are spread over that time.
  public static let drip = MockFault(.drip)

  /// Returns a fault that sends the head and the given number of a stream's events, or all of them if there are fewer.
  /// Then the connection closes before the end of the body. Any other body is ``truncated``.
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

  /// Returns a fault that sends an error of the contract by name, in the contract's envelope.
  public static func failure(_ name: String) -> MockFault { MockFault(.failure(name)) }

  /// Returns a fault that sends a status from 400 to 599, whether or not it is documented.
  public static func status(_ status: Int) -> MockFault { MockFault(.status(status)) }

  /// Returns the same fault for one endpoint, or for all endpoints that match a pattern such as `tickets.*`.
  public func on(_ endpoints: String) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: rule.share, endpoint: Wildcard(endpoints), times: rule.times))
  }

  /// Returns the same fault for a share of the requests, from 0 to 1. The selection is seeded, so it is the same each
  /// time a test runs.
  public func share(_ share: Double) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: share, endpoint: rule.endpoint, times: rule.times))
  }

  /// Returns the same fault for only the given number of requests.
  public func times(_ times: Int) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: rule.share, endpoint: rule.endpoint, times: times))
  }

  /// Returns the problem with the fault for a service, or `nil` if the fault can occur.
  func problem(in library: MockLibrary) -> String? {
    if case .status(let status) = rule.fault, !(400...599).contains(status) {
      return "\(status) isn't an error status: use 400 to 599."
    }
    if case .breakOff(let events) = rule.fault, events < 0 { return "\(events) isn't a number of events." }
    guard (0...1).contains(rule.share) else { return "\(rule.share) isn't a share of the requests: use 0 to 1." }
    return library.problem(with: rule)
  }
}
