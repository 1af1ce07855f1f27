import PlumblineJSONTree

/// The encoding of a context as a line of JSON, so that another process can run a call with it.
extension CallContext {
  /// The JSON representation that ``init(transported:)`` reads.
  var transported: JSON {
    let (seconds, attoseconds) = deadline.components
    var members: [(String, JSON)] = [
      ("baseURL", JSON(baseURL)), ("credentials", Self.object(credentials)), ("login", Self.object(login)),
      ("variables", Self.object(variables)),
      ("deadline", JSON(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))),
      ("lookups", lookups.transported),
    ]
    if let runMark { members.append(("mark", JSON("\(runMark)"))) }
    if let loginNeeded { members.append(("loginNeeded", JSON(loginNeeded.description))) }
    return .object(members)
  }

  /// - Parameter tell: A closure that, on a real server, is called after each look-up with all look-ups so far, before
  ///   the call gets the value. The variables that a call has looked up determine which requests it may send.
  init?(transported json: JSON, telling tell: (@Sendable (_ lookups: JSON) -> Void)? = nil) {
    guard let baseURL = json["baseURL"]?.string, let milliseconds = json["deadline"]?.int, let lookups = json["lookups"]
    else { return nil }
    let mark = json["mark"]?.string.map { RunMark(known: $0) }
    self.init(
      baseURL: baseURL, credentials: Self.texts(json["credentials"]), login: Self.texts(json["login"]),
      variables: Self.texts(json["variables"]), deadline: .milliseconds(milliseconds),
      lookups: VariableLookups(transported: lookups, telling: mark == nil ? nil : tell),
      loginNeeded: json["loginNeeded"]?.string.map { LoginNeeded(description: $0) }, mark: mark)
  }

  /// The variables and logins that the call looked up, to be recorded by ``noteLookups(_:)`` in the other process.
  var transportedLookups: JSON { lookups.noted }

  func noteLookups(_ noted: JSON?) { if let noted { lookups.note(noted) } }

  private static func object(_ texts: [String: String]) -> JSON {
    .object(texts.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })
  }

  static func texts(_ json: JSON?) -> [String: String] {
    Dictionary((json?.members.map { ($0.key, $0.value.string ?? "") }) ?? [], uniquingKeysWith: { $1 })
  }
}

extension VariableLookups {
  /// The JSON representation that ``init(transported:)`` reads.
  var transported: JSON {
    .object([
      ("values", .object(values.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })),
      ("allowsDefaults", JSON(allowsDefaults)),
      ("withoutDefault", Self.list(withoutDefault.sorted())), ("withDefault", Self.list(withDefault.sorted())),
      ("listed", .object(listed.sorted { $0.key < $1.key }.map { ($0.key, Self.list($0.value)) })),
      ("guessed", Self.list(guessed.sorted())),
    ])
  }

  convenience init(transported json: JSON, telling tell: (@Sendable (_ lookups: JSON) -> Void)?) {
    let listed = json["listed"]?.members.map { ($0.key, Self.texts($0.value)) } ?? []
    var telling: (@Sendable (VariableLookups) -> Void)?
    if let tell { telling = { lookups in tell(lookups.noted) } }
    self.init(
      CallContext.texts(json["values"]), allowsDefaults: json["allowsDefaults"]?.bool ?? false,
      withoutDefault: Set(Self.texts(json["withoutDefault"])), withDefault: Set(Self.texts(json["withDefault"])),
      listed: Dictionary(listed, uniquingKeysWith: { $1 }), guessed: Set(Self.texts(json["guessed"])),
      telling: telling)
  }

  /// The look-ups so far, in the format that ``note(_:)`` accepts.
  var noted: JSON {
    var members: [(String, JSON)] = [("asked", Self.list(asked)), ("missing", Self.list(missing))]
    if let lackedSecret { members.append(("login", JSON(lackedSecret))) }
    let others = otherValues
    if !others.isEmpty {
      members.append(("used", .object(others.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) })))
    }
    if let unsendable { members.append(("unsendable", JSON(unsendable))) }
    return .object(members)
  }

  /// Records the look-ups of another process.
  func note(_ noted: JSON) {
    note(asked: Self.texts(noted["asked"]), missing: Self.texts(noted["missing"]))
    for (name, value) in CallContext.texts(noted["used"]) { note(used: value, for: name) }
    if let why = noted["login"]?.string { noteLoginNeeded(why) }
    if let why = noted["unsendable"]?.string { noteUnsendable(why) }
  }

  private static func list(_ texts: [String]) -> JSON { .array(texts.map { JSON($0) }) }

  private static func texts(_ json: JSON?) -> [String] { json?.elements.compactMap(\.string) ?? [] }
}
