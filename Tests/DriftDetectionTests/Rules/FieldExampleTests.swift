import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// The examples that `explain` shows for the field rules. The fragment that came must break that rule and no other, and
/// the promised fragment must break none.
struct FieldExampleTests {
  /// The schema that each example promises.
  private static let promises = [
    "missing": #""required": ["id", "subject"], "properties": { "id": { "type": "integer" }, "subject": {} }"#,
    "undocumented": #""properties": { "id": { "type": "integer" } }"#,
    "type-changed": #""properties": { "assigned_to": { "type": "object" } }"#,
    "null-not-allowed": #""properties": { "subject": { "type": "string" } }"#,
    "value-not-in-enum": #""properties": { "status": { "enum": ["NEW", "RESOLVED"] } }"#,
    "case-changed": #""properties": { "ticket_id": { "type": "integer" } }, "required": ["ticket_id"]"#,
    "number-as-string": #""properties": { "id": { "type": "integer" } }"#,
    "string-as-number": #""properties": { "serial_num": { "type": "string" } }"#,
    "integer-as-decimal": #""properties": { "quantity": { "type": "integer" } }"#,
    "no-branch-fits": """
    "properties": { "shape": { "anyOf": [
      { "type": "object", "required": ["radius"], "properties": { "radius": {} } },
      { "type": "object", "required": ["width", "height"], "properties": { "width": {}, "height": {} } }
    ] } }
    """,
    "discriminator": """
    "properties": { "ride": { "discriminator": { "propertyName": "type" }, "oneOf": [
      { "type": "object", "allOf": [{ "properties": { "doors": { "type": "integer" } } }],
        "properties": { "type": { "enum": ["Car"] } }, "required": ["type"] },
      { "type": "object", "allOf": [{ "properties": { "doors": {}, "gears": { "type": "integer" } } }],
        "properties": { "type": { "enum": ["Bike"] } }, "required": ["type"] }
    ] } }
    """,
    "format": #""properties": { "created_at": { "type": "string", "format": "date-time" } }"#,
    "lowercase-date": #""properties": { "created_at": { "type": "string", "format": "date-time" } }"#,
    "pattern": #""properties": { "asset_tag": { "type": "string", "pattern": "^TL-[0-9]{4}$" } }"#,
    "out-of-bounds": #""properties": { "available_quantity": { "type": "integer", "minimum": 0 } }"#,
    "duplicate-items": #""properties": { "tags": { "type": "array", "uniqueItems": true } }"#,
  ]

  private func inspector(_ promise: String) -> Inspector {
    let schema = "{ \"type\": \"object\", \(promise) }"
    let contract = Notes.make(files: [
      "contract.json": """
      { "plumbline": 1, "service": "example", "title": "Example", "envelope": null,
        "endpoints": {
          "things.get": { "summary": "Get", "request": "GET /things", "source": "1",
            "success": { "200": { "body": \(schema) } } },
          "things.put": { "summary": "Put", "request": "PUT /things", "source": "1", "body": \(schema),
            "success": { "204": {} } }
        } }
      """
    ])
    return Inspector(contract)
  }

  private func exchange(_ rule: Rule, _ body: JSON) -> Exchange {
    rule.id.hasPrefix("request")
      ? .made("PUT /things", sending: body, status: 204, answerHeaders: [:], text: "") : .made("/things", body)
  }

  // Undecided values need more text than fits into an example: see `UndecidedTests`.
  @Test(arguments: RuleCatalog.all.filter { $0.isAboutFields && !$0.id.hasSuffix("undecided") })
  func `the example of a field rule breaks that rule alone`(rule: Rule) throws {
    let example = try #require(rule.explanation?.example)
    let name = try #require(rule.id.split(separator: ".").last.map(String.init))
    let inspector = inspector(try #require(Self.promises[name], "\(rule) has no promise here."))
    let came = try #require(Example.fragment("actual", of: example), "\(example)")
    #expect(inspector.inspect(exchange(rule, came)).map(\.rule) == [rule], "\(example)")
    // Some promises are prose.
    guard let promised = Example.fragment("promised", of: example) else { return }
    #expect(inspector.inspect(exchange(rule, promised)) == [], "\(example)")
  }
}
