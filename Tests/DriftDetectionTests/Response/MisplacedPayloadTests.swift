import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// A payload that is in the wrong place and has faults itself, which must still be recognized.
struct MisplacedPayloadTests {
  private func drift(_ body: JSON, at path: String = "/notes/7") -> [String] {
    Notes.inspector.inspect(.made(path, body)).lines
  }

  private let misplaced = "response.envelope.payload-misplaced /response/body/data"

  private func renamed(_ name: String, _ variant: String) throws -> JSON {
    let value = try #require(Notes.note[name])
    return try #require(Notes.note.removing(JSONPointer(tokens: [name]))).setting(variant, to: value)
  }

  private func without(_ name: String) throws -> JSON {
    try #require(Notes.note.removing(JSONPointer(tokens: [name])))
  }

  @Test func `under another name`() throws {
    #expect(
      drift(["success": true, "result": try renamed("created_at", "createdAt")]) == [
        misplaced, "response.field.case-changed /response/body/result/createdAt",
      ])
    #expect(
      drift(["success": true, "Data": try without("title")]) == [
        misplaced, "response.field.missing /response/body/Data/title",
      ])
  }

  @Test func `one level deeper, with what is next to it`() throws {
    #expect(
      drift(["success": true, "data": ["note": Notes.note.setting("id", to: "7")]]) == [
        misplaced, "response.field.number-as-string /response/body/data/note/id",
      ])
    // An adjacent identifier doesn't make the outer object the payload.
    #expect(
      drift(["success": true, "data": ["id": "7", "type": "note", "attributes": try without("id")]]) == [
        misplaced, "response.field.missing /response/body/data/attributes/id",
      ])
  }

  @Test func `beside the flag`() throws {
    #expect(
      drift(try without("title").setting("success", to: true)) == [
        misplaced, "response.field.missing /response/body/title",
      ])
  }

  @Test func `a list with its pages one level deeper is one finding`() {
    let pages: JSON = ["page": 1, "total": 1]
    let found = Notes.inspector.inspect(
      .made("/notes", ["success": true, "data": ["notes": [Notes.note], "pagination": pages]]))
    #expect(found.lines == [misplaced])
    #expect(found.first?.message.contains("and so is \"pagination\"") == true)
    // A member that is missing entirely is reported separately.
    #expect(
      drift(["success": true, "data": ["notes": [Notes.note]]], at: "/notes") == [
        "response.field.missing /response/body/pagination", misplaced,
      ])
  }

  @Test func `a payload in its place is never looked for inside itself`() throws {
    let author: JSON = ["id": 3, "title": "x", "kind": "MEMO", "author": nil]
    let note = try without("kind").setting("meta", to: author)
    #expect(drift(["success": true, "data": note]) == ["response.field.missing /response/body/data/kind"])
  }

  @Test func `a bare payload with faults is one finding, and its sentence says so`() throws {
    let found = Notes.inspector.inspect(.made("/notes/7", try renamed("title", "Title")))
    #expect(found.lines == ["response.envelope.missing /response/body"])
    #expect(found.first?.message.contains("isn't wrapped in its envelope, and has other errors") == true)
  }
}
