import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineTime

/// The inspector page and the requests that only it uses.
extension ControlAPI {
  func page(_ call: Call) -> Response {
    InspectorPage.response(directory.configuration.inspector, token: call.reading.query("token")?.string)
  }

  /// Redirects a client that omitted the trailing slash to the page. The query is kept.
  func bare(_ call: Call) -> Response {
    let query = call.reading.request.query.map { "?\($0)" } ?? ""
    return Response(
      status: 308, headers: ["Location": "/__plumbline/\(query)", "Cache-Control": "no-store"])
  }

  // MARK: Personas

  func personas(of session: ServedSession) -> Response {
    let everyone = session.mock.persona.map { JSON($0.name) } ?? nil
    let personas = directory.library.contract.personas.map { persona -> JSON in
      ["name": JSON(persona.name), "permissions": .array(persona.permissions.map { JSON($0) })]
    }
    return ControlJSON.response(
      200, ["session": JSON(session.name), "everyone": everyone, "personas": .array(personas)])
  }

  func replacePersona(_ call: Call) throws(ControlRefusal) -> Response {
    guard directory.configuration.upstream == nil else {
      throw ControlRefusal(
        status: 409, code: "UPSTREAM",
        message: "The server behind --upstream authenticates callers itself, so no persona can be assigned.")
    }
    let name = call.body["everyone"]?.string
    let problems = directory.library.problems(with: MockOptions(persona: name))
    guard problems.isEmpty else { throw .invalid(problems.joined(separator: " ")) }
    call.session.become(name)
    return personas(of: call.session)
  }

  // MARK: Recordings

  func draft(_ call: Call) throws(ControlRefusal) -> Response {
    let (file, kind) = try drafting(call).draft(try entry(call.reading.path("id"), of: call.session))
    return ControlJSON.response(
      200,
      [
        "recording": JSON(file.recording.id), "kind": JSON(kind.rawValue),
        "path": JSON(directory.configuration.shelf.shown(file.path)),
        "text": JSON(String(decoding: file.bytes, as: UTF8.self)),
      ])
  }

  func saveRecording(_ call: Call) throws(ControlRefusal) -> Response {
    guard let write = directory.configuration.shelf.write else {
      throw ControlRefusal(
        status: 409, code: "READ_ONLY",
        message: "This server doesn't write files: start it with --allow-recordings, or use the text of "
          + "GET /__plumbline/journal/ID/recording.")
    }
    // Hold the lock, so that two exchanges that are saved at the same time get different names.
    return try directory.saved.withLock { saved throws(ControlRefusal) in
      let (file, kind) = try drafting(call, beside: saved).draft(try entry(call.body["exchange"], of: call.session))
      if let reason = write(file.bytes, file.path) {
        throw ControlRefusal(
          status: 500, code: "NOT_WRITTEN",
          message: "\(directory.configuration.shelf.shown(file.path)) couldn't be written. \(reason)")
      }
      saved.append(file.recording)
      return ControlJSON.response(
        201,
        [
          "recording": JSON(file.recording.id), "kind": JSON(kind.rawValue),
          "path": JSON(directory.configuration.shelf.shown(file.path)),
        ])
    }
  }

  private func drafting(_ call: Call) -> JournalDrafting {
    drafting(call, beside: directory.saved.withLock { $0 })
  }

  private func drafting(_ call: Call, beside saved: [Recording]) -> JournalDrafting {
    JournalDrafting(
      shelf: directory.configuration.shelf, judge: call.session.judge, saved: saved,
      today: call.session.options.today ?? WallClock.day(of: WallClock.system()))
  }

  /// Returns the journal entry with a number.
  func entry(_ id: JSON?, of session: ServedSession) throws(ControlRefusal) -> JournalEntry {
    guard let entry = id?.int.flatMap({ session.journal.entry($0) }) else {
      let name = id.map { " " + $0.text.prefix(100) } ?? ""
      throw .notFound("The journal of \(session.name) doesn't contain the exchange\(name), or no longer does.")
    }
    return entry
  }
}
