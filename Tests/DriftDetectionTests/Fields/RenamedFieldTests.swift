import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineJSONTree
import Testing

/// Members that arrive with a different spelling, which cause a single finding regardless of the letters in their
/// names.
struct RenamedFieldTests {
  private static let contract = Notes.make(files: [
    "contract.json": """
    { "plumbline": 1, "service": "shop", "title": "Shop",
      "endpoints": {
        "a": { "summary": "A", "request": "GET /a", "source": "1",
          "success": { "200": { "body": { "type": "object", "properties": {
            "street_name": { "type": "string" }, "STRASSE": { "type": "string" },
            "größe_cm": { "type": "integer" } } } } } } } }
    """
  ])

  @Test(arguments: ["streetName", "Street-Name", "STREETNAME", "strasse", "Strasse_", "GRÖSSE_CM", "GrößeCm"])
  func `case and separators make no other name`(name: String) {
    let found = Inspector(Self.contract).inspect(.made("/a", status: 200, .object([(name, JSON(1))])))
    let isOther = name == "GRÖSSE_CM"
    #expect(found.map(\.rule.id) == ["response.field.\(isOther ? "undocumented" : "case-changed")"], "\(found.lines)")
  }
}
