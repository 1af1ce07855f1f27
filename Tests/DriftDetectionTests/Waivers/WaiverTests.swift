import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

struct WaiverTests {
  private func load(_ text: String) -> WaiverLoader.Result {
    WaiverLoader.load(
      Array(text.utf8), path: "Contracts/notes/waivers.json", service: "notes",
      endpoints: Notes.contract.endpoints.map(\.id))
  }

  private func policy(_ text: String) throws -> WaiverPolicy {
    let result = load(text)
    return try #require(result.policy, "\(result.problems)")
  }

  private var drift: [Drift] {
    Notes.inspector.inspect(.reading(Notes.note.setting("id", to: "7").setting("colour", to: "red")))
  }

  @Test func `every mistake is reported at once, each with its place`() {
    let result = load(
      """
      {
        "severities": { "response.field.undocumentd": "notice", "response.*": "loud" },
        "waivers": [
          { "reason": "none" },
          { "fingerprint": "xyz", "reason": "a" },
          { "rule": "response.field.mising", "reason": "b" },
          { "endpoint": "notes.gte", "until": "2026-02-30", "reason": "c" },
          { "fingerprint": "0123456789abcdef" },
          { "fingerprint": "0123456789abcdef", "reason": "twice" },
          { "rule": "response.*", "reason": "d", "untill": "2027-01-01" },
          { "rule": "nothing.*", "reason": "only a warning" }
        ]
      }
      """)
    #expect(result.policy == nil)
    let lines = result.problems.map { "\($0.location.line) \($0.level)" }
    #expect(
      lines == [
        "2 error", "2 error", "4 error", "5 error", "6 error", "7 error", "7 error", "8 error", "9 error", "10 error",
        "11 warning",
      ], "\(result.problems)")
    let text = result.problems.map(\.message).joined(separator: "\n")
    for hint in ["response.field.undocumented", "response.field.missing", "notes.get", "\"until\"", "YYYY-MM-DD"] {
      #expect(text.contains(hint), "\(hint): \(text)")
    }
  }

  @Test(arguments: [
    "", "[]", "{ \"waivers\": {} }", "{ \"waivers\": [1] }", "{ \"waivers\": [], \"waivers\": [] }", "{",
  ])
  func `a file of another shape is refused`(text: String) {
    #expect(load(text).policy == nil)
    #expect(!load(text).problems.isEmpty)
  }

  @Test func `a fingerprint excuses its drift and nothing else, up to its day`() throws {
    let fingerprint = try #require(drift.first { $0.rule.id == "response.field.number-as-string" }?.fingerprint)
    let policy = try policy(
      """
      { "waivers": [{ "fingerprint": "\(fingerprint)", "reason": "Known.", "until": "2026-11-21" }] }
      """)
    for (today, isWaived) in [("2026-11-21", true), ("2026-11-22", false)] {
      var ledger = WaiverLedger([policy], today: today)
      var drift = drift
      ledger.apply(to: &drift)
      #expect(drift.map { $0.waived != nil } == [isWaived, false])
      #expect(drift.first?.waived?.reason == (isWaived ? "Known." : nil))
      let findings = ledger.findings { _, _ in true }
      #expect(findings.map(\.rule.id) == (isWaived ? [] : ["waiver.expired"]))
      #expect(findings.first?.contract?.file == (isWaived ? nil : "Contracts/notes/waivers.json"))
    }
  }

  @Test func `a cause excuses all drift that has it, at whatever endpoint`() throws {
    let found = ["/notes/7", "/notes/8"].flatMap { path in
      Notes.inspector.inspect(.made(path, status: 404, ["success": false, "message": "No."]))
    }
    var other = try #require(found.first)
    #expect(other.rule.id == "response.envelope.error-code-missing")
    other.endpoint = "notes.list"
    #expect(other.fingerprint != found[0].fingerprint)
    let policy = try policy(#"{ "waivers": [{ "cause": "\#(found[0].cause)", "reason": "The gateway's." }] }"#)
    var ledger = WaiverLedger([policy], today: "2026-11-21")
    var drift = [found[0], other] + self.drift
    ledger.apply(to: &drift)
    #expect(drift.map { $0.waived != nil } == [true, true, false, false])
    #expect(ledger.findings { _, _ in true }.isEmpty)
  }

  @Test(arguments: [
    (#"{ "cause": "xyz", "reason": "a" }"#, "isn't a cause"),
    (#"{ "cause": "0123456789abcdef", "fingerprint": "0123456789abcdef", "reason": "a" }"#, "keep one of them"),
    (
      #"{ "cause": "0123456789abcdef", "reason": "a" }, { "cause": "0123456789abcdef", "reason": "b" }"#,
      "is already waived"
    ),
  ]) func `a wrong cause is reported`(waivers: String, hint: String) {
    let result = load(#"{ "waivers": [\#(waivers)] }"#)
    #expect(result.policy == nil)
    #expect(result.problems.contains { $0.message.contains(hint) }, "\(result.problems)")
  }

  @Test(arguments: [
    (#""rule": "response.field.*""#, [true, true]), (#""rule": "response.field.undocumented""#, [false, true]),
    (#""endpoint": "notes.*""#, [true, true]), (#""endpoint": "notes.list""#, [false, false]),
    (#""pointer": "/response/body/data/id""#, [true, false]), (#""pointer": "*/colour""#, [false, true]),
    (#""rule": "response.*", "endpoint": "notes.get", "pointer": "/response/*""#, [true, true]),
    (#""rule": "response.*", "endpoint": "notes.list""#, [false, false]),
  ])
  func `every pattern that is given has to fit`(members: String, waived: [Bool]) throws {
    let policy = try policy("{ \"waivers\": [{ \(members), \"reason\": \"x\" }] }")
    var ledger = WaiverLedger([policy], today: "2026-11-21")
    var drift = drift
    ledger.apply(to: &drift)
    #expect(drift.map { $0.waived != nil } == waived)
    let isUsed = waived.contains(true)
    #expect(ledger.findings { _, _ in true }.map(\.rule.id) == (isUsed ? [] : ["waiver.unused"]))
    #expect(ledger.findings { _, _ in false } == [])
  }

  @Test func `the last pattern that fits gives the severity`() throws {
    let policy = try policy(
      """
      { "severities": { "response.field.*": "notice", "response.field.undocumented": "breaking", "waiver.unused": "breaking" },
        "waivers": [{ "endpoint": "notes.list", "reason": "x" }] }
      """)
    var ledger = WaiverLedger([policy], today: "2026-11-21")
    var drift = drift
    ledger.apply(to: &drift)
    #expect(drift.map(\.severity) == [.notice, .breaking])
    #expect(ledger.findings { _, _ in true }.map(\.severity) == [.breaking])
  }

  @Test func `a written waiver keeps what is there and is never written twice`() throws {
    let entry = WaiverWriter.Entry(
      fingerprint: "0123456789abcdef", rule: "response.field.missing", endpoint: "notes.get",
      reason: "Say \"when\".\nSoon", until: "2027-01-31")
    let first = try WaiverWriter.adding(entry, to: nil, path: "waivers.json")
    let policy = try policy(first)
    #expect(policy.waivers.map(\.reason) == ["Say \"when\".\nSoon"])
    #expect(policy.waivers.map(\.until) == ["2027-01-31"])
    #expect(throws: WaiverWriter.Refusal.self) {
      try WaiverWriter.adding(entry, to: Array(first.utf8), path: "waivers.json")
    }
    var other = entry
    other.fingerprint = "fedcba9876543210"
    other.until = nil
    let kept = first.replacing("\"waivers\"", with: "\"severities\": { \"response.*\": \"notice\" }, \"waivers\"")
    let second = try self.policy(try WaiverWriter.adding(other, to: Array(kept.utf8), path: "waivers.json"))
    #expect(second.waivers.count == 2)
    #expect(second.severities.count == 1)
    #expect(throws: (any Error).self) { try WaiverWriter.adding(entry, to: Array("{".utf8), path: "waivers.json") }
    #expect(throws: (any Error).self) {
      try WaiverWriter.adding(entry, to: Array("{\"waivers\": 1}".utf8), path: "waivers.json")
    }
  }
}
