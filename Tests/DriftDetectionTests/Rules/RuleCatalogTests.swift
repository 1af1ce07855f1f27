import PlumblineDriftDetection
import Testing

struct RuleCatalogTests {
  @Test func `the catalogue has every rule of the design, with its severity`() {
    let expected: [String: Severity] = [
      "endpoint.missing": .breaking, "endpoint.method-missing": .breaking, "endpoint.moved": .warning,
      "endpoint.unavailable": .warning,
      "endpoint.undocumented": .warning, "endpoint.deprecated": .notice, "endpoint.sunset-passed": .warning,
      "response.status.undocumented": .warning, "response.status.contradicts-envelope": .breaking,
      "response.envelope.missing": .breaking, "response.envelope.flag-missing": .breaking,
      "response.envelope.flag-type": .breaking, "response.envelope.payload-missing": .breaking,
      "response.envelope.payload-misplaced": .breaking, "response.envelope.error-code-undocumented": .warning,
      "response.envelope.message-missing": .warning, "response.header.missing": .breaking,
      "response.header.invalid": .warning, "response.media-type.undocumented": .breaking,
      "response.body.malformed": .breaking, "response.body.missing": .breaking, "response.body.unexpected": .warning,
      "response.body.duplicate-member": .warning, "response.body.cut-off": .notice,
      "response.field.missing": .breaking, "response.field.undocumented": .warning,
      "response.field.type-changed": .breaking, "response.field.null-not-allowed": .breaking,
      "response.field.value-not-in-enum": .breaking, "response.field.case-changed": .breaking,
      "response.field.number-as-string": .breaking, "response.field.string-as-number": .breaking,
      "response.field.integer-as-decimal": .breaking, "response.field.no-branch-fits": .breaking,
      "response.field.format": .warning, "response.field.pattern": .warning, "response.field.out-of-bounds": .warning,
      "response.field.duplicate-items": .warning, "response.field.lowercase-date": .notice,
      "request.query.missing": .breaking,
      "request.query.invalid": .warning, "request.query.undocumented": .warning, "request.header.missing": .breaking,
      "request.body.malformed": .breaking, "request.field.case-changed": .breaking,
      "request.field.undocumented": .warning, "client.cannot-decode": .breaking,
      "client.stricter-than-contract": .breaking, "client.swallowed-error": .breaking, "client.wrong-error": .warning,
      "client.ignores-field": .notice, "pact.status": .breaking, "pact.header": .breaking, "pact.body": .breaking,
      "pact.unverified": .warning, "waiver.expired": .warning, "waiver.unused": .notice,
    ]
    for (id, severity) in expected {
      #expect(RuleCatalog.rule(id)?.severity == severity, "\(id)")
    }
  }

  @Test func `the rules that Swift names are those of the article, with their severities`() {
    let groups: [Any] = [
      Rule.endpoint, Rule.response, Rule.request, Rule.effect, Rule.list, Rule.access, Rule.session, Rule.transport,
      Rule.change, Rule.client, Rule.link, Rule.pact, Rule.waiver,
    ]
    #expect(groups.count == Rule.Group.allCases.count)
    func rules(in value: Any) -> [Rule] {
      (value as? Rule).map { [$0] } ?? Mirror(reflecting: value).children.flatMap { rules(in: $0.value) }
    }
    let named = Set(groups.flatMap { rules(in: $0) })
    for rule in named.subtracting(RuleCatalog.all) {
      Issue.record("Rules.md lacks \(rule), or has it with another severity than \(rule.severity).")
    }
    for rule in Set(RuleCatalog.all).subtracting(named) { Issue.record("Swift has no \(rule), \(rule.severity).") }
  }

  @Test func `ids are unique and well formed`() {
    let ids = RuleCatalog.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(id.allSatisfy { $0.isLowercase || $0 == "." || $0 == "-" }, "\(id)")
    }
  }

  @Test func `a rule's group and part are the words of its id`() {
    for rule in RuleCatalog.all {
      let words = rule.id.split(separator: ".").map(String.init)
      #expect(rule.group?.rawValue == words[0], "\(rule)")
      guard [.request, .response].contains(rule.group) else { continue }
      #expect(rule.part?.rawValue == words[1], "\(rule)")
    }
    #expect(Rule.response.mediaType.undocumented.isAbout(.envelope, .mediaType, of: .response))
    #expect(!Rule.response.mediaType.undocumented.isAbout(.mediaType, of: .request))
    #expect(Rule.request.field.missing.isAboutFields)
    #expect(!Rule.change.response.field.missing.isAboutFields)
    #expect(Rule.change.response.field.missing.isAbout(.response, of: .change))
    #expect(Rule("x", .notice).group == nil)
  }

  @Test func `a rule says what has to run for it to be found`() {
    func ids(_ finder: Rule.Finder) -> [String] { RuleCatalog.all.filter { $0.finder == finder }.map(\.id) }
    func areas(_ finder: Rule.Finder) -> Set<Substring> { Set(ids(finder).map { $0.prefix { $0 != "." } }) }
    #expect(areas(.comparison) == ["change"])
    #expect(areas(.pacts) == ["pact"])
    #expect(areas(.writes) == ["effect", "session"])
    #expect(areas(.server) == ["endpoint", "list", "access"])
    #expect(
      ids(.server).prefix(4) == [
        "endpoint.missing", "endpoint.method-missing", "endpoint.moved", "endpoint.unavailable",
      ])
    #expect(
      ids(.variants) == [
        "client.stricter-than-contract", "client.ignores-field", "client.misses-pages", "client.repeats-unsafely",
        "client.leaks-credential",
      ])
    #expect(
      ids(.clients) == ["client.crashed", "client.cannot-decode", "client.swallowed-error", "client.wrong-error"])
    #expect(
      areas(.anyRun) == ["endpoint", "response", "request", "transport", "client", "link", "waiver"])
    #expect(ids(.anyRun).filter { $0.hasPrefix("client.") } == ["client.call-failed"])
    #expect(Rule("response.field.new", .breaking).finder == .anyRun)
  }

  @Test func `an unknown id has no rule`() {
    #expect(RuleCatalog.rule("response.field.misplaced") == nil)
    #expect(RuleCatalog.rule("") == nil)
  }

  @Test func `request fields have the same rules as response fields, with the same severities`() {
    let response = RuleCatalog.rules(of: "response.field")
    let request = RuleCatalog.rules(of: "request.field")
    #expect(response.map { $0.id.dropFirst("response.".count) } == request.map { $0.id.dropFirst("request.".count) })
    #expect(response.map(\.severity) == request.map(\.severity))
  }

  @Test func `every rule is explained in a paragraph of its own, with an example`() {
    #expect(RuleCatalog.explanations.count == RuleCatalog.all.count)
    var paragraphs: Set<String> = []
    for rule in RuleCatalog.all {
      guard let explanation = rule.explanation else {
        Issue.record("\(rule) is not explained.")
        continue
      }
      #expect(explanation.paragraph.count > 60, "\(rule)")
      #expect(!explanation.paragraph.contains { "\n#".contains($0) }, "\(rule)")
      #expect(!explanation.paragraph.contains("Severity:"), "\(rule)")
      let lines = explanation.example.split(separator: "\n")
      #expect(!lines.isEmpty, "An indented example fits 80 columns: \(rule)")
      #expect(lines.allSatisfy { $0.count <= 76 }, "An indented example fits 80 columns: \(rule)")
      #expect(paragraphs.insert(explanation.paragraph).inserted, "\(rule)")
    }
  }
}
