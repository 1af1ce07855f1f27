import PlumblineOpenAPI
import Testing

/// Documents that were exported when keys had their old names.
struct OldKeyTests {
  @Test func `a document with old names of keys is read as the same contract`() throws {
    let exported = try ExportedContract([
      "contract.json": """
      {
        "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null,
        "errors": {
          "bad": { "status": 400, "body": {} }, "worse": { "status": 400, "body": {} }, "down": { "status": 503 }
        },
        "commonErrors": ["down"],
        "endpoints": {
          "a": {
            "summary": "A", "source": "1", "request": "GET /a", "success": { "200": {} }, "errors": ["bad", "worse"]
          }
        }
      }
      """
    ])
    try exported.expectEqual()
    let text = String(decoding: exported.export.text, as: UTF8.self)
    let old = text.replacing("\"x-plumbline-errors\"", with: "\"x-plumbline-failures\"")
      .replacing("\"x-plumbline-commonErrors\"", with: "\"x-plumbline-commonFailures\"")
    #expect(old.contains("x-plumbline-failures"))
    #expect(old.contains("x-plumbline-commonFailures"))
    let again = try ExportedContract.read(Array(old.utf8), service: "shop")
    #expect(again.errors.isEmpty, "\(again.errors)")
    #expect(again.files.map(\.bytes) == exported.translation.files.map(\.bytes))
  }
}
