import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The operands, output and exit statuses of `plumbline diff`.
struct DiffTests {
  private let shop: GitFolder

  /// The initial contract of a shop with two endpoints.
  private static let before = """
    {
      "plumbline": 1, "service": "shop", "title": "Shop API", "envelope": null,
      "servers": { "testing": { "url": "http://shop.example" } },
      "endpoints": {
        "items.get": {
          "summary": "Reads an item", "request": "GET /items/{id}", "source": "x",
          "path": { "id": { "type": "integer" } },
          "success": { "200": { "body": { "type": "object", "properties": { "id": { "type": "integer" } } } } }
        },
        "items.list": {
          "summary": "Lists items", "request": "GET /items", "source": "x",
          "success": { "200": { "body": { "type": "array" } } }
        }
      }
    }
    """
  /// The same contract without the list endpoint.
  private static let after = String(before[..<before.range(of: ",\n    \"items.list\"")!.lowerBound]) + "\n  }\n}\n"
  private static let removed = "change.endpoint.removed"
  private static let recording = """
    { "provenance": { "kind": "authored", "on": "2026-11-20" }, "request": { "method": "GET", "path": "/items" },
      "response": { "status": 200, "headers": { "content-type": "application/json" }, "body": [] } }
    """

  init() async throws {
    shop = try await GitFolder()
    try shop.write(Self.before, to: "Contracts/shop/contract.json")
    try shop.write(
      Self.before.replacing("\"shop\"", with: "\"depot\"").replacing("Shop", with: "Depot"),
      to: "Contracts/depot/contract.json")
    try shop.write(Self.recording, to: "Recordings/shop/items.list/ok.json")
    try await shop.commit()
    try await shop.git("tag", "v1")
  }

