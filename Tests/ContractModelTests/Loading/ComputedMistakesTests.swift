import PlumblineContractModel
import Testing

/// Computed members, files and idempotency keys that no server could implement as the contract describes them.
struct ComputedMistakesTests {
  private static func problems(_ resources: String, _ endpoints: String = "", more: String = "") -> [String] {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null, \(more)
        "schemas": {
          "Order": { "type": "object", "required": ["id", "total", "tax", "net"], "properties": {
            "id": { "type": "integer" }, "total": { "type": "number" }, "tax": { "type": "number" },
            "net": { "type": "number" }, "price": { "type": "object", "properties": { "net": { "type": "number" } } } } },
          "Line": { "type": "object", "required": ["id", "order", "amount"], "properties": {
            "id": { "type": "integer" }, "order": { "type": "integer" }, "amount": { "type": "number" },
            "rate": { "type": "number" } } } },
        "resources": { \(resources) }, "endpoints": { \(endpoints) } }
      """
    return ContractLoader.load([Files.file("contract.json", text)]).problems.map(\.message)
  }

  private static func computing(_ orders: String, _ lines: String = #""/amount": { "product": ["/rate", "/order"] }"#)
    -> [String]
  {
    problems(
      ##"""
      "orders": { "item": { "$ref": "#/schemas/Order" }, "key": "/id", "computed": { \##(orders) } },
      "lines": { "item": { "$ref": "#/schemas/Line" }, "key": "/id", "computed": { \##(lines) } }
      """##)
  }

  private static let total = #""/total": { "sum": "lines", "member": "/amount", "where": { "/order": "/id" } }"#

  @Test func `members that are computed from computed ones are no mistake`() {
    let said = Self.computing(Self.total + #", "/tax": { "product": ["/total", "/net"] }"#)
    #expect(said.filter { $0.contains("computed") || $0.contains("formula") } == [])
  }

  @Test(arguments: [
    (
      #""/total": { "product": ["/tax", "/net"] }, "/tax": { "product": ["/total", "/net"] }"#,
      "/total of \"orders\" is computed from itself: it needs /tax of \"orders\", which needs /total of \"orders\"."
    ),
    (
      #""/total": { "product": ["/total", "/net"] }"#,
      "/total of \"orders\" is computed from itself: it needs /total of \"orders\"."
    ),
    (#""/id": { "product": ["/total", "/net"] }"#, "/id holds the key of \"orders\", which is assigned once"),
    (
      #""/price": { "product": ["/tax"] }, "/price/net": { "product": ["/tax"] }"#,
      "/price/net and /price are both computed, but one contains the other"
    ),
  ])
  func `what can't be computed is reported once`(formulas: String, says: String) {
    let said = Self.computing(formulas)
    #expect(said.count { $0.hasPrefix(says) } == 1, "\(said)")
  }

  @Test func `a circle through another resource is reported`() {
    let said = Self.computing(
      Self.total, #""/amount": { "sum": "orders", "member": "/total", "where": { "/id": "/order" } }"#)
    let circle =
      "/total of \"orders\" is computed from itself: it needs /amount of \"lines\", which needs /total of \"orders\"."
    #expect(said.count { $0.hasPrefix(circle) } == 1, "\(said)")
    #expect(said.count { $0.contains("is computed from itself") } == 1, "\(said)")
  }

  private static func uploading(_ part: String, _ content: String) -> [String] {
    problems(
      #""files": { "item": { "type": "object", "properties": { "id": { "type": "integer" }, "size": { "type": "integer" } } }, "key": "/id" }"#,
      #"""
      "files.add": { "summary": "x", "request": "POST /files", "source": "x", \#(content)
        "success": { "201": { "body": { "type": "object" } } },
        "state": { "action": "create", "resource": "files", "merge": false,
          "set": { "/size": { "upload": "\#(part)", "of": "size" } } } }
      """#)
  }

  private static let parts = #""schema": { "type": "object", "properties": { "file": { "type": "string" } } }"#
  private static let form = #""content": { "multipart/form-data": { \#(parts) } },"#

  @Test func `a file that a form has, or that is the body, is no mistake`() {
    for said in [Self.uploading("/file", Self.form), Self.uploading("", #""content": { "image/png": {} },"#)] {
      #expect(said.filter { $0.contains("no file") || $0.contains("has a file") || $0.contains("no part") } == [])
    }
  }

  @Test(arguments: [
    ("/fle", form, #"The form has no part "fle"; did you mean "file"?"#),
    (
      "/file", #""content": { "application/x-www-form-urlencoded": { \#(parts) } },"#,
      "No body of this endpoint has a file at"
    ),
    ("/file", #""body": { "type": "object" },"#, "No body of this endpoint has a file at /file"),
    ("", "", "This endpoint takes no body, so there is no file"),
  ])
  func `a file where none can be is reported`(part: String, content: String, says: String) {
    let said = Self.uploading(part, content)
    #expect(said.contains { $0.hasPrefix(says) }, "\(said)")
  }

  @Test func `a key of the whole contract needs an error for another body, like one of an endpoint`() {
    func said(_ errors: String) -> [String] {
      Self.problems(
        "",
        #"""
        "notes.add": { "summary": "x", "request": "POST /notes", "source": "x",
          "headers": { "Key": { "type": "string" } }, "body": { "type": "object" }, "success": { "201": {} }\#(errors) }
        """#, more: #""idempotency": "header.Key", "errors": { "reused": { "status": 409 } },"#)
    }
    #expect(said("").count { $0.hasPrefix("A reused Key with a different body is rejected") } == 1, "\(said(""))")
    #expect(said(#", "errors": ["reused"]"#).filter { $0.contains("Key") } == [])
  }
}
