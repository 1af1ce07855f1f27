import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import TestSupport
import Testing

@testable import PlumblinePact

/// Generators in responses, and parts that only a generator specifies.
struct GeneratedResponseTests {
  private static let known: [String: JSON] = ["id": 17]

  private static func response(_ text: String) throws -> PactResponse {
    let json = try JSON.parse(text)
    return PactReader(path: "p.json", log: NoteLog()).response(json, json["status"]?.int, Pact.Version(major: 3))
  }

  @Test func `generators fill the status, the fields and the body of a response`() throws {
    let expected = try Self.response(
      #"""
      {"status": 200, "headers": {"Location": "/items/1"}, "body": {"id": 1, "name": "Lamp"}, "generators": {
        "status": {"type": "RandomInt", "min": 201, "max": 202},
        "header": {"Location": {"type": "ProviderState", "expression": "/items/${id}"}},
        "body": {"$.id": {"type": "ProviderState", "expression": "${id}"}}}}
      """#)
    var random = RandomNumbers(seed: 7)
    let filled = expected.generated(by: GeneratedValues(Self.known, now: 0), using: &random)
    #expect(filled.status.map([201, 202].contains) == true)
    #expect(filled.headers == [PactHeader(name: "Location", values: ["/items/17"])])
    #expect(filled.body == .json(["id": 17, "name": "Lamp"]))
  }

  @Test func `a provider is held to the values of its states only`() throws {
    let expected = try Self.response(
      #"""
      {"status": 200, "body": {"id": 1, "key": "a"}, "generators": {
        "status": {"type": "RandomInt", "min": 400, "max": 401},
        "body": {"$.id": {"type": "ProviderState", "expression": "${id}"}, "$.key": {"type": "Uuid"}}}}
      """#)
    let held = expected.holding(GeneratedValues(Self.known, now: 0))
    #expect(held.status == 200)
    #expect(held.body == .json(["id": 17, "key": "a"]))
    #expect(expected.holding(GeneratedValues([:], now: 0)).body == .json(["id": 1, "key": "a"]))
  }

  @Test func `a generator adds the field or the parameter that it is for, and fills one value of a form`() throws {
    let json = try JSON.parse(
      #"""
      {"headers": {"Content-Type": "application/x-www-form-urlencoded"}, "body": "tag=a&tag=b", "generators": {
        "header": {"X-Id": {"type": "ProviderState", "expression": "${id}"}},
        "query": {"page": {"type": "ProviderState", "expression": "${id}"}},
        "body": {"$.tag[1]": {"type": "ProviderState", "expression": "${id}"}}}}
      """#)
    let reader = PactReader(path: "p.json", log: NoteLog())
    let request = reader.request(json, "POST", "/items", Pact.Version(major: 3))
    var random = RandomNumbers(seed: 7)
    let filled = request.generated(by: GeneratedValues(Self.known, now: 0), using: &random)
    #expect(filled.headers.last == PactHeader(name: "x-id", values: ["17"]))
    #expect(filled.query.sent == "page=17")
    #expect(filled.body == .text("tag=a&tag=17"))
  }

  @Test(arguments: [
    (".*(\\/orders\\/7)$", "http://localhost:1234/orders/7", "http://127.0.0.1:8080/orders/7"),
    (".*\\/(orders\\/\\d+)", "http://localhost:1234/base/orders/7", "http://127.0.0.1:8080/orders/7"),
    (".*(/a)", "http://localhost:1234/a/a", "http://127.0.0.1:8080/a"),
  ])
  func `a URL of the mock is its own URL with the group of the pattern`(regex: String, example: String, url: String) {
    let generator = PactGenerator(
      category: .body, path: PactPath(), type: "MockServerURL",
      options: ["regex": JSON(regex), "example": JSON(example)])
    var random = RandomNumbers(seed: 7)
    let values = GeneratedValues([:], now: 0, mock: "http://127.0.0.1:8080")
    let made = values.value(of: generator, using: &random)
    #expect(made?.string == url)
    let atProvider = GeneratedValues([:], now: 0).value(of: generator, using: &random)
    #expect(atProvider == Optional<JSON>.none)
  }

  @Test(arguments: [("/orders", "http://h/orders"), (".*(\\/a)", "http://h/b"), (".*(a)(b)", "http://h/ab")])
  func `a pattern without one group, or that its example doesn't match, makes no URL`(regex: String, example: String) {
    #expect(MockServerURL(["regex": JSON(regex), "example": JSON(example)])?.path == nil)
  }
}
