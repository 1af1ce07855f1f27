import PlumblineOpenAPI
import Testing

/// The idempotency key that applies to a whole contract, as an exported document declares it.
struct IdempotencyExportTests {
  @Test func `a contract's idempotency key comes back from its document`() throws {
    let exported = try ExportedContract([
      "contract.json": """
      {
        "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null, "idempotency": "header.Key",
        "errors": { "reused": { "status": 409 } },
        "endpoints": {
          "a": {
            "summary": "A", "source": "1", "request": "POST /a", "headers": { "Key": { "type": "string" } },
            "success": { "200": {} }, "errors": ["reused"]
          }
        }
      }
      """
    ])
    try exported.expectEqual()
    let text = String(decoding: exported.export.text, as: UTF8.self)
    #expect(text.contains("\"x-plumbline-idempotency\": \"header.Key\""))
  }
}
