import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The document that represents a contract, as `plumbline export` writes it.
struct ExportTests {
  private let folder: TemporaryFolder

  private static let contract = """
    {
      "plumbline": 1, "service": "shop", "title": "Shop",
      "endpoints": {
        "items.get": {
          "summary": "An item", "request": "GET /items/{id}", "source": "Page 1",
          "path": { "id": { "type": "integer" } }, "success": { "200": { "body": { "type": "object" } } }
        }
      }
    }
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.contract, to: "Contracts/shop/contract.json")
  }

  private func written(_ name: String) -> String? {
    try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  @Test func `the document goes to standard output, remarks to standard error`() async throws {
    try folder.write(
      "{ \"plumbline\": 1, \"service\": \"shop\", \"endpoints\": {} }", to: "Contracts/shop/field-usage.json")
    let run = try await plumbline("export", "openapi", "shop", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(try run.json["paths"]?["/items/{id}"]?["get"]?["operationId"] == "items.get")
    #expect(run.errors == "field-usage.json isn't exported: it doesn't describe the API.\n")
    let quiet = try await plumbline("export", "openapi", "shop", "--quiet", folder: folder.path)
    #expect(quiet.errors.isEmpty)
    #expect(quiet.output == run.output)
  }

  @Test func `a file is written and replaced, a folder isn't`() async throws {
    for _ in 1...2 {
      let run = try await plumbline("export", "openapi", "shop", "--output", "out/shop.json", folder: folder.path)
      #expect(run.status == 0 && run.output.isEmpty, "\(run)")
      let text = try #require(written("out/shop.json"))
      #expect(try JSON.parse(text)["openapi"] == "3.1.1")
      try folder.write("something else", to: "out/shop.json")
    }
    let run = try await plumbline("export", "openapi", "shop", "--output", "out", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("out is a folder; name a file in it"), "\(run)")
    #expect(written("out/shop.json") == "something else")
  }

  @Test func `without a service or a format, or with a document, the error says what would be right`() async throws {
    let missing = try await plumbline("export", folder: folder.path)
    #expect(missing.status == 2 && missing.errors.contains("plumbline export openapi truelog"), "\(missing)")
    let format = try await plumbline("export", "raml", "shop", folder: folder.path)
    #expect(
      format.status == 2 && format.errors.contains("export supports openapi, har and pact, not \"raml\""), "\(format)")
    let unknown = try await plumbline("export", "openapi", "shp", folder: folder.path)
    #expect(unknown.status == 2 && unknown.output.isEmpty && unknown.errors.contains("shop"), "\(unknown)")
    let two = try await plumbline("export", "openapi", "shop", "shop", folder: folder.path)
    #expect(two.status == 2 && two.errors.contains("one service at a time"), "\(two)")
    let first = try await plumbline("export", "openapi", "shop", "--output", "shop.json", folder: folder.path)
    #expect(first.status == 0)
    let again = try await plumbline("export", "openapi", "shop.json", folder: folder.path)
    #expect(again.status == 2 && again.errors.contains("is an OpenAPI document already"), "\(again)")
  }

  @Test func `of a contract with errors nothing is written`() async throws {
    try folder.write(
      Self.contract.replacing("\"source\"", with: "\"sorce\""), to: "Contracts/shop/contract.json")
    let run = try await plumbline("export", "openapi", "shop", "--output", "shop.json", folder: folder.path)
    #expect(run.status == 2 && written("shop.json") == nil, "\(run)")
    #expect(run.errors.hasPrefix("Contracts/shop/contract.json:5:"), "\(run)")
  }

  @Test func `a document's recording is named by its line there, and gives way to a file of its name`() async throws {
    func recording(_ answer: String) -> String {
      """
      { "provenance": { "kind": "authored", "on": "2026-11-01" },
        "request": { "method": "GET", "path": "/items/1" }, "response": { "status": 200, "body": \(answer) } }
      """
    }
    try folder.write(recording("{ \"id\": 1 }"), to: "Recordings/shop/items.get/one.json")
    let run = try await plumbline("export", "openapi", "shop", "--output", "apis/shop.json", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    let listed = try await plumbline("list", "apis/shop.json", folder: folder.path)
    #expect(listed.lines.first == "Shop (shop) · 1 endpoint · 1 recording", "\(listed)")
    try folder.write(recording("7"), to: "apis/Recordings/shop/items.get/one.json")
    let beside = try await plumbline("lint", "apis/shop.json", folder: folder.path)
    #expect(beside.status == 1 && beside.output.contains("1 recording"), "\(beside)")

    let text = try #require(written("apis/shop.json")).replacing("\"authored\"", with: "\"told\"")
    try folder.write(text, to: "other/shop.json")
    let lines = text.split(separator: "\n")
    let line = try #require(lines.firstIndex { $0.contains("\"told\"") }) + 1
    let told = try await plumbline("lint", "other/shop.json", "--report", "json", folder: folder.path)
    let problems = try told.json["problems"]?.elements.map { "\($0["file"]?.string ?? ""):\($0["line"]?.text ?? "")" }
    #expect(told.status == 2 && problems == ["other/shop.json:\(line)"], "\(told)")
  }

  @Test(arguments: ["truelog", "realityportal", "photoscout"])
  func `the document of a service verifies without drift, every endpoint called`(service: String) async throws {
    let root = repositoryRoot.path
    let run = try await plumbline(
      "export", "openapi", service, "--output", "\(folder.path)/\(service).json", folder: root)
    #expect(run.status == 0, "\(run)")
    let lint = try await plumbline("lint", "\(service).json", "--report", "json", folder: folder.path)
    #expect(lint.status == 0, "\(lint)")
    #expect(try lint.json["problems"]?.count == 0)
    let verify = try await plumbline("verify", "--direct", "\(service).json", "--report", "json", folder: folder.path)
    #expect(verify.status == 0, "\(verify)")
    let report = try verify.json
    #expect(report["drift"]?.count == 0)
    let endpoints = Set(report["endpoints"]?.elements.compactMap { $0["endpoint"]?.string } ?? [])
    let called = Set(report["calls"]?.elements.compactMap { $0["endpoint"]?.string } ?? [])
    #expect(endpoints.count > 4)
    #expect(endpoints == called)
  }
}
