import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

struct RecordingInspectionTests {
  private func recording(_ caller: Recording.Caller, _ exchange: Exchange) -> Recording {
    Recording(
      endpoint: "profile.get", name: "success", provenance: Provenance(kind: .authored, on: "2026-11-21", from: nil),
      caller: caller, exchange: exchange, requestBody: nil, responseBody: nil, bindings: [], step: nil,
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
}
