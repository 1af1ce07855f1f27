import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct FieldTests {
  private func drift(_ note: JSON) -> [Drift] { Notes.inspector.inspect(.reading(note)) }
  private func with(_ member: String, _ value: JSON) -> [Drift] { drift(Notes.note.setting(member, to: value)) }

  /// A change of one member of the note, and the finding that it must cause in `data`.
  struct Case: CustomTestStringConvertible, Sendable {
    let member: String
    let value: JSON
    /// The finding as `rule pointer`, where the pointer starts at the member.
    let found: String?

    init(_ member: String, _ value: JSON, _ found: String?) {
      self.member = member
      self.value = value
      self.found = found
    }

    var testDescription: String { "\(member): \(value.text)" }
  }

  private static let cases: [Case] = [
    Case("id", "seven", "type-changed "), Case("id", true, "type-changed "), Case("id", [:], "type-changed "),
    Case("id", nil, "null-not-allowed "), Case("id", "7", "number-as-string "),
    Case("id", "-7.5e2", "number-as-string "),
    Case("id", 7.5, "integer-as-decimal "), Case("id", 7.0, nil),
    Case("title", 7, "string-as-number "), Case("title", nil, "null-not-allowed "), Case("title", "", "out-of-bounds "),
    Case("title", "123456789012345678901", "out-of-bounds "), Case("title", "12345678901234567890", nil),
    Case("kind", "NOTE", "value-not-in-enum "), Case("kind", "memo", "value-not-in-enum "), Case("kind", "TASK", nil),
    Case("kind", nil, "null-not-allowed "), Case("kind", 1, "string-as-number "), Case("kind", [], "type-changed "),
    Case("author", nil, nil), Case("author", ["user_id": 3], "missing /name"),
    Case("author", ["user_id": "3", "name": "Ada"], "number-as-string /user_id"),
    Case("author", ["userId": 3, "name": "Ada"], "case-changed /userId"),
    Case("author", ["user_id": 3, "name": "Ada", "age": 36], "undocumented /age"),
    Case("author", "Ada", "type-changed "), Case("author", [], "type-changed "),
    Case("score", -0.5, "out-of-bounds "), Case("score", 0, nil), Case("score", "1.5", "number-as-string "),
    Case("tags", ["a", "a"], "duplicate-items "), Case("tags", ["a", "b", "c", "d"], "out-of-bounds "),
    Case("tags", ["a", 1], "string-as-number /1"), Case("tags", [], nil), Case("tags", ["a": 1], "type-changed "),
    Case("created_at", "yesterday", "format "), Case("created_at", "2026-11-21T08:00:00+08:00", nil),
    Case("created_at", "2026-11-21t08:00:00Z", "lowercase-date "),
    Case("created_at", "2026-11-21T08:00:00z", "lowercase-date "),
    Case("created_at", "2026-11-41t08:00:00z", "format "), Case("title", "2026-11-21t08:00:00z", nil),
    Case("created_at", 1_763_712_000, "string-as-number "), Case("due_date", "2026-02-30", "format "),
    Case("due_date", "2026-02-28", nil), Case("due_date", 20_260_228, "string-as-number "),
    Case("code", "abc", "pattern "), Case("code", "ABCD", "pattern "), Case("code", "XYZ", nil),
    Case("shape", ["diameter": 2], "no-branch-fits "), Case("shape", ["width": 1, "height": 2], nil),
    Case("shape", "round", "type-changed "), Case("shape", nil, "null-not-allowed "),
    Case("media", ["type": "audio", "seconds": 3], nil), Case("media", ["type": "audio"], "missing /seconds"),
    Case("media", ["type": "audio", "seconds": "3"], "number-as-string /seconds"),
    Case("media", ["type": "video", "url": "/v.mp4"], "no-branch-fits "),
    Case("badge", ["kind": "word", "text": 7], "string-as-number /text"),
    Case("badge", ["kind": "share", "value": 1], nil),
    Case("badge", ["kind": "count", "value": "1"], "number-as-string /value"),
    Case("badge", ["kind": "count", "value": 1, "color": "BLUE"], "value-not-in-enum /color"),
    Case("badge", ["kind": "icon", "value": 1], "no-branch-fits "),
    Case("counts", ["a": 1, "b": 2], nil), Case("counts", ["a": "1"], "number-as-string /a"),
    Case("counts", [:], nil), Case("meta", ["a": ["b": nil]], nil), Case("meta", [:], nil),
    Case("closed", ["b": 1], "undocumented /b"), Case("closed", ["7": 1], "undocumented /7"),
    Case("closed", ["A": 1], "case-changed /A"),
    Case("label", 7, nil), Case("label", 7.5, "integer-as-decimal "), Case("label", true, "type-changed "),
    Case("label", nil, "null-not-allowed "),
    Case("size", "M", nil), Case("size", "XL", "value-not-in-enum "), Case("size", 1, "string-as-number "),
  ]

  @Test(arguments: cases)
  func `one change is one finding by the most specific rule, or none where it is harmless`(test: Case) {
    let expected = test.found.map { found -> String in
      let parts = found.split(separator: " ", omittingEmptySubsequences: false)
      return "response.field.\(parts[0]) /response/body/data/\(test.member)\(parts[1])"
    }
    #expect(with(test.member, test.value).lines == (expected.map { [$0] } ?? []))
  }

  @Test(arguments: ["id", "title", "kind", "author"])
  func `a required field that is gone is missing`(member: String) throws {
    let found = drift(try #require(Notes.note.removing(JSONPointer(tokens: [member]))))
    #expect(found.lines == ["response.field.missing /response/body/data/\(member)"])
    #expect(found.first?.severity == .breaking)
  }

  @Test(arguments: ["score", "tags", "created_at", "shape", "meta", "due_date"])
  func `an optional field may be gone`(member: String) throws {
    #expect(drift(try #require(Notes.note.removing(JSONPointer(tokens: [member])))) == [])
  }

  @Test(arguments: [[:], ["note_title": "x", "colour": "red"]] as [JSON])
  func `an object with none of the documented fields is one finding`(other: JSON) {
    let found = drift(other)
    #expect(found.lines == ["response.field.missing /response/body/data"])
    #expect(found.first?.expected == "the fields id, title, kind, author")
    #expect(with("author", other).lines == ["response.field.missing /response/body/data/author"])
  }

  @Test func `an object with one of the documented fields lacks the others one by one`() {
    #expect(drift(["Id": 7, "colour": "red"]).count == 5)
  }

  @Test func `a listed value in another case is named`() {
    #expect(with("kind", "memo").first?.message.contains("; \"MEMO\" is.") == true)
    #expect(with("kind", "NOTE").first?.message.contains("; ") == false)
  }

  @Test func `an unknown field is undocumented although the schema is open`() {
    let found = with("colour", "red")
    #expect(found.lines == ["response.field.undocumented /response/body/data/colour"])
    #expect(found.first?.severity == .warning)
    #expect(found.first?.actual == "string \"red\"")
  }

  @Test func `a renamed field is one finding, required or optional`() throws {
    let renamed: (String, String) throws -> [Drift] = { name, variant in
      let value = try #require(Notes.note[name])
      return drift(try #require(Notes.note.removing(JSONPointer(tokens: [name]))).setting(variant, to: value))
    }
    #expect(try renamed("id", "ID").lines == ["response.field.case-changed /response/body/data/ID"])
    #expect(
      try renamed("created_at", "createdAt").lines == ["response.field.case-changed /response/body/data/createdAt"])
    let found = try renamed("due_date", "due-date")
    #expect(found.lines == ["response.field.case-changed /response/body/data/due-date"])
    #expect(found.first?.expected == "due_date")
    #expect(found.first?.actual == "due-date")
    #expect(
      try renamed("title", "name").lines.sorted() == [
        "response.field.missing /response/body/data/title", "response.field.undocumented /response/body/data/name",
      ])
  }

  @Test func `a field that is there twice in two spellings is undocumented once`() {
    #expect(
      with("createdAt", "2026-11-21T08:00:00Z").lines == ["response.field.undocumented /response/body/data/createdAt"])
  }

  @Test func `several causes are several findings, in document order`() {
    let note = Notes.note.setting("title", to: 7).setting("id", to: "7").setting("zeta", to: 1)
    #expect(
      drift(note).lines == [
        "response.field.number-as-string /response/body/data/id",
        "response.field.string-as-number /response/body/data/title",
        "response.field.undocumented /response/body/data/zeta",
      ])
  }

  @Test func `the value and what is listed are part of an enum's drift`() {
    let found = with("kind", "NOTE").first
    #expect(found?.detail == "\"NOTE\"")
    #expect(found?.actual == "\"NOTE\"")
    #expect(found?.expected == "\"MEMO\" or \"TASK\"")
    #expect(with("kind", "NOTE").first?.fingerprint != with("kind", "POST").first?.fingerprint)
  }

  @Test func `the nearest alternative's reason is in the message`() {
    let found = with("shape", ["diameter": 1]).first
    #expect(found?.rule == .response.field.noBranchFits)
    #expect(found?.message.contains("\"radius\" is missing") == true)
  }

  @Test func `long values are cut, and secrets don't show`() {
    let long = String(repeating: "x", count: 500)
    let found = with("title", JSON(long)).first
    #expect((found?.actual?.count ?? 0) <= 80)
    let secret = with("token", 123_456).first
    #expect(secret?.rule == .response.field.stringAsNumber)
    #expect(secret?.actual == "number")
    let unknown = with("api_key", "hush").first
    #expect(unknown?.actual == "string")
    #expect(unknown?.message.contains("hush") == false)
  }

  @Test func `control characters of a payload don't reach a report`() {
    let found = with("\u{1B}[31mred\n", 1).first
    #expect(found?.message.contains("\u{1B}") == false)
    #expect(found?.message.contains("\n") == false)
  }
}
