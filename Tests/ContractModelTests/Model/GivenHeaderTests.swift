import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Header fields whose values a contract specifies.
struct GivenHeaderTests {
  private func sent(_ name: String, _ schema: String, _ status: Int = 200) throws -> String? {
    let success = #"{ "\#(status)": { "headers": { "\#(name)": { "schema": \#(schema) } } } }"#
    let text = #""get": { "summary": "a", "request": "GET /a", "source": "b", "success": \#(success) }"#
    let loaded = ContractLoader.load([Files.main, Files.endpoints(text)])
    let answer = try #require(loaded.contract?.endpoints.first?.answers.first, "\(loaded.problems)")
    return HeaderValues.sent(in: try #require(answer.headers.first), status: status)
  }

  @Test(arguments: [
    ("Location", "/h/7"), ("ETag", "\"v1\""), ("Cache-Control", "max-age=60"), ("Set-Cookie", "s=1"),
    ("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT"), ("Retry-After", "30"), ("X-Next-Page", "/h?page=2"),
  ])
  func `a value that the contract gives is sent`(name: String, value: String) throws {
    let text = JSON(value).text
    #expect(try sent(name, #"{ "type": "string", "examples": [\#(text)] }"#) == value)
    #expect(try sent(name, #"{ "type": "string", "default": \#(text) }"#) == value)
    #expect(try sent(name, #"{ "type": "string", "default": "other", "examples": [\#(text)] }"#) == value)
  }

  @Test(arguments: [
    "Content-Length", "Transfer-Encoding", "Connection", "Date", "Content-Type", "Content-Encoding", "Upgrade",
  ])
  func `fields of the connection and of the body's form never come from examples`(name: String) throws {
    #expect(try sent(name, #"{ "type": "string", "examples": ["7"] }"#) == nil)
  }

  @Test func `an example that its schema doesn't accept gives nothing`() throws {
    #expect(try sent("Retry-After", #"{ "type": "integer", "examples": ["soon"] }"#) == nil)
  }
}
