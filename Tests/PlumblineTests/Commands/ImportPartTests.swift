import TestSupport
import Testing

/// Partial imports with `plumbline import openapi --only`.
struct ImportPartTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.1.0
      info: { title: T, version: "1" }
      paths:
        /items: { get: { operationId: items.list, responses: { "200": { description: x } } } }
        /orders: { get: { operationId: orders.list, responses: { "200": { description: x } } } }
      """, to: "shop.yaml")
  }

  @Test func `what isn't chosen is neither imported nor uncalled`() async throws {
    let run = try await plumbline("import", "openapi", "shop.yaml", "--only", "items.*", folder: folder.path)
    #expect(run.status == 0 && run.output.contains("Contracts/shop: 1 endpoint in"), "\(run)")
    let coverage = try await plumbline("coverage", "shop", folder: folder.path)
    #expect(!"\(coverage)".contains("orders.list"), "\(coverage)")
  }

  @Test func `a pattern that fits nothing is refused with the nearest`() async throws {
    let run = try await plumbline("import", "openapi", "shop.yaml", "--only", "item.*", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("did you mean \"items*\"?"), "\(run)")
  }

  @Test func `patterns are for OpenAPI documents`() async throws {
    let run = try await plumbline("import", "postman", "shop.json", "--only", "items.*", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("--only selects operations of an OpenAPI document"), "\(run)")
  }

  @Test func `a run has one line for the warnings of what was imported, and lint has each`() async throws {
    func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    try folder.write(
      """
      openapi: 3.1.0
      info: { title: T, version: "1" }
      paths:
        /items:
          get:
            operationId: items.list
            responses:
              "200":
                description: x
                content:
                  application/json: { schema: { type: object, required: [a, b, c, d, e], properties: { z: {} } } }
              "404":
                description: x
                content:
                  application/json: { schema: { type: object, required: [code], additionalProperties: false } }
      """, to: "wrong.yaml")
    _ = try await plumbline("import", "openapi", "wrong.yaml", folder: folder.path)
    let line = "warnings; plumbline lint wrong shows them."
    let run = words(try await plumbline("coverage", "wrong", folder: folder.path).output)
    #expect(run.contains(line) && !run.contains("is required but isn't among"), "\(run)")
    #expect(run.contains("warning: No value satisfies this schema"), "It would be an error in other files: \(run)")
    let lint = words(try await plumbline("lint", "wrong", folder: folder.path).output)
    #expect(!lint.contains(line) && lint.ranges(of: "is required but isn't among").count == 5, "\(lint)")
  }
}
