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

  @Test(arguments: [
    (#"{"pactSpecification": {"version": null}}"#, 2), (#"{"pact-specification": {"version": null}}"#, 2),
    (#"{"pact-specification": "1.0.0"}"#, 1), (#"{"pactSpecificationVersion": "3.0.0"}"#, 3), ("{}", 2), ("null", 2),
  ])
  func `the version is where libraries have written it, or it is 2`(_ metadata: String, _ version: Int) throws {
    let (pact, problems) = try Self.read(#"{"interactions": [], "metadata": \#(metadata)}"#)
    #expect(problems.isEmpty, "\(problems)")
    #expect(pact?.version.major == version)
  }

  @Test(arguments: [
    (#""clientError""#, 400), (#""success""#, 200), (#""redirect""#, 302), (#""serverError""#, 500),
    ("[99, 204, 205]", 204),
  ])
  func `a status that is left to a rule is one that the rule allows`(_ rule: String, _ status: Int) throws {
    let text = #"""
      {"description": "x", "request": {"method": "GET", "path": "/"}, "response": {"status": 0, "matchingRules": {
        "status": {"$": {"matchers": [{"match": "statusCode", "status": \#(rule)}]}}}}}
      """#
    let (pact, problems) = try Self.read(Self.pact(text, version: "4.0"))
    #expect(problems.isEmpty, "\(problems)")
    #expect(pact?.interactions.first?.response.status == status)
  }

  @Test(arguments: [
    #""providerState": "a note""#, #""provider_state": "a note""#, #""providerStates": "a note""#,
    #""providerState": null, "providerStates": ["a note"]"#, #""providerStates": [{"name": "a note"}]"#,
  ])
  func `a state is read in each of the forms that libraries write`(_ state: String) throws {
    let text = #"{"description": "x", \#(state), "request": {"method": "GET", "path": "/"}, "response": {}}"#
    let (pact, problems) = try Self.read(Self.pact(text))
    #expect(problems.isEmpty, "\(problems)")
    #expect(pact?.interactions.first?.states == [PactInteraction.State(name: "a note", parameters: [])])
  }

  @Test func `bytes are written in Base64 before version 4, and texts aren't`() throws {
    func body(_ type: String, _ text: String) throws -> PactBody? {
      let response = #"{"status": 200, "headers": {"Content-Type": "\#(type)"}, "body": "\#(text)"}"#
      let interaction =
        #"{"description": "x", "request": {"method": "GET", "path": "/"}, "response": \#(response)}"#
      return try Self.read(Self.pact(interaction)).pact?.interactions.first?.response.body
    }
    #expect(try body("image/gif", "AQI=") == .bytes([1, 2]))
    #expect(try body("multipart/form-data; boundary=b", "AQID") == .bytes([1, 2, 3]))
    #expect(try body("image/gif", "GIF!") == .text("GIF!"))
    #expect(try body("text/plain", "AQID") == .text("AQID"))
    #expect(try body("application/x-www-form-urlencoded", "AQID") == .text("AQID"))
  }

  @Test func `a body of version 4 without the object around it is the value itself`() throws {
    let text = #"{"description": "x", "request": {"method": "GET", "path": "/"}, "response": {"body": {"id": 7}}}"#
    let (pact, _) = try Self.read(Self.pact(text, version: "4.0"))
    #expect(pact?.interactions.first?.response.body == .json(["id": 7]))
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
