import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Requests that only read data.
extension ControlAPI {
  func health() -> Response {
    let library = directory.library
    let problems = directory.problems
    let isStale = problems.contains { $0.level == .error }
    return ControlJSON.response(
      200,
      [
        "status": isStale ? "stale" : "ok", "version": JSON(directory.configuration.version),
        "service": JSON(library.contract.service), "title": JSON(library.contract.title),
        "endpoints": JSON(library.contract.endpoints.count), "recordings": JSON(library.recordings.count),
        "sessions": JSON(directory.sessions.count + 1), "loads": JSON(directory.loads),
        // An upstream has real data, which must not be treated as disposable.
        "disposable": JSON(directory.configuration.upstream == nil),
        "savesRecordings": JSON(directory.configuration.shelf.write != nil),
        "problems": .array(problems.map(ControlJSON.problem)),
      ])
  }

  func endpoints() -> Response {
    let library = directory.library
    let endpoints = library.contract.endpoints.map { endpoint -> JSON in
      let errors = JSON.array(endpoint.failures.map { JSON($0.name) })
      return [
        "id": JSON(endpoint.id), "method": JSON(endpoint.request.method.rawValue),
        "path": JSON(endpoint.request.template.text),
        "when": endpoint.condition.clauses.isEmpty
          ? .null : .object(endpoint.condition.clauses.map { ("\($0.address)", $0.schema.source) }),
        "summary": JSON(endpoint.summary), "standing": JSON(endpoint.standing.rawValue),
        "deprecated": JSON(endpoint.isDeprecated),
        "stateful": JSON(endpoint.state != nil),
        "stateStanding": endpoint.stateStanding.map { JSON($0.rawValue) } ?? .null,
        "recordings": .array(library.recordings(endpoint.id)?.all.map { JSON($0.name) } ?? []),
        "errors": errors,
        // The member's old name.
        "failures": errors,
      ]
    }
    return ControlJSON.response(200, ["endpoints": .array(endpoints)])
  }

  func journal(_ call: Call) -> Response {
    let query = { (name: String) in call.reading.query(name) }
    let filter = JournalFilter(
      endpoint: query("endpoint")?.string.map { Wildcard($0) },
      status: query("status").flatMap { AskedNumber($0) }?.value,
      method: query("method")?.string?.uppercased(), path: query("path")?.string.map { Wildcard($0) },
      drifted: query("drifted")?.bool, after: query("after").flatMap { AskedNumber($0) }?.value,
      limit: query("limit")?.int ?? 100)
    let judge = call.session.judge
    let entries = call.session.journal.entries
    let shown = shown(call.session)
    return ControlJSON.response(
      200,
      [
        "session": JSON(call.session.name), "total": JSON(call.session.journal.total), "kept": JSON(entries.count),
        "exchanges": .array(filter.pick(from: entries, by: judge).map(shown.line)),
      ])
  }

  func exchange(_ call: Call) throws(ControlRefusal) -> Response {
    let entry = try entry(call.reading.path("id"), of: call.session)
    return ControlJSON.response(200, shown(call.session).whole(entry, at: call.reading.request.headers["host"]))
  }

  func events(_ call: Call) -> Response {
    let headers: HeaderFields = ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]
    if call.reading.request.method == .head { return Response(status: 200, headers: headers) }
    // The session retains the journal, which retains the listener.
    let stream = call.session.journal.listen { [weak session = call.session] entry in
      session.map { shown($0).line(entry).serialized() } ?? []
    }
    return Response(status: 200, headers: headers, body: .stream(stream))
  }

  private func shown(_ session: ServedSession) -> ExchangeJSON {
    let judge = session.judge
    let isForwarding = directory.configuration.upstream != nil
    return ExchangeJSON(judge, ExchangeReasons(session.mock, judge, isForwarding: isForwarding))
  }

  func state(_ call: Call) throws(ControlRefusal) -> Response {
    let mock = call.session.mock as Any as? any StateShowing
    guard let collections = mock.map(\.collections) ?? [:] else {
      throw ControlRefusal(
        status: 507, code: "INSUFFICIENT_STORAGE",
        message:
          "The session's state is larger than a response may be (--limit answer=\(call.session.options.items.answer)). "
          + "Request its lists, page by page.")
    }
    let shown = Redactor(directory.library.contract, directory.configuration.secrets().table).json(collections)
    return ControlJSON.response(200, ["session": JSON(call.session.name), "resources": shown, "collections": shown])
  }

  func coverage(_ call: Call) -> Response {
    struct Count {
      var seen = 0
      var drifted = 0
      var statuses: [Int: Int] = [:]
      var recordings: [String: Int] = [:]
    }
    let library = directory.library
    let judge = call.session.judge
    let entries = call.session.journal.entries
    var counts: [String: Count] = [:]
    var unmatched = 0
    for entry in entries {
      guard let id = library.endpoint(of: entry.request)?.id else {
        unmatched += 1
        continue
      }
      counts[id, default: Count()].seen += 1
      if !judge.drift(entry).isEmpty { counts[id, default: Count()].drifted += 1 }
      if let status = entry.status { counts[id, default: Count()].statuses[status, default: 0] += 1 }
      if let recording = entry.recording { counts[id, default: Count()].recordings[recording, default: 0] += 1 }
    }
    let endpoints = library.contract.endpoints.map { endpoint -> JSON in
      let count = counts[endpoint.id] ?? Count()
      // List every recording, so that a count of 0 shows that it was never requested.
      let names = library.recordings(endpoint.id)?.all.map(\.recording.id) ?? []
      let statuses = count.statuses.sorted { $0.key < $1.key }.map { ("\($0.key)", JSON($0.value)) }
      return [
        "id": JSON(endpoint.id), "standing": JSON(endpoint.standing.rawValue), "seen": JSON(count.seen),
        "drifted": JSON(count.drifted), "statuses": .object(statuses),
        "recordings": .object(names.map { ($0, JSON(count.recordings[$0] ?? 0)) }),
      ]
    }
    return ControlJSON.response(
      200,
      [
        "session": JSON(call.session.name), "exchanges": JSON(entries.count),
        "total": JSON(call.session.journal.total), "seen": JSON(counts.count), "unmatched": JSON(unmatched),
        "endpoints": .array(endpoints),
      ])
  }
}
