import PlumblineJSONSchema
import PlumblineJSONTree

/// A check for schemas that are valid JSON Schema but probably not what the author intended.
struct SchemaLint {
  let log: ProblemLog
  /// The known format that each unknown one was probably meant to be, or `nil` if none is similar. The results are
  /// cached because large documents repeat a few formats thousands of times.
  private var meantFormats: [String: String?] = [:]
  /// Plumbline's own keywords that resemble an unknown keyword, cached for the same reason.
  private var resembled: [String: [(keyword: String, distance: Int)]] = [:]

  init(log: ProblemLog) { self.log = log }

  /// The formats that are asserted.
  private static let formats = [
    "date-time", "date", "time", "duration", "email", "uri", "uri-reference", "uuid", "ipv4", "ipv6", "hostname",
    "json-pointer", "regex",
  ]

  /// Checks one schema, without its subschemas and its samples.
  mutating func check(_ schema: JSON) {
    checkStanding(schema)
    checkPersonal(schema)
    checkPaging(schema)
    checkTime(schema)
    checkOwnKeywords(schema)
    checkFormat(schema)
    checkRequired(schema)
    checkContent(schema)
  }

  /// Reports a `contentSchema` of a string that isn't JSON, because the keyword would be ignored. Markup (`x-root`) is
  /// exempt.
  private func checkContent(_ schema: JSON) {
    guard schema["contentSchema"] != nil, schema["x-root"] == nil else { return }
    let type = schema["contentMediaType"]
    let isPlain = schema["contentEncoding"] == nil
    if isPlain, let essence = type?.string.map(MediaType.essence), MediaType.isJSON(essence) { return }
    let reason =
      !isPlain
      ? "strings with a \"contentEncoding\" aren't decoded"
      : type == nil
        ? "there is no \"contentMediaType\" for the string"
        : "only JSON is validated"
    log.warning(
      schema.place(of: "contentSchema"),
      "\"contentSchema\" isn't used: \(reason); for JSON in a string use \"contentMediaType\": \"application/json\".")
  }

  private func checkStanding(_ schema: JSON) {
    guard let standing = schema["x-standing"], standing.string.flatMap(Standing.init(rawValue:)) == nil else { return }
    let standings = Standing.allCases.map(\.rawValue)
    let nearest = standing.string.flatMap { Spelling.nearest($0, among: standings) }
    log.error(
      standing.location,
      "\(Violation.cut(standing.text)) isn't a standing; "
        + (nearest.map { "did you mean \"\($0)\"?" } ?? "expected \(Spelling.list(standings, joining: "or"))."))
  }

  private func checkPersonal(_ schema: JSON) {
    guard let personal = schema["x-personal"], personal.kind != .bool else { return }
    log.error(
      personal.location,
      "x-personal must be true or false, not \(Violation.cut(personal.text)).")
  }

  private func checkPaging(_ schema: JSON) {
    guard let role = schema["x-paging"] else { return }
    let roles = Paging.Role.allCases.map(\.rawValue)
    guard !roles.contains(role.string ?? "") else { return }
    let nearest = role.string.flatMap { Spelling.nearest($0, among: roles) }
    log.error(
      role.location,
      "\(Violation.cut(role.text)) isn't a role of x-paging; "
        + (nearest.map { "did you mean \"\($0)\"?" } ?? "expected \(Spelling.list(roles, joining: "or"))."))
  }

  private func checkTime(_ schema: JSON) {
    guard let unit = schema["x-time"], !["seconds", "milliseconds"].contains(unit.string) else { return }
    log.error(
      unit.location,
      "\(Violation.cut(unit.text)) isn't a unit of x-time; expected \"seconds\" or \"milliseconds\" (since 1970).")
  }

