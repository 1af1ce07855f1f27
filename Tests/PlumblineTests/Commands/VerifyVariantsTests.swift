import PlumblineJSONTree
import TestSupport
import Testing

struct VerifyVariantsTests {
  @Test func `variants are played after the calls, and counted where a report has numbers`() async throws {
    let folder = try TemporaryFolder()
    let run = try await plumbline(
      "verify", "truelog", "--mutations", "--only", "users.list", "--report", "json=\(folder.path)/r.json", "--report",
      "markdown=\(folder.path)/r.md", "--report", "junit=\(folder.path)/r.xml")
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.isEmpty, "\(run)")
    let report = try JSON.parse(folder.text(of: "r.json"))
    let count = try #require(report["summary"]?["variants"]?.int)
    #expect(count > 100)
    #expect(report["drift"]?.count == 0)
    #expect(run.output.contains("\(count) mutations"), "\(run)")
    #expect(try folder.text(of: "r.md").contains("\(count) mutations"))
    #expect(try folder.text(of: "r.xml").contains("<testcase"))
  }

  @Test func `without the option nothing is varied`() async throws {
    let run = try await plumbline("verify", "truelog", "--only", "users.list", "--report", "json")
    #expect(run.status == 0, "\(run)")
    #expect(try run.json["summary"]?["variants"] == nil)
  }

  @Test func `variants ask a client, not a server`() async throws {
    let run = try await plumbline("verify", "truelog", "--mutations", "--server", "http://127.0.0.1:1")
    #expect(run.status == 2)
    #expect(run.errors.contains("--mutations tests the client, not a server"), "\(run)")
  }

  @Test func `a limit leaves the least plausible variants out, and says how many`() async throws {
    let run = try await plumbline(
      "verify", "truelog", "--mutations", "--mutations-limit", "20", "--only", "users.list", "--report", "json")
    #expect(run.status == 0, "\(run)")
    #expect(try run.json["summary"]?["variants"]?.int ?? 0 < 100)
    #expect(run.errors.contains("mutations of users.list were left out (--mutations-limit)"), "\(run)")
    let leftOut = try #require(try run.json["summary"]?["variantsLeftOut"]?.int)
    #expect(leftOut > 0)
    #expect(try run.json["variantsLeftOut"]?[0]?["endpoint"]?.string == "users.list")
    #expect(try run.json["variantsLeftOut"]?[0]?["leftOut"]?.int == leftOut)
  }

  @Test func `options have their former names, too, and say the new ones`() async throws {
    let run = try await plumbline(
      "verify", "truelog", "--variants", "--variants-limit=20", "--server", "http://127.0.0.1:1")
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix(
        "plumbline: --variants is now called --mutations; the old name still works\n"
          + "plumbline: --variants-limit is now called --mutations-limit; the old name still works\n"), "\(run)")
    #expect(run.errors.contains("--mutations tests the client, not a server"), "\(run)")
  }

  @Test func `a limit without variants is refused`() async throws {
    let run = try await plumbline("verify", "truelog", "--mutations-limit", "20")
    #expect(run.status == 2)
    #expect(run.errors.contains("requires --mutations: add it"), "\(run)")
  }
}
