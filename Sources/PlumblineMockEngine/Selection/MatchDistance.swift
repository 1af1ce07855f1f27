import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import PlumblineRecordings

/// The distance between an incoming request and a recorded one, given as the number of differences in each part.
struct MatchDistance: Sendable {
  /// The number of path values that differ.
  var path = 0
  /// A Boolean value that indicates whether the recording has a different caller.
  var isOtherCaller = false
  /// A Boolean value that indicates whether the recording doesn't identify its caller.
  var isAnyone = false
  /// The number of the recording's query values that differ or are missing in the request.
  var query = 0
  /// The number of query values of the incoming request that the recording doesn't have.
  var extraQuery = 0
  /// The number of the recording's header fields and cookies that differ.
  var headers = 0
  /// The number of documented header fields of the incoming request that the recording doesn't have.
  var extraHeaders = 0
  /// A Boolean value that indicates whether the recording's `Accept` differs from the request's.
  var isOtherAccept = false
  /// A Boolean value that indicates whether the request has an `Accept` and the recording has none.
  var isAnyAccept = false
  /// A Boolean value that indicates whether the body is a call of a different operation, or a call of several
  /// operations when a single one is recorded.
  var isOtherCall = false
  /// The number of members of the body that differ, or 1 if the bodies differ and aren't objects.
  var body = 0
  /// A Boolean value that indicates whether the recording has a body to compare.
  var namesBody = false
  /// The number of differences in redacted values. They count little, but an exact match is preferred.
  var redacted = 0
  /// The number of the recording's conditions that the request doesn't meet.
  var unmet = 0

  /// The maximum number of differences in bodies that matter.
  private static let mostInBodies = 14

  init(_ recorded: PreparedRecording, to values: RequestValues) {
    self.init(bodiless: recorded, to: values)
    compareBodies(recorded, values)
  }

  /// Computes the distance without comparing bodies. Bodies cost more to compare than everything else, and their
  /// differences can only add to the cost.
  init(bodiless recorded: PreparedRecording, to values: RequestValues) {
    let matched = recorded.matched
    if matched != nil { unmet = recorded.unmet(by: values.reading) }
    if !values.path.isEmpty {
      for (index, (said, came)) in zip(recorded.values.path, values.path).enumerated() where said != came {
        if let matched, matched.path.contains(values.reading.endpoint.path[index].name) { continue }
        path += 1
      }
    }
    switch recorded.recording.caller {
    case .anyone: isAnyone = true
    case .nobody: isOtherCaller = values.reading.persona != nil
    case .persona(let name): isOtherCaller = values.reading.persona?.name != name
    }
    if !recorded.values.query.isEmpty || !values.query.isEmpty { compareQueries(recorded, values) }
    if !recorded.headers.isEmpty {
      for (name, value) in recorded.headers where values.reading.header(name) != value {
        if matched?.headers.contains(name) == true { continue }
        let isRedacted = recorded.redacted?.headers.contains(name) == true && values.reading.header(name) != nil
        if isRedacted { redacted += 1 } else { headers += 1 }
      }
    }
    for name in values.headers where !recorded.headers.contains(where: { $0.name == name }) {
      if matched?.headers.contains(name) != true { extraHeaders += 1 }
    }
    for (name, value) in recorded.cookies where values.reading.cookie(name) != value {
      if matched?.cookies.contains(name) != true { headers += 1 }
    }
    if let accept = recorded.accept {
      isOtherAccept = values.reading.request.headers["accept"] != accept
    } else {
      isAnyAccept = values.hasAccept
    }
    namesBody = !recorded.values.bytes.isEmpty
  }

  private mutating func compareQueries(_ recorded: PreparedRecording, _ values: RequestValues) {
    let matched = recorded.matched
    for (name, value) in recorded.values.query where values.query.first(where: { $0.name == name })?.value != value {
      if matched?.query.contains(name) == true { continue }
      let isRedacted = recorded.redacted?.query.contains(name) == true && values.query.contains { $0.name == name }
      if isRedacted { redacted += 1 } else { query += 1 }
    }
    for (name, _) in values.query where !recorded.values.query.contains(where: { $0.name == name }) {
      if matched?.query.contains(name) != true { extraQuery += 1 }
    }
  }

  /// Counts the differences between the bodies, until the cost reaches a limit.
  mutating func compareBodies(_ recorded: PreparedRecording, _ values: RequestValues, below bound: Int = .max) {
    let enough = bound == .max ? .max : (bound - cost + 1) / 2
    if recorded.values.call != nil || values.call != nil, recorded.matched?.looksIntoBody != true {
      compareCalls(recorded, values)
    } else {
      body = Self.difference(recorded.values, values, recorded.matched, enough)
    }
    guard body > 0, let places = recorded.redacted, let said = recorded.values.body, let came = values.body,
      places.hiding(said) == places.hiding(came)
    else { return }
    body = 0
    redacted += 1
  }

  private mutating func compareCalls(_ recorded: PreparedRecording, _ values: RequestValues) {
    guard let said = recorded.values.call, let came = values.call else {
      body = Self.difference(recorded.values, values, recorded.matched, .max)
      // A request that isn't a call doesn't get the response to a call.
      isOtherCall = namesBody && recorded.matched?.isWholeBody != true
      return
    }
    isOtherCall = said.operation != came.operation
    body = isOtherCall ? 1 : came.differences(from: said, upTo: Self.mostInBodies)
  }

