import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// Old names of renamed keys on the command line. Files that use them remain valid, `lint` reports the new names, and
/// `lint --fix` writes them.
struct OldKeyTests {
  private static let contract = """
    {
      "plumbline": 1, "service": "shop", "title": "Shop", "envelope": null,
      "failures": { "gone": { "status": 410, "body": false } },
      "endpoints": {
        "items.get": {
          "summary": "Read", "source": "1", "request": "GET /items", "success": { "200": { "body": true } },
          "failures": ["gone"]
        }
      }
    }
    """
  private static let path = "Contracts/shop/contract.json"

  @Test func `lint names the new name of a key once, with the number of files`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract, to: Self.path)
    for (name, failure) in [("more", "lost"), ("other", "late")] {
      try folder.write(
        "{ \"failures\": { \"\(failure)\": { \"status\": 404 } } }", to: "Contracts/shop/\(name).json")
    }
    let run = try await plumbline("lint", folder: folder.path)
    #expect(
      run.errors
        == "plumbline: \(Self.path) and 2 other files: \"failures\" is now called \"errors\"; lint --fix renames it\n",
      "\(run)")
  }

  @Test func `lint names the new name of a key in a file`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract, to: Self.path)
    let run = try await plumbline("lint", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.errors == "plumbline: \(Self.path): \"failures\" is now called \"errors\"; lint --fix renames it\n")
    #expect(try folder.text(of: Self.path) == Self.contract)
    #expect(try await plumbline("lint", "--quiet", folder: folder.path).errors.isEmpty)
  }

  @Test func `lint --fix renames keys, and changes nothing else`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract, to: Self.path)
    let run = try await plumbline("lint", "--fix", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.errors == "plumbline: \(Self.path): renamed \"failures\" to \"errors\"\n")
    #expect(
      try folder.text(of: Self.path) == Self.contract.replacingOccurrences(of: "\"failures\"", with: "\"errors\""))
    let again = try await plumbline("lint", "--fix", folder: folder.path)
    #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
    #expect(again.output == run.output)
  }

  @Test func `lint --fix renames the key in references of other files`() async throws {
    let folder = try TemporaryFolder()
    let main = Self.contract.replacingOccurrences(of: "\"failures\"", with: "\"errors\"")
      .replacingOccurrences(of: "\"body\": false", with: "\"body\": { \"type\": \"string\" }")
    try folder.write(main, to: Self.path)
    let other = """
      { "schemas": { "Gone": { "$ref": "contract.json#/failures/gone/body" } } }
      """
    let path = "Contracts/shop/other.json"
    try folder.write(other, to: path)
    let run = try await plumbline("lint", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(run.errors == "plumbline: \(path): \"failures\" is now called \"errors\"; lint --fix renames it\n")
    let fix = try await plumbline("lint", "--fix", folder: folder.path)
    #expect(fix.status == 0 && fix.errors == "plumbline: \(path): renamed \"failures\" to \"errors\"\n", "\(fix)")
    #expect(try folder.text(of: path) == other.replacingOccurrences(of: "failures", with: "errors"))
  }

  private static let map = """
    { "plumbline": 1, "service": "shop", "endpoints": {} }
    """

  @Test func `a field usage map has its name, too`() async throws {
    let folder = try TemporaryFolder()
    let contract = Self.contract.replacingOccurrences(of: "\"failures\"", with: "\"errors\"")
    try folder.write(contract, to: Self.path)
    try folder.write(Self.map, to: "Contracts/shop/sensitivity.json")
    let run = try await plumbline("lint", folder: folder.path)
    #expect(run.status == 0, "\(run)")
    #expect(
      run.errors == "plumbline: Contracts/shop/sensitivity.json is now called field-usage.json; lint --fix renames it\n"
    )
    let fix = try await plumbline("lint", "--fix", folder: folder.path)
    #expect(fix.status == 0, "\(fix)")
    #expect(fix.errors == "plumbline: renamed Contracts/shop/sensitivity.json to field-usage.json\n")
    #expect(!folder.has("Contracts/shop/sensitivity.json"))
    #expect(try folder.text(of: "Contracts/shop/field-usage.json") == Self.map)
    #expect(try await plumbline("lint", folder: folder.path).errors.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a map under both names is an error, and lint --fix keeps both`(isFixing: Bool) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.contract.replacingOccurrences(of: "\"failures\"", with: "\"errors\""), to: Self.path)
    for name in ["sensitivity.json", "field-usage.json"] { try folder.write(Self.map, to: "Contracts/shop/\(name)") }
    let words = ["lint", "--report", "json"] + (isFixing ? ["--fix"] : [])
    let run = try await plumbline(arguments: words, folder: folder.path)
    #expect(run.status == 2, "\(run)")
    let messages = try run.json["problems"]?.elements.compactMap { $0["message"]?.string } ?? []
    #expect(
      messages.contains(
        "sensitivity.json is the old name of field-usage.json, and both exist; keep field-usage.json."),
      "\(messages)")
    #expect(folder.has("Contracts/shop/sensitivity.json"))
    #expect(folder.has("Contracts/shop/field-usage.json"))
  }

  @Test func `an import follows its document in files and a record with old names`() async throws {
    let folder = try TemporaryFolder()
    let document = """
      { "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/items": { "get": {
        "operationId": "items.get", "tags": ["Items"],
        "responses": { "200": { "description": "OK" }, "404": { "description": "None" } } } } } }
      """
    try folder.write(document, to: "shop.json")
    let words = ["import", "openapi", "shop.json"]
    #expect(try await plumbline(arguments: words, folder: folder.path).status == 0)
    var files: [String: String] = [:]
    for name in ["contract.json", "items.json", "imported.json"] {
      let text = try folder.text(of: "Contracts/shop/\(name)")
      files[name] = text.replacingOccurrences(of: "\"errors\"", with: "\"failures\"")
      try folder.write(files[name] ?? "", to: "Contracts/shop/\(name)")
    }
    #expect(files.values.contains { $0.contains("\"failures\"") })
    let run = try await plumbline(arguments: words, folder: folder.path)
    #expect(run.status == 0 && run.output.hasPrefix("Contracts/shop is up to date with shop.json.\n"), "\(run)")
    for name in ["contract.json", "items.json"] {
      #expect(try folder.text(of: "Contracts/shop/\(name)") == files[name])
    }
    try folder.write(document.replacingOccurrences(of: "\"404\"", with: "\"410\""), to: "shop.json")
    let changed = try await plumbline(arguments: words, folder: folder.path)
    #expect(changed.status == 0, "\(changed)")
    #expect(changed.output.contains("1 endpoint changed: items.get"), "\(changed)")
    #expect(try !folder.text(of: "Contracts/shop/items.json").contains("\"failures\""))
  }
}
