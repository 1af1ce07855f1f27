import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

struct UndecidedTests {
  private let inspector = Inspector(
    Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "example", "title": "Example", "envelope": null,
        "endpoints": {
          "things.get": { "summary": "Get", "request": "GET /things", "source": "1",
            "query": { "q": { "type": "string", "pattern": "[ab](a|aa){1,3000}c$" } },
            "success": { "200": { "body": { "type": "object", "required": ["id"], "properties": {
              "id": { "type": "integer" }, "note": { "type": "string", "pattern": "[ab](a|aa){1,3000}c$" } } } } } }
        } }
      """
    ]))
  private let text = String(repeating: "a", count: 10_000)

  @Test func `an answer that takes too many steps to judge is a warning, and its other faults are found`() {
    let undecided = inspector.inspect(.made("/things", ["id": 1, "note": JSON(text)]))
    #expect(undecided.map(\.rule) == [.response.field.undecided])
    #expect(undecided.map(\.severity) == [.warning])
    #expect(undecided.map(\.pointer) == ["/response/body/note"])
    let wrong = inspector.inspect(.made("/things", ["id": "1", "note": JSON(text)]))
    #expect(wrong.map(\.rule) == [.response.field.numberAsString])
  }

  @Test func `so is a parameter`() {
    let drifts = inspector.inspect(.made("/things?q=\(text)", ["id": 1]))
    #expect(drifts.map(\.rule) == [.request.field.undecided])
    #expect(drifts.map(\.pointer) == ["/request/query/q"])
  }
}
