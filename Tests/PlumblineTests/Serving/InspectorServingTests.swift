import Foundation
import PlumblineCommands
import PlumblineJSONTree
import PlumblineMockEngine
import TestSupport
import Testing

@testable import PlumblineCommands

/// The inspector of `plumbline serve`.
@Suite struct InspectorServingTests {
  private static let token = "a-token-that-nobody-guesses"

  private func access(
    _ host: String?, _ environment: [String: String] = [:], savesRecordings: Bool = false
  ) throws -> InspectorAccess {
    try InspectorAccess(at: ListeningPlace(host: host), environment, savesRecordings: savesRecordings)
  }

  @Test func `it is open to this machine, and off where others reach the server, unless a token is set`() throws {
    let variable = InspectorAccess.variable
    for host in [nil, "localhost", "127.0.0.1", "::1"] {
      #expect(try access(host, [variable: "short"], savesRecordings: true) == .open, "\(host ?? "")")
    }
    for host in ["0.0.0.0", "::", "192.168.1.20", "my-mac.local"] {
      #expect(try access(host) == .closed, "\(host)")
      #expect(try access(host, [variable: ""]) == .closed, "\(host)")
      #expect(try access(host, [variable: Self.token], savesRecordings: true) == .token(Self.token), "\(host)")
    }
    #expect(throws: UsageError.self) { try access("0.0.0.0", [variable: "short"]) }
    #expect(throws: UsageError.self) { try access("0.0.0.0", savesRecordings: true) }
    // These characters would change in the URL.
    for sign in ["+", "&", "#", "%", " ", "é", "/"] {
      #expect(throws: UsageError.self) { try access("0.0.0.0", [variable: "\(Self.token)\(sign)"]) }
    }
  }

  @Test func `a token that has no effect is reported`() throws {
    let variable = InspectorAccess.variable
    let sentence = InspectorAccess.unusedToken(at: ListeningPlace(host: nil), [variable: Self.token])
    #expect(sentence?.hasPrefix("PLUMBLINE_TOKEN has no effect here: ") == true)
    #expect(sentence?.contains(Self.token) == false)
    #expect(InspectorAccess.unusedToken(at: ListeningPlace(host: nil), [variable: ""]) == nil)
    #expect(InspectorAccess.unusedToken(at: ListeningPlace(host: nil), [:]) == nil)
    #expect(InspectorAccess.unusedToken(at: ListeningPlace(host: "0.0.0.0"), [variable: Self.token]) == nil)
  }

  @Test func `its address is printed, and never a token`() {
    let url = "http://192.168.1.20:8080"
    #expect(InspectorAccess.open.place(at: url) == "\(url)/__plumbline/")
    #expect(InspectorAccess.token(Self.token).place(at: url) == "\(url)/__plumbline/?token=$PLUMBLINE_TOKEN")
    #expect(InspectorAccess.closed.place(at: url).contains("PLUMBLINE_TOKEN"))
  }

  @Test func `an exchange is written beside the recordings, and served once files are watched`() async throws {
    let folder = try TemporaryFolder()
    for name in ["Contracts", "Recordings"] {
      try folder.copy(repositoryRoot.appendingPathComponent("\(name)/truelog"), to: "\(name)/truelog")
    }
    let tool = RunningCommand(
      ["serve", "truelog", "--port", "0", "--as", "agent", "--allow-recordings", "--watch"], folder: folder.path)
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "TrueLog Inventory API: http://127.0.0.1:"))
    let connection = try await RawConnection.connect(port: try #require(Int(url)))
    let head = "Host: localhost\r\n"
    let page = try await connection.exchange("GET /__plumbline/ HTTP/1.1\r\n\(head)\r\n")
    #expect(page.status == 200)
    #expect(page["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
    #expect(
      try await connection.exchange("GET /api/v2/tickets?search=dock HTTP/1.1\r\n\(head)\r\n").status == 200)
    let body = #"{"exchange":1}"#
    let save =
      "POST /__plumbline/recordings HTTP/1.1\r\n\(head)Content-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let saved = try await connection.exchange(save)
    let json = try JSON.parse(saved.body)
    #expect(saved.status == 201, "\(json)")
    let path = try #require(json["path"]?.string)
    #expect(path.hasPrefix("Recordings/truelog/tickets.list/"))
    let text = try folder.text(of: path)
    #expect(text.contains("\"authored\"") && text.contains("\"search\": \"dock\""), "\(text)")
    var loads = 1
    while loads < 2 {
      let health = try await connection.exchange("GET /__plumbline/health HTTP/1.1\r\n\(head)\r\n")
      loads = try #require(try JSON.parse(health.body)["loads"]?.int)
    }
    let lint = try await plumbline(arguments: ["lint", "truelog"], folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
    tool.terminate()
    #expect(await tool.end().status == 0)
  }
}
