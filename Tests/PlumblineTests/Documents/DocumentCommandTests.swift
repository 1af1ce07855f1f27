import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The path of an OpenAPI document, which is accepted wherever a service's name is.
struct DocumentCommandTests {
  private let folder: TemporaryFolder

  private static let document = """
    openapi: 3.0.3
    info: { title: Pets, version: "1" }
    servers: [{ url: http://localhost:9/v1 }]
    security: [{ key: [] }]
    paths:
      /pets/{id}:
        get:
          operationId: pets.get
          parameters:
            - { name: id, in: path, required: true, schema: { type: integer } }
          responses:
            "200":
              description: A pet
              content:
                application/json:
                  schema: { $ref: "schemas/pet.yaml" }
                  example: { id: 7, name: Rex }
            "401": { description: Who is it? }
    components:
      securitySchemes:
        key: { type: apiKey, in: header, name: X-Key }
    """
  private static let schema = """
    type: object
    required: [id]
    properties:
      id: { type: integer }
      name: { type: string, nullable: true, format: urn }
    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.document, to: "apis/pets.yaml")
    try folder.write(Self.schema, to: "apis/schemas/pet.yaml")
  }

  private func tool(_ arguments: String...) async throws -> Finished {
    let tool = RunningCommand(arguments, folder: folder.path)
    defer { tool.kill() }
    return await tool.end()
  }

  @Test func `list, coverage and verify need no contracts beside it`() async throws {
    let list = try await tool("list", "apis/pets.yaml")
    #expect(list.status == 0 && list.lines.first == "Pets (pets) · 1 endpoint · 1 recording", "\(list)")
    #expect(
      list.errors.contains(
        "apis/pets.yaml: warning: There are remarks about this document; plumbline lint apis/pets.yaml shows them."))
    let coverage = try await tool("coverage", "apis/pets.yaml", "--report", "json")
    #expect(try coverage.json["endpoints"]?.count == 1, "\(coverage)")
    let verify = try await tool("verify", "--direct", "apis/pets.yaml")
    #expect(verify.status == 0 && verify.output.contains("1 endpoint verified"), "\(verify)")
  }

  @Test func `schemas that nothing fits are reported by lint alone`() async throws {
    try folder.write(
      Self.schema + "\n  size: { type: integer, minimum: 2, maximum: 1 }\n  kind: { type: string, example: 1 }",
      to: "apis/schemas/pet.yaml")
    let list = try await tool("list", "apis/pets.yaml")
    #expect(list.status == 0, "\(list)")
    let lint = try await tool("lint", "apis/pets.yaml")
    for line in ["pet.yaml:6:", "pet.yaml:7:"] { #expect(lint.output.contains(line), "\(lint)") }
  }

  @Test func `lint shows mistakes at their places in their files`() async throws {
    let clean = try await tool("lint", "apis/pets.yaml", "--report", "json")
    let remarks = try clean.json["problems"]?.elements.map { "\($0["file"]?.string ?? ""):\($0["line"]?.int ?? 0)" }
    #expect(clean.status == 0 && remarks == ["apis/schemas/pet.yaml:5"], "\(clean)")
    try folder.write(Self.schema + "\n    - [", to: "apis/schemas/pet.yaml")
    let broken = try await tool("lint", "apis/pets.yaml")
    #expect(broken.status == 1 && broken.output.contains("apis/schemas/pet.yaml:6:"), "\(broken)")
    #expect(broken.output.contains("schemas/pet.yaml can't be read (apis/schemas/pet.yaml:6:"), "\(broken)")
    try folder.write("[1, 2]", to: "apis/none.json")
    let none = try await tool("lint", "apis/none.json")
    #expect(none.status == 2 && none.output.contains("This isn't an OpenAPI document"), "\(none)")
  }

  @Test func `lint warns of a document without operations`() async throws {
    let empty = #"{ "openapi": "3.0.3", "info": { "title": "None", "version": "1" }, "paths": { "/pets": {} } }"#
    try folder.write(empty, to: "apis/empty.json")
    let run = try await tool("lint", "apis/empty.json")
    let text = run.output.replacingOccurrences(of: "\n  ", with: " ")
    #expect(run.status == 0 && !text.contains("✓"), "\(run)")
    #expect(text.contains("warning: No operation of this document can be served, so there is nothing"), "\(run)")
  }

  @Test func `the mock takes any key, and shows the document's example`() async throws {
    let tool = RunningCommand(["serve", "apis/pets.yaml", "--port", "0"], folder: folder.path)
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "Pets: "), "\(tool.errorText)")
    #expect(await tool.line(beginning: "  credential ") == "PETS_KEY (header X-Key)", "\(tool.text)")
    let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
    let connection = try await RawConnection.connect(port: port)
    func get(_ key: String) async throws -> RawResponse {
      try await connection.exchange("GET /v1/pets/99 HTTP/1.1\r\nHost: localhost\r\n\(key)\r\n")
    }
    let known = try await get("X-Key: whatever I like\r\n")
    #expect(known.status == 200)
    #expect(try JSON.parse(known.body) == JSON.parse(#"{ "id": 7, "name": "Rex" }"#))
    #expect(try await get("").status == 401)
    tool.terminate()
    #expect(await tool.end().status == 0)
  }

  @Test func `references stay in the folder, also by a link, unless root names another`() async throws {
    try folder.write("type: string", to: "common/name.yaml")
    try folder.write(
      Self.schema.replacingOccurrences(of: "{ type: integer }", with: "{ $ref: ../../common/name.yaml }"),
      to: "apis/schemas/pet.yaml")
    let refused = try await tool("lint", "apis/pets.yaml")
    #expect(refused.status == 1)
    #expect(
      refused.output.replacingOccurrences(of: "\n  ", with: " ").contains(
        "it lies outside the document's folder, where nothing is read; name a folder that holds both by --root."),
      "\(refused)")
    #expect(try await tool("lint", "apis/pets.yaml", "--root", ".").status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/apis/link", withDestinationPath: "\(folder.path)/common")
    try folder.write(
      Self.schema.replacingOccurrences(of: "{ type: integer }", with: "{ $ref: ../link/name.yaml }"),
      to: "apis/schemas/pet.yaml")
    let linked = try await tool("lint", "apis/pets.yaml")
    #expect(
      linked.status == 1
        && linked.output.replacingOccurrences(of: "\n  ", with: " ").contains(
          "it lies outside apis, where nothing is read"),
      "\(linked)")
  }

  @Test func `recordings and waivers lie beside it`() async throws {
    try folder.write(
      #"{ "provenance": { "kind": "authored", "on": "2026-11-23" }, "request": { "method": "GET", "path": "/pets/8" }, "response": { "status": 200, "body": { "id": "8" } } }"#,
      to: "apis/Recordings/pets/pets.get/eight.json")
    let stale = try await tool("lint", "apis/pets.yaml", "--report", "json")
    #expect(stale.status == 1, "\(stale)")
    let drift = try #require(try stale.json["drift"]?[0])
    #expect(drift["contract"]?["file"]?.string == "apis/schemas/pet.yaml", "\(drift)")
    let fingerprint = try #require(drift["fingerprint"]?.string)
    let waive = try await tool(
      "waive", fingerprint, "--reason", "Known", "--until", "never", "--service", "apis/pets.yaml")
    #expect(waive.status == 0 && folder.has("apis/pets.waivers.json"), "\(waive)")
    #expect(try await tool("lint", "apis/pets.yaml").status == 0)
  }

  @Test func `a missing document is reported with the nearest one`() async throws {
    let missing = try await tool("serve", "apis/pest.yaml")
    #expect(missing.status == 2)
    #expect(
      missing.errors.contains(#"No such file: "apis/pest.yaml"; did you mean "apis/pets.yaml"?"#), "\(missing)")
  }
}
