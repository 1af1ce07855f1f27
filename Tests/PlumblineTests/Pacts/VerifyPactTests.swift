import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import TestSupport
import Testing

/// Providers that `plumbline verify --pact` checks against their consumers' pacts.
struct VerifyPactTests {
  /// A provider that sends the same response to all requests.
  private struct Shop: Responder {
    let body: String

    func respond(to request: Request, completion: Completion) -> Reply {
      .now(OutgoingResponse(Response(status: 200, headers: ["Content-Type": "application/json"], body: Body(body))))
    }
  }

  private static let pact = """
    {"consumer": {"name": "web"}, "provider": {"name": "Shop"}, "interactions": [
      {"description": "reads an item", "request": {"method": "GET", "path": "/items/7"},
       "response": {"status": 200, "body": {"id": 7},
         "matchingRules": {"body": {"$.id": {"matchers": [{"match": "integer"}]}}}}}],
     "metadata": {"pactSpecification": {"version": "3.0.0"}}}
    """

  private static func verify(_ body: String, _ more: String...) async throws -> Finished {
    let folder = try TemporaryFolder()
    try folder.write(pact, to: "web.json")
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let url = try server.listen(responder: Shop(body: body)).baseURL
    let run = try await plumbline(
      arguments: ["verify", "--pact", "web.json", "--server", url] + more, folder: folder.path)
    await server.shutdown(grace: .zero)
    return run
  }

  @Test func `the mock keeps the pact that is exported of its client`() async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/app.json"
    let export = try await plumbline(
      "export", "pact", "truelog", "--consumer", "TrueLogApp", "--only", "users.list", "--only", "accessories.create",
      "--output", file)
    #expect(export.status == 0, "\(export)")
    let run = try await plumbline("verify", "truelog", "--pact", file, "--report", "json")
    #expect(run.status == 0, "\(run)")
    let report = try run.json
    let calls = report["calls"]?.elements.map { $0 } ?? []
    #expect(calls.count > 1 && calls.allSatisfy { $0["outcome"] == "passed" }, "\(run)")
    #expect(report["target"] == "mock" && report["drift"]?.count == 0, "\(run)")
  }

  @Test func `a provider without a contract is held to the pact`() async throws {
    let kept = try await Self.verify(#"{"id": 12, "name": "Lamp"}"#)
    #expect(kept.status == 0, "\(kept)")
    let broken = try await Self.verify(#"{"id": "12"}"#, "--report", "json")
    #expect(broken.status == 1, "\(broken)")
    let drift = try #require(try broken.json["drift"]?.elements.first { $0["rule"] == "pact.body" })
    #expect(drift["severity"] == "breaking" && drift["endpoint"] == "GET /items/7", "\(broken)")
    #expect(drift["pointer"] == "/response/body/id" && drift["call"] == "GET /items/7: reads an item", "\(broken)")
    #expect(drift["contract"]?["line"] == 2, "\(broken)")
  }

  @Test func `a pact's comments and the states that nothing sets up are printed beside the report`() async throws {
    let folder = try TemporaryFolder()
    let interaction = """
      {"type": "Synchronous/HTTP", "description": "reads an item", "providerStates": [{"name": "an item 7 exists"}],
       "comments": {"text": ["Needed by the cart."], "testname": "CartTests"},
       "request": {"method": "GET", "path": "/items/7"}, "response": {"status": 200}}
      """
    try folder.write(
      """
      {"consumer": {"name": "web"}, "provider": {"name": "Shop"}, "interactions": [\(interaction)],
       "metadata": {"pactSpecification": {"version": "4.0"}}}
      """, to: "web.json")
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let url = try server.listen(responder: Shop(body: "{}")).baseURL
    let words = ["verify", "--pact", "web.json", "--server", url]
    let run = try await plumbline(arguments: words, folder: folder.path)
    let quiet = try await plumbline(arguments: words + ["--quiet"], folder: folder.path)
    await server.shutdown(grace: .zero)
    #expect(run.status == 0, "\(run)")
    #expect(
      run.errors.contains(
        #"web's pact on "reads an item": Needed by the cart.; written by the test "CartTests""#), "\(run)")
    #expect(run.errors.contains(#"The provider's state "an item 7 exists" isn't set up"#), "\(run)")
    #expect(quiet.status == 0 && !quiet.errors.contains("CartTests"), "\(quiet)")
  }

  @Test(arguments: ["console", "junit", "sarif", "github", "markdown", "html"])
  func `every format has the finding`(format: String) async throws {
    let run = try await Self.verify(#"{"id": "12"}"#, "--report", format)
    #expect(run.status == 1, "\(run)")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("pact.body") && words.contains("reads an item"), "\(run)")
  }

  @Test func `what doesn't fit is refused with what would be right`() async throws {
    let nameless = try await plumbline("verify", "--pact", "web.json")
    #expect(nameless.status == 2 && nameless.errors.contains("Name the service"), "\(nameless)")
    let absent = try await plumbline("verify", "truelog", "--pact", "nowhere.json")
    #expect(absent.status == 2 && absent.errors.contains("No such file: \"nowhere.json\"."), "\(absent)")
    let direct = try await plumbline("verify", "truelog", "--pact", "web.json", "--direct")
    #expect(direct.status == 2 && direct.errors.contains("--direct doesn't apply to pacts"), "\(direct)")
    for option in ["--mutations", "--variants"] {
      let mutated = try await plumbline("verify", "truelog", "--pact", "web.json", option)
      #expect(mutated.status == 2 && mutated.errors.contains("--mutations doesn't apply to pacts"), "\(mutated)")
    }
    let states = try await plumbline("verify", "truelog", "--pact", "web.json", "--states-url", "http://127.0.0.1:1")
    #expect(states.status == 2 && states.errors.contains("--states-url applies only to real servers"), "\(states)")
    let alone = try await plumbline("verify", "truelog", "--as", "agent")
    #expect(alone.status == 2 && alone.errors.contains("--as applies only to pacts"), "\(alone)")
  }

  @Test func `a file that is no pact is refused`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "web.json")
    let run = try await plumbline(
      "verify", "--pact", "web.json", "--server", "http://127.0.0.1:1", folder: folder.path)
    #expect(run.status == 2 && "\(run)".contains("This isn't a pact"), "\(run)")
  }
}
