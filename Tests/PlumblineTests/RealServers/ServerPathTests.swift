import Foundation
import TestSupport
import Testing

/// Server URLs whose path is too long or too short. Every response is a 404, which looks like a server without
/// endpoints.
struct ServerPathTests {
  @Test(arguments: [
    (
      "/v1/items", "/v1",
      "Both URL and every path of shop begin with /v1, so requests would go to URL/v1/items."
    ),
    ("/items", "", "The contract's servers have the path /v1, but URL has none; did you mean URL/v1?"),
    ("/items", "/v1", nil), ("/v1/items", "", nil),
  ])
  func `a path that is there twice or never is reported`(template: String, path: String, says: String?) async throws {
    let folder = try TemporaryFolder()
    try folder.write(.shop(server: "https://shop.example/v1", request: "GET \(template)"))
    let nobody = try LoopbackPort.bound()
    defer { nobody.close() }
    let url = nobody.url + path
    for command in [["verify", "--direct"], ["probe"]] {
      let run = try await plumbline(arguments: command + ["shop", "--server", url], folder: folder.path)
      #expect(run.status == 3, "\(run)")
      if let says {
        #expect(run.errors.contains(says.replacing("URL", with: url)), "\(run)")
      } else {
        #expect(!run.errors.contains("paths of") && !run.errors.contains("may be meant"), "\(run)")
      }
    }
    let words = ["serve", "shop", "--port", "0", "--upstream", url]
    let tool = RunningCommand(words, folder: folder.path)
    defer { tool.kill() }
    _ = try #require(await tool.line(beginning: "Shop: "), "\(tool.errorText)")
    tool.terminate()
    let ended = await tool.end()
    let told = says?.replacing("URL", with: url)
    #expect(told.map(ended.errors.contains) ?? !ended.errors.contains("may be meant"), "\(ended)")
  }
}
