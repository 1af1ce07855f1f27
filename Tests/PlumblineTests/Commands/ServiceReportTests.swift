import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The reports on Reality Portal and PhotoScout in every format, and which of their endpoints a server has.
struct ServiceReportTests {
  /// Requests every format at once, and returns the contents of each.
  private func forms(_ arguments: [String], status: Int32 = 0) async throws -> (TemporaryFolder, Finished) {
    let folder = try TemporaryFolder()
    let forms = ["json", "junit", "sarif", "html", "markdown", "github", "console"]
    let tool = RunningCommand(arguments + forms.flatMap { ["--report", "\($0)=\(folder.path)/\($0)"] })
    let run = await tool.end()
    #expect(run.status == status, "\(run)")
    return (folder, run)
  }

  @Test(arguments: Service.all)
  func `a contract and its recordings pass without a client`(service: Service) async throws {
    let run = try await plumbline("verify", service.suite.service, "--direct")
    #expect(run.status == 0, "\(run)")
  }

  @Test(arguments: [Service.realityPortal, .photoScout], ["verify", "coverage"])
  func `every format lists every endpoint and every link`(service: Service, command: String) async throws {
    let name = service.suite.service
    let contract = try service.library.get().contract
    let (folder, _) = try await forms([command, name])
    let report = try JSON.parse(folder.text(of: "json"))
    let lines = report[command == "verify" ? "calls" : "coverage"]?.elements.map { $0 } ?? []
    let told = Set(lines.compactMap { $0["endpoint"]?.string })
    #expect(told == Set(contract.endpoints.map(\.id) + contract.links.map(\.id)))
    #expect(lines.allSatisfy { $0["service"]?.string == name })
    #expect(try JSON.parse(folder.text(of: "sarif"))["runs"]?.count == 1)
    let junit = try folder.text(of: "junit")
    #expect(junit.components(separatedBy: "<testcase ").count > told.count)
    #expect(!junit.contains("<failure"))
    // A comment only summarizes the endpoints that passed.
    #expect(try folder.text(of: "markdown").contains("\(contract.endpoints.count) endpoints"))
    for form in ["html", "console"] {
      let text = try folder.text(of: form)
      #expect(contract.endpoints.allSatisfy { text.contains($0.id) }, "\(form)")
    }
    #expect(try folder.text(of: "github").hasSuffix("\n"))
  }

  @Test(arguments: [
    (Service.realityPortal, "push.json", "/api/v1/push-tokens", ["push.register"]),
    (.photoScout, "conversations.json", "/api/conversations", ["conversations.list", "conversations.get"]),
  ])
  func `a probe finds what a server has and lacks, and reports it in every format`(
    service: Service, file: String, missing: String, endpoints: [String]
  ) async throws {
    let name = service.suite.service
    let library = try service.library.get()
    // The server is a mock of a different contract, which has some endpoints at other paths.
    let other = try TemporaryFolder()
    try other.copy(Suite.contracts.appendingPathComponent(name), to: "Contracts/\(name)")
    try other.copy(Suite.recordings.appendingPathComponent(name), to: "Recordings/\(name)")
    var files = ["Contracts/\(name)/\(file)"]
    for endpoint in endpoints {
      let recordings = "Recordings/\(name)/\(endpoint)"
      files += try FileManager.default.contentsOfDirectory(atPath: "\(other.path)/\(recordings)")
        .map { "\(recordings)/\($0)" }
    }
    for file in files { try other.write(other.text(of: file).replacing(missing, with: "/elsewhere"), to: file) }
    let server = RunningCommand(["serve", name, "--port", "0"], folder: other.path)
    defer { server.kill() }
    let port = try #require(await server.line(beginning: "\(library.contract.title): http://127.0.0.1:"))
    // A missing endpoint that is only assumed is a notice, which doesn't fail a gate unless the gate includes notices.
    let (folder, run) = try await forms(
      ["probe", name, "--server", "http://127.0.0.1:\(port)", "--gate", "notice"], status: 1)
    let verdicts = try JSON.parse(folder.text(of: "json"))["verdicts"]?.elements.map { $0 } ?? []
    #expect(verdicts.count == library.contract.endpoints.count)
    for verdict in verdicts {
      let endpoint = verdict["endpoint"]?.string ?? ""
      #expect(verdict["verdict"]?.string == (endpoints.contains(endpoint) ? "missing" : "exists"), "\(verdict.text)")
    }
    for form in ["junit", "sarif", "html", "markdown", "github", "console"] {
      let text = try folder.text(of: form)
      #expect(endpoints.allSatisfy { text.contains($0) }, "\(form): \(run)")
      #expect(text.contains("missing"), "\(form): \(run)")
    }
  }
}
