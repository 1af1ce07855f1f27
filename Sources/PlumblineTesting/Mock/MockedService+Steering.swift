import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineMockEngine

/// The functions of the HTTP control interface, as methods.
extension MockedService {
  /// Overrides the responses of an endpoint to requests that are authorized and valid. The newest override wins.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint's ID, such as `tickets.get`.
  ///   - answer: The response to send instead.
  ///   - times: The number of responses to override, or `nil` for all of them.
  ///   - unused: The effect if no request has used the override by the end of the test. A removed override is ignored.
  ///   - fileID: The ID of the test's file, for the location of issues.
  ///   - filePath: The path of the test's file.
  ///   - line: The line in the test.
  ///   - column: The column in the test.
  /// - Throws: ``MockError`` if the contract has no such endpoint, error, or recording.
  public func override(
    _ endpoint: String, with answer: MockAnswer, times: Int? = nil, unused: UnusedSteps? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    var override = Override(endpoint: endpoint, plays: answer.plays, times: times)
    if let problem = library.problem(with: override) { throw MockError(problem) }
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let mark = UseMark()
    override.mark = mark
    if unused ?? unusedSteps == .failing, times ?? 1 > 0 {
      let line = library.contract.endpoint(endpoint).map { "\($0.request)" } ?? endpoint
      note(
        UnusedStep(
          name: "override of \(endpoint) (\(answer.plays))",
          remedy: "\(line) would use it if authorized and valid, unless a newer override applies.",
          mark: mark, place: place, endpoint: endpoint))
    }
    directory.main.mock.add(override)
  }

  /// Removes the overrides of an endpoint, or all overrides if it is `nil`.
  public func removeOverrides(of endpoint: String? = nil) {
    directory.main.mock.removeOverrides(of: endpoint)
    forget { $0.endpoint.map { endpoint == nil || endpoint == $0 } ?? false }
  }

  /// Injects a fault from now on. The newest fault wins.
  ///
  /// - Parameters:
  ///   - fault: The fault to inject.
  ///   - unused: The effect if the fault has affected no request by the end of the test. A fault for a share of the
  ///     requests may affect none by chance.
  ///   - fileID: The ID of the test's file, for the location of issues.
  ///   - filePath: The path of the test's file.
  ///   - line: The line in the test.
  ///   - column: The column in the test.
  /// - Throws: ``MockError`` if no endpoint matches, or if the contract has no such error.
  public func inject(
    _ fault: MockFault, unused: UnusedSteps? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    if let problem = fault.problem(in: library) { throw MockError(problem) }
    var rule = fault.rule
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let mark = UseMark()
    rule.mark = mark
    if unused ?? unusedSteps == .failing, rule.share == 1, rule.times ?? 1 > 0 {
      let requests = rule.endpoint.isAll ? "Any request" : "A request to \(rule.endpoint)"
      note(
        UnusedStep(
          name: "fault (\(rule))", remedy: "\(requests) would, unless a newer fault applies.", mark: mark,
          place: place,
          endpoint: nil))
    }
    directory.main.faults.add(rule)
  }

  /// Removes all faults.
  public func removeFaults() {
    directory.main.faults.setFaults([])
    forget { $0.endpoint == nil }
  }

  /// Delays responses from now on. The newest delay wins.
  ///
  /// - Parameters:
  ///   - duration: The delay, at most ten minutes.
  ///   - endpoints: An endpoint's ID, or a pattern such as `tickets.*`.
  /// - Throws: ``MockError`` if no endpoint matches, or if the delay is too long.
  public func delay(by duration: Duration, on endpoints: String = "*") throws {
    guard duration >= .zero, duration <= .seconds(600) else {
      throw MockError("\(duration) isn't a delay: a response can be delayed by 600 seconds at most.")
    }
    let rule = DelayRule(.fixed(duration), endpoint: Wildcard(endpoints))
    if let problem = library.problem(with: rule) { throw MockError(problem) }
    directory.main.faults.add(rule)
  }

  /// Changes the pace of streamed events from now on.
  ///
  /// - Throws: ``MockError`` if the time between two events is too long.
  public func pace(_ pace: MockPace) throws {
    if let problem = pace.problem { throw MockError(problem) }
    directory.main.mock.setPace(pace.pace)
  }

  /// Removes all delays.
  public func removeDelays() { directory.main.faults.setDelays([]) }

  /// Resets resources, overrides, faults, delays, and the pace to their state at the start of the test. Recorded
  /// exchanges are kept.
  public func reset() {
    directory.main.reset()
    forget { _ in true }
  }

  /// Returns a persona's credentials for the mock, by name. If the persona is omitted, the contract's first one is
  /// used.
  ///
  /// - Throws: ``MockError`` if the contract has no such persona.
  public func credentials(of persona: String? = nil) throws -> [String: String] {
    let contract = library.contract
    guard let persona else { return contract.personas.first?.credentials ?? [:] }
    if let known = contract.persona(persona) { return known.credentials }
    let problems = library.problems(with: MockOptions(persona: persona))
    throw MockError(problems.joined(separator: " "))
  }

  /// Waives drift in this test, such as the drift of a client that sends an invalid request on purpose.
  ///
  /// Permanent waivers belong in the service's `waivers.json`, which also applies here.
  ///
  /// - Parameters:
  ///   - rule: A rule's ID, or a pattern such as `request.header.*`.
  ///   - endpoints: An endpoint's ID, or a pattern.
  ///   - reason: The reason, for readers of the test.
  /// - Throws: ``MockError`` if no rule matches.
  public func waive(_ rule: String, on endpoints: String = "*", because reason: String) throws {
    let pattern = Wildcard(rule)
    let rules = RuleCatalog.all.map(\.id)
    guard rules.contains(where: pattern.matches) else {
      throw MockError("Unknown rule \"\(rule)\"" + Spelling.suggestion(for: rule, among: rules))
    }
    let endpoint = Wildcard(endpoints)
    let waiver = Waiver(
      subject: .patterns(rule: pattern, endpoint: endpoint, pointer: nil), endpoint: endpoint, reason: reason,
      until: nil, location: SourceLocation(file: "", line: 0, column: 0))
    waivers.withLock { policy in
      policy = WaiverPolicy(
        service: policy.service, waivers: policy.waivers + [waiver], severities: policy.severities)
    }
  }
}
