import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// A batch of calls, checked against a contract that describes single calls.
struct BatchedExchangeTests {
  private static let inspector = Inspector(
    Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "rpc", "title": "Calls", "envelope": null,
        "failures": { "wrong": { "status": 400, "body": { "type": "object", "required": ["error"], "properties": {
          "jsonrpc": { "type": "string" }, "id": { "type": "integer" }, "error": { "type": "string" } } } } },
        "endpoints": { "rpc.call": { "summary": "Calls", "request": "POST /rpc", "source": "1",
          "body": { "type": "object", "required": ["method"], "properties": { "jsonrpc": { "type": "string" },
            "id": { "type": "integer" }, "method": { "type": "string" }, "params": { "type": "array" } } },
          "success": { "200": { "body": { "type": "object", "required": ["result"], "properties": {
            "jsonrpc": { "type": "string" }, "id": { "type": "integer" }, "result": { "type": "integer" } } } } },
          "failures": ["wrong"] } } }
      """
    ]))

  private static func call(_ id: JSON?, params: JSON = []) -> JSON {
    .object([("jsonrpc", "2.0"), ("method", "add"), ("params", params)] + (id.map { [("id", $0)] } ?? []))
  }

  private static func answer(_ id: JSON, _ result: JSON) -> JSON { ["jsonrpc": "2.0", "id": id, "result": result] }

  private func found(_ calls: [JSON], _ answers: [JSON]) -> [String] {
    Self.inspector.inspect(.made("POST /rpc", sending: .array(calls), .array(answers))).lines
  }

  @Test func `each call is judged alone, whatever the order of the answers`() {
    let calls = [Self.call(1), Self.call(2)]
    #expect(found(calls, [Self.answer(2, 3), Self.answer(1, 7)]) == [])
    #expect(
      found(calls, [Self.answer(2, "3"), Self.answer(1, 7)])
        == ["response.field.number-as-string /response/body/0/result"])
    #expect(
      found([Self.call(1), Self.call(2, params: "x")], [Self.answer(1, 7), Self.answer(2, 3)])
        == ["request.field.type-changed /request/body/1/params"])
  }

  @Test func `one kind of drift in several calls is one finding`() {
    let drift = Self.inspector.inspect(
      .made(
        "POST /rpc", sending: .array([Self.call(1), Self.call(2)]), .array([Self.answer(1, "7"), Self.answer(2, "3")])))
    #expect(drift.lines == ["response.field.number-as-string /response/body/0/result"])
    #expect(drift.first?.count == 2)
  }

  @Test func `an error in the list is held to the failure that it fits`() {
    let error: JSON = ["jsonrpc": "2.0", "id": 2, "error": "none"]
    #expect(found([Self.call(1), Self.call(2)], [Self.answer(1, 7), error]) == [])
    let other: JSON = ["jsonrpc": "2.0", "id": 2, "error": 5]
    #expect(found([Self.call(1), Self.call(2)], [Self.answer(1, 7), other]) != [])
  }

  @Test func `notifications have no answer to judge`() {
    let note = Self.call(Optional<JSON>.none)
    #expect(Self.inspector.inspect(.made("POST /rpc", sending: .array([note]), status: 204, text: "")).lines == [])
    #expect(found([Self.call(1), note], [Self.answer(1, 7)]) == [])
  }

  @Test func `a list that lacks an answer, or has another's, is no batch that the contract describes`() {
    let calls = [Self.call(1), Self.call(2)]
    for answers in [[Self.answer(1, 7)], [Self.answer(1, 7), Self.answer(3, 7)], []] {
      #expect(found(calls, answers).contains("request.field.type-changed /request/body"), "\(answers)")
    }
  }
}
