import PlumblineJSONTree
import TestSupport
import Testing

/// The client's requirements as `plumbline export pact` writes them, for a provider that uses a broker.
struct ExportPactTests {
  private static func export(_ more: String...) async throws -> Finished {
    let words = [
      "export", "pact", "truelog", "--consumer", "TrueLogApp", "--only", "users.list", "--only", "accessories.create",
    ]
    return try await plumbline(arguments: words + more)
  }

  @Test func `the pact of a client is the same in every run, and has no credential`() async throws {
    let run = try await Self.export()
    #expect(run.status == 0, "\(run)")
    let pact = try run.json
    #expect(pact["consumer"]?["name"] == "TrueLogApp")
    #expect(pact["provider"]?["name"] == "TrueLog Inventory API")
    let interactions = try #require(pact["interactions"]?.elements.map { $0 })
    let names = interactions.compactMap { $0["description"]?.string }
    #expect(names.contains("accessories.create: creates an accessory"), "\(names)")
    #expect(names.contains { $0.hasPrefix("users.list: ") }, "\(names)")
    #expect(names == names.sorted())
    let reason = "calls: it expects an error, and a client's needs aren't measured for errors: "
    #expect(run.errors.contains(reason), "\(run)")
    let failing = ["users.list: lists users, while the server fails", "users.list: lists users, without credentials"]
    #expect(run.errors.contains(failing.joined(separator: "; ")), "\(run)")
    #expect(!run.errors.contains("it differs from another call only in a value"))
    for secret in ["demo-key", "agent-token"] { #expect(!run.output.contains(secret)) }
    let made = try #require(interactions.first { $0["description"] == "accessories.create: creates an accessory" })
    #expect(made["request"]?["headers"]?["X-API-Key"] == "left-out")
    #expect(made["request"]?["headers"]?["Authorization"] == "Bearer left-out")
    #expect(made["response"]?["status"] == 201 || made["response"]?["status"] == 200)
    let rules = made["response"]?["matchingRules"]?["body"]
    #expect(rules?["$.data.id"]?["matchers"] == [["match": "integer"]])
    #expect(rules?["$.data.name"]?["matchers"]?.count == 1)
    // The client doesn't need this member.
    #expect(made["response"]?["body"]?["data"]?["image_url"] == Optional<JSON>.none)
    // The mock's clock doesn't follow the current date.
    #expect(made["response"]?["body"]?["data"]?["updated_at"]?.string?.hasPrefix("2100-01-01") == true, "\(made)")
    #expect(try await Self.export().output == run.output)
  }

  @Test(arguments: [("2", "2.0.0"), ("4", "4.0")])
  func `the version is chosen`(version: String, specification: String) async throws {
    let run = try await Self.export("--version", version, "--provider", "Inventory")
    #expect(run.status == 0, "\(run)")
    let pact = try run.json
    #expect(pact["provider"]?["name"] == "Inventory")
    #expect(pact["metadata"]?["pactSpecification"]?["version"]?.string == specification)
  }

  @Test func `what doesn't fit is refused with what would be right`() async throws {
    let nameless = try await plumbline("export", "pact", "truelog")
    #expect(nameless.status == 2 && nameless.errors.contains("export pact truelog --consumer NAME"), "\(nameless)")
    let version = try await plumbline("export", "pact", "truelog", "--consumer", "App", "--version", "1")
    #expect(version.status == 2 && version.errors.contains("--version takes 2, 3 or 4, not \"1\""), "\(version)")
    let other = try await plumbline("export", "har", "truelog", "--consumer", "App")
    #expect(other.status == 2 && other.errors.contains("--consumer applies only to pacts"), "\(other)")
    let none = try await plumbline("export", "pact", "truelog", "--consumer", "App", "--only", "nothing.here")
    #expect(none.status == 2 && none.output.isEmpty && none.errors.contains("the pact would be empty"), "\(none)")
  }

  @Test func `a service without a suite has no pact`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      { "plumbline": 1, "service": "shop", "title": "Shop", "endpoints": { "items.list": { "summary": "Items",
        "request": "GET /items", "source": "Page 1", "success": { "200": { "body": { "type": "array" } } } } } }
      """, to: "Contracts/shop/contract.json")
    let run = try await plumbline("export", "pact", "shop", "--consumer", "App", folder: folder.path)
    #expect(run.status == 2 && run.errors.contains("has no call suite for shop"), "\(run)")
  }
}
