import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `har`: how fast `plumbline check` reads a HAR file as a browser writes it, and in how much memory, from a folder with Contracts
/// and Recordings. The tool is the one beside this executable.
struct HARBenchmark {
  static let usage = "har [MEGABYTES]"

  /// What a browser sends and gets beside what a recording has.
  private static let requestHeaders: [(String, String)] = [
    ("Accept-Encoding", "gzip, deflate, br, zstd"), ("Accept-Language", "en-GB,en;q=0.9"),
    ("Cache-Control", "no-cache"),
    ("Connection", "keep-alive"), ("Origin", "https://app.example.com"), ("Pragma", "no-cache"),
    ("Referer", "https://app.example.com/assets/list?page=3"), ("Sec-Fetch-Dest", "empty"),
    ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Site", "same-site"),
    (
      "User-Agent",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Safari/537.36"
    ),
    ("sec-ch-ua", #""Chromium";v="131", "Not_A Brand";v="24""#), ("sec-ch-ua-platform", #""macOS""#),
  ]
  private static let responseHeaders: [(String, String)] = [
    ("Date", "Wed, 25 Nov 2026 08:00:00 GMT"), ("Server", "nginx/1.26.2"), ("Connection", "keep-alive"),
    ("Vary", "Accept-Encoding, Origin"), ("Access-Control-Allow-Origin", "https://app.example.com"),
    ("Strict-Transport-Security", "max-age=63072000; includeSubDomains"), ("X-Content-Type-Options", "nosniff"),
    ("Transfer-Encoding", "chunked"), ("Via", "1.1 varnish"),
  ]

  static func run(_ arguments: [String]) throws {
    guard arguments.count <= 1, let megabytes = Int(arguments.first ?? "200"), megabytes > 0 else {
      throw BenchmarkFailure("Usage: \(usage)")
    }
    let entries = try entries()
    let path = "/tmp/plumbline-bench-\(getpid()).har"
    defer { unlink(path) }
    let count = try write(entries, to: path, atLeast: megabytes * 1_000_000)
    let own = CommandLine.arguments[0]
    let tool = own.lastIndex(of: "/").map { own[...$0] + "plumbline" } ?? "plumbline"
    var before = rusage()
    getrusage(children, &before)
    let begin = ContinuousClock.now
    let done = try ChildProcess.run([String(tool), "check", path, "--gate", "none", "--report", "json"])
    let seconds = begin.duration(to: .now) / .seconds(1)
    var after = rusage()
    getrusage(children, &after)
    let report = try JSON.parse(done.output)
    guard report["summary"]?["exchanges"]?.int == count, report["problems"]?.count == 0 else {
      throw BenchmarkFailure(
        "Not all of \(count) exchanges were judged: \(String(decoding: done.errors, as: UTF8.self))")
    }
    let user =
      Double(after.ru_utime.tv_sec - before.ru_utime.tv_sec)
      + Double(after.ru_utime.tv_usec - before.ru_utime.tv_usec) / 1e6
    print("\(count) entries of \(megabytes * 1_000_000 / count) bytes, \(megabytes) MB")
    print(
      "\((seconds * 100).rounded() / 100) s, \((user * 100).rounded() / 100) s of them on a processor: "
        + "\(Int(Double(megabytes) / seconds)) MB/s, at most \(peak(after) >> 20) MB")
  }

  /// The recordings of TrueLog as entries of a browser.
  private static func entries() throws -> [[UInt8]] {
    let service = try Workspace.find(contracts: nil, recordings: nil).load("truelog")
    guard let contract = service.contract else { throw BenchmarkFailure("There is no contract of truelog here.") }
    let log = try JSON.parse(HARExport(service.recordings, of: contract).text)["log"]
    return log?["entries"]?.elements.map { entry in
      let members = entry.members.map { member -> (String, JSON) in
        switch member.key {
        case "request": (member.key, withHeaders(requestHeaders, member.value))
        case "response": (member.key, withHeaders(responseHeaders, member.value))
        default: (member.key, member.value)
        }
      }
      let kept = members.filter { $0.0 != "_plumbline" }
      return JSON.object(kept + [("_priority", "High"), ("_resourceType", "fetch")]).serialized(.pretty)
    } ?? []
  }

  private static func withHeaders(_ added: [(String, String)], _ message: JSON) -> JSON {
    let fields = added.map { JSON.object([("name", JSON($0.0)), ("value", JSON($0.1))]) }
    return .object(
      message.members.map {
        ($0.key, $0.key == "headers" ? .array(fields + $0.value.elements) : $0.value)
      })
  }

  /// Writes a file of entries, over and over; how many they are.
  private static func write(_ entries: [[UInt8]], to path: String, atLeast size: Int) throws -> Int {
    guard let file = fopen(path, "w") else { throw BenchmarkFailure("\(path) can not be written.") }
    defer { fclose(file) }
    func put(_ bytes: [UInt8]) { fwrite(bytes, 1, bytes.count, file) }
    put(
      Array(#"{"log": {"creator": {"name": "WebInspector"}, "entries": ["#.utf8))
    var (count, written) = (0, 0)
    while written < size {
      if count > 0 { put([UInt8(ascii: ",")]) }
      let entry = entries[count % entries.count]
      put(entry)
      written += entry.count
      count += 1
    }
    put(Array("]}}".utf8))
    return count
  }

  #if canImport(Glibc)
    private static let children = __rusage_who_t(RUSAGE_CHILDREN.rawValue)
    private static func peak(_ usage: rusage) -> Int { usage.ru_maxrss * 1024 }
  #else
    private static let children = RUSAGE_CHILDREN
    private static func peak(_ usage: rusage) -> Int { usage.ru_maxrss }
  #endif
}
