import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Requests that change a session or its responses.
extension ControlAPI {
  private static let done = Response(status: 204)

  func clearJournal(_ call: Call) -> Response {
    call.session.journal.removeAll()
    return Self.done
  }

  func reset(_ call: Call) -> Response {
    call.session.reset()
    return Self.done
  }

  // MARK: Stubs

  /// The old name of stubs in paths and bodies.
  private static let oldStubs = "overrides"

  /// Lists the stubs. At the old path, members have their old names.
  func stubs(_ call: Call) -> Response {
    let isOld = call.reading.request.path.hasSuffix("/\(Self.oldStubs)")
    let stubs = call.session.mock.overrides.map { ControlJSON.override($0.override, left: $0.left, isOld: isOld) }
    return ControlJSON.response(200, .object([(isOld ? Self.oldStubs : "stubs", .array(stubs))]))
  }

  func replaceStubs(_ call: Call) throws(ControlRefusal) -> Response {
    let overrides = try map(call.body["stubs"] ?? call.body[Self.oldStubs], override)
    call.session.mock.removeOverrides()
    for override in overrides.reversed() { call.session.mock.add(override) }
    return stubs(call)
  }

  func addStub(_ call: Call) throws(ControlRefusal) -> Response {
    call.session.mock.add(try override(call.body))
    return stubs(call)
  }

  func removeStubs(_ call: Call) -> Response {
    call.session.mock.removeOverrides(of: call.reading.query("endpoint")?.string)
    return stubs(call)
  }

  private func override(_ value: JSON) throws(ControlRefusal) -> Override {
    let plays: Override.Play
    if value["made"] != nil { throw .invalid("Only a test can compute a response for each request.") }
    if let name = value["recording"]?.string {
      plays = .recording(name)
    } else if let name = (value["error"] ?? value["failure"])?.string {
      plays = .failure(name)
    } else if value["body"] != nil || value["text"] != nil || value["headers"] != nil {
      plays = .written(Self.written(value))
    } else {
      plays = .status(value["status"]?.int ?? 0)
    }
    let override = Override(
      endpoint: value["endpoint"]?.string ?? "", plays: plays, times: value["times"]?.int)
    if let problem = directory.library.problem(with: override) { throw .invalid(problem) }
    return override
  }

  /// Returns a hand-written response with a JSON `body`, or with a `text` in any format.
  private static func written(_ value: JSON) -> StubResponse {
    var fields = value["headers"]?.members.map { StubResponse.Field($0.key, $0.value.string ?? "") } ?? []
    let hasType = fields.contains { $0.name.lowercased() == "content-type" }
    if value["body"] != nil, !hasType { fields.append(.init("Content-Type", "application/json")) }
    let body = value["body"].map { Array($0.text.utf8) } ?? Array((value["text"]?.string ?? "").utf8)
    return StubResponse(status: value["status"]?.int ?? 200, fields: fields, body: body)
  }

  // MARK: Faults, delays and pace

  func faults(of session: ServedSession) -> Response {
    let faults = session.faults.faults.map { ControlJSON.fault($0.rule, left: $0.left) }
    return ControlJSON.response(200, ["faults": .array(faults)])
  }

  func replaceFaults(_ call: Call) throws(ControlRefusal) -> Response {
    let faults = try map(call.body["faults"]) { value throws(ControlRefusal) in
      let fault = try reading { () throws(RuleError) in try Fault(parsing: value["fault"]?.string ?? "") }
      let rule = FaultRule(
        fault, share: value["share"]?.double ?? 1, endpoint: Wildcard(value["endpoint"]?.string ?? "*"),
        times: value["times"]?.int)
      if let problem = directory.library.problem(with: rule) { throw .invalid(problem) }
      return rule
    }
    call.session.faults.setFaults(faults, seed: call.body["seed"]?.int.map { UInt64(clamping: $0) })
    return self.faults(of: call.session)
  }

  func removeFaults(_ call: Call) -> Response {
    call.session.faults.setFaults([])
    return faults(of: call.session)
  }

  func delays(of session: ServedSession) -> Response {
    ControlJSON.response(200, ["delays": .array(session.faults.delays.map(ControlJSON.delay))])
  }

  func replaceDelays(_ call: Call) throws(ControlRefusal) -> Response {
    let delays = try map(call.body["delays"]) { value throws(ControlRefusal) in
      let delay = try reading { () throws(RuleError) in try Delay(parsing: value["delay"]?.string ?? "") }
      let rule = DelayRule(delay, endpoint: Wildcard(value["endpoint"]?.string ?? "*"))
      if let problem = directory.library.problem(with: rule) { throw .invalid(problem) }
      return rule
    }
    call.session.faults.setDelays(delays)
    return self.delays(of: call.session)
  }

  func removeDelays(_ call: Call) -> Response {
    call.session.faults.setDelays([])
    return delays(of: call.session)
  }

  func pace(of session: ServedSession) -> Response {
    ControlJSON.response(200, ["pace": JSON(session.mock.pace.description)])
  }

  func replacePace(_ call: Call) throws(ControlRefusal) -> Response {
    let text = call.body["pace"]?.string ?? ""
    call.session.mock.setPace(try reading { () throws(RuleError) in try StreamPace(parsing: text) })
    return pace(of: call.session)
  }

  // MARK: Sessions

  func sessions() -> Response {
    let sessions = ([directory.main] + directory.sessions).map { session -> JSON in
      .object(ControlJSON.session(session) + [("exchanges", JSON(session.journal.total))])
    }
    return ControlJSON.response(200, ["sessions": .array(sessions)])
  }

  func openSession(_ call: Call) throws(ControlRefusal) -> Response {
    var options = directory.configuration.options
    if let persona = call.body["persona"]?.string { options.persona = persona }
    do throws(SessionError) {
      let session = try directory.open(call.body["name"]?.string, options: options, reachedAs: call.host)
      return ControlJSON.response(201, .object(ControlJSON.session(session)))
    } catch {
      throw ControlRefusal(error)
    }
  }

  func closeSession(_ call: Call) throws(ControlRefusal) -> Response {
    let name = call.reading.path("name")?.string ?? ""
    guard name != ServedSession.mainName else {
      throw ControlRefusal(
        status: 409, code: "MAIN_SESSION",
        message: "The main session can't be closed; to restore its seed data, use POST /__plumbline/reset.")
    }
    guard directory.close(name) else { throw ControlRefusal(.unknown(name)) }
    return Self.done
  }

  private func map<Value>(
    _ list: JSON?, _ read: (JSON) throws(ControlRefusal) -> Value
  ) throws(ControlRefusal) -> [Value] {
    var values: [Value] = []
    for element in list.map({ Array($0.elements) }) ?? [] { values.append(try read(element)) }
    return values
  }

  private func reading<Value>(_ body: () throws(RuleError) -> Value) throws(ControlRefusal) -> Value {
    do throws(RuleError) {
      return try body()
    } catch {
      throw .invalid(error.description)
    }
  }
}