  /// The cost of using the recording despite the differences. A path value weighs more than the caller, the caller more
  /// than the query, and the query more than headers and body. An unidentified caller and an `Accept` weigh very
  /// little.
  var cost: Int {
    min(unmet, 9) * 1_000_000 + (isOtherCall ? 500_000 : 0) + min(path, 9) * 100_000 + (isOtherCaller ? 10_000 : 0)
      + min(query * 2 + extraQuery, 30)
      * 300
      + min(headers * 2 + extraHeaders + (isOtherAccept ? 1 : 0), 9) * 30 + min(body, Self.mostInBodies) * 2
      + (isAnyone ? 1 : 0)
      + (isAnyAccept ? 1 : 0) + min(redacted, 9)
  }

  /// A Boolean value that indicates whether the incoming request contains everything in the recorded one.
  var isExact: Bool {
    unmet == 0 && !isOtherCall && path == 0 && !isOtherCaller && query == 0 && headers == 0 && (body == 0 || !namesBody)
  }

  /// A Boolean value that indicates whether both requests are the same, and neither contains anything additional.
  var isSame: Bool { isExact && extraQuery == 0 && body == 0 }

  private static func difference(_ said: RequestValues, _ came: RequestValues, _ matched: MatchedPlaces?, _ enough: Int)
    -> Int
  {
    if matched?.isWholeBody == true { return 0 }
    guard let one = said.body, let other = came.body else {
      if said.body == nil, came.body == nil { return said.bytes == came.bytes ? 0 : 1 }
      return max(1, (said.body ?? came.body)?.count ?? 1)
    }
    if matched?.looksIntoBody != true, said.hasFewMembers, came.hasFewMembers {
      return one.differingMembers(from: other, enough: enough) ?? 0
    }
    if one == other { return 0 }
    guard one.kind == .object, other.kind == .object else { return 1 }
    if let matched, matched.looksIntoBody {
      // Members that the recording doesn't have don't count.
      return one.members.count { key, value in !matched.body.contains(key) && other[key] != value }
    }
    let changed = one.members.count { key, value in other[key] != value }
    let added = other.members.count { key, _ in one[key] == nil }
    return max(1, changed + added)
  }
}

extension MatchDistance {
  /// Returns the differences in words, to explain why this recording was chosen.
  static func differences(_ recorded: PreparedRecording, to values: RequestValues) -> [String] {
    var texts: [String] = []
    for (index, parameter) in values.reading.endpoint.path.enumerated() {
      guard recorded.values.path.indices.contains(index), values.path.indices.contains(index) else { break }
      if recorded.values.path[index] != values.path[index] {
        texts.append("path.\(parameter.name) is \(values.path[index]), not \(recorded.values.path[index])")
      }
    }
    for (name, value) in recorded.values.query {
      let came = values.query.first { $0.name == name }?.value
      if came != value { texts.append("query.\(name) is \(came?.text ?? "absent"), not \(value)") }
    }
    for (name, value) in values.query where !recorded.values.query.contains(where: { $0.name == name }) {
      texts.append("query.\(name) is \(value), not absent")
    }
    for (name, value) in recorded.headers where values.reading.header(name) != value {
      texts.append("header.\(name) isn't \(value)")
    }
    for (name, value) in recorded.cookies where values.reading.cookie(name) != value {
      texts.append("cookie.\(name) isn't \(value)")
    }
    let distance = MatchDistance(recorded, to: values)
    for clause in recorded.recording.match.clauses where !Condition(clauses: [clause]).holds(for: values.reading) {
      texts.append("\(clause.address) doesn't match the recording's condition")
    }
    if distance.isOtherCall {
      switch (values.call?.operation.prefix(80), recorded.values.call?.operation.prefix(80)) {
      case (let came?, let said?): texts.append("the request calls \(came), not \(said)")
      case (let came?, nil): texts.append("the request calls \(came), but the recorded body isn't a call")
      case (nil, let said): texts.append("the body isn't a call, but the recorded one calls \(said ?? "an operation")")
      }
    }
    if distance.isOtherCaller { texts.append("the recording has a different caller") }
    if distance.body > 0, !distance.isOtherCall {
      texts.append(
        arguments(recorded, values, distance.body)
          ?? (distance.body == 1 ? "the body differs" : "the body differs in \(distance.body) members"))
    }
    return texts
  }

  /// Returns a description of the differences between the arguments of two calls of the same operation, or `nil` if the
  /// bodies aren't calls.
  ///
  /// - Parameter count: The number of values that differ, at most ``mostInBodies``.
  private static func arguments(_ recorded: PreparedRecording, _ values: RequestValues, _ count: Int) -> String? {
    guard recorded.values.call != nil, values.call != nil, recorded.matched?.looksIntoBody != true,
      let came = values.body, let said = recorded.values.body,
      let first = RemoteCall.firstDifference(between: came, and: said)
    else { return nil }
    let place = "body#\("\(first.place)".prefix(100))"
    let isSecret = first.place.tokens.contains { SecretNames.kind(of: $0)?.hides == true }
    let text = isSecret ? "\(place) differs" : "\(place) is \(brief(first.value)), not \(brief(first.other))"
    switch count {
    case 1: return text
    case 2: return text + ", and one more value differs"
    case mostInBodies...: return text + ", and many more values differ"
    default: return text + ", and \(count - 1) more values differ"
    }
  }

  private static func brief(_ value: JSON?) -> String {
    guard let value else { return "absent" }
    return value.kind == .object || value.kind == .array ? ShortText.describe(value) : ShortText.literal(value)
  }
}
