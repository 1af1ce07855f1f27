import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The way from drafts with sequences to a contract whose mock replays them.
@Suite struct InferSequenceTests {
  private func write(_ name: String, _ exchange: String, in folder: TemporaryFolder) throws {
    try folder.write(
      #"""
      { "provenance": { "kind": "recorded", "on": "2026-11-27", "from": "http://127.0.0.1:9000" }, \#(exchange) }
      """#, to: "Recordings/shop/undocumented/\(name).json")
  }

  private func drafts(in folder: TemporaryFolder) throws {
    for step in 1...3 {
      try write(
        step == 1 ? "get-seq" : "get-seq-step-\(step)",
        #"""
        "request": { "method": "GET", "path": "/seq" }, "response": { "status": 200, "body": { "n": \#(step) } },
        "sequence": { "name": "get-seq", "step": \#(step) }
        """#, in: folder)
    }
  }

  @Test func `the steps of drafts are the steps of an endpoint's recordings`() async throws {
    let folder = try TemporaryFolder()
    try drafts(in: folder)
    let infer = try await plumbline("infer", "shop", folder: folder.path)
    #expect(infer.status == 0, "\(infer)")
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Recordings/shop")
    let endpoint = try #require(folders.first { $0 != "undocumented" }, "\(infer)")
    for (name, step) in [("success", 1), ("success-step-2", 2), ("success-step-3", 3)] {
      let recording = try JSON.parse(try folder.text(of: "Recordings/shop/\(endpoint)/\(name).json"))
      #expect(recording["sequence"]?["step"]?.int == step)
      #expect(recording["response"]?["body"]?["n"]?.int == step)
    }
    let lint = try await plumbline("lint", "shop", folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
  }

  @Test func `one recording per answer has no steps`() async throws {
    let folder = try TemporaryFolder()
    try drafts(in: folder)
    let infer = try await plumbline("infer", "shop", "--one-per-answer", folder: folder.path)
    #expect(infer.status == 0 && "\(infer)".contains("1 recording in"), "\(infer)")
  }

  @Test func `a draft of a part of a page is passed over by check as by infer`() async throws {
    let folder = try TemporaryFolder()
    try drafts(in: folder)
    try write(
      "get-pic-png",
      #"""
      "request": { "method": "GET", "path": "/pic.png" }, "response": { "status": 200,
        "headers": { "content-type": "image/png" }, "body": "iVBORw==", "encoding": "base64" }
      """#, in: folder)
    let infer = try await plumbline("infer", "shop", folder: folder.path)
    #expect(infer.status == 0, "\(infer)")
    let check = try await plumbline(
      "check", "Recordings/shop/undocumented/get-pic-png.json", "Recordings/shop/undocumented/get-seq.json",
      folder: folder.path)
    #expect(check.status == 0 && !"\(check)".contains("endpoint.undocumented"), "\(check)")
  }
}
