import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@testable import PlumblineVerification

/// The findings of a call's variants as they're reported, starting with the most plausible one and grouped by cause.
struct VariantFindingsTests {
  private static func variant(
    _ title: String, at place: JSONPointer?, _ plausibility: Variant.Plausibility,
    _ standing: Variant.Standing = .allowed
  ) -> Variant {
    let change: Variant.Change = plausibility == .absent ? .removed : .value
    var variant = Variant(
      standing: standing, change: change, place: place, words: title,
      response: Response(status: 200))
    variant.plausibility = plausibility
    return variant
  }

  private static func drift(
    _ variant: Variant, _ rule: Rule = Rule.client.stricterThanContract, status: Int = 200, detail: String? = nil,
    actual: String = "decoding: no"
  ) -> Drift {
    Drift(
      rule: rule, service: "shop", endpoint: "items.get", status: status,
      pointer: variant.place.map { JSONPointer(tokens: ["response", "body"] + $0.tokens) }, actual: actual,
      message: "(\(variant.title))", detail: detail)
  }

  private static func findings(_ variants: [Variant], requiring required: Bool = true) -> [Drift] {
    var findings = VariantFindings(payload: JSONPointer(), isWhole: true)
    if required { findings.note(variant("absent", at: "/id", .absent, .forbidden)) }
    for variant in variants {
      findings.note(variant)
      findings.add(drift(variant), of: variant)
    }
    return findings.drift
  }

  @Test func `the most plausible variant of a field is reported, with the names of the others`() throws {
    let found = Self.findings([
      Self.variant("an empty text", at: "/state", .other), Self.variant("null", at: "/state", .null),
      Self.variant("absent", at: "/state", .absent), Self.variant("another text", at: "/state", .newValue),
    ])
    #expect(found.map(\.message) == ["(/state: another text) The same applies to absent, null and an empty text."])
    #expect(found.first?.promise == nil)
    #expect(found.first?.count == 1)
  }