  @Test func `one revision is compared with the working tree, and the last line says what it comes to`() async throws {
    try shop.write(Self.after, to: "Contracts/shop/contract.json")
    let run = try await shop.plumbline("diff", "main")
    #expect(run.status == 1, "\(run)")
    #expect(run.errors.isEmpty)
    #expect(run.output.contains(Self.removed))
    #expect(run.output.contains("\n    old main:Contracts/shop/contract.json:"), "\(run)")
    #expect(run.output.contains("shown by  {\"request\":{\"method\":\"GET\",\"path\":\"/items\"}}"), "\(run)")
    #expect(
      run.output.hasSuffix("✗ 1 breaking change in Shop API; Depot API is not affected.\n"), "\(run)")
  }

  @Test func `what is the same is said to be, whatever the order of keys`() async throws {
    let swapped = Self.before.replacing(
      "\"plumbline\": 1, \"service\": \"shop\"", with: "\"service\": \"shop\", \"plumbline\": 1")
    try shop.write(swapped, to: "Contracts/shop/contract.json")
    let run = try await shop.plumbline("diff", "HEAD")
    #expect(run.status == 0, "\(run)")
    #expect(run.output.hasSuffix("✓ Nothing changed that clients could notice.\n"), "\(run)")
  }

  @Test func `two revisions are compared, and the working tree doesn't matter`() async throws {
    try shop.write(Self.after, to: "Contracts/shop/contract.json")
    try await shop.commit()
    try shop.write("{", to: "Contracts/shop/contract.json")
    let run = try await shop.plumbline("diff", "v1", "main", "--report", "json")
    #expect(run.status == 1, "\(run)")
    let json = try run.json
    #expect(json["target"]?.string == "v1 → main")
    #expect(json["drift"]?[0]?["old"]?["file"]?.string == "v1:Contracts/shop/contract.json")
    let stale = json["staleRecordings"]?.elements.map { $0["file"]?.string }
    #expect(stale == ["main:Recordings/shop/items.list/ok.json"], "A revision's own recordings are read.")
    let back = try await shop.plumbline("diff", "main", "HEAD~1")
    #expect(back.status == 0, "\(back)")
    #expect(back.output.contains("Nothing breaks: 1 notice in Shop API"), "\(back)")
  }

  @Test func `the JSON report has both places, the witness, the stale recordings and the conclusion`() async throws {
    try shop.write(Self.after, to: "Contracts/shop/contract.json")
    let json = try await shop.plumbline("diff", "main", "--report", "json").json
    #expect(json["command"]?.string == "diff")
    #expect(json["target"]?.string == "main → Contracts")
    #expect(json["exit"]?.int == 1)
    let change = try #require(json["drift"]?[0])
    #expect(change["rule"]?.string == Self.removed)
    #expect(change["severity"]?.string == "breaking")
    #expect(change["service"]?.string == "shop")
    #expect(change["endpoint"]?.string == "items.list")
    #expect(change["old"]?["line"]?.int == 10)
    #expect(change["witness"]?["request"]?["path"]?.string == "/items")
    #expect(change["fingerprint"]?.string?.count == 16)
    #expect(json["conclusion"]?.string == "1 breaking change in Shop API; Depot API is not affected.")
    let stale = try #require(json["staleRecordings"]?[0])
    #expect(json["staleRecordings"]?.count == 1)
    #expect(stale["recording"]?.string == "items.list/ok")
    #expect(stale["file"]?.string == "Recordings/shop/items.list/ok.json")
  }

  @Test func `every report format shows the change and both places`() async throws {
    try shop.write(Self.after, to: "Contracts/shop/contract.json")
    let forms = ["console", "json", "junit", "sarif", "github", "markdown", "html"]
    let reports = forms.flatMap { ["--report", "\($0)=out/\($0)"] }
    let tool = RunningCommand(["diff", "main"] + reports, folder: shop.folder.path)
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 1, "\(run)")
    for form in forms {
      let text = try shop.folder.text(of: "out/\(form)")
      #expect(text.contains(Self.removed), "\(form): \(text)")
      #expect(text.contains(form == "sarif" ? "main%3AContracts" : "main:Contracts/shop/contract.json"), "\(form)")
    }
    let markdown = try shop.folder.text(of: "out/markdown")
    #expect(markdown.contains("### 🔴 Breaking (1)\n"), "\(markdown)")
    #expect(markdown.contains("  <details><summary>shown by</summary>\n\n  ```\n  {\n"), "\(markdown)")
    #expect(!markdown.contains("| :-- |"), "A table is wider than a phone.")
    let page = try shop.folder.text(of: "out/html")
    #expect(page.contains("<div class=\"sides\">"))
    #expect(page.contains("<div class=\"line here\" data-line=\"10\">    &quot;items.list&quot;: {</div>"), "\(page)")
  }

  @Test func `a gate and a waiver decide as they do on drift`() async throws {
    try shop.write(Self.after, to: "Contracts/shop/contract.json")
    let open = try await shop.plumbline("diff", "main", "--gate", "none", "--report", "json")
    #expect(open.status == 0, "\(open)")
    let fingerprint = try #require(try open.json["drift"]?[0]?["fingerprint"]?.string)
    try shop.write(
      """
      { "waivers": [{ "fingerprint": "\(fingerprint)", "reason": "Nobody calls it" },
                    { "rule": "response.field.*", "reason": "Old items" }] }
      """, to: "Contracts/shop/waivers.json")
    let waived = try await shop.plumbline("diff", "main")
    #expect(waived.status == 0, "\(waived)")
    #expect(waived.output.contains("✓ Nothing changed apart from waived findings. · 1 waived\n"), "\(waived)")
  }

  @Test func `services are compared that are named, by folder too`() async throws {
    try shop.write(Self.after, to: "Contracts/shop/contract.json")
    let other = try await shop.plumbline("diff", "main", "Contracts", "depot")
    #expect(other.status == 0, "\(other)")
    let folder = try await shop.plumbline("diff", "main", "Contracts/shop")
    #expect(folder.status == 1)
    #expect(folder.output.hasSuffix("✗ 1 breaking change in Shop API.\n"), "\(folder)")
    let unknown = try await shop.plumbline("diff", "main", "Contracts", "shp")
    #expect(unknown.status == 2)
    #expect(unknown.errors == "plumbline: Unknown service \"shp\"; did you mean \"shop\"?\n")
    let alone = try await shop.plumbline("diff", "main", "shop")
    #expect(alone.status == 2)
    #expect(alone.errors.contains("plumbline diff OLD Contracts shop."), "\(alone)")
  }

  @Test func `copies of a service are compared whatever their folders are called`() async throws {
    try shop.write(Self.before, to: "copies/old/contract.json")
    try shop.write(Self.after, to: "copies/new/contract.json")
    let run = try await shop.plumbline("diff", "copies/old", "copies/new/", "--report", "json")
    #expect(run.status == 1, "\(run)")
    #expect(try run.json["target"]?.string == "copies/old → copies/new")
    #expect(try run.json["drift"]?[0]?["old"]?["file"]?.string == "copies/old/contract.json")
  }

  @Test func `a service that only one side has is a change itself`() async throws {
    try FileManager.default.removeItem(atPath: "\(shop.folder.path)/Contracts/depot")
    let gone = try await shop.plumbline("diff", "main")
    #expect(gone.status == 1, "\(gone)")
    #expect(gone.output.contains("change.service.removed"), "\(gone)")
    let new = try await shop.plumbline("diff", "./Contracts", "main")
    #expect(new.status == 0, "\(new)")
    #expect(new.output.contains("change.service.added"), "\(new)")
  }

  @Test func `a document is compared with what it was, with the files that its references lead to`() async throws {
    let document = """
      openapi: 3.0.3
      info: { title: Pets, version: "1" }
      paths:
        /pets:
          get:
            operationId: pets.list
            responses:
              "200": { description: Pets, content: { application/json: { schema: { $ref: "schemas/pet.yaml" } } } }
        /dogs:
          get: { operationId: dogs.list, responses: { "200": { description: Dogs } } }
      """
    try shop.write(document, to: "api/pets.yaml")
    try shop.write("type: array\n", to: "api/schemas/pet.yaml")
    try await shop.commit()
    try FileManager.default.removeItem(atPath: "\(shop.folder.path)/api/schemas")
    try shop.write(
      document.replacing("schemas/pet.yaml", with: "pet.yaml").replacing("/dogs:", with: "/hounds:"),
      to: "api/pets.yaml")
    try shop.write("type: array\n", to: "api/pet.yaml")
    for words in [["main:api/pets.yaml"], ["main:api/pets.yaml", "api/pets.yaml"]] {
      let tool = RunningCommand(["diff"] + words + ["--report", "json"], folder: shop.folder.path)
      defer { tool.kill() }
      let run = await tool.end()
      #expect(run.status == 1, "\(run)")
      let files = try run.json["drift"]?.elements.compactMap { $0["old"]?["file"]?.string } ?? []
      #expect(!files.isEmpty && files.allSatisfy { $0 == "main:api/pets.yaml" }, "\(run)")
    }
    let relative = try await shop.plumbline("diff", "main:./pets.yaml", "pets.yaml", in: "/api")
    #expect(relative.status == 1, "\(relative)")
    let same = try await shop.plumbline("diff", "main:api/pets.yaml", "HEAD:api/pets.yaml")
    #expect(same.status == 0, "\(same)")
    let missing = try await shop.plumbline("diff", "main:api/pet.yaml", "api/pets.yaml")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("did you mean main:api/pets.yaml?"), "\(missing)")
  }

  @Test func `what contracts can't hold is reported if only one document has it`() async throws {
    func document(_ members: String) -> String {
      """
      { "openapi": "3.0.3", "info": { "title": "Pets", "version": "1" }, "paths": { "/pets": { \(members)
        "get": { "operationId": "pets.list", "responses": { "200": { "description": "Pets" } } } } } }
      """
    }
    try shop.write(document(""), to: "old.json")
    try shop.write(document(#""servers": [{ "url": "https://pets.example" }],"#), to: "new.json")
    for (words, told) in [(["old.json", "new.json"], "Added"), (["new.json", "old.json"], "Removed")] {
      let tool = RunningCommand(["diff"] + words, folder: shop.folder.path)
      defer { tool.kill() }
      let run = await tool.end()
      #expect(run.status == 0, "\(run)")
      #expect(run.output.contains("new.json:") && run.output.contains("\(told), not compared: "), "\(run)")
    }
    let same = try await shop.plumbline("diff", "new.json", "./new.json")
    #expect(!same.output.contains("not compared"), "\(same)")
  }

  @Test(arguments: [
    (
      #"{ "get": { "response": { "200": { "description": "one" } } } } }"#, "Unknown key \"response\"",
      #"{ "get": { "response": { "200": { "description": "two" } } } } }"#
    ),
    (
      #"{ "get": { "responses": { "200": { "description": "a" } } } } }, "webhooks": { "sold": { "post": { "summary": "one" } } }"#,
      "Webhooks are requests that the server sends",
      #"{ "get": { "responses": { "200": { "description": "a" } } } } }, "webhooks": { "sold": { "post": { "summary": "two" } } }"#
    ),
    (
      #"{ "get": { "responses": { "200": { "description": "a" } }, "callbacks": { "on": { "{$url}": { "post": { "summary": "one" } } } } } } }"#,
      "Callbacks are requests that the server sends",
      #"{ "get": { "responses": { "200": { "description": "a" } }, "callbacks": { "on": { "{$url}": { "post": { "summary": "two" } } } } } } }"#
    ),
  ])
  func `a part that neither document's reading holds is reported if it changed, and only then`(
    old: String, says: String, new: String
  ) async throws {
    let folder = try TemporaryFolder()
    for (name, paths) in [("old", old), ("new", new)] {
      try folder.write(
        #"{ "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" }, "paths": { "/pets": \#(paths) }"#,
        to: "\(name).json")
    }
    let run = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/new.json")
    #expect(run.status == 1, "\(run)")
    let text = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(text.contains("change.service.not-compared"), "\(run)")
    #expect(text.contains(says), "\(run)")
    let same = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/old.json")
    #expect(same.status == 0, "\(same)")
    #expect(same.output.contains("Nothing changed"), "\(same)")
  }

  @Test func `what changes beside a part that isn't read is no change of that part`() async throws {
    let folder = try TemporaryFolder()
    for (name, query) in [
      ("old", ""), ("new", #""parameters": [{ "name": "q", "in": "query", "schema": { "type": "string" } }],"#),
    ] {
      try folder.write(
        #"{ "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" }, "paths": { "/pets": { "get": { "sumary": "Pets", "#
          + query + #""responses": { "200": { "description": "Pets" } } } } } }"#, to: "\(name).json")
    }
    let run = try await plumbline("diff", "\(folder.path)/old.json", "\(folder.path)/new.json")
    #expect(run.status == 0, "\(run)")
    #expect(!run.output.contains("not-compared"), "\(run)")
  }

  @Test func `what is a path and a revision is refused with both spellings`() async throws {
    try shop.write(Self.before, to: "main/shop/contract.json")
    let run = try await shop.plumbline("diff", "main")
    #expect(run.status == 2)
    #expect(
      run.errors
        == "plumbline: \"main\" is both a path and a revision; write ./main for the path or refs/heads/main for the revision.\n"
    )
    for word in ["./main", "main/", "refs/heads/main", "main^{commit}"] {
      let run = try await shop.plumbline("diff", word, "Contracts", "shop")
      #expect(run.status == 0, "\(word): \(run)")
    }
  }

  @Test(arguments: [
    ("mian", "\"mian\" is neither a path nor a revision; did you mean \"main\"?"),
    ("Contract", "did you mean \"Contracts\"?"),
    ("shop", "\"shop\" is the name of a service, not a path or a revision."),
    ("main:Contract", "main has no file or folder \"Contract\"; did you mean main:Contracts?"),
    ("./nowhere", "No such file or folder: \"./nowhere\"."),
    ("Recordings", "Recordings contains no service"),
    ("v1..main", "is neither a path nor a revision"),
  ])
  func `what means nothing is refused with what is near`(word: String, complaint: String) async throws {
    let run = try await shop.plumbline("diff", word)
    #expect(run.status == 2, "\(run)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(complaint), "\(run)")
  }

  @Test func `a word that begins with a dash never gets to git as an option`() async throws {
    let run = try await shop.plumbline("diff", "--", "--output=stolen")
    #expect(run.status == 2)
    #expect(run.errors.contains("\"--output=stolen\" is neither a path nor a revision"), "\(run)")
    #expect(!shop.folder.has("stolen"))
  }

  @Test func `without a repository, and without git, it is said what is missing`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.before, to: "Contracts/shop/contract.json")
    // A parent folder might be a repository.
    let run = try await plumblineProcess(
      "diff", "main", environment: ["GIT_CEILING_DIRECTORIES": "/", "GIT_DIR": "/nowhere"], folder: folder.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("\"main\" isn't a path, and can't be a revision. "), "\(run)")
    #expect(run.errors.contains("isn't in a readable git repository: "), "\(run)")
    let gitless = try await plumblineProcess("diff", "main", environment: ["PATH": folder.path], folder: folder.path)
    #expect(gitless.status == 2)
    #expect(gitless.errors.contains("requires git, which isn't in the PATH"), "\(gitless)")
    let paths = try await plumblineProcess(
      "diff", "Contracts", "Contracts", environment: ["PATH": folder.path], folder: folder.path)
    #expect(paths.status == 0, "\(paths)")
  }

  @Test func `a wrong contract of either side is refused at its place`() async throws {
    let wrong = Self.before.replacing("\"source\": \"x\"", with: "\"sauce\": \"x\"")
    try shop.write(wrong, to: "Contracts/shop/contract.json")
    let new = try await shop.plumbline("diff", "main")
    #expect(new.status == 2, "\(new)")
    #expect(new.output.contains("\nContracts/shop/contract.json:6:"), "\(new)")
    try await shop.commit()
    try shop.write(Self.before, to: "Contracts/shop/contract.json")
    let old = try await shop.plumbline("diff", "main")
    #expect(old.status == 2, "\(old)")
    #expect(old.output.contains("\nmain:Contracts/shop/contract.json:6:"), "\(old)")
    #expect(old.output.contains("\nmain:Contracts/shop/contract.json:11:"), "Every problem is told: \(old)")
  }

  @Test func `a folder at a revision may end in a slash`() async throws {
    let run = try await shop.plumbline("diff", "main:Contracts/", "Contracts")
    #expect(run.status == 0, "\(run)")
  }

  @Test(arguments: [
    ("origin/release-7", "git fetch --depth 1 origin release-7:refs/remotes/origin/release-7."),
    ("old", "git fetch --depth 1 origin old:refs/remotes/origin/old, and then origin/old."),
    ("HEAD~7", "git fetch --unshallow."),
  ])
  func `in a shallow clone it is said how a revision is had`(word: String, told: String) async throws {
    let clone = try TemporaryFolder()
    try await shop.git("clone", "--quiet", "--depth", "1", "file://\(shop.folder.path)", "\(clone.path)/shop")
    let tool = RunningCommand(["diff", word], folder: "\(clone.path)/shop")
    defer { tool.kill() }
    let run = await tool.end()
    #expect(run.status == 2 && run.errors.contains(told), "\(run)")
  }

  @Test func `from a folder below, and with another folder of contracts, the same is compared`() async throws {
    try shop.write(Self.after, to: "Contracts/shop/contract.json")
    let below = try await shop.plumbline("diff", "main", in: "/Contracts/shop")
    #expect(below.status == 1, "\(below)")
    #expect(below.output.contains("old main:Contracts/shop/contract.json:"))
    try shop.write(Self.after, to: "other/shop/contract.json")
    let missing = try await shop.plumbline("diff", "main", "--contracts", "other")
    #expect(missing.status == 2)
    #expect(missing.errors.contains("main has no contracts folder other"), "\(missing)")
    let named = try await shop.plumbline("diff", "main:Contracts", "other", "shop")
    #expect(named.status == 1, "\(named)")
  }

  @Test func `nothing is written or checked out`() async throws {
    try shop.write(Self.after, to: "Contracts/shop/contract.json")
    let before = try await state()
    _ = try await shop.plumbline("diff", "v1")
    #expect(try await state() == before)
  }

  /// Returns the files of the repository with their modification times.
  private func state() async throws -> [String: Date?] {
    let path = shop.folder.path
    return try await offPool {
      let names = try FileManager.default.subpathsOfDirectory(atPath: path)
      return try Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.modificationDate] as? Date)
        })
    }
  }
}
