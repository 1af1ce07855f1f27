import PlumblineHTTPMessages
import PlumblineJSONTree
import TestSupport
import Testing

@testable import PlumblineRecordings

/// Entries with the same outline, which are the same exchange at a different time.
@Suite struct EntryOutlineTests {
  private static let text = #"""
    { "startedDateTime": "2026-11-20T08:00:00.000Z", "time": 12.5, "connection": "443",
      "request": { "method": "GET", "url": "https://example.com/notes?q=1", "headers": [
        { "name": "Date", "value": "x" }] },
      "response": { "status": 200, "headers": [
        { "name": "Content-Type", "value": "application/json" },
        { "name": "date", "value": "Fri, 20 Nov 2026 08:00:00 GMT" }],
        "content": { "mimeType": "application/json", "text": "{\"id\": 1}" }, "_transferSize": 300 },
      "timings": { "send": 0, "wait": -1.5, "receive": 3 } }
    """#

  private func outline(_ text: String, except named: [String] = []) -> EntryOutline? {
    EntryOutline.of(Array(text.utf8), changing: ChangingFields(except: named))?.outline
  }

  private static func replacing(_ old: String, _ new: String) throws -> String {
    try #require(text.contains(old), "\(old)")
    return text.replacing(old, with: new, maxReplacements: 1)
  }

  @Test(arguments: [
    ("08:00:00.000Z", "09:30:00Z"), ("12.5", "7"), ("443", "8"), ("Fri, 20 Nov 2026 08:00:00 GMT", "Sat"),
    ("\"_transferSize\": 300", "\"_transferSize\": 4"), ("-1.5", "2"), ("\"send\": 0", "\"send\": 17"),
  ])
  func `the time and the connection of an exchange are left out`(old: String, new: String) throws {
    let first = try #require(outline(Self.text))
    #expect(outline(try Self.replacing(old, new)) == first)
  }

  @Test func `the time at which it began is read`() throws {
    let found = try #require(EntryOutline.of(Array(Self.text.utf8), changing: ChangingFields(except: [])))
    #expect(found.started == "2026-11-20T08:00:00.000Z")
    let without = try Self.replacing("\"2026-11-20T08:00:00.000Z\"", "null")
    let other = try #require(EntryOutline.of(Array(without.utf8), changing: ChangingFields(except: [])))
    #expect(other.started == nil)
    #expect(other.outline != found.outline)
  }

  @Test(arguments: [
    ("q=1", "q=2"), ("\"value\": \"x\"", "\"value\": \"y\""), ("200", "201"), ("application/json", "text/plain"),
    (#"\"id\": 1"#, #"\"id\": 2"#), ("\"date\"", "\"etag\""), ("\"date\"", "\"dat\\u0065\""), ("12.5", ""),
    ("12.5", "012"), ("12.5", "1."), ("12.5", "-"), ("12.5", "null"), ("12.5", "\"12.5\""), ("12.5", "12.5 "),
    ("Fri, 20 Nov 2026 08:00:00 GMT", ""), ("Fri, 20", " Fri, 20"), ("Fri, 20", "Fri\\n20"), ("Fri, 20", "Fri\u{E9}"),
    ("08:00:00.000Z", "08:00\\u003a00Z"),
  ])
  func `all else is part of it, and so is a mistake`(old: String, new: String) throws {
    let first = try #require(outline(Self.text))
    #expect(outline(try Self.replacing(old, new)) != first)
  }

  @Test func `the value of a field that a contract names is part of it`() throws {
    let later = try Self.replacing("Fri, 20 Nov 2026 08:00:00 GMT", "Sat")
    #expect(outline(later, except: ["Age"]) == outline(Self.text, except: ["Age"]))
    #expect(outline(later, except: ["Date"]) != outline(Self.text, except: ["Date"]))
  }

  @Test func `the number of a request is left out, unless a contract names its field`() throws {
    let numbered = try Self.replacing(#""name": "Date", "value": "x""#, #""name": "X-Request-Id", "value": "17""#)
    let next = numbered.replacing("17", with: "18")
    let first = try #require(outline(numbered))
    #expect(outline(next) == first)
    #expect(outline(next, except: ["x-request-id"]) != outline(numbered, except: ["x-request-id"]))
  }

  @Test(arguments: [
    ("\"connection\"", "\"startedDateTime\""), ("\"connection\"", "\"conn\\u0065ction\""),
    ("08:00:00 GMT\" }", "08:00:00 GMT\", \"name\": \"location\" }"), ("\"receive\": 3 } }", "\"receive\": 3 }"),
    ("\"receive\": 3 } }", "\"receive\": 3 } }, 1"), ("\"time\": 12.5", "\"time\" 12.5"),
    ("{ \"started", "[ \"started"),
    ("\"receive\": 3 } }", "\"receive\": 3 }, \"a"),
  ])
  func `an entry that isn't written plainly has none`(old: String, new: String) throws {
    #expect(outline(try Self.replacing(old, new)) == nil)
  }

  @Test func `neither has one that is very large`() throws {
    let long = String(repeating: "x", count: EntryOutline.largest)
    #expect(outline(try Self.replacing("q=1", long)) == nil)
  }

  @Test(arguments: RandomSeed.ofThisRun) func `whatever has the outline of an exchange is read as that exchange`(
    seed: RandomSeed
  ) throws {
    var numbers = seed.numbers
    let first = try #require(outline(Self.text))
    let original = try Self.read(Array(Self.text.utf8))
    let alphabet = Array("\"\\{}[]:, \t09.-eEaZ".utf8) + [0x00, 0x0A, 0x7F, 0xC3, 0xFF]
    var equals = 0
    for _ in 0..<6_000 {
      var bytes = Array(Self.text.utf8)
      for _ in 0...Int.random(in: 0...1, using: &numbers) {
        let place = Int.random(in: 0..<bytes.count, using: &numbers)
        let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
        switch Int.random(in: 0...2, using: &numbers) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let other = EntryOutline.of(bytes, changing: ChangingFields(except: []))?.outline, other == first else {
        continue
      }
      equals += 1
      let read = try Self.read(bytes)
      #expect(read == original, "\(String(decoding: bytes, as: UTF8.self))")
    }
    // Changes of a time are frequent enough for the comparison to be meaningful.
    #expect(equals > 100)
  }

  /// Returns the contents of an exchange, without the values of fields that vary.
  private static func read(_ bytes: [UInt8]) throws -> [String] {
    let (entry, problems) = HARReader.entry(try JSON.parse(bytes), number: 0)
    try #require(problems.isEmpty)
    let exchange = try #require(entry).exchange
    let response = try #require(exchange.response)
    let fields = response.headers.map { name, value in
      name.lowercased() == "date" ? "date" : "\(name): \(value)"
    }
    let request = exchange.request
    let sent = request.headers.map { "\($0.name): \($0.value)" }
    let bodies = [request.body, response.body].map { String(decoding: $0.bytes ?? [], as: UTF8.self) }
    return ["\(request.method) \(request.target)"] + sent + ["\(response.status)"] + fields + bodies
  }
}
