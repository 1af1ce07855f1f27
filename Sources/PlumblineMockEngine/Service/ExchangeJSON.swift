import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineTime

/// The JSON representation of journal entries in the control interface. Credentials are never included.
struct ExchangeJSON: Sendable {
  private let judge: JournalJudge
  private let reasons: ExchangeReasons

  init(_ judge: JournalJudge, _ reasons: ExchangeReasons) {
    self.judge = judge
    self.reasons = reasons
  }

  /// Returns an entry as it is shown in a list.
  func line(_ entry: JournalEntry) -> JSON { .object(members(entry, redactor(for: entry))) }

  /// Returns an exchange with its header fields and bodies, the reason for its response, its nearest matches, and a
  /// command that repeats the request.
  ///
  /// - Parameter host: The address of this server that the client used.
  func whole(_ entry: JournalEntry, at host: String?) -> JSON {
    let redactor = redactor(for: entry)
    let request = entry.request
    let asked = message(redactor.fields(request.headers), redactor.body(of: request), entry.requestSize)
    var answered = JSON.null
    if let response = entry.exchange.response {
      let size = entry.cutStream == nil ? entry.responseSize : response.body.length
      answered = message(redactor.fields(response.headers), redactor.body(of: response, to: request), size)
    }
    let nearest = reasons.nearest(entry).map { near -> JSON in
      ["name": JSON(near.name), "reason": JSON(redactor.text(near.reason))]
    }
    let curl = CurlLine.text(
      of: request, in: judge.library.contract, redactor, baseURL: "http://\(host ?? "localhost")")
    return .object(
      members(entry, redactor) + [
        ("why", JSON(redactor.text(reasons.why(entry)))), ("nearest", .array(nearest)), ("curl", JSON(curl)),
        ("request", asked), ("response", answered),
      ])
  }

  private func redactor(for entry: JournalEntry) -> Redactor {
    judge.redactor(showing: entry.exchange)
  }

  private func members(_ entry: JournalEntry, _ redactor: Redactor) -> [(String, JSON)] {
    // A header field from the real server may have the same name as one of the mock's labels.
    func word(_ text: String) -> JSON { JSON(judge.secrets.lines(text)) }
    var members: [(String, JSON)] = [
      ("id", JSON(entry.id)), ("at", JSON(WallClock.text(entry.time))), ("method", word(entry.request.method.rawValue)),
      ("target", JSON(redactor.target(of: entry.request))),
      ("endpoint", judge.library.endpoint(of: entry.request).map { JSON($0.id) } ?? nil),
      ("status", entry.status.map { JSON($0) } ?? nil),
    ]
    if let persona = reasons.persona(entry) { members.append(("persona", JSON(persona.name))) }
    if let who = entry.answer.response.headers[Labels.answeredBy] { members.append(("answeredBy", word(who))) }
    if let failure = entry.failure { members.append(("failure", JSON(redactor.text(failure.message)))) }
    if let fault = entry.fault { members.append(("fault", word(fault))) }
    if entry.isStreaming { members.append(("streaming", true)) }
    if let end = entry.earlyEnd { members.append(("streamEnd", JSON(redactor.text(end)))) }
    members += Self.times(entry)
    members += [
      ("recording", entry.recording.map(word) ?? nil), ("judged", JSON(entry.isWhole)),
      ("drift", .array(judge.drift(entry).map(ControlJSON.drift))),
    ]
    return members
  }

  /// Returns the delay of an entry's response and, for a stream, its pace and how it ended.
  private static func times(_ entry: JournalEntry) -> [(String, JSON)] {
    var members: [(String, JSON)] = []
    let delivery = entry.answer.delivery
    let delay = milliseconds(delivery.delay)
    if delay > 0 { members.append(("delayMilliseconds", JSON(delay))) }
    if let events = entry.answer.streamEnds?.count { members.append(("events", JSON(events))) }
    if let cut = entry.cutStream { members.append(("eventsSent", JSON(cut.sent))) }
    let body = milliseconds(delivery.time(ofBody: entry.responseSize))
    if body > 0 { members.append(("bodyMilliseconds", JSON(body))) }
    return members
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  private func message(_ fields: [(name: String, value: String)], _ body: [UInt8], _ size: Int?) -> JSON {
    var members: [(String, JSON)] = [
      ("headers", .array(fields.map { [JSON($0.name), JSON($0.value)] })), ("size", size.map { JSON($0) } ?? nil),
    ]
    if !body.isEmpty {
      let type = fields.first { $0.name.lowercased() == "content-type" }.map { MediaType.essence(of: $0.value) }
      if type.map(MediaType.isJSON) ?? true, let value = try? JSON.parse(body) {
        members.append(("body", value))
      } else if let text = String(validating: body, as: UTF8.self) {
        members.append(("text", JSON(text)))
      } else {
        members.append(("base64", JSON(Base64.encode(body))))
      }
    }
    return .object(members)
  }
}

/// A mock that can show its state.
package protocol StateShowing {
  /// The items of all collections, as an object with one member per collection, such as
  /// `{ "comments": [ { "id": 7 } ] }`. It is `nil` if the result is too large for a response.
  var collections: JSON? { get }
}

extension MockSession: StateShowing {}
