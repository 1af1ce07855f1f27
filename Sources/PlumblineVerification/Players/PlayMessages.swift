import PlumblineHTTPMessages
import PlumblineJSONTree

/// The messages between this process and the one that runs clients, each a line of JSON.
///
///     → {"suite": "weather", "play": 7, "call": 3, "title": "forecast.get: reads a forecast", "context": {…}, …}
///     ← {"note": 1, "play": 7, "lookups": {…}}                      on a real server, whenever the call asks its context
///     → {"noted": 1}                                                before which the call has no value
///     ← {"returned": {"text": "(city:\"sg\")"}, "lookups": {…}}     or "threw": {…}, or "variable": {…}
///     → {"answer": {…}}                                             only for a call that compares its value
///     ← {"mismatch": "…"}
package enum PlayMessages {
  /// The line that a process sends to announce that it is ready.
  package static let greeting = Array("{\"ready\": true}".utf8)

  /// Returns the line that requests a call, or `nil` if other processes don't have the call.
  ///
  /// - Parameter number: A number that distinguishes the play from others on the connection.
  package static func request(_ play: Play, number: Int = 0) -> JSON? {
    guard let call = play.call.number else { return nil }
    return JSON.build { json in
      json.object { json in
        json.member("suite", play.suite.service)
        json.member("play", number)
        json.member("call", call)
        json.member("title", play.call.title)
        json.member("shows", play.showsValue)
        json.member("context", play.context.transported)
      }
    }
  }

  /// Returns the call that a line requests, or `nil` if the suites don't contain it.
  ///
  /// - Parameter tell: A closure that is called with each of the call's notes and the play's number, and returns once
  ///   the note has been received.
  static func play(
    _ line: JSON, of suites: [HostedSuite], telling tell: (@Sendable (_ play: Int, _ lookups: JSON) -> Void)? = nil
  ) -> Play? {
    let play = line["play"]?.int ?? 0
    var telling: (@Sendable (JSON) -> Void)?
    if let tell { telling = { lookups in tell(play, lookups) } }
    guard let hosted = suites.first(where: { $0.suite.service == line["suite"]?.string }),
      let number = line["call"]?.int,
      let transported = line["context"], let context = CallContext(transported: transported, telling: telling)
    else { return nil }
    let calls = hosted.calls
    guard calls.indices.contains(number), calls[number].title == line["title"]?.string else { return nil }
    var asked = Play(call: calls[number], suite: hosted.suite, context: context)
    asked.showsValue = line["shows"]?.bool ?? false
    return asked
  }

  /// A call's lookups, reported while it runs.
  package struct Note: Sendable {
    /// The play's number.
    package let play: Int
    /// The note's own number, which the acknowledgement repeats.
    package let number: Int
    let lookups: JSON

    package init(play: Int, number: Int, lookups: JSON) {
      self.play = play
      self.number = number
      self.lookups = lookups
    }
  }

  /// Returns the line that reports a call's lookups.
  package static func line(_ note: Note) -> JSON {
    .object([("note", JSON(note.number)), ("play", JSON(note.play)), ("lookups", note.lookups)])
  }

  /// Returns the note that a line reports, or `nil` if the line is something else.
  package static func note(_ line: JSON) -> Note? {
    guard let number = line["note"]?.int, let play = line["play"]?.int, let lookups = line["lookups"] else {
      return nil
    }
    return Note(play: play, number: number, lookups: lookups)
  }

  /// Records a note's look-ups in the play's context, as if they had been made in this process.
  package static func take(_ note: Note, into play: Play) { play.context.noteLookups(note.lookups) }

  /// Returns the line that lets a call continue after a note.
  package static func acknowledgement(of note: Note) -> JSON { .object([("noted", JSON(note.number))]) }

  /// Returns the number of the note that a line acknowledges, or `nil` if the line is something else.
  package static func acknowledged(_ line: [UInt8]) -> Int? {
    guard line.starts(with: Array("{\"noted\"".utf8)) else { return nil }
    return (try? JSON.parse(line))?["noted"]?.int
  }

  /// Returns the line that reports the result of a call.
  package static func reply(_ result: Result<Played, VariableError>, to play: Play) -> JSON {
    JSON.build { json in
      json.object { json in
        switch result {
        case .success(.returned(let value)): json.member("returned", object([("text", value.text)]))
        case .success(.threw(let failure)):
          json.member(
            "threw",
            object([
              ("kind", failure.kind.rawValue), ("message", failure.message), ("codingPath", failure.codingPath),
            ]))
        case .success(.crashed(let crash)): json.member("threw", object([("kind", "other"), ("message", "\(crash)")]))
        case .failure(let error): json.member("variable", object([("name", error.name), ("text", error.text)]))
        }
        json.member("lookups", play.context.transportedLookups)
      }
    }
  }

  /// Returns the result of a call, and records its look-ups as if it had run in this process. Returns `nil` if the line
  /// is something else.
  package static func played(_ line: JSON, _ play: Play) throws(VariableError) -> Played? {
    play.context.noteLookups(line["lookups"])
    if let returned = line["returned"] { return .returned(ReturnedValue(text: returned["text"]?.string)) }
    if let threw = line["threw"] {
      let kind = threw["kind"]?.string.flatMap(ClientFailure.Kind.init(rawValue:)) ?? .other
      return .threw(
        ClientFailure(kind, message: threw["message"]?.string ?? "", codingPath: threw["codingPath"]?.string))
    }
    if let variable = line["variable"] {
      throw VariableError(name: variable["name"]?.string ?? "", text: variable["text"]?.string ?? "")
    }
    return nil
  }

  /// Returns a line with the response to compare a returned value with.
  package static func comparison(_ answer: CallAnswer) -> JSON {
    JSON.build { json in
      json.object { json in json.member("answer", answer.body ?? .null) }
    }
  }

  /// Returns the response in a line that requests a comparison, or `nil` if the line is something else.
  package static func answer(_ line: JSON) -> CallAnswer? {
    line["answer"].map { CallAnswer(body: $0) }
  }

  /// Returns the line that reports how a value differs from its response.
  package static func verdict(_ mismatch: String?) -> JSON { object([("mismatch", mismatch)]) }

  private static func object(_ members: [(String, String?)]) -> JSON {
    .object(members.compactMap { name, text in text.map { (name, JSON($0)) } })
  }
}
