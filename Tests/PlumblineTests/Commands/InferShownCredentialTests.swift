import Foundation
import TestSupport
import Testing

/// A credential from the environment that a capture contains at places from which a draft takes names.
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
    #expect(said.contains("1 exchange in which the draft would reveal a credential from the environment."), "\(run)")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let made = files.filter { $0.hasSuffix(".json") }
    #expect(made.contains("Contracts/shop/items.json") || made.contains("Contracts/shop/contract.json"), "\(made)")
    for file in made {
      #expect(!file.lowercased().contains(Self.secret))
      #expect(try !folder.text(of: file).lowercased().contains(Self.secret), "\(file)")
    }
  }

  /// Returns an exchange with a response in an envelope.
  private static func framed(_ path: String, _ status: Int, _ body: String) -> String {
    #"{ "request": { "method": "GET", "path": "\#(path)", "headers": { "authorization": "Bearer \#(secret)" } }, "#
      + #""response": { "status": \#(status), "headers": { "content-type": "application/json" }, "body": \#(body) } }"#
  }

  private static func refused(_ code: String) -> String {
    framed("/v1/a", 422, #"{ "ok": false, "error": { "code": "\#(code)", "message": "That is wrong." } }"#)
  }

  @Test(arguments: [secret, secret.uppercased()])
  func `a credential that a server gives as an error code names no failure, and other codes do`(
    _ shown: String
  ) async throws {
    let folder = try TemporaryFolder()
    let healthy = ["a", "b", "c"].map { Self.framed("/v1/\($0)", 200, #"{ "ok": true, "data": { "id": 1 } }"#) }
    // The exchanges are frequent enough to recognize the place of codes without the credential too.
    let lines = healthy + (1...10).map { _ in Self.refused("OUT_OF_STOCK") } + [Self.refused(shown)]
    try folder.write(lines.joined(separator: "\n"), to: "a.jsonl")
    let run = await RunningCommand(
      ["infer", "shop", "a.jsonl"], environment: ["SHOP_SESSION": Self.secret], folder: folder.path
    ).end()
    #expect(run.status == 0, "\(run)")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for file in files where file.hasSuffix(".json") {
      #expect(!file.lowercased().contains(Self.secret))
      #expect(try !folder.text(of: file).lowercased().contains(Self.secret), "\(file)")
    }
    #expect(!(run.output + run.errors).lowercased().contains(Self.secret), "\(run)")
    #expect(try folder.text(of: "Contracts/shop/contract.json").contains("OUT_OF_STOCK"))
  }
}
