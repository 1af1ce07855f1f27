import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// Checks of access logs by `plumbline check`, as far as their content allows.
@Suite struct CheckAccessLogTests {
  private func workspace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy(Suite.contracts.appendingPathComponent("truelog"), to: "Contracts/truelog")
    return folder
  }

  private func line(_ request: String, _ status: Int, day: Int = 25) -> String {
    "192.0.2.7 - - [\(day)/Nov/2026:08:00:00 +0800] \"\(request) HTTP/1.1\" \(status) 17 \"-\" \"TrueLog/3\"\n"
  }

  private func check(_ file: String, in folder: TemporaryFolder) async throws -> (report: JSON, run: Finished) {
    let run = try await plumbline("check", file, "--report", "json", folder: folder.path)
    return (try run.json, run)
  }

  @Test func `endpoints, methods, statuses and queries are judged, and nothing that a log hasn't`() async throws {
    let folder = try workspace()
    try folder.write(
      [
        line("GET /api/v2/tickets/1042", 200, day: 23), line("GET /api/v2/tickets/1042", 304),
        line("GET /api/v2/tickets/1042", 418), line("GET /api/v2/tickets?pgae=2", 200),
        line("PURGE /api/v2/tickets/1042", 405), line("OPTIONS /api/v2/tickets/1042", 204),
        line("GET /favicon.ico", 200), line("GET /api/v2/tickets/1042", 503),
        line("GET /api/v2/tickets/1042", 418, day: 26),
      ].joined(), to: "access.log")
    let (report, run) = try await check("access.log", in: folder)
    let rules = report["drift"]?.elements.compactMap { $0["rule"]?.string }.sorted()
    #expect(
      rules == ["endpoint.undocumented", "request.query.undocumented", "response.status.undocumented"],
      "\(run.output)")
    let teapot = try #require(
      report["drift"]?.elements.first { $0["rule"]?.string == "response.status.undocumented" })
    #expect(teapot["count"]?.int == 2)
    #expect(teapot["firstSeen"]?.string == "2026-11-25T00:00:00.000Z", "\(teapot)")
    #expect(teapot["lastSeen"]?.string == "2026-11-26T00:00:00.000Z")
    #expect(report["summary"]?["outages"]?.int == 1)
    #expect(report["summary"]?["exchanges"]?.int == 8)
    let told = report["problems"]?.elements.compactMap { $0["message"]?.string } ?? []
    #expect(told.count == 2 && told.contains { $0.contains("neither headers nor bodies") }, "\(told)")
    #expect(told.contains { $0.contains("/favicon.ico") }, "\(told)")
  }

  @Test func `a log by Caddy names the server too, compressed or not`() async throws {
    let folder = try workspace()
    func line(_ host: String, _ uri: String, _ status: Int) -> String {
      #"{"ts":1795593600.5,"request":{"method":"GET","host":"\#(host)","uri":"\#(uri)","tls":{}},"status":\#(status)}"#
        + "\n"
    }
    let text =
      #"{"level":"info","ts":1795593599.1,"logger":"tls","msg":"started"}"# + "\n"
      + line("www.truelog.site", "/api/v2/tickets/1042", 200) + line("www.truelog.site", "/api/v3/nothing", 200)
      + line("www.truelog.site", "/api/v2/tickets/1042", 201) + "no line\n"
    try folder.write(text, to: "caddy.log")
    try await offPool { try Gzip.pack(folder.path + "/caddy.log", to: folder.path + "/caddy.log.1.gz") }
    for file in ["caddy.log", "caddy.log.1.gz"] {
      let (report, run) = try await check(file, in: folder)
      let rules = report["drift"]?.elements.compactMap { $0["rule"]?.string }.sorted()
      #expect(rules == ["endpoint.undocumented", "response.status.undocumented"], "\(run.output)")
      let told = report["problems"]?.elements.compactMap { $0["message"]?.string } ?? []
      #expect(
        told.count == 3 && told.contains { $0.contains("Skipped 1 line that doesn't describe a request") }, "\(told)")
      #expect(told.contains { $0.contains("neither in the combined log format nor") }, "\(told)")
      #expect(run.status == 2, "a line is wrong")
    }
  }

  @Test func `nothing is drafted from a log`() async throws {
    let folder = try workspace()
    try folder.write(line("GET /api/v2/tickets/1042", 200), to: "access.log")
    let run = try await plumbline("infer", "truelog", "access.log", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("An access log has no bodies"), "\(run)")
  }
}
