import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

@testable import PlumblineVerification

/// Variants of the individual events and lines in a stream.
struct StreamVariantTests {
  private static let delta = """
    { "type": "object", "required": ["event", "data"], "properties": { "event": { "const": "delta" },
      "data": { "type": "string", "contentMediaType": "application/json", "contentSchema": {
        "type": "object", "required": ["n"], "properties": {
          "n": { "type": "integer" }, "text": { "type": "string" }, "state": { "enum": ["in", "out"] } } } } } }
    """
  private static let done = """
    { "type": "object", "required": ["event", "data"], "properties": { "event": { "const": "done" },
      "data": { "type": "string", "contentMediaType": "application/json", "contentSchema": {
        "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } } } } }
    """
  private static let end = """
    { "type": "object", "required": ["data"], "properties": { "event": false, "data": { "const": "[DONE]" } } }
    """
  /// An event with any name other than the documented ones.
  private static let other = """
    { "type": "object", "required": ["event"], "properties": { "event": { "not": { "enum": ["delta", "done"] } } } }
    """

  private static func contract(_ branches: [String] = [delta, done, end]) throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "chat", "title": "Chat", "envelope": null, "endpoints": {
        "chat.watch": { "summary": "Watch", "request": "GET /chat", "source": "1", "success": { "200": { "content": {
          "text/event-stream": { "itemSchema": { "oneOf": [\(branches.joined(separator: ", "))] } } } } } },
        "lines.list": { "summary": "List", "request": "GET /lines", "source": "1", "success": { "200": { "content": {
          "application/x-ndjson": { "itemSchema": { "type": "object", "required": ["n"], "properties": {
            "n": { "type": "integer" }, "text": { "type": "string" } } } } } } } } } }
      """
    return Store.load(text, folder: "chat")
  }

  private static let events =
    "event: delta\ndata: {\"n\":1,\"text\":\"a\",\"state\":\"in\"}\n\nevent: delta\ndata: {\"n\":2}\n\n"
    + "event: done\ndata: {\"n\":3}\n\ndata: [DONE]\n\n"
  private static let lines = "{\"n\":1}\n{\"n\":2,\"text\":\"b\"}\n"

  private static func maker(
    _ contract: Contract, _ id: String = "chat.watch", _ path: String = "/chat", _ body: String = events,
    type: String = "text/event-stream"
  ) throws -> VariantMaker {
    let response = Response(status: 200, headers: ["Content-Type": type], body: Body(body))
    let ordinary = Exchange(request: Request(method: .get, target: path), response: response)
    let endpoint = try #require(contract.endpoint(id))
    return try #require(VariantMaker(contract: contract, endpoint: endpoint, persona: nil, ordinary: ordinary))
  }

  private static func variants(_ maker: VariantMaker) throws -> [Variant] {
    let body = try #require(maker.body)
    return maker.fields(in: body).flatMap { _, place, _ in
      maker.candidates(of: place, in: body).compactMap { maker.variant($0, of: place, in: body) }
    }
  }

  private static func text(_ variant: Variant?) throws -> String {
    String(decoding: try #require(variant?.response.body.bytes), as: UTF8.self)
  }

  @Test func `fields are those of the JSON in events, of each name once`() throws {
    let maker = try Self.maker(try Self.contract())
    let fields = maker.fields(in: try #require(maker.body))
    #expect(
      fields.map { "\($0.field) \($0.place)" } == [
        "/*/data /0/data", "/*/data/n /0/data/n", "/*/data/text /0/data/text", "/*/data/state /0/data/state",
        "/*(done)/data /2/data", "/*(done)/data/n /2/data/n",
      ])
  }

  @Test func `an event is changed, and the stream written again`() throws {
    let variants = try Self.variants(try Self.maker(try Self.contract()))
    let absent = variants.first { $0.title == "/0/data/n: absent" }
    #expect(absent?.standing == .forbidden)
    #expect(
      try Self.text(absent)
        == Self.events.replacing("{\"n\":1,\"text\":\"a\",\"state\":\"in\"}", with: "{\"text\":\"a\",\"state\":\"in\"}")
    )
    #expect(variants.first { $0.title == "/0/data/text: absent" }?.standing == .allowed)
    #expect(variants.first { $0.title == "/0/data/state: \"out\"" }?.standing == .allowed)
    #expect(variants.first { $0.title == "/2/data/n: null" }?.standing == .forbidden)
    #expect(variants.first { $0.title == "/2/data: absent" }?.standing == .allowed)
  }

  @Test func `lines are changed as events are`() throws {
    let maker = try Self.maker(
      try Self.contract(), "lines.list", "/lines", Self.lines, type: "application/x-ndjson")
    let variants = try Self.variants(maker)
    let other = variants.first { $0.title == "/1/text: an empty text" }
    #expect(other?.standing == .allowed)
    #expect(try Self.text(other) == "{\"n\":1}\n{\"n\":2,\"text\":\"\"}\n")
    #expect(variants.first { $0.title == "/0/n: absent" }?.standing == .forbidden)
  }

  @Test func `an event of an unknown name is allowed only where the contract has it`() throws {
    func standing(_ contract: Contract) throws -> Variant.Standing? {
      let maker = try Self.maker(contract)
      let library = MockLibrary(contract: contract, recordings: [])
      return maker.wholeAnswers(from: library, readsBody: true).first { $0.title == "an event of an unknown name" }?
        .standing
    }
    #expect(try standing(try Self.contract()) == .forbidden)
    #expect(try standing(try Self.contract([Self.delta, Self.done, Self.end, Self.other])) == .allowed)
  }

  @Test func `a stream is cut after an event`() throws {
    let cuts = try Self.maker(try Self.contract()).cuts(isFirst: true)
    let first = try #require(cuts.first { $0.title == "the stream ends after part 1" })
    let last = try #require(cuts.first { $0.title == "the stream ends after part 3" })
    let bytes = Array(Self.events.utf8)
    #expect(first.standing == .cut)
    #expect(last.standing == .cut)
    let end = try #require(first.delivery.truncateAfter)
    #expect(String(decoding: bytes[..<end], as: UTF8.self).hasSuffix("\"in\"}\n\n"))
    #expect(last.delivery.truncateAfter == bytes.count - "data: [DONE]\n\n".utf8.count)
  }

  @Test func `a body that is no such stream has no parts`() throws {
    let text = Self.events.replacing("{", with: "<")
    let maker = try Self.maker(
      try Self.contract(), "lines.list", "/lines", text, type: "application/x-ndjson")
    #expect(maker.body == nil)
  }
}
