import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineWorkspace
import TestSupport
import Testing

@testable import PlumblineCommands

/// Credentials that only the latest edit of the contract names.
@Suite struct ReloadedSecretsTests {
  private static let file = "Contracts/vault/contract.json"
  private static let secret = "q7mfhkzt9rcw2xvb"

  @Test func `what an edited contract names is hidden in the journal and on the console`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Vault.text.replacing("VAULT_KEY", with: "VAULT_OLD"), to: Self.file)
    let screen = Screen()
    let surroundings = screen.surroundings(["VAULT_KEY": Self.secret])
    let workspace = try Workspace.find(from: folder.path)
    var reloading = Reloading(workspace, services: [workspace.home(of: "vault")]) {
      surroundings.hideCredentials(of: [$0])
    }
    let loaded = workspace.load("vault")
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    surroundings.hideCredentials(of: [contract])
    var configuration = SessionDirectory.Configuration()
    configuration.reloads = true
    configuration.secrets = { surroundings.console.secrets }
    let directory = SessionDirectory(
      library: MockLibrary(contract: contract, recordings: []), configuration: configuration)
    reloading.bring(to: [ServedService(name: "vault", directory: directory)])

    _ = await answer(to: "/things/9?note=\(Self.secret)", from: directory)
    let before = await answer(to: "/__plumbline/journal", from: directory)
    #expect(before.contains(Self.secret), "the contract names another variable so far: \(before)")

    try folder.replace("VAULT_OLD", with: "VAULT_KEY", in: Self.file)
    let lines = reloading.step() + reloading.step()
    #expect(lines.last?.hasPrefix("vault: loaded again, ") == true, "\(lines)")
    for path in ["journal", "journal/1"] {
      let after = await answer(to: "/__plumbline/\(path)", from: directory)
      #expect(after.contains("note=") && !after.contains(Self.secret), "\(after)")
    }
    surroundings.console.print("asked /things/9?note=\(Self.secret)")
    #expect(screen.text == "asked /things/9?note=•••\n")
  }

  private func answer(to target: String, from server: any Responder) async -> String {
    let request = Request(method: .get, target: target, headers: ["Host": "127.0.0.1"])
    return String(decoding: await server.answer(to: request).response.body.bytes ?? [], as: UTF8.self)
  }
}
