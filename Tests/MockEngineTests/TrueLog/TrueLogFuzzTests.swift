import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineRecordings
import TestSupport
import Testing

@Suite struct TrueLogFuzzTests {
  private static let methods: [HTTPMethod] = [
    .get, .post, .put, .patch, .delete, .head, .options, .trace, HTTPMethod("BREW") ?? .get,
  ]
  private static let tokens = ["agent-token", "viewer-token", "client-token", "", "x", "agent-token agent-token"]
  private static let segments = [
    "1042", "999999", "0", "-1", "abc", "%2F", "%00", "%ff", "..", "", "99999999999999999999", "é", "ticket_counts",
  ]
  private static let queries = [
    "", "?page=2", "?page=-1", "?page=x&page=2", "?per_page=1000", "?mode=delete", "?mode=archive&mode=delete", "?&=&%",
    "?search=%ff%00", "?status=NEW&sort=subject", "?a[]=1&a[]=2",
  ]
  private static let headers: [(String, String)] = [
    ("Prefer", "code=404"), ("Prefer", "code=500, example=\"x"), ("Prefer", "example=success"),
    ("Content-Type", "text/csv"), ("Content-Type", "application/json; charset=utf-8"), ("Content-Type", "\u{0}"),
    ("Accept", "text/csv, */*"), ("X-API-Key", ""), ("Authorization", "Basic Zm9v"), ("Cookie", "a=b; c"),
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `whatever comes is answered, in the envelope`(seed: UInt64) throws {
    let library = try TrueLog.library.get()
    let session = MockSession(library: library)
    let bases = library.recordings.map { $0.request(in: library.contract) }
    var random = RandomNumbers(seed: seed)
    for _ in 0..<1500 {
      let request = Self.request(from: bases, &random)
      let seen = Seen(session.answer(to: request))
      #expect((200..<600).contains(seen.status))
      #expect(seen.from != nil)
      #expect(!session.explain(request).isEmpty)
      if seen.status == 204 || (seen.status < 300 && seen.response.mediaType != "application/json") { continue }
      let body = try #require(seen.json, "\(request.method) \(request.target) gave \(seen)")
      #expect(body["success"]?.bool == (seen.status < 400), "\(request.method) \(request.target) gave \(seen)")
      if seen.status >= 400 {
        #expect(body["error"]?.string?.isEmpty == false)
        #expect(body["message"]?.string?.isEmpty == false)
      }
    }
  }

  private static func request(from bases: [Request], _ random: inout RandomNumbers) -> Request {
    var request = bases.randomElement(using: &random) ?? Request(method: .get, target: "/")
    if Int.random(in: 0..<4, using: &random) == 0 { request.method = methods.randomElement(using: &random) ?? .get }
    if Bool.random(using: &random) {
      var parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let index = Int.random(in: 0..<parts.count, using: &random)
      parts[index] = segments.randomElement(using: &random) ?? ""
      request.target = parts.joined(separator: "/") + (queries.randomElement(using: &random) ?? "")
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: request.headers["Authorization"] = "Bearer " + (tokens.randomElement(using: &random) ?? "")
    case 1:
      if let (name, value) = headers.randomElement(using: &random) { request.headers[name] = value }
    case 2: request.headers = [:]
    default: break
    }
    guard Bool.random(using: &random), var bytes = request.body.bytes else { return request }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    case 1: bytes = Array(repeating: UInt8(ascii: "["), count: Int.random(in: 1..<5000, using: &random))
    case 2: bytes = Array(#"{"a":1,"a":2,"priority":1e999,"content":"\ud800"}"#.utf8)
    case 3: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
    default:
      if !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    }
    request.body = Body(bytes)
    return request
  }
}
