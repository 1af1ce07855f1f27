import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineRecordings
import Testing

/// A captured JSON-RPC batch, in which each response has the identifier of its call, regardless of its value.
@Suite struct BatchCallTests {
  private static let agent: HeaderFields = ["X-Key": "demo-key", "Authorization": "Bearer agent-token"]
  private static let batch =
    #"[{"jsonrpc":"2.0","id":3,"method":"a"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":"x","method":"b"}]"#

  private func bind(_ answer: String) -> JSON {
    let request = Request(method: .post, target: "/rpc", headers: Self.agent, body: Body(Self.batch))
    let response = Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(answer))
    let pairs = CallBindings.bindings(in: response, answering: request).map {
      ("\($0.target)", JSON("\($0.address)"))
    }
    return JSON.object(pairs)
  }

  @Test func `answers in any order are bound to their calls`() {
    let answer = #"[{"jsonrpc":"2.0","id":"x","result":1},{"jsonrpc":"2.0","id":3,"error":{"code":1}}]"#
    #expect(bind(answer) == JSON.object([("/0/id", "body#/2/id"), ("/1/id", "body#/0/id")]))
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}"#, #"[{"jsonrpc":"2.0","id":null,"error":{"code":1}}]"#,
    #"[{"jsonrpc":"2.0","id":4,"result":1}]"#, "[]",
  ])
  func `what answers none of the calls isn't bound`(answer: String) {
    #expect(bind(answer) == JSON.emptyObject)
  }
}
