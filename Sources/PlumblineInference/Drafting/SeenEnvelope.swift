import PlumblineContractModel
import PlumblineJSONTree

/// The envelope that most of a service's JSON responses share, with a success flag, a payload, an error code, and a
/// message.
struct SeenEnvelope {
  struct Flag {
    let place: JSONPointer
    let success: [JSON]
    let failure: [JSON]
  }

  private static let flags = ["success", "ok", "succeeded", "isSuccess", "is_success"]
  private static let words = ["status", "result", "state", "outcome"]
  private static let payloads = ["data", "payload", "result", "results", "response", "content"]
  private static let codes: [JSONPointer] = [
    "/error/code", "/error/type", "/errors/code", "/error_code", "/errorCode", "/errorType", "/error", "/code",
    "/errno",
  ]
  private static let messages: [JSONPointer] = [
    "/error/message", "/message", "/error_description", "/errorMessage", "/detail", "/msg", "/error",
  ]
  private static let details = ["details", "errors", "fields", "violations"]
  /// The minimum number of endpoints. If there are fewer, common members may be a coincidence.
  private static let least = 3

  private(set) var flag: Flag?
  private(set) var payload: JSONPointer?
  private(set) var errorCode: JSONPointer?
  private(set) var message: JSONPointer?
  private(set) var details: JSONPointer?
  /// The members that accompany the payload, in order of appearance.
  private(set) var others: [String] = []
  /// The members that accompany a nested code or message in errors, such as `/error/field`.
  private(set) var inner: [JSONPointer] = []

  /// A response body, with its endpoint and status.
  struct Body {
    let endpoint: Int
    let json: JSON
    let status: Int

    var isSuccess: Bool { status < 400 }
  }

  /// Creates the envelope of an existing contract, so that additions to the contract use it.
  init?(of contract: Contract) {
    guard let envelope = contract.envelope else { return nil }
    flag = envelope.flag.map { Flag(place: $0.place, success: $0.success, failure: $0.failure) }
    payload = envelope.payload
    errorCode = envelope.errorCode
    message = envelope.message
    details = envelope.details
    others = envelope.others.map(\.name)
  }

  /// Creates the envelope that response bodies share, or returns `nil` if they have nothing in common.
  init?(_ bodies: [Body]) {
    let successes = bodies.filter { $0.isSuccess && $0.json.kind == .object }
    let failures = bodies.filter { !$0.isSuccess && $0.json.kind == .object }
    findFlag(successes, failures)
    findPayload(successes, of: bodies.filter(\.isSuccess))
    if flag == nil, let name = payload?.tokens[0], !Self.areFrames(successes, around: name) { payload = nil }
    guard flag != nil || payload != nil else {
      // If errors have a common shape but successes have none, the envelope applies only to errors.
      findFailure(failures)
      if errorCode == nil { return nil }
      return
    }
    findFailure(failures)
    let slots = Set([flag?.place, payload, errorCode, message, details].compactMap { $0?.tokens.first })
    var known = slots
    for body in successes where isFramed(body.json) {
      for name in body.json.members.keys where known.insert(name).inserted { others.append(name) }
    }
    if message == nil, others.contains("message"), Self.isText(successes, "message") {
      message = "/message"
      others.removeAll { $0 == "message" }
    }
  }

  private mutating func findFlag(_ successes: [Body], _ failures: [Body]) {
    func share(_ name: String, _ fits: (JSON) -> Bool) -> Bool {
      let own = successes.filter { $0.json[name].map(fits) ?? false }
      let endpoints = Set(own.map(\.endpoint))
      return endpoints.count >= Self.least && own.count * 10 >= successes.count * 8
    }
    for name in Self.flags where share(name, { $0.bool == true }) {
      guard failures.allSatisfy({ $0.json[name].map { $0.bool == false } ?? true }) else { continue }
      flag = Flag(place: JSONPointer(tokens: [name]), success: [true], failure: [false])
      return
    }
    for name in Self.words {
      let values = Set(successes.compactMap { $0.json[name]?.string })
      let refusals = Set(failures.compactMap { $0.json[name]?.string })
      guard values.count == 1, let word = values.first, ["success", "ok", "succeeded"].contains(word.lowercased()),
        share(name, { $0.string == word }), !refusals.contains(word), refusals.count == 1, let refusal = refusals.first
      else { continue }
      flag = Flag(place: JSONPointer(tokens: [name]), success: [JSON(word)], failure: [JSON(refusal)])
      return
    }
  }

  private mutating func findPayload(_ successes: [Body], of all: [Body]) {
    let candidates = Self.payloads.filter { [$0] != flag?.place.tokens }
    let counts = candidates.map { name in
      (name, Set(successes.filter { $0.json[name] != nil }.map(\.endpoint)).count)
    }
    guard let found = counts.max(by: { $0.1 < $1.1 }), found.1 >= Self.least else { return }
    let endpoints = Set(all.map(\.endpoint)).count
    if found.1 * 2 > endpoints { payload = JSONPointer(tokens: [found.0]) }
  }

  /// The names of members that describe the payload beside them.
  private static let beside: Set<String> = [
    "pagination", "paging", "meta", "metadata", "links", "message", "total", "count", "page", "pages", "per_page",
    "perPage",
    "limit", "offset", "cursor", "next", "previous", "next_cursor", "nextCursor", "has_more", "hasMore", "warnings",
    "errors",
    "error", "included", "timestamp", "request_id", "requestId", "version", "code", "jsonapi",
  ]

