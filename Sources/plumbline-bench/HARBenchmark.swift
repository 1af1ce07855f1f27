import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `har`: the speed at which `plumbline check` reads a HAR file as a browser writes it, and the memory that it takes, once with
/// clean traffic and once with traffic in which every exchange drifts. It is run from a folder with Contracts and Recordings,
/// and the tool is the one next to this executable.
struct HARBenchmark {
  static let usage = "har [MEGABYTES]"

  /// The fields that a browser sends and receives in addition to those of a recording.
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
    let clean = try entries()
    let speed = try measure("clean", clean, megabytes)
    let drifting = clean.compactMap(drifting)
    let slower = try measure("drifting", drifting, megabytes)
    print("drifting traffic has \(Int((slower / speed * 100).rounded())) % of clean traffic's exchanges a second")
  }

  /// Checks a file of entries, over and over; returns the exchanges per second of processor time.
  private static func measure(_ name: String, _ entries: [[UInt8]], _ megabytes: Int) throws -> Double {
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
    let findings = report["drift"]?.elements.reduce(0) { $0 + ($1["count"]?.int ?? 0) } ?? 0
    print(
      "\(name): \(count) entries of \(megabytes * 1_000_000 / count) bytes, \(megabytes) MB, "
        + "\(findings) findings of \(report["drift"]?.count ?? 0) kinds")
    print(
      "  \((seconds * 100).rounded() / 100) s, \((user * 100).rounded() / 100) s of them on a processor: "
        + "\(Int(Double(megabytes) / user)) MB and \(Int(Double(count) / user)) exchanges per second of it, at most "
        + "\(peak(after) >> 20) MB")
    return Double(count) / user
  }

  /// Returns an entry whose response has a number as a string and an undocumented member; `nil` if it has no JSON object.
  private static func drifting(_ entry: [UInt8]) -> [UInt8]? {
    guard let entry = try? JSON.parse(entry), let response = entry["response"], let content = response["content"],
      let body = content["text"]?.string.flatMap({ try? JSON.parse($0) }), let data = body["data"],
      data.kind == .object, let number = data.members.first(where: { $0.value.kind == .number })
    else { return nil }
    func setting(_ name: String, _ value: JSON, in object: JSON) -> JSON {
      .object(object.members.map { ($0.key, $0.key == name ? value : $0.value) })
    }
    var members = data.members.map { ($0.key, $0.key == number.key ? JSON($0.value.text) : $0.value) }
    members.append(("legacy_flag", JSON(true)))
    let drifting = setting("data", .object(members), in: body)
    let changed = setting("content", setting("text", JSON(drifting.text), in: content), in: response)
    return setting("response", changed, in: entry).serialized(.pretty)
  }

  /// Returns the recordings of TrueLog as entries of a browser.
  private static func entries() throws -> [[UInt8]] {
    let service = try Workspace.find(contracts: nil, recordings: nil).load("truelog")
    guard let contract = service.contract else { throw BenchmarkFailure("There is no contract of truelog here.") }
    let log = try JSON.parse(HARExport(service.recordings, of: contract).text)["log"]
    return log?["entries"]?.elements.map { entry in
      let members = entry.members.map { member -> (String, JSON) in
        switch member.key {
        case "request": (member.key, withHeaders(requestHeaders, member.value))
        case "response": (member.key, withHeaders(responseHeaders, member.value))
        case "startedDateTime": (member.key, JSON(time))
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

  /// The placeholder for an entry's time until it is written.
  private static let time = "@time"

  /// Returns the time of the entry with a number: a millisecond after that before it.
  private static func time(of number: Int) -> [UInt8] {
    func digits(_ value: Int, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = number / 1000
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
    return Array("2026-11-\(digits(1 + seconds / 86_400, 2))T\(clock).\(digits(number % 1000, 3))Z".utf8)
  }

  /// Writes a file of entries, over and over; how many they are.
  private static func write(_ entries: [[UInt8]], to path: String, atLeast size: Int) throws -> Int {
    guard let file = fopen(path, "w") else { throw BenchmarkFailure("\(path) can not be written.") }
    defer { fclose(file) }
    func put(_ bytes: [UInt8]) { fwrite(bytes, 1, bytes.count, file) }
    put(
      Array(#"{"log": {"creator": {"name": "WebInspector"}, "entries": ["#.utf8))
    let halves = entries.map { entry -> [ArraySlice<UInt8>] in
      let mark = Array(time.utf8)
      let place = entry.indices.first { entry[$0...].starts(with: mark) } ?? entry.endIndex
      return [entry[..<place], entry[place...].dropFirst(mark.count)]
    }
    var (count, written) = (0, 0)
    while written < size {
      if count > 0 { put([UInt8(ascii: ",")]) }
      let halves = halves[count % halves.count]
      for part in [Array(halves[0]), time(of: count), Array(halves[1])] {
        put(part)
        written += part.count
      }
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
