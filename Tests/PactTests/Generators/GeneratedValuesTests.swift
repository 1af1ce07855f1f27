import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import TestSupport
import Testing

@testable import PlumblinePact

struct GeneratedValuesTests {
  /// 2026-11-28T19:04:05.006Z.
  private static let now = 1_795_892_645_006

  private static func value(_ type: String, _ options: JSON, known: [String: JSON] = [:]) -> JSON? {
    var random = RandomNumbers(seed: 7)
    let generator = PactGenerator(category: .body, path: PactPath(), type: type, options: options)
    return GeneratedValues(known, now: now).value(of: generator, using: &random)
  }

  @Test(arguments: [
    ("yyyy-MM-dd", "2026-11-28"), ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2026-11-28T19:04:05.006Z"),
    ("d MMM yy", "28 Nov 26"), ("h:mm a", "7:04 PM"), ("MMMM", "November"), ("HH 'o''clock'", "19 o'clock"),
    ("xxx", "+00:00"),
  ])
  func `a moment is written in the form of its generator`(form: String, text: String) {
    #expect(Self.value("DateTime", ["format": JSON(form)])?.string == text)
  }

  @Test func `a form or an expression that isn't known makes nothing`() {
    #expect(Self.value("Date", ["format": "QQQ"]) == Optional<JSON>.none)
    #expect(Self.value("Date", ["expression": "tomorrow"]) == Optional<JSON>.none)
    #expect(Self.value("Luhn", .emptyObject) == Optional<JSON>.none)
    #expect(Self.value("Date", .emptyObject)?.string == "2026-11-28")
  }

  @Test func `random values keep to their options`() throws {
    let uuid = try #require(Self.value("Uuid", .emptyObject)?.string)
    #expect(uuid.count == 36 && uuid.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12], "\(uuid)")
    let plain = try #require(Self.value("Uuid", ["format": "simple"])?.string)
    #expect(plain.count == 32 && !plain.contains("-"), "\(plain)")
    let number = try #require(Self.value("RandomInt", ["min": 3, "max": 5])?.int)
    #expect((3...5).contains(number))
    let decimal = try #require(Self.value("RandomDecimal", ["digits": 4]))
    #expect(decimal.kind == .number && decimal.text.count == 5, "\(decimal.text)")
    #expect(Self.value("RandomString", ["size": 12])?.string?.count == 12)
    #expect(Self.value("RandomHexadecimal", ["digits": 6])?.string?.allSatisfy(\.isHexDigit) == true)
    let text = try #require(Self.value("Regex", ["regex": "[A-C]{3}-\\d"])?.string)
    #expect(text.count == 5 && text.prefix(3).allSatisfy { "ABC".contains($0) }, "\(text)")
  }

  @Test func `a value of the provider's state keeps its type, and becomes a part of a text`() {
    let known: [String: JSON] = ["id": 17, "session": "abc"]
    #expect(Self.value("ProviderState", ["expression": "${id}"], known: known) == 17)
    #expect(Self.value("ProviderState", ["expression": "id"], known: known) == 17)
    #expect(Self.value("ProviderState", ["expression": "${id}", "dataType": "STRING"], known: known) == "17")
    #expect(Self.value("ProviderState", ["expression": "Bearer ${session}/${id}"], known: known) == "Bearer abc/17")
    #expect(Self.value("ProviderState", ["expression": "Bearer ${other}"], known: known) == Optional<JSON>.none)
  }

  @Test func `generators fill every part of a request, and other values stay`() throws {
    let text = #"""
      {"consumer": {"name": "web"}, "provider": {"name": "shop"}, "metadata": {"pactSpecification": {"version": "3.0.0"}},
       "interactions": [{"description": "adds", "request": {"method": "POST", "path": "/carts/1/items",
         "query": {"at": ["1", "2"]}, "headers": {"Authorization": "Bearer x", "Accept": "a/b"},
         "body": {"rows": [{"id": 1, "n": 1}, {"id": 2, "n": 2}]},
         "generators": {"path": {"type": "ProviderState", "expression": "/carts/${cart}/items"},
           "query": {"at[1]": {"type": "ProviderState", "expression": "${cart}"}},
           "header": {"Authorization": {"type": "ProviderState", "expression": "Bearer ${session}"}},
           "body": {"$.rows[*].id": {"type": "ProviderState", "expression": "${cart}"},
             "$.none": {"type": "ProviderState", "expression": "${cart}"}}}},
         "response": {"status": 201}}]}
      """#
    let log = NoteLog()
    let pact = try #require(PactReader(path: "pact.json", log: log).read(try JSON.parse(text, file: "pact.json")))
    let expected = try #require(pact.interactions.first?.request)
    var random = RandomNumbers(seed: 7)
    let filled = expected.generated(by: GeneratedValues(["cart": 9, "session": "abc"], now: Self.now), using: &random)
    let request = try #require(filled.request)
    #expect(request.target == "/carts/9/items?at=1&at=9")
    #expect(request.headers["authorization"] == "Bearer abc")
    #expect(request.headers["accept"] == "a/b")
    let body = try JSON.parse(request.body.bytes ?? [])
    #expect(body == ["rows": [["id": 9, "n": 1], ["id": 9, "n": 2]]])
    #expect(PactMatching(pact.version).compare(filled, request).isEmpty)
  }
}
