import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineInference
import PlumblineJSONTree
import Testing

/// Drafts of streamed responses, with a schema for one event or one line.
@Suite struct StreamDraftTests {
  private static let events = "text/event-stream"

  /// Returns the schema of one part of the streams of `GET /feed`. The draft must accept all of the streams without
  /// findings.
  private func drafted(of bodies: [String], type: String = StreamDraftTests.events) throws -> JSON {
    let exchanges = bodies.map { body in
      Exchange(
        request: Request(method: .get, target: "/feed", headers: [:], body: .empty),
        response: Response(status: 200, headers: ["Content-Type": type], body: Body(body)))
    }
    let draft = ContractInference(service: "shop", source: "a test")
      .draft(exchanges.compactMap { SeenExchange($0, origin: nil) })
    let loaded = ContractLoader.load(draft.files)
    #expect(loaded.problems.isEmpty, "\(loaded.problems)")
    let contract = try #require(loaded.contract)
    let drift = exchanges.flatMap { Inspector(contract).inspect($0) }
    #expect(drift.isEmpty, "\(drift.map { "\($0.rule.id) \($0.message)" })")
    for file in draft.files {
      for (_, endpoint) in try JSON.parse(file.bytes)["endpoints"]?.members.map({ $0 }) ?? [] {
        if let item = endpoint["success"]?["200"]?["content"]?[type]?["itemSchema"] { return item }
      }
    }
    throw Missing()
  }

  private struct Missing: Error {}

  @Test func `events are told apart by their names, and data in JSON has its own schema`() throws {
    let item = try drafted(of: [
      """
      event: joined
      id: 1
      data: {"name": "Ada"}

      event: said
      data: {"text": "Hello", "to": null}

      event: said
      id: 3
      data: {"text": "Bye", "to": "Ada"}


      """
    ])
    #expect(item["oneOf"]?.count == 2)
    #expect(item.at("/oneOf/0/properties/event/const") == "joined")
    #expect(item.at("/oneOf/0/required") == ["event", "data"])
    #expect(item.at("/oneOf/0/properties/data/contentMediaType") == "application/json")
    #expect(item.at("/oneOf/0/properties/data/contentSchema/properties/name/type") == "string")
    #expect(item.at("/oneOf/1/properties/event/const") == "said")
    #expect(item.at("/oneOf/1/required") == ["event", "data"])
    #expect(item.at("/oneOf/1/properties/id/type") == "string")
    #expect(item.at("/oneOf/1/properties/data/contentSchema/properties/to/type") == ["string", "null"])
  }

  @Test func `the mark that ends a stream of JSON is an event of its own`() throws {
    let item = try drafted(of: [
      "data: {\"n\": 1}\n\ndata: {\"n\": 2}\n\ndata: [DONE]\n\n", "data: {\"n\": 3}\n\ndata: [DONE]\n\n",
    ])
    #expect(item["oneOf"]?.count == 2)
    #expect(item.at("/oneOf/0/properties/data/contentSchema/properties/n/type") == "integer")
    #expect(item.at("/oneOf/0/x-seen") == 3)
    #expect(item.at("/oneOf/1/properties/data") == ["const": "[DONE]"])
    #expect(item.at("/oneOf/1/properties/event") == nil)
  }

  @Test func `texts are texts, and none of them is copied`() throws {
    let item = try drafted(of: ["data: Dear Ada\n\ndata: {\"n\": 1}\n\ndata: 12\n\n"])
    #expect(item.at("/properties/data") == ["type": "string"])
    #expect(item["oneOf"] == nil)
    #expect(!item.text.contains("Ada"))
  }

  @Test func `an event without a name is a message beside named ones`() throws {
    let item = try drafted(of: ["data: a\n\nevent: ping\nretry: 100\ndata: b\n\n"])
    #expect(item.at("/oneOf/0/properties/event/const") == "message")
    #expect(item.at("/oneOf/0/required") == ["data"])
    #expect(item.at("/oneOf/1/required") == ["event", "data"])
    #expect(item.at("/oneOf/1/properties/retry/type") == "integer")
  }

  @Test func `names that name things aren't told apart`() throws {
    let item = try drafted(of: ["event: 4711\ndata: a\n\nevent: 4712\ndata: b\n\n"])
    #expect(item.at("/properties/event") == ["type": "string"])
    #expect(!item.text.contains("4711"))
    let many = (0...20).map { "event: e\(Character(Unicode.Scalar(UInt8(97 + $0))))\ndata: a\n\n" }
    #expect(try drafted(of: [many.joined()]).at("/properties/event") == ["type": "string"])
    #expect(try drafted(of: [many.dropLast().joined()])["oneOf"]?.count == 20)
  }

  @Test(arguments: ["application/x-ndjson", "application/jsonl"])
  func `lines of JSON have the schema of a line`(type: String) throws {
    let item = try drafted(of: ["{\"n\": 1}\n{\"n\": 2, \"last\": true}\n", "{\"n\": 3}\n"], type: type)
    #expect(item["type"] == "object")
    #expect(item["required"] == ["n"])
    #expect(item.at("/properties/last/type") == "boolean")
    #expect(item["x-seen"] == 3)
  }

  @Test func `what is no stream after all is a text`() throws {
    #expect(throws: Missing.self) { try drafted(of: ["nothing of an event\n"]) }
  }
}
