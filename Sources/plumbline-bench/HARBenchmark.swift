import PlumblineContractModel
import PlumblineJSONTree
import PlumblineRecordings
import PlumblineWorkspace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A benchmark of the speed and memory of `plumbline check` for a browser's HAR file, once with clean traffic and once
/// with traffic in which every exchange drifts. Run it in a folder with Contracts and Recordings. The tool must be next
/// to this executable.
struct HARBenchmark {
  static let usage = "har [MEGABYTES]"

  /// The header fields that a browser sends and receives in addition to those of a recording.
  private static let requestHeaders: [(String, String)] = [
    ("Accept-Encoding", "gzip, deflate, br, zstd"), ("Accept-Language", "en-GB,en;q=0.9"),
    ("Cache-Control", "no-cache"),
    ("Connection", "keep-alive"), ("Origin", "https://app.example.com"), ("Pragma", "no-cache"),
    ("Referer", "https://app.example.com/assets/list?page=\(mark)"), ("Sec-Fetch-Dest", "empty"),
    ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Site", "same-site"),
    (
      "User-Agent",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Safari/537.36"
    ),
    ("X-Request-Id", time),
    ("sec-ch-ua", #""Chromium";v="131", "Not_A Brand";v="24""#), ("sec-ch-ua-platform", #""macOS""#),
  ]
  private static let responseHeaders: [(String, String)] = [
    ("Date", "Wed, 25 Nov 2026 @clock GMT"), ("Server", "nginx/1.26.2"), ("Connection", "keep-alive"),
    ("Vary", "Accept-Encoding, Origin"), ("Access-Control-Allow-Origin", "https://app.example.com"),
    ("Strict-Transport-Security", "max-age=63072000; includeSubDomains"), ("X-Content-Type-Options", "nosniff"),
    ("Transfer-Encoding", "chunked"), ("Via", "1.1 varnish"),
  ]

  static func run(_ arguments: [String]) throws {
    guard arguments.count <= 1, let megabytes = Int(arguments.first ?? "200"), megabytes > 0 else {
      throw BenchmarkFailure("Usage: \(usage)")
    }
    let clean = try entries()
    let drifting = clean.compactMap(drifting)
    for isRepeating in [false, true] {
      let kind = isRepeating ? "repeating" : "different"
      let speed = try measure("clean, \(kind)", clean, megabytes, isRepeating)
      let slower = try measure("drifting, \(kind)", drifting, megabytes, isRepeating)
      let share = Int((slower / speed * 100).rounded())
      print("\(kind): drifting traffic has \(share) % of clean traffic's exchanges a second")
    }
  }

  /// Checks a file of repeated entries, and returns the exchanges per second of processor time.
  ///
  /// - Parameter isRepeating: A Boolean value that indicates whether entries differ from earlier ones only in their
  ///   times and numbers.
  private static func measure(
    _ name: String, _ entries: [[UInt8]], _ megabytes: Int, _ isRepeating: Bool
  ) throws -> Double {
    let path = "/tmp/plumbline-bench-\(getpid()).har"
    defer { unlink(path) }
    let count = try write(entries, to: path, atLeast: megabytes * 1_000_000, isRepeating)
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

  /// Returns an entry whose response contains a number as a string and an undocumented member, or `nil` if the response
  /// has no JSON object.
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

  /// Returns the recordings of TrueLog as entries from a browser.
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

  /// The placeholders for an entry's time, its number, and the time of day, until the entry is written.
  private static let time = "@time"
  private static let mark = "@mark"
  private static let clock = "@clock"

  private static func digits(_ value: Int, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// Returns the texts that replace the placeholders in the entry with the given number. Each entry is a millisecond
  /// later than the previous one.
  private static func texts(of number: Int, _ isRepeating: Bool) -> [String: [UInt8]] {
    let seconds = number / 1000
    let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
    return [
      time: Array("2026-11-\(digits(1 + seconds / 86_400, 2))T\(clock).\(digits(number % 1000, 3))Z".utf8),
      mark: Array(digits(isRepeating ? 0 : number, 8).utf8), Self.clock: Array(clock.utf8),
    ]
  }

  /// A part of an entry: text or a placeholder.
  private enum Piece {
    case text([UInt8])
    case placeholder(String)
  }

  private static func pieces(of entry: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var rest = entry[...]
    while let place = rest.firstIndex(of: UInt8(ascii: "@")) {
      guard let name = [time, mark, clock].first(where: { rest[place...].starts(with: $0.utf8) }) else {
        pieces.append(.text(Array(rest[...place])))
        rest = rest[(place + 1)...]
        continue
      }
      pieces += [.text(Array(rest[..<place])), .placeholder(name)]
      rest = rest[(place + name.utf8.count)...]
    }
    return pieces + [.text(Array(rest))]
  }

  /// Writes a file of repeated entries, and returns their number.
  private static func write(
    _ entries: [[UInt8]], to path: String, atLeast size: Int, _ isRepeating: Bool
  ) throws -> Int {
    guard let file = fopen(path, "w") else { throw BenchmarkFailure("\(path) can not be written.") }
    defer { fclose(file) }
    func put(_ bytes: [UInt8]) { fwrite(bytes, 1, bytes.count, file) }
    put(
      Array(#"{"log": {"creator": {"name": "WebInspector"}, "entries": ["#.utf8))
    let all = entries.map(pieces)
    var (count, written) = (0, 0)
    while written < size {
      if count > 0 { put([UInt8(ascii: ",")]) }
      let texts = texts(of: count, isRepeating)
      for piece in all[count % all.count] {
        let bytes =
          switch piece {
          case .text(let bytes): bytes
          case .placeholder(let name): texts[name] ?? []
          }
        put(bytes)
        written += bytes.count
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
