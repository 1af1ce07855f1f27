import PlumblineHTTPMessages
import PlumblineJSONTree

/// What this process and one that runs clients say to each other, a line of JSON each.
///
///     → {"suite": "weather", "call": 3, "title": "forecast.get: reads a forecast", "shows": true, "context": {…}}
///     ← {"returned": {"text": "(city:\"sg\")"}, "lookups": {…}}     or "threw": {…}, or "variable": {…}
///     → {"answer": {…}}                                             only for a call that compares its value
///     ← {"mismatch": "…"}
package enum PlayMessages {
  /// The line to which a process that is ready says so.
  package static let greeting = Array("{\"ready\": true}".utf8)

  /// The line that asks for a call; `nil` for one that no other process knows.
  package static func request(_ play: Play) -> JSON? {
    guard let number = play.call.number else { return nil }
    return JSON.build { json in
      json.object { json in
        json.member("suite", play.suite.service)
        json.member("call", number)
        json.member("title", play.call.title)
        json.member("shows", play.showsValue)
        json.member("context", play.context.transported)
      }
    }
  }

  /// The call that a line asks for; `nil` where these suites don't have it.
  package static func play(_ line: JSON, of suites: [any CallSuite]) -> Play? {
    guard let suite = suites.first(where: { $0.service == line["suite"]?.string }), let number = line["call"]?.int,
      let context = line["context"].flatMap(CallContext.init(transported:))
    else { return nil }
    let calls = suite.calls
    guard calls.indices.contains(number), calls[number].title == line["title"]?.string else { return nil }
    var play = Play(call: calls[number], suite: suite, context: context)
    play.showsValue = line["shows"]?.bool ?? false
    return play
  }

  /// The line that tells what came of a call.
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

  /// What a line tells of a call, which is noted in its context as if it had run here; `nil` for a line that says nothing.
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

  /// The line with the answer that a returned value is to be compared with.
  package static func comparison(_ answer: CallAnswer) -> JSON {
    JSON.build { json in
      json.object { json in json.member("answer", answer.body ?? .null) }
    }
  }

  /// The answer of such a line; `nil` for any other.
  package static func answer(_ line: JSON) -> CallAnswer? {
    line["answer"].map { CallAnswer(body: $0) }
  }

  /// The line that tells what is wrong with a value.
  package static func verdict(_ mismatch: String?) -> JSON { object([("mismatch", mismatch)]) }

  private static func object(_ members: [(String, String?)]) -> JSON {
    .object(members.compactMap { name, text in text.map { (name, JSON($0)) } })
  }
}
