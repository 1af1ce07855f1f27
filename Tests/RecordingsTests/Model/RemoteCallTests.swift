import PlumblineJSONTree
import PlumblineRecordings
import Testing

struct RemoteCallTests {
  private func place(_ body: String, _ other: String) throws -> String? {
    RemoteCall.firstDifference(between: try JSON.parse(body), and: try JSON.parse(other)).map { "\($0.place)" }
  }

  @Test func `the first argument that differs is named by its place in the body`() throws {
    let call = #"{ "jsonrpc": "2.0", "method": "add", "id": 1, "params": [1, { "to": 2, "by": 3 }] }"#
    #expect(try place(call, call) == nil)
    #expect(try place(call, call.replacing("\"id\": 1", with: "\"id\": 2")) == nil)
    #expect(try place(call, call.replacing("\"to\": 2", with: "\"to\": 4")) == "/params/1/to")
    #expect(try place(call, call.replacing("\"to\": 2, ", with: "")) == "/params/1/to")
    #expect(try place(call.replacing("\"to\": 2, ", with: ""), call) == "/params/1/to")
    #expect(try place(call, call.replacing("[1, ", with: "[1, 1, ")) == "/params")
    #expect(try place("[\(call), \(call)]", "[\(call), \(call.replacing("[1,", with: "[5,"))]") == "/1/params/0")
  }

  @Test func `variables that one body lacks differ as a whole`() throws {
    let query = #""query": "{ a }""#
    #expect(try place("{ \(query) }", #"{ \#(query), "variables": { "a": 1 } }"#) == "/variables")
    #expect(try place("{ \(query) }", "{ \(query) }") == nil)
  }
}
