import PlumblineHTTPMessages
import TestSupport
import Testing

@testable import PlumblineCommands

/// Captures in the form from which contracts are drafted.
@Suite struct ReadTrafficTests {
  private func draft(_ name: String, _ step: Int, note: String, in folder: TemporaryFolder) throws -> String {
    let path = "Recordings/shop/undocumented/\(name).json"
    try folder.write(
      #"""
      { "provenance": { "kind": "recorded", "on": "2026-11-27", "from": "http://127.0.0.1:9000", "note": "\#(note)" },
        "request": { "method": "GET", "path": "/seq" }, "response": { "status": 200, "body": \#(step) },
        "sequence": { "name": "get-seq", "step": \#(step) } }
      """#, to: path)
    return "\(folder.path)/\(path)"
  }

  @Test func `the drafts of one session are one capture, and the steps of a sequence in their order`() throws {
    let folder = try TemporaryFolder()
    // The paths are in the order of their names.
    let paths = try [("get-seq", 1), ("get-seq-step-10", 10), ("get-seq-step-2", 2)].map { name, step in
      try draft(name, step, note: "Replaced: /response/headers/\(name).", in: folder)
    }
    let traffic = ReadTraffic(paths, today: "2026-11-28") { $0 }
    #expect(traffic.problems.isEmpty, "\(traffic.problems)")
    #expect(traffic.captures.map(\.provenance.from) == ["http://127.0.0.1:9000"])
    #expect(traffic.captures.first?.provenance.on == "2026-11-27")
    let bodies = traffic.captures.flatMap(\.exchanges).map { seen in
      String(decoding: seen.exchange.response?.body.bytes ?? [], as: UTF8.self)
    }
    #expect(bodies == ["1", "2", "10"])
  }
}
