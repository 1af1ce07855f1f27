import PlumblineHTTPMessages
import PlumblineRecordings
import TestSupport
import Testing

/// Lines of access logs as written by nginx 1.22, and as documented by Apache, Envoy, Istio and Caddy.
@Suite struct AccessLineTests {
  private func entry(_ line: String) throws -> AccessEntry {
    guard case .entry(let entry) = AccessLine.read(Array(line.utf8)) else {
      throw Unread(line: line)
    }
    return entry
  }

  private struct Unread: Error { let line: String }

  @Test(arguments: [
    (
      #"127.0.0.1 - - [25/Nov/2026:11:59:50 +0000] "GET /api/v2/tickets?page=2&x=%22a%22 HTTP/1.1" 200 1 "-" "Quote \x22x\x22 \x5C y""#,
      "GET", "/api/v2/tickets?page=2&x=%22a%22", 200, "2026-11-25T11:59:50+00:00"
    ),
    (
      #"192.0.2.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326"#,
      "GET", "/apache_pb.gif", 200, "2000-10-10T13:55:36-07:00"
    ),
    (
      #"api.example.com:443 192.0.2.1 - ada [b] lace [01/Jan/2026:00:00:00 +0530] "DELETE /a%20\"b\" HTTP/2.0" 204 - "-" "-" 0.003"#,
      "DELETE", #"/a%20"b""#, 204, "2026-01-01T00:00:00+05:30"
    ),
    (
      #"[2026-11-25T14:23:15.456Z] "POST /api/orders HTTP/2" 503 UC via_upstream - "-" 156 91 30004 - "-" "python""#,
      "POST", "/api/orders", 503, "2026-11-25T14:23:15.456Z"
    ),
    (#"::1 - - [25/Nov/2026:11:59:50 +0000] "GET /old" 200 5"#, "GET", "/old", 200, "2026-11-25T11:59:50+00:00"),
  ])
  func `lines of servers are read`(
    line: String, method: String, target: String, status: Int, moment: String
  ) throws {
    let entry = try entry(line)
    #expect(entry.method.rawValue == method)
    #expect(entry.target == target)
    #expect(entry.status == status)
    #expect(entry.moment == moment)
    #expect(entry.url == nil)
  }

  @Test func `objects of Caddy are read, and what else it logs is no request`() throws {
    let served = try entry(
      """
      {"level":"info","ts":1743353452.7679656,"logger":"http.log.access","msg":"handled request","request":{"remote_ip":\
      "2001:db8::1","proto":"HTTP/2.0","method":"GET","host":"www.truelog.site","uri":"/api/v2/tickets/7?a=b","headers":\
      {"Cookie":["REDACTED"]},"tls":{"resumed":false,"version":772}},"bytes_read":0,"duration":0.05,"size":9,"status":200}
      """)
    #expect(served.url == "https://www.truelog.site/api/v2/tickets/7?a=b")
    #expect(served.target == "/api/v2/tickets/7?a=b")
    #expect(served.status == 200)
    #expect(served.moment == "2025-03-30T16:50:52.767Z")
    let plain = try entry(#"{"ts":"2026-11-25T08:00:00Z","request":{"method":"PUT","host":"h","uri":"/a"},"status":0}"#)
    #expect(plain.url == "http://h/a")
    #expect(plain.status == nil)
    #expect(plain.moment == "2026-11-25T08:00:00Z")
    for line in [
      #"{"level":"info","ts":1743353452.7,"logger":"tls","msg":"cleaning storage unit"}"#,
      #"{"level":"info","ts":1,"request":{"method":"CONNECT","host":"h","uri":"h:443"},"status":400}"#,
    ] {
      guard case .noRequest = AccessLine.read(Array(line.utf8)) else {
        Issue.record("\(line)")
        continue
      }
    }
  }

  @Test func `objects of Envoy are read, with its keys in Istio`() throws {
    let served = try entry(
      """
      {"authority":"api.example.com","bytes_sent":"615","duration":"4","method":"GET","path":"/status/200","protocol":\
      "HTTP/1.1","requested_server_name":null,"response_code":"200","response_flags":"-","start_time":\
      "2026-02-24T10:30:45.123Z","upstream_host":"10.244.1.5:8000","x_forwarded_for":null}
      """)
    #expect(served.url == "https://api.example.com/status/200")
    #expect(served.status == 200)
    #expect(served.moment == "2026-02-24T10:30:45.123Z")
    #expect(served.method == .get)
    let unanswered = try entry(#"{"method":"GET","path":"/a","authority":"-","response_code":0,"response_flags":"DC"}"#)
    #expect(unanswered.url == nil)
    #expect(unanswered.status == nil)
    #expect(unanswered.exchange.response == nil)
  }

  @Test func `a caller that went away had no answer`() throws {
    #expect(try entry(#"::1 - - [25/Nov/2026:11:59:50 +0000] "GET /a HTTP/1.1" 499 0 "-" "-""#).status == nil)
  }

  @Test(arguments: [
    #"127.0.0.1 - - [25/Nov/2026:11:59:50 +0000] "\x16\x03\x01\x02\x00" 400 157 "-" "-""#,
    #"127.0.0.1 - - [25/Nov/2026:11:59:50 +0000] "-" 408 0 "-" "-""#,
    #"127.0.0.1 - - [25/Nov/2026:11:59:50 +0000] "GET /a b HTTP/1.1" 400 157 "-" "-""#,
    #"127.0.0.1 - - [25/Nov/2026:11:59:50 +0000] "CONNECT h:443 HTTP/1.1" 400 157 "-" "-""#,
  ])
  func `what no server takes for a request is none`(line: String) {
    guard case .noRequest = AccessLine.read(Array(line.utf8)) else {
      Issue.record("\(line)")
      return
    }
  }

  @Test(arguments: [
    "", "{", "{}", "[]", #"{"request":{},"response":{}}"#, "127.0.0.1 - - nothing", "[25/Nov/2026:11:59:50 +0000]",
    #"h - - [25/Nov/2026:11:59:50 +0000] "GET / HTTP/1.1"#,
    #"h - - [99/Nov/2026:11:59:50 +0000] "GET / HTTP/1.1" 200 1"#,
    #"h - - [25/Nov/2026:11:59:50 +0000] "GET / HTTP/1.1" abc 1"#,
  ])
  func `what is of no log isn't read`(line: String) {
    #expect(AccessLine.read(Array(line.utf8)) == nil)
  }

  @Test func `no bytes crash the reader`() {
    var numbers = RandomNumbers(seed: 11)
    let pieces = [
      "[", "]", "\"", "\\", "\\x", " ", "25/Nov/2026:11:59:50 +0000", "GET / HTTP/1.1", "200", "\u{0}", "é", "-",
    ]
    for _ in 0..<3_000 {
      let line = (0..<Int(numbers.next() % 14)).map { _ in pieces[Int(numbers.next() % UInt64(pieces.count))] }.joined()
      _ = AccessLine.read(Array(line.utf8))
    }
  }
}
