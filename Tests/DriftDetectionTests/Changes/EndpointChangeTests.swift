import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Endpoints that are added, removed, moved or renamed.
struct EndpointChangeTests {
  private func changes(_ old: String, _ new: String, today: String? = nil) -> [Drift] {
    ChangedContracts.changes("\"endpoints\": { \(old) }", "\"endpoints\": { \(new) }", today: today)
  }

  private func line(_ members: String = "", id: String = "notes.put", request: String = "PUT /notes") -> String {
    ChangedContracts.line(members, id: id, request: request)
  }

  private var other: String { line(id: "notes.other", request: "GET /other") }

  @Test func `a contract is the same as itself`() {
    #expect(ContractComparison(old: Notes.contract, new: Notes.contract).changes() == [])
    let again = Notes.make(files: ["contract.json": Notes.shared, "notes.json": Notes.endpoints])
    #expect(ContractComparison(old: Notes.contract, new: again).changes() == [])
    #expect(ContractComparison(old: TrueLogData.contract, new: TrueLogData.contract).changes() == [])
  }

  @Test func `a new endpoint is a notice`() {
    let found = changes(other, "\(other), \(line())")
    #expect(found.rules == ["change.endpoint.added"])
    #expect(found.first?.endpoint == "notes.put")
    #expect(found.first?.old == nil)
    #expect(found.first?.contract != nil)
  }

  @Test func `an endpoint that is gone is breaking`() {
    let found = changes("\(other), \(line())", other)
    #expect(found.rules == ["change.endpoint.removed"])
    #expect(found.first?.severity == .breaking)
    #expect(found.first?.old != nil)
    #expect(found.first?.contract == nil)
  }

  @Test func `after its last day a deprecated endpoint may be gone`() {
    let old = "\(other), \(line(#""deprecated": { "sunset": "2026-06-30" }"#))"
    #expect(changes(old, other, today: "2026-07-01").map(\.severity) == [.notice])
    #expect(changes(old, other, today: "2026-06-30").map(\.severity) == [.breaking])
    #expect(changes(old, other).map(\.severity) == [.breaking])
    let without = "\(other), \(line(#""deprecated": {}"#))"
    #expect(changes(without, other, today: "2026-07-01").map(\.severity) == [.breaking])
  }

  @Test func `an endpoint of one id at another place has moved`() {
    let found = changes(line(), line(request: "PATCH /notes"))
    #expect(found.rules == ["change.endpoint.moved"])
    #expect(found.first?.expected == "PUT /notes")
    #expect(found.first?.actual == "PATCH /notes")
    #expect(changes(line(), line(request: "PUT /papers")).rules == ["change.endpoint.moved"])
  }

  @Test func `a summary that is made of the id or of the line doesn't keep a move from being one`() {
    func named(_ id: String, _ request: String, _ summary: String) -> String {
      """
      "\(id)": { "summary": "\(summary)", "request": "\(request)", "source": "1", "success": { "200": { "body": {
        "type": "object", "properties": { "text": { "type": "string" } } } } } }
      """
    }
    let old = named("notes.get", "GET /notes", "notes.get")
    for summary in ["papers.get", "GET /papers"] {
      #expect(changes(old, named("papers.get", "GET /papers", summary)).rules == ["change.endpoint.moved"])
    }
    let other = changes(old, named("papers.get", "GET /papers", "Reads papers"))
    #expect(Set(other.rules) == ["change.endpoint.added", "change.endpoint.removed"])
  }

  @Test func `an endpoint of another id at another place has moved, if it says what no other does`() {
    let told =
      #""success": { "200": { "body": { "type": "object", "properties": { "text": { "type": "string" } } } } }"#
    let (old, new) = (line(told), line(told, id: "papers.put", request: "PUT /papers"))
    let found = changes(old, new)
    #expect(found.rules == ["change.endpoint.moved"])
    let moved = "The endpoint is now PUT /papers and was renamed from notes.put to papers.put;"
    #expect(found.first?.message.hasPrefix(moved) == true)
    // With two identical candidates, neither can be identified as the old endpoint.
    let twin = line(told, id: "sheets.put", request: "PUT /sheets")
    #expect(changes(old, "\(new), \(twin)").rules.contains("change.endpoint.removed"))
    // An endpoint without a description can't be recognized after it moves.
    let silent = changes(line(), line(id: "papers.put", request: "PUT /papers"))
    #expect(Set(silent.rules) == ["change.endpoint.added", "change.endpoint.removed"])
  }

