import PlumblineContractModel
import PlumblineJSONSchema
import PlumblineJSONTree
import Testing

/// A schema whose read-only and write-only members differ between requests and responses.
@Suite struct SchemaViewLoadingTests {
  private static let schema = """
    { "type": "object", "required": ["id", "word"], "properties": {
      "id": { "type": "integer", "READ": true }, "word": { "type": "string", "WRITE": true } }, "examples": [EXAMPLE] }
    """

  private func load(_ example: String, words: (String, String) = ("readOnly", "writeOnly")) -> ContractLoader.Result {
    let schema = Self.schema.replacing("EXAMPLE", with: example).replacing("READ", with: words.0)
      .replacing("WRITE", with: words.1)
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null, "schemas": { "Item": \(schema) },
        "failures": { "invalid": { "status": 422, "body": { "$ref": "#/schemas/Item" } } },
        "endpoints": {
          "items.add": { "summary": "x", "request": "POST /items", "source": "x", "failures": ["invalid"],
            "body": { "$ref": "#/schemas/Item" },
            "content": { "application/x-www-form-urlencoded": { "schema": { "$ref": "#/schemas/Item" } } },
            "query": { "like": { "$ref": "#/schemas/Item" } },
            "success": { "201": { "body": { "$ref": "#/schemas/Item" } },
              "200": { "content": { "application/json": { "schema": { "$ref": "#/schemas/Item" } } } } } } } }
      """
    return ContractLoader.load([Files.file("contract.json", text)])
  }

  @Test func `bodies are seen from their own sides, and parameters from none`() throws {
    let contract = try #require(load(#"{ "id": 1, "word": "a" }"#).contract)
    let endpoint = try #require(contract.endpoints.first)
    #expect(endpoint.body?.content.map(\.schema?.view) == [.request, .request])
    #expect(endpoint.answers.map(\.shown?.view) == [.response, .response])
    #expect(endpoint.query.map(\.schema.view) == [.all])
    guard case .body(let failure) = contract.failures.first?.content else {
      Issue.record("The failure has no body.")
      return
    }
    #expect(failure.view == .response)
    let sent = endpoint.body?.content.first?.schema
    #expect(sent?.isValid(["word": "a"]) == true)
    #expect(sent?.isValid(["id": 1]) == false)
    #expect(failure.isValid(["id": 1]))
    #expect(!failure.isValid(["word": "a"]))
  }

  @Test func `without readOnly and writeOnly there is one view`() throws {
    let contract = try #require(load(#"{ "id": 1, "word": "a" }"#, words: ("x-Only", "title-Only")).contract)
    #expect(contract.endpoints.first?.body?.content.map(\.schema?.view) == [.all, .all])
    #expect(contract.endpoints.first?.answers.map(\.shown?.view) == [.all, .all])
  }

  @Test(arguments: [#"{ "word": "a" }"#, #"{ "id": 1 }"#, #"{ "id": 1, "word": "a" }"#])
  func `an example may be that of either side`(example: String) {
    #expect(load(example).problems.isEmpty)
  }

  @Test func `an example of neither side is reported, once`() {
    let problems = load("{}").problems
    #expect(
      problems.map(\.message).filter { $0.contains("doesn't match the schema around it") }.count == 1, "\(problems)")
  }
}