  /// Reports misspellings of Plumbline's own keywords. Authors may use any other name that begins with `x-`. It counts
  /// as misspelled only if it resembles one of these keywords and has a valid value for that keyword.
  private mutating func checkOwnKeywords(_ schema: JSON) {
    for (name, value) in schema.members where name.hasPrefix("x-") && Self.own[name] == nil {
      let meant = resembling(name).first { keyword, distance in
        distance <= 1 || (Self.own[keyword] ?? []).contains(value.text)
      }
      guard let meant = meant?.keyword else { continue }
      log.error(
        schema.place(of: name), key: name, "\"\(name)\" isn't one of Plumbline's keywords; did you mean \"\(meant)\"?")
    }
  }

  /// Returns Plumbline's own keywords within an edit distance of three from a name.
  private mutating func resembling(_ name: String) -> [(keyword: String, distance: Int)] {
    if let known = resembled[name] { return known }
    let all = Self.own.keys.sorted().map { (keyword: $0, distance: Spelling.distance(name, $0)) }
    let found = all.filter { $0.distance <= 3 }
    resembled[name] = found
    return found
  }

  /// Plumbline's own keywords, each with its possible values.
  private static let own: [String: Set<String>] = [
    "x-paging": Set(Paging.Role.allCases.map { JSON($0.rawValue).text }),
    "x-standing": Set(Standing.allCases.map { JSON($0.rawValue).text }),
    "x-time": [JSON("seconds").text, JSON("milliseconds").text],
    "x-personal": ["true", "false"],
    "x-long-poll": [],
  ]

  /// Reports misspelled formats. An unknown format asserts nothing, which may be intentional, so only near misses are
  /// reported.
  private mutating func checkFormat(_ schema: JSON) {
    guard let format = schema["format"], let name = format.string, !Self.formats.contains(name),
      let nearest = meantFormat(name)
    else { return }
    log.warning(format.location, "\"\(name)\" isn't a format that is checked; did you mean \"\(nearest)\"?")
  }

  private mutating func meantFormat(_ name: String) -> String? {
    if let known = meantFormats[name] { return known }
    let meant = Spelling.nearest(name, among: Self.formats)
    meantFormats[name] = .some(meant)
    return meant
  }

  /// Reports required members that no schema declares. Schemas whose other keywords may declare members are skipped.
  private func checkRequired(_ schema: JSON) {
    let others = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "additionalProperties"]
    guard let required = schema["required"], let properties = schema["properties"],
      !others.contains(where: { schema[$0] != nil })
    else { return }
    for (name, value) in required.strings where properties[name] == nil {
      let nearest = Spelling.nearest(name, among: properties.members.keys)
      log.warning(
        value.location,
        "\"\(name)\" is required but isn't among the \"properties\""
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; give it a schema there."))
    }
  }

  /// Checks the samples of one schema.
  ///
  /// - Parameter compile: A closure that returns a schema compiled for each direction.
  func checkSamples(_ schema: JSON, _ compile: (JSON) -> [Schema]) {
    let samples =
      (schema["default"].map { [("default", $0)] } ?? [])
      + (schema["examples"]?.elements.map { ("example", $0) } ?? [])
    if samples.isEmpty { return }
    let views = compile(schema)
    for (kind, value) in samples {
      // Requests and responses omit different members, so a sample has to fit only one direction.
      guard let fitting = views.first(where: { $0.isValid(value) }) else {
        if let violation = views.first?.violations(of: value, limit: 1).first {
          log.warning(value.location, "This \(kind) doesn't match the schema around it: \(violation.phrase).")
        }
        continue
      }
      // A different branch may describe a member that one branch doesn't.
      guard let member = fitting.undocumented(in: value).first, !schema.pointer.tokens.contains("allOf") else {
        continue
      }
      let use =
        kind == "example"
        ? "Only a response that consists of this value alone uses it; otherwise the example isn't" : "It isn't"
      log.warning(
        member.location,
        "This \(kind) has a member \"\(member.pointer.tokens.last ?? "")\" that the schema around it doesn't describe. "
          + "\(use) used.")
    }
  }
}
