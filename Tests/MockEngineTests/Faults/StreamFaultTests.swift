import PlumblineHTTPMessages
import PlumblineMockEngine
import Testing

/// The effects of faults on a stream.
@Suite struct StreamFaultTests {
  private func answer(
    _ fault: Fault, pace: StreamPace = .immediate, to request: Request = Chat.request()
  ) throws -> OutgoingResponse {
    let session = try Chat.session([try Chat.recording(), try Chat.log()], pace: pace)
    let library = session.library
    return FaultingResponder(session, plan: FaultPlan(faults: [FaultRule(fault)])) { library }.answer(to: request)
  }

  private func times(_ answer: OutgoingResponse) -> [Duration]? {
    guard case .timed(let timing) = answer.delivery.pace else { return nil }
    return timing.parts.map(\.time)
  }

  @Test(arguments: [(0, 0), (1, 22), (2, 43), (3, 57), (4, 57)])
  func `a stream breaks off behind its events`(_ events: Int, _ end: Int) throws {
    let broken = try answer(.breakOff(after: events))
    #expect(broken.delivery.truncateAfter == end)
    // The body is complete, so only the end of its chunks is missing.
    #expect(broken.response.body.length == 57)
    #expect(times(broken) == [.zero, .zero, .zero])
    #expect(broken.response.headers["Plumbline-Fault"] == "break-off-\(events)")
  }

  @Test func `the events before the break come at their pace`() throws {
    #expect(
      times(try answer(.breakOff(after: 2), pace: .recorded)) == [.seconds(1), .seconds(2), .seconds(3)])
    let every = try answer(.breakOff(after: 2), pace: .every(.seconds(9)))
    #expect(times(every) == [.zero, .seconds(9), .seconds(18)])
    #expect(every.delivery.truncateAfter == 43)
  }

  @Test func `lines of JSON are events too`() throws {
    #expect(
      try answer(.breakOff(after: 1), to: Request(method: .get, target: "/log")).delivery.truncateAfter == 8)
  }

  @Test func `an answer that is no stream is cut in its middle`() throws {
    let model = Request(method: .get, target: "/model")
    let broken = try answer(.breakOff(after: 1), to: model)
    #expect(broken.delivery.truncateAfter == (broken.response.body.length ?? 0) / 2)
    #expect(broken.delivery.pace == nil)
    let truncated = try answer(.truncated, to: model)
    #expect(broken.delivery == truncated.delivery)
  }

  @Test func `a stream drips event by event, the last at five seconds`() throws {
    let dripping = try answer(.drip, pace: .recorded)
    #expect(dripping.delivery.truncateAfter == nil)
    let moments = try #require(times(dripping))
    #expect(moments.count == 3)
    #expect(moments.last == .seconds(5))
    #expect(moments == moments.sorted())
    #expect(Set(moments).count == 3)
  }

  @Test func `a fault that is no word is reported with the form of those with a number`() throws {
    let problem = try #require(try Chat.session().library.problem(with: FaultRule(.failure("breakof"))))
    #expect(problem.contains("break-off-N"), "\(problem)")
  }

  @Test func `the journal has a stream's events and time, and of one that broke off the events that went out`() throws {
    let journal = Journal()
    let request = Chat.request()
    journal.append(request, try answer(.drip))
    journal.append(request, try answer(.breakOff(after: 1)))
    let entries = journal.entries
    #expect(entries.map(\.status) == [200, nil])
    #expect(entries.map(\.answer.streamEnds?.count) == [3, 3])
    #expect(entries.map { $0.answer.delivery.time(ofBody: $0.responseSize) } == [.seconds(5), .zero])
    let failure = "The fault break-off-1 closed the connection after 1 of 3 events."
    #expect(entries.map(\.failure?.message) == [nil, failure])
    #expect(entries.map { $0.cutStream?.sent } == [nil, 1])
    #expect(entries.map { $0.exchange.response?.body.length } == [57, 22])
  }

  @Test func `a stream that broke off before its first whole event brought nothing`() throws {
    let journal = Journal()
    journal.append(Chat.request(), try answer(.breakOff(after: 0)))
    let entry = try #require(journal.entries.first)
    #expect(entry.failure?.message == "The fault break-off-0 closed the connection after 0 of 3 events.")
    #expect(entry.exchange.response == nil)
  }
}
