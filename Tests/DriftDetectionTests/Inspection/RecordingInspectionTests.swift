import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

struct RecordingInspectionTests {
  private func recording(_ caller: Recording.Caller, _ exchange: Exchange, _ body: JSON? = nil) -> Recording {
    Recording(
      endpoint: "profile.get", name: "success", provenance: Provenance(kind: .authored, on: "2026-11-21", from: nil),
      caller: caller, exchange: exchange, requestBody: nil, responseBody: body, bindings: [], step: nil,
      location: SourceLocation(file: "success.json", line: 1, column: 1))
  }

  private let inspector = Inspector(Notes.contract)

  @Test func `a recording's caller decides which answer is promised`() {
    let rich = Exchange.made("/profile", ["success": true, "data": ["quota": 5]])
    let poor = Exchange.made("/profile", ["success": true, "data": ["hint": "Log in."]])
    #expect(inspector.inspect(recording(.persona("owner"), rich)) == [])
    #expect(inspector.inspect(recording(.persona("guest"), poor)) == [])
    #expect(inspector.inspect(recording(.nobody, poor)) == [])
    #expect(inspector.inspect(recording(.anyone, poor)) == [])
    #expect(inspector.inspect(recording(.persona("owner"), poor)) != [])
  }

  @Test func `a stale recording is drift that names it, and no credential is missed`() {
    let found = inspector.inspect(recording(.anyone, .reading(Notes.note.setting("id", to: "7"))))
    #expect(found.lines == ["response.field.number-as-string /response/body/data/id"])
    #expect(found.first?.recording == "profile.get/success")
  }

  @Test func `drift of a recording names its own line: of the value, or of what the value is missing from`() throws {
    let body = try JSON.parse(
      "{\n \"success\": true,\n \"data\": {\n  \"id\": \"7\" }\n}", file: "success.json")
    let found = inspector.inspect(
      recording(.anyone, .made("/notes/7", body), body))
    let places = Dictionary(found.map { ("\($0.pointer?.description ?? "")", $0.recorded?.description) }) { one, _ in
      one
    }
    #expect(places["/response/body/data/id"] == "success.json:4:9")
    let missing = try #require(found.first { $0.rule == .response.field.missing })
    #expect(missing.recorded?.description == "success.json:3:10", "\(found)")
  }
}
