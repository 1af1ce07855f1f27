import Foundation
import TestSupport
import Testing

/// A credential of the environment that a capture has where a draft takes names from.
@Suite struct InferShownCredentialTests {
  private static let secret = "correcthorsebatterystaple"

  private static let other = #"{ "id": 1, "name": "A" }"#

  private static func line(
    _ path: String, _ body: String = other, method: String = "GET", query: String = "{}"
  ) -> String {
    #"{ "request": { "method": "\#(method)", "path": "\#(path)", "query": \#(query), "#
      + #""headers": { "authorization": "Bearer \#(secret)" } }, "#
      + #""response": { "status": 200, "headers": { "content-type": "application/json" }, "body": \#(body) } }"#
  }

  @Test(arguments: [
    line("/v1/things/\(secret)"), line("/v1/things", method: "CORRECTHORSEBATTERYSTAPLE"),
    line("/v1/things", query: #"{ "\#(secret)": "1" }"#),
    line("/v1/things", #"{ "\#(secret)": 1 }"#),
  ])
  func `no file and no line has it, and the rest is drafted`(_ exchange: String) async throws {
    let folder = try TemporaryFolder()
    let healthy = (1...3).map { Self.line("/v1/items/\($0)") }
    try folder.write((healthy + [exchange]).joined(separator: "\n"), to: "a.jsonl")
    let run = await RunningCommand(
      ["infer", "shop", "a.jsonl"], environment: ["SHOP_SESSION": Self.secret], folder: folder.path
    ).end()
    #expect(run.status == 0, "\(run)")
    let said = run.output + run.errors
    #expect(!said.lowercased().contains(Self.secret), "\(run)")
    #expect(said.contains("1 exchange with a credential of the environment where the draft would show it."), "\(run)")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let made = files.filter { $0.hasSuffix(".json") }
    #expect(made.contains("Contracts/shop/items.json") || made.contains("Contracts/shop/contract.json"), "\(made)")
    for file in made {
      #expect(!file.lowercased().contains(Self.secret))
      #expect(try !folder.text(of: file).lowercased().contains(Self.secret), "\(file)")
    }
  }
}
