import PlumblineContractModel
import PlumblineJSONTree

/// Checks that the contract's envelope matches the recorded responses.
///
/// If a single response has a different envelope, that is drift. If no recorded response has a slot, or it has a
/// different type in all of them, that is an error in the contract.
struct EnvelopeLint {
  private struct Answer {
    let recording: Recording
    let body: JSON
  }

  private let envelope: Envelope
  /// The recorded responses that use the envelope and should have a payload.
  private var payloads: [Answer] = []
  private var successes: [Answer] = []
  private var refusals: [Answer] = []

  /// Returns `nil` if the service has no envelope.
  init?(_ recordings: [Recording], contract: Contract) {
    guard let envelope = contract.envelope else { return nil }
    self.envelope = envelope
    for recording in recordings {
      guard let endpoint = contract.endpoint(recording.endpoint), let body = recording.responseBody,
        body.kind == .object
      else { continue }
      let status = recording.response.status
      let answer = Answer(recording: recording, body: body)
      var isEnveloped = false
      for promised in endpoint.answers(at: status) {
        switch promised.content {
        case .payload:
          isEnveloped = true
          if payloads.last?.recording.id != recording.id { payloads.append(answer) }
        case .noPayload: isEnveloped = true
        case .body, .media, .empty: break
        }
      }
      if isEnveloped { successes.append(answer) }
      let isRefusal = endpoint.failures(at: status).contains(where: \.isEnveloped)
      if isRefusal, status >= 400 { refusals.append(answer) }
    }
  }

  func problems() -> [Problem] {
    flag()
      + [
        slot("payload", envelope.payload, in: payloads) { _ in true },
        slot("errorCode", envelope.errorCode, in: refusals) { ErrorCode($0) != nil },
        slot("message", envelope.message, in: refusals) { $0.kind == .string },
      ].compactMap { $0 }
  }

  private func flag() -> [Problem] {
    guard let flag = envelope.flag, let first = (successes + refusals).first else { return [] }
    let all = successes + refusals
    let values = all.compactMap { answer in answer.body.at(flag.place).map { (answer, $0) } }
    let name = Envelope.name(of: flag.place)
    guard let (shown, value) = values.first else {
      return [problem(at: flag.location, absent("flag", name, from: first, of: all.count))]
    }
    if values.contains(where: { flag.meaning(of: $0.1) != nil }) { return [] }
    func list(_ answers: [Answer]) -> String {
      var seen: [String] = []
      for text in answers.compactMap({ $0.body.at(flag.place)?.text }) where !seen.contains(text) { seen.append(text) }
      return seen.prefix(3).joined(separator: ", ")
    }
    let (good, bad) = (list(successes), list(refusals))
    let hint =
      "\"flag\": { \"at\": \"\(name)\", \"success\": [\(good.isEmpty ? "…" : good)], "
      + "\"failure\": [\(bad.isEmpty ? "…" : bad)] }"
    return [
      problem(
        at: flag.location,
        "The flag \"\(name)\" is \(value.text.prefix(60)) in \(shown.recording.id), and no recording has a documented value; "
          + "declare its values: \(hint).")
    ]
  }

  private func slot(
    _ slot: String, _ place: JSONPointer?, in answers: [Answer], fits: (JSON) -> Bool
  ) -> Problem? {
    guard let place, let first = answers.first else { return nil }
    let location = envelope.locations[slot] ?? envelope.location
    let name = Envelope.name(of: place)
    let values = answers.compactMap { answer in answer.body.at(place).map { (answer, $0) } }
    guard let (shown, value) = values.first(where: { !$0.1.isNull }) ?? values.first else {
      return problem(at: location, absent(slot, name, from: first, of: answers.count))
    }
    if values.contains(where: { $0.1.isNull || fits($0.1) }) { return nil }
    let inner = value.members.first { fits($0.value) }
    let hint = inner.map { "; did you mean \"\(place.appending($0.key))\"?" } ?? ""
    return problem(
      at: location,
      "The envelope's \(slot) \"\(name)\" has the type \(value.kind.name) in \(shown.recording.id) and all other recordings"
        + "\(hint).")
  }

  private func absent(_ slot: String, _ name: String, from answer: Answer, of count: Int) -> String {
    let members = answer.body.members.map(\.key)
    let which = count == 1 ? "the recorded response \(answer.recording.id)" : "none of \(count) recorded responses"
    let known = Spelling.list(members.map { "\"\($0)\"" }, limit: 8)
    return "The envelope's \(slot) \"\(name)\" is \(count == 1 ? "not in" : "in") \(which): "
      + "\(answer.recording.id) has \(members.isEmpty ? "no members" : known)."
  }

  private func problem(at location: SourceLocation, _ message: String) -> Problem {
    Problem(location, message, isServable: true)
  }
}