  /// Returns a Boolean value that indicates whether the members beside a payload only describe it and contain no data,
  /// although there is no success flag.
  private static func areFrames(_ bodies: [Body], around payload: String) -> Bool {
    bodies.filter { $0.json[payload] != nil }.allSatisfy { body in
      body.json.members.keys.allSatisfy { $0 == payload || beside.contains($0) }
    }
  }

  private mutating func findFailure(_ failures: [Body]) {
    guard !failures.isEmpty else { return }
    let framed = flag == nil ? failures : failures.filter { isFramed($0.json) }
    func share(_ place: JSONPointer, _ fits: (JSON) -> Bool) -> Bool {
      !framed.isEmpty && framed.count { $0.json.at(place).map(fits) ?? false } * 10 >= framed.count * 9
    }
    errorCode = Self.codes.first { place in
      // A value that only repeats the status isn't a code.
      share(place, Self.isCode) && !framed.allSatisfy { $0.json.at(place)?.int == $0.status }
    }
    message = Self.messages.first { place in
      place != errorCode && share(place) { $0.string?.contains(" ") ?? false || $0.string?.isEmpty == false }
    }
    let around = errorCode.map { JSONPointer(tokens: $0.tokens.dropLast()) } ?? JSONPointer()
    details = Self.details.lazy.map { JSONPointer(tokens: around.tokens + [$0]) }.first { place in
      framed.contains { $0.json.at(place).map { $0.kind == .array || $0.kind == .object } ?? false }
    }
    let slots = [errorCode, message, details].compactMap { $0 }
    var known: Set<JSONPointer> = []
    for place in slots where place.tokens.count > 1 {
      let around = Array(place.tokens.dropLast())
      for body in framed {
        for name in body.json.at(JSONPointer(tokens: around))?.members.keys ?? [] {
          let member = JSONPointer(tokens: around + [name])
          if !slots.contains(where: { $0.tokens.starts(with: member.tokens) }), known.insert(member).inserted {
            inner.append(member)
          }
        }
      }
    }
  }

  /// Returns a Boolean value that indicates whether a value is a machine-readable word rather than a sentence or the
  /// name of an item.
  private static func isCode(_ value: JSON) -> Bool {
    guard let text = value.string else { return value.int != nil }
    guard let first = text.unicodeScalars.first, text.utf8.count <= 64 else { return false }
    let isWord = text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || "_-.:".unicodeScalars.contains($0))
    }
    return isWord && (first.properties.isAlphabetic || text.allSatisfy(\.isNumber))
      && (text.allSatisfy(\.isNumber) || !PathWord.isIdentifier(text))
  }

  private static func isText(_ bodies: [Body], _ name: String) -> Bool {
    bodies.allSatisfy { $0.json[name].map { $0.kind == .string } ?? true }
  }

  /// Returns a Boolean value that indicates whether a body is in the envelope. If the envelope has a flag, the body
  /// must contain it.
  func isFramed(_ body: JSON) -> Bool {
    guard body.kind == .object else { return false }
    if let flag { return body.at(flag.place).map { flag.success.contains($0) || flag.failure.contains($0) } ?? false }
    return payload.map { body.at($0) != nil } ?? false
  }

  /// Returns a Boolean value that indicates whether all bodies of a successful response can be described by their
  /// payloads.
  func holds(_ bodies: [JSON]) -> Bool {
    guard payload != nil || flag != nil, bodies.allSatisfy(isFramed) else { return false }
    let slots = Set([flag?.place, payload, errorCode, message, details].compactMap { $0?.tokens.first } + others)
    guard bodies.allSatisfy({ $0.members.keys.allSatisfy(slots.contains) }) else { return false }
    guard let payload else { return false }
    let with = bodies.count { $0.at(payload).map { !$0.isNull } ?? false }
    return with == bodies.count || with == 0
  }

  /// Returns the code of an enveloped error, or `nil` if the body isn't in the envelope.
  func code(of body: JSON) -> JSON? {
    guard let errorCode, flag == nil || isFramed(body), let code = body.at(errorCode), Self.isCode(code) else {
      return nil
    }
    let known = Set([flag?.place, payload, errorCode, message, details].compactMap { $0?.tokens.first } + others)
    guard body.members.keys.allSatisfy(known.contains) else { return nil }
    if let message, body.at(message).map({ $0.kind == .string }) != true { return nil }
    return code
  }

  /// Returns the description of the envelope in a contract.
  ///
  /// - Parameter schemas: The schemas of the other members.
  func json(_ schemas: [(String, JSON)]) -> JSON {
    func slot(_ place: JSONPointer) -> JSON { JSON(place.tokens.count == 1 ? place.tokens[0] : place.description) }
    return JSON.build { json in
      json.object { json in
        if let flag {
          if flag.success == [true], flag.failure == [false] {
            json.member("flag", slot(flag.place))
          } else {
            json.member(
              "flag",
              .object([("at", slot(flag.place)), ("success", .array(flag.success)), ("failure", .array(flag.failure))]))
          }
        }
        for (name, place) in [
          ("payload", payload), ("errorCode", errorCode), ("message", message), ("details", details),
        ] {
          if let place { json.member(name, slot(place)) }
        }
        if !schemas.isEmpty { json.member("others", .object(schemas)) }
        json.member("standing", "assumed")
      }
    }
  }
}