  @Test func `conditions are compared by what they mean`() {
    func line(_ schema: String) -> String {
      self.line("\"when\": { \"query.kind\": \(schema) }, \"query\": { \"kind\": { \"type\": \"string\" } }")
    }
    #expect(changes(line(#"{ "const": "a" }"#), line(#"{ "enum": ["a"], "description": "One" }"#)) == [])
    #expect(changes(line(#"{ "enum": ["a", "b"] }"#), line(#"{ "enum": ["b", "a"] }"#)) == [])
    let either = #"{ "anyOf": [{ "const": "a" }, { "enum": ["b"] }] }"#
    #expect(changes(line(either), line(#"{ "type": "string", "enum": ["a", "b"] }"#)) == [])
    #expect(changes(line(either), line(#"{ "type": "integer", "enum": ["a", "b"] }"#)) != [])
    #expect(
      changes(line(#"{ "const": "a" }"#), line(#"{ "const": "b" }"#)).rules == ["change.endpoint.condition-changed"])
  }

  @Test func `one place with another id is a notice`() {
    let found = changes(line(), line(id: "notes.edit"))
    #expect(found.rules == ["change.endpoint.renamed"])
    #expect(found.first?.endpoint == "notes.edit")
  }

  @Test func `ids that change places are both renamed`() {
    let found = changes("\(other), \(line())", "\(line(id: "notes.other")), \(line(request: "GET /other"))")
    #expect(found.rules == ["change.endpoint.renamed", "change.endpoint.renamed"])
  }

  @Test func `a condition that distinguishes endpoints of one place is part of the place`() {
    func when(_ word: String) -> String { line(#""when": { "header.x-target": { "const": "\#(word)" } }"#) }
    #expect(changes(when("a"), when("b")).rules == ["change.endpoint.condition-changed"])
    #expect(changes(when("a"), when("a")) == [])
  }

  @Test func `a deprecation is reported, and so is its end`() {
    let deprecated = line(#""deprecated": { "sunset": "2027-01-01" }"#)
    let found = changes(line(), deprecated)
    #expect(found.rules == ["change.endpoint.deprecated"])
    #expect(found.first?.message.contains("2027-01-01") == true)
    #expect(changes(deprecated, line()).rules == ["change.endpoint.reactivated"])
  }

  @Test func `a last day may come later, not earlier`() {
    let (early, late) = (
      line(#""deprecated": { "sunset": "2027-01-01" }"#), line(#""deprecated": { "sunset": "2027-06-30" }"#)
    )
    #expect(changes(late, early).rules == ["change.endpoint.sunset-changed"])
    #expect(changes(early, late) == [])
    #expect(changes(early, line(#""deprecated": {}"#)).rules == ["change.endpoint.sunset-changed"])
    let first = changes(line(#""deprecated": {}"#), early)
    #expect(first.rules == ["change.endpoint.sunset-changed"])
    #expect(first.first?.severity == .notice)
  }

  @Test func `another standing is a notice`() {
    let found = changes(line(#""standing": "unconfirmed""#), line(#""standing": "documented""#))
    #expect(found.rules == ["change.endpoint.standing-changed"])
  }

  @Test func `a batch whose requests lie elsewhere is a warning`() {
    func batch(_ answers: String) -> String {
      line(
        """
        "batch": { "requests": "body#/requests", "request": { "path": "/path" }, "answers": "/\(answers)",
                   "answer": { "status": "/status" } },
        "body": { "type": "object", "properties": { "requests": { "type": "array", "items": {
          "type": "object", "properties": { "path": { "type": "string" } } } } } },
        "success": { "200": { "body": { "type": "object", "properties": {
          "one": { "type": "array", "items": { "type": "object" } },
          "two": { "type": "array", "items": { "type": "object" } } } } } }
        """, request: "POST /batch")
    }
    #expect(changes(batch("one"), batch("two")).rules == ["change.endpoint.batch-changed"])
  }

  @Test func `an idempotency key that means nothing any more is breaking, and a new one a notice`() {
    func keyed(_ field: String?) -> String {
      let key = field.map { #", "idempotency": "header.\#($0)""# } ?? ""
      return line(
        #""headers": { "Key": { "type": "string" }, "Other": { "type": "string" } }\#(key)"#, request: "POST /notes")
    }
    let removed = changes(keyed("Key"), keyed(nil))
    #expect(removed.rules == ["change.endpoint.idempotency-removed"])
    #expect(removed.first?.severity == .breaking)
    #expect(changes(keyed("Key"), keyed("Other")).rules == ["change.endpoint.idempotency-removed"])
    let added = changes(keyed(nil), keyed("Key"))
    #expect(added.rules == ["change.endpoint.idempotency-added"])
    #expect(added.first?.severity == .notice)
    #expect(changes(keyed("Key"), keyed("key")) == [])
  }

  @Test func `neither the order of endpoints nor that of members matters`() {
    let (one, two) = (line(#""query": { "a": { "type": "string", "maxLength": 3 }, "b": {} }"#), other)
    let turned = line(#""query": { "b": {}, "a": { "maxLength": 3, "type": "string" } }"#)
    #expect(changes("\(one), \(two)", "\(two), \(turned)") == [])
    let found = changes("\(one), \(two)", line(id: "notes.new", request: "GET /new"))
    let same = changes("\(two), \(turned)", line(id: "notes.new", request: "GET /new"))
    #expect(found.map(\.fingerprint) == same.map(\.fingerprint))
    #expect(found.map(\.endpoint) == ["notes.new", "notes.other", "notes.put"])
  }
}
