import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct FoldingTests {
  @Test(arguments: [5, 6, 40])
  func `many different values that aren't listed are one finding, a few are one each`(number: Int) {
    let notes = (0..<number).map { Notes.note.setting("kind", to: JSON("K\($0)")) }
    let found = Notes.inspector.inspect(
      .made("/notes", ["success": true, "data": .array(notes), "pagination": ["page": 1, "total": 1]]))
    #expect(Set(found.map(\.rule)) == [.response.field.valueNotInEnum])
    #expect(found.map(\.count) == (number > 5 ? [number] : Array(repeating: 1, count: number)))
    #expect(found.first?.pointer == "/response/body/data/0/kind")
    if number > 5 { #expect(found.first?.message.hasPrefix("The first of \(number) different values") == true) }
  }

  private func drift(_ notes: [JSON]) -> [Drift] {
    Notes.inspector.inspect(
      .made("/notes", ["success": true, "data": .array(notes), "pagination": ["page": 1, "total": 50]]))
  }

  @Test func `the same fault in fifty items is one finding with a count and the first place`() {
    let wrong = Notes.note.setting("id", to: "7")
    let found = drift([Notes.note] + Array(repeating: wrong, count: 50))
    #expect(found.lines == ["response.field.number-as-string /response/body/data/1/id"])
    #expect(found.first?.count == 50)
    #expect(found.first?.folded == "/response/body/data/*/id")
  }

  @Test func `different faults and different details stay apart`() {
    let found = drift([
      Notes.note.setting("kind", to: "A"), Notes.note.setting("kind", to: "B"), Notes.note.setting("kind", to: "A"),
      Notes.note.setting("title", to: 1),
    ])
    #expect(found.map(\.count) == [2, 1, 1])
    #expect(
      found.lines == [
        "response.field.value-not-in-enum /response/body/data/0/kind",
        "response.field.value-not-in-enum /response/body/data/1/kind",
        "response.field.string-as-number /response/body/data/3/title",
      ])
  }

  @Test func `undocumented, missing and renamed members fold too`() throws {
    let extra = Notes.note.setting("colour", to: "red")
    let gone = try #require(Notes.note.removing("/title"))
    let renamed = try #require(Notes.note.removing("/created_at")).setting("createdAt", to: "2026-11-21T08:00:00Z")
    #expect(drift([extra, extra]).map(\.count) == [2])
    #expect(drift([gone, gone, gone]).map(\.count) == [3])
    let found = drift([renamed, renamed])
    #expect(found.lines == ["response.field.case-changed /response/body/data/0/createdAt"])
    #expect(found.first?.count == 2)
  }

  @Test func `keys of a map fold, names of fields don't`() {
    let found = drift([Notes.note.setting("counts", to: ["x": "1", "y": "2"])])
    #expect(found.lines == ["response.field.number-as-string /response/body/data/0/counts/x"])
    #expect(found.first?.count == 2)
    #expect(found.first?.folded == "/response/body/data/*/counts/*")
  }

  @Test func `the fingerprint is that of any place of the fold`() {
    let wrong = Notes.note.setting("counts", to: ["x": "1"])
    let other = Notes.note.setting("counts", to: ["z": "1"])
    #expect(drift([wrong]).map(\.fingerprint) == drift([Notes.note, other]).map(\.fingerprint))
  }

  @Test func `the same exchange gives the same drift, again and again`() {
    let notes = [
      Notes.note.setting("kind", to: "A").setting("b", to: 1).setting("a", to: 2), Notes.note.setting("id", to: nil),
    ]
    let first = drift(notes)
    for _ in 0..<5 { #expect(drift(notes) == first) }
    #expect(first.count == 4)
  }

  @Test func `a flood of unknown members ends, and the rest of the drift is still there`() throws {
    let flood = JSON.build { builder in
      builder.object { builder in
        for (key, value) in Notes.note.members where key != "id" { builder.member(key, value) }
        for index in 0..<20_000 { builder.member("x\(index)", 1) }
      }
    }
    let found = Notes.inspector.inspect(.reading(flood))
    #expect(found.count == 1002)
    #expect(found.contains { $0.rule == .response.field.missing })
    let uncounted = try #require(found.first { $0.rule == .response.field.undecided })
    #expect(uncounted.message == "Only the first 1000 of 20000 undocumented members are counted.")
  }
}
