import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import Testing

@testable import PlumblinePact

struct PactReaderTests {
  private static func read(_ text: String) throws -> (pact: Pact?, problems: [Problem]) {
    let log = NoteLog()
    let pact = PactReader(path: "pact.json", log: log).read(try JSON.parse(text, file: "pact.json"))
    return (pact, log.problems)
  }

  private static func pact(_ interactions: String, version: String = "3.0.0") -> String {
    #"""
    {"consumer": {"name": "web"}, "provider": {"name": "shop"}, "interactions": [\#(interactions)],
     "metadata": {"pactSpecification": {"version": "\#(version)"}}}
    """#
  }

  @Test func `an interaction has its states, request and response`() throws {
    let (pact, problems) = try Self.read(
      Self.pact(
        #"""
        {"description": "gets a ticket", "providerStates": [{"name": "a ticket exists", "params": {"id": 7}}],
         "request": {"method": "get", "path": "/tickets/7", "query": {"full": ["1"]}, "headers": {"Accept": "a/b"}},
         "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": {"id": 7}}}
        """#))
    #expect(problems.isEmpty)
    let read = try #require(pact)
    #expect(read.consumer == "web")
    #expect(read.provider == "shop")
    #expect(read.version == Pact.Version(major: 3))
    let interaction = try #require(read.interactions.first)
    #expect(interaction.states == [PactInteraction.State(name: "a ticket exists", parameters: [("id", 7)])])
    #expect(interaction.request.method == "GET")
    #expect(interaction.request.query.sent == "full=1")
    #expect(interaction.request.body == .unstated)
    #expect(interaction.response.status == 200)
    #expect(interaction.response.body == .json(["id": 7]))
  }

  @Test func `messages, interactions of plugins and other types are left out by name`() throws {
    let (pact, problems) = try Self.read(
      Self.pact(
        #"""
        {"type": "Asynchronous/Messages", "description": "an order came", "contents": {}},
        {"type": "Synchronous/HTTP", "description": "by protobuf", "pluginConfiguration": {"protobuf": {}},
         "request": {"method": "GET", "path": "/"}, "response": {"status": 200}},
        {"type": "Synchronous/HTTP", "description": "plain", "request": {"method": "GET", "path": "/"},
         "response": {"status": 200}}
        """#, version: "4.0"))
    #expect(pact?.interactions.map(\.description) == ["plain"])
    #expect(
      problems.map(\.message) == [
        #""an order came" is a message (Asynchronous/Messages), which isn't read: it is left out."#,
        #""by protobuf" is described by a plugin (protobuf), which isn't read: it is left out."#,
      ])
    #expect(problems.allSatisfy { $0.level == .warning })
  }

  @Test(arguments: [
    (#"{"description": "x", "response": {}}"#, #""x" has no request or no response: it is left out."#),
    (#"{"description": "x", "request": {"path": "/"}, "response": {}}"#, #""x" has no method: it is left out."#),
    (#"{"description": "x", "request": {"method": "GET"}, "response": {}}"#, #""x" has no path: it is left out."#),
    (
      #"{"description": "x", "request": {"method": "GET", "path": "/"}, "response": {"status": 99}}"#,
      #""x" has no status from 200 to 599: it is left out."#
    ),
  ])
  func `an interaction that isn't one is left out, and the others are read`(_ wrong: String, _ message: String) throws {
    let right = #"{"description": "y", "request": {"method": "GET", "path": "/"}, "response": {"status": 200}}"#
    let (pact, problems) = try Self.read(Self.pact("\(wrong), \(right)"))
    #expect(pact?.interactions.map(\.description) == ["y"])
    #expect(problems.map(\.message) == [message])
    #expect(problems.map(\.level) == [.error])
  }

  @Test(arguments: [
    "[]", "{}", #"{"interactions": {}}"#, #"{"interactions": [], "metadata": {"pactSpecification": {"version": "9"}}}"#,
  ])
  func `what is no pact is refused`(_ text: String) throws {
    let (pact, problems) = try Self.read(text)
    #expect(pact == nil)
    #expect(problems.count == 1)
  }

  @Test func `bodies of version 4 are in an envelope of their own`() throws {
    let bodies = try [
      #"{"content": {"id": 7}, "contentType": "application/json", "encoded": false}"#,
      #"{"content": "plain", "contentType": "text/plain", "encoded": false}"#,
      #"{"content": "AQI=", "contentType": "application/octet-stream", "encoded": "base64"}"#,
      #"{"content": "7", "contentType": "application/json", "encoded": false}"#, "{}",
    ].map { body in
      let text =
        #"{"description": "x", "request": {"method": "GET", "path": "/"}, "response": {"status": 200, "body": \#(body)}}"#
      return try #require(try Self.read(Self.pact(text, version: "4.0")).pact?.interactions.first?.response.body)
    }
    #expect(bodies == [.json(["id": 7]), .text("plain"), .bytes([1, 2]), .json("7"), .empty])
  }
}
