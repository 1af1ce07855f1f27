import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// The header fields of a generated response.
struct HeaderValuesTests {
  private func sent(_ name: String, _ header: String, _ status: Int = 200) throws -> String? {
    let success = #"{ "\#(status)": { "headers": { "\#(name)": \#(header) } } }"#
    let text = #""get": { "summary": "a", "request": "GET /a", "source": "b", "success": \#(success) }"#
    let loaded = ContractLoader.load([Files.main, Files.endpoints(text)])
    let answer = try #require(loaded.contract?.endpoints.first?.answers.first, "\(loaded.problems)")
    return HeaderValues.sent(in: try #require(answer.headers.first), status: status)
  }

  private static let text = #"{ "schema": { "type": "string" } }"#

  @Test(arguments: [
    ("X-Left", #"{ "schema": { "type": "integer", "examples": [7] } }"#, "7"), ("X-Kind", text, "Kind"),
    ("X-List", #"{ "schema": { "type": "array", "items": { "enum": ["a"] }, "minItems": 2 } }"#, "a,a"),
    ("Link", #"{ "schema": { "type": "string", "examples": ["</a>; rel=self"] } }"#, "</a>; rel=self"),
    ("ETag", #"{ "required": true, "schema": { "const": "\"7\"" } }"#, "\"7\""),
  ])
  func `a field that says what it holds is sent`(name: String, header: String, value: String) throws {
    let sent = try sent(name, header)
    #expect(name == "X-Kind" ? sent?.isEmpty == false : sent == value)
  }

  @Test(arguments: [
    "Content-Digest", "Content-MD5", "ETag", "Set-Cookie", "Link", "Allow", "Via", "Location", "X-Next-Page",
    "X-Has-More", "Access-Control-Allow-Origin", "Content-Encoding", "Retry-After",
  ])
  func `a field that a client would act on isn't made up`(name: String) throws {
    #expect(try sent(name, Self.text) == nil)
  }

  @Test func `a place is sent where the status asks for one`() throws {
    #expect(try sent("Location", Self.text, 201) == "/")
    #expect(try sent("Location", Self.text, 302) == "/")
    #expect(try sent("Location", Self.text, 202) == nil)
    #expect(try sent("X-Left", "{}") == nil)
  }
}
