import PlumblineContractModel
import PlumblineMockEngine

/// Something that goes wrong on the way between client and mock. What it does to an answer is never drift.
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

  /// The connection closes at once, without a byte.
  public static let offline = MockFault(.offline)
  /// The connection is reset before the first byte.
  public static let reset = MockFault(.reset)
  /// The head promises the whole body, half of it comes, and the connection closes.
  public static let truncated = MockFault(.truncated)
  /// The body comes in chunks, and one of them has a size that is no number.
  public static let badChunk = MockFault(.badChunk)
  /// Random bytes in place of HTTP.
  public static let random = MockFault(.random)
  /// 200 and no body.
  public static let empty = MockFault(.empty)
  /// The whole answer, but its body takes five seconds; the events of a stream are spread over them.
  public static let drip = MockFault(.drip)

  /// The head and so many events of a stream, or all where it has fewer; then the connection closes before the body's end. A body
  /// that is no stream is ``truncated``.
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

  /// A failure of the contract, by its name, in its envelope.
  public static func failure(_ name: String) -> MockFault { MockFault(.failure(name)) }

  /// A failure with a status from 400 to 599, documented or not.
  public static func status(_ status: Int) -> MockFault { MockFault(.status(status)) }

  /// The same for one endpoint, or for those that fit a pattern: `tickets.*`.
  public func on(_ endpoints: String) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: rule.share, endpoint: Wildcard(endpoints), times: rule.times))
  }

  /// The same for a part of the requests, from 0 to 1. Chance is drawn from a seed: a test meets the same each time.
  public func share(_ share: Double) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: share, endpoint: rule.endpoint, times: rule.times))
  }

  /// The same for so many requests; then it is over.
  public func times(_ times: Int) -> MockFault {
    MockFault(rule: FaultRule(rule.fault, share: rule.share, endpoint: rule.endpoint, times: times))
  }

  /// What is wrong with it for a service; `nil` when it can strike.
  func problem(in library: MockLibrary) -> String? {
    if case .status(let status) = rule.fault, !(400...599).contains(status) {
      return "\(status) is no status of a failure: use 400 to 599."
    }
    if case .breakOff(let events) = rule.fault, events < 0 { return "\(events) is no number of events." }
    guard (0...1).contains(rule.share) else { return "\(rule.share) is no share of the requests: use 0 to 1." }
    return library.problem(with: rule)
  }
}
