import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// JSON inside a string, which is as secret as the name of the string implies.
struct NestedSecretTests {
  private static let inspector = Inspector(
    Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "vault", "title": "The Vault", "envelope": null,
        "schemas": {
          "Pair": { "type": "object", "properties": { "value": { "enum": ["A"] } } },
          "Text": { "type": "string", "contentMediaType": "application/json",
            "contentSchema": { "$ref": "#/schemas/Pair" } },
          "Outer": { "type": "string", "contentMediaType": "application/json",
            "contentSchema": { "type": "object", "properties": { "left": { "$ref": "#/schemas/Text" } } } } },
        "endpoints": { "vault.get": { "summary": "x", "request": "GET /vault", "source": "x",
          "success": { "200": { "body": { "type": "object", "properties": {
            "notes": { "$ref": "#/schemas/Text" },
            "credentials": { "$ref": "#/schemas/Text" }, "password": { "$ref": "#/schemas/Pair" },
            "secrets": { "$ref": "#/schemas/Outer" } } } } } } } }
      """
    ]))

  private func words(of answer: JSON) -> [String] {
    Self.inspector.inspect(.made("/vault", answer)).map {
      [$0.pointer?.description, $0.message, $0.actual, $0.detail].compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test func `a value under a harmless name is shown`() {
    let found = words(of: ["notes": #"{"value":"s3cret"}"#])
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("/response/body/notes/value ") == true)
    #expect(found.first?.contains("s3cret") == true, "\(found)")
  }

  @Test(
    arguments: [
      (["password": ["value": "s3cret"]], "/response/body/password/value "),
      (["credentials": #"{"value":"s3cret"}"#], "/response/body/credentials/value "),
      (["secrets": #"{"left":"{\"value\":\"s3cret\"}"}"#], "/response/body/secrets/left/value "),
    ] as [(JSON, String)])
  func `a value is hidden by the names around the text that holds it`(answer: JSON, place: String) {
    let found = words(of: answer)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(place) == true, "\(found)")
    #expect(found.first?.contains("s3cret") == false, "\(found)")
  }
}