  @Test func `what a field's absence is folded with doesn't hide other values of the field`() {
    let found = Self.findings([
      Self.variant("absent", at: "/id", .absent), Self.variant("null", at: "/id", .null),
      Self.variant("2147483648", at: "/id", .largerNumber), Self.variant("-2147483649", at: "/id", .other),
      Self.variant("absent", at: "/state", .absent),
    ])
    #expect(
      found.map(\.message) == [
        "(/id: absent) The same applies to null.", "(/id: 2147483648) The same applies to -2147483649.",
        "(/state: absent)",
      ])
    #expect(Set(found.map(\.fingerprint)).count == 3)
    #expect(found.map { $0.promise == nil } == [false, true, false])
  }

  @Test func `what a reader of dates can't read is a cause that fields share, beside what else they fail at`() {
    let places: [JSONPointer] = ["/a", "/b"]
    let absent = places.map { Self.variant("absent", at: $0, .absent) }
    let dates = places.map { Self.variant("a time with a fraction", at: $0, .dateSpelling) }
    let found = Self.findings(absent + dates)
    #expect(found.count == 4)
    #expect(Set(found.map(\.fingerprint)).count == 4)
    #expect(Set(found.map(\.cause)).count == 2, "\(found.map(\.promise))")
    #expect(
      Set(found.compactMap(\.promise)) == [
        "needs members that the contract doesn't require", "can't read dates with a fraction of a second",
      ])
  }

  @Test func `where a contract requires nothing, what the client needs is one notice to paste`() throws {
    let found = Self.findings(
      [
        Self.variant("absent", at: "/id", .absent), Self.variant("null", at: "/id", .null),
        Self.variant("absent", at: "/owner", .absent), Self.variant("absent", at: "/owner/name", .absent),
        Self.variant("2147483648", at: "/owner/name", .largerNumber),
        Self.variant("required fields only", at: nil, .other),
      ], requiring: false)
    let notice = try #require(found.last)
    #expect(notice.severity == .notice)
    #expect(notice.pointer == "/response/body")
    let lists = #""required": ["id", "owner"], "required": ["name"] at /owner"#
    #expect(notice.message.contains(lists), "\(notice.message)")
    #expect(found.dropLast().map(\.message) == ["(/owner/name: 2147483648)"])
  }

  @Test func `a response with one or two members isn't said to require nothing`() {
    let found = Self.findings([Self.variant("absent", at: "/note", .absent)], requiring: false)
    #expect(found.map(\.severity) == [.breaking])
  }

  @Test func `a part of the fields doesn't show that a contract requires nothing`() {
    var findings = VariantFindings(payload: JSONPointer(), isWhole: false)
    let variant = Self.variant("absent", at: "/id", .absent)
    findings.add(Self.drift(variant), of: variant)
    #expect(findings.drift.map(\.severity) == [.breaking])
  }

  @Test func `a run that was cut short doesn't show that either`() {
    var findings = VariantFindings(payload: JSONPointer(), isWhole: true)
    let places: [JSONPointer] = ["/a", "/b", "/c"]
    for place in places {
      let variant = Self.variant("absent", at: place, .absent)
      findings.note(variant)
      findings.add(Self.drift(variant), of: variant)
    }
    #expect(findings.drift.map(\.severity) == [.notice])
    findings.cutShort()
    #expect(findings.drift.map(\.severity) == [.breaking, .breaking, .breaking])
  }

  @Test func `a status that is swallowed with one body and unread with another is one finding`() {
    var findings = VariantFindings(payload: JSONPointer(), isWhole: true)
    let page = Self.variant("418 with a page", at: nil, .other, .refusal)
    let body = Self.variant("418 with the body of a success", at: nil, .other, .refusal)
    findings.add(Self.drift(page, Rule.client.wrongError, status: 418, detail: "decoding"), of: page)
    findings.add(Self.drift(body, Rule.client.swallowedError, status: 418), of: body)
    let other = Self.variant("500 with a page", at: nil, .other, .refusal)
    findings.add(Self.drift(other, Rule.client.wrongError, status: 500, detail: "decoding"), of: other)
    let found = findings.drift
    #expect(found.map(\.rule) == [Rule.client.swallowedError, Rule.client.wrongError])
    #expect(found.first?.message.contains("The mutation: 418 with the body of a success.") == true)
    #expect(found.first?.message.contains("With 418 with a page, the client reports decoding: no.") == true, "\(found)")
  }

  /// Returns the findings of one call among several.
  private static func findings(
    of call: String, _ variants: [Variant], requiring required: Bool = true,
    _ rule: Rule = Rule.client.stricterThanContract, reason: String? = nil
  ) -> VariantFindings {
    var findings = VariantFindings(payload: JSONPointer(), isWhole: true)
    if required { findings.note(variant("absent", at: "/id", .absent, .forbidden)) }
    for variant in variants {
      findings.note(variant)
      var found = drift(variant, rule)
      found.call = "items.get: \(call)"
      found.promise = reason
      if let reason { found.actual = "the client crashed with SIGILL (\(reason))" }
      findings.add(found, of: variant)
    }
    return findings
  }

  @Test func `a variant that only another call fails at is reported with that call, and nothing twice`() {
    var findings = Self.findings(
      of: "reads an item", [Self.variant("absent", at: "/state", .absent), Self.variant("null", at: "/state", .null)])
    findings.add(
      Self.findings(
        of: "opens an item",
        [
          Self.variant("null", at: "/state", .null), Self.variant("another text", at: "/state", .newValue),
          Self.variant("absent", at: "/owner", .absent),
        ]))
    let found = findings.drift
    #expect(
      found.map(\.message) == [
        "(/state: another text) The same applies to absent (reads an item) and null.", "(/owner: absent)",
      ])
    #expect(found.map(\.call) == ["items.get: opens an item", "items.get: opens an item"])
    #expect(Set(found.map(\.fingerprint)).count == 2)
  }

  @Test func `the members that several calls need are one list`() throws {
    func absent(_ place: JSONPointer) -> Variant { Self.variant("absent", at: place, .absent) }
    var findings = Self.findings(of: "reads an item", [absent("/id"), absent("/owner")], requiring: false)
    findings.note(absent("/note"))
    findings.add(Self.findings(of: "opens an item", [absent("/id"), absent("/state")], requiring: false))
    let found = findings.drift
    #expect(found.map(\.severity) == [.notice])
    #expect(found.first?.message.contains(#""required": ["id", "owner", "state"]"#) == true, "\(found)")
  }

  @Test func `a call that shows that a member is required makes the needs of all calls findings`() {
    let absent = Self.variant("absent", at: "/owner", .absent)
    let places: [JSONPointer] = ["/a", "/b", "/c"]
    let others = places.map { Self.variant("absent", at: $0, .absent) }
    var findings = Self.findings(of: "reads an item", [absent], requiring: false)
    for other in others { findings.note(other) }
    findings.add(Self.findings(of: "opens an item", [absent]))
    #expect(findings.drift.map(\.severity) == [.breaking])
  }

  @Test func `another crash at the same field is reported with its words`() {
    let null = Self.variant("null", at: "/state", .null)
    var findings = Self.findings(
      of: "reads an item", [null], Rule.client.crashed, reason: "Fatal error: Unexpectedly found nil")
    findings.add(
      Self.findings(of: "opens an item", [null], Rule.client.crashed, reason: "Fatal error: Index out of range"))
    let said = findings.drift.map(\.message)
    let other = "null (opens an item, the client crashed with SIGILL (Fatal error: Index out of range))"
    #expect(said == ["(/state: null) The same applies to \(other)."])
  }

  @Test func `the findings of a run are those of its endpoints, whichever call failed`() async throws {
    let (strict, _) = try await Books.play(sample: .fields) { try await $0.strictBook() }
    var other = strict
    other.findings = VariantFindings(payload: JSONPointer(), isWhole: false)
    let absent = Self.variant("absent", at: "/data/shelf", .absent)
    var found = Self.drift(absent)
    (found.service, found.endpoint) = (strict.service, strict.endpoint)
    other.findings.add(found, of: absent)
    let fingerprints = [strict, other].drift.map(\.fingerprint)
    #expect(Set(fingerprints).count == fingerprints.count)
    #expect(fingerprints.count == strict.drift.count + 1)
  }

  @Test func `the most plausible variants of a field are played first`() async throws {
    let (outcome, played) = try await Books.play(sample: .fields) { try await $0.strictBook() }
    let titles = played.map(\.variant.title)
    let subtitle = titles.filter { $0.hasPrefix("/data/subtitle: ") }
    #expect(
      Array(subtitle.prefix(3))
        == ["/data/subtitle: another text", "/data/subtitle: absent", "/data/subtitle: null"])
    #expect(titles.first { $0.hasPrefix("/data/state: ") } == "/data/state: \"out\"")
    let finding = try #require(outcome.drift.first { $0.pointer == "/response/body/data/subtitle" })
    #expect(finding.message.contains("/data/subtitle: absent"), "\(finding.message)")
    #expect(finding.message.contains("The same applies to null"), "\(finding.message)")
  }

  private static let texts: [(accepted: [String], refused: [String], words: String)] = [
    (["another text", "an empty text", "a long text"], [], "any string"),
    (["another text", "a long text"], ["an empty text"], "any non-empty string"),
    (["\"out\""], [], "each documented value"), ([], ["\"out\""], "not \"out\""),
    (
      ["a time with an offset", "a leap second"], ["another text", "a time with a fraction"],
      "dates, except those with a fraction of a second"
    ),
    ([], ["another text", "an empty text"], "of the strings tried, only the one that was observed"),
  ]

  @Test func `the texts that a field takes are put into words`() {
    for (accepted, refused, words) in Self.texts {
      var outcomes: [(variant: Variant, result: VariantResult)] = []
      for title in accepted { outcomes.append((Self.variant(title, at: "/state", .other), .returned)) }
      for title in refused { outcomes.append((Self.variant(title, at: "/state", .other), .hung)) }
      #expect(AcceptedTexts(outcomes).phrase == words)
    }
  }
}
