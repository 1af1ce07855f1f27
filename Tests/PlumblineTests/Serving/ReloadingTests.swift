import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineWorkspace
import TestSupport
import Testing

@testable import PlumblineCommands

/// Edits of files while a mock serves them. Tests perform the timer's steps themselves.
@Suite struct ReloadingTests {
  private let folder: TemporaryFolder
  private static let recording = "Recordings/truelog/tickets.get/success.json"

  init() throws {
    folder = try TemporaryFolder()
    try folder.copy(Suite.contracts, to: "Contracts")
    try folder.copy(Suite.recordings, to: "Recordings")
  }

  /// Checks for changes twice, because a change counts only if two successive checks find the same state.
  private func lookTwice(_ reloading: inout Reloading) -> [String] {
    reloading.step() + reloading.step()
  }

  @Test func `an edit answers on the connection that is open, a broken one changes nothing and says where`()
    async throws
  {
    let workspace = try Workspace.find(from: folder.path)
    var reloading = Reloading(workspace, services: [workspace.home(of: "truelog")])
    let loaded = workspace.load("truelog")
    let library = MockLibrary(contract: try #require(loaded.contract), recordings: loaded.recordings)
    try await withDirectory({ $0.reloads = true }, library: library) { directory, port in
      let service = ServedService(name: "truelog", directory: directory)
      reloading.bring(to: [service])
      let connection = try await RawConnection.connect(port: port)
      let request = "GET /api/v2/tickets/1042 HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let first = try await connection.exchange(request)
      let subject = try #require(try JSON.parse(first.body)["data"]?["subject"]?.string)
      #expect(lookTwice(&reloading) == [])

      try folder.replace(subject, with: "Edited subject", in: Self.recording)
      #expect(lookTwice(&reloading).last?.hasPrefix("truelog: loaded again, ") == true)
      #expect(
        try JSON.parse(try await connection.exchange(request).body)["data"]?["subject"]?.string == "Edited subject")
      #expect(directory.loads == 2)

      let good = try folder.text(of: "Contracts/truelog/tickets.json")
      try folder.replace("\"request\"", with: "\"requst\"", in: "Contracts/truelog/tickets.json")
      let lines = lookTwice(&reloading)
      #expect(lines.contains { $0.hasPrefix("Contracts/truelog/tickets.json:") && $0.contains("requst") }, "\(lines)")
      #expect(lines.last == "truelog: the files have errors, so the previous version is still served.")
      #expect(try await connection.exchange(request).status == 200)
      let health = try await connection.exchange("GET /__plumbline/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let json = try JSON.parse(health.body)
      #expect(json["status"]?.string == "stale")
      #expect(json["problems"]?.elements.contains { $0["file"]?.string == "Contracts/truelog/tickets.json" } == true)

      try folder.write(good, to: "Contracts/truelog/tickets.json")
      #expect(lookTwice(&reloading).last?.hasPrefix("truelog: loaded again, ") == true)
      let healed = try await connection.exchange("GET /__plumbline/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try JSON.parse(healed.body)["status"]?.string == "ok")
    }
  }
}
