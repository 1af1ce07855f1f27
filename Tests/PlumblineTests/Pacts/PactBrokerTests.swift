import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineJSONTree
import Synchronization
import TestSupport
import Testing

/// A broker that supports fetching and publishing, with its links and the requests that it received.
private final class Broker: Responder {
  private static let pact = #"""
    {"consumer": {"name": "web"}, "provider": {"name": "Shop"}, "interactions": [
      {"description": "reads an item", "request": {"method": "GET", "path": "/items/7"}, "response": {"status": 200}}],
     "metadata": {"pactSpecification": {"version": "3.0.0"}},
     "_links": {"pb:publish-verification-results": {"href": "BASE/pacts/provider/Shop/consumer/web/pact-version/a1/results"}}}
    """#

  private let seen = Mutex<[Request]>([])
  private let isOld: Bool
  /// The origin to which the broker's list of pacts links, or `nil` for its own.
  private let other: String?

  init(isOld: Bool = false, leadingTo other: String? = nil) {
    self.isOld = isOld
    self.other = other
  }

  var requests: [Request] { seen.withLock { $0 } }

  func respond(to request: Request, completion: Completion) -> Reply {
    seen.withLock { $0.append(request) }
    guard request.headers["authorization"] == "Bearer broker-secret" else {
      return .now(OutgoingResponse(Response(status: 401)))
    }
    let base = "http://\(request.headers["host"] ?? "")"
    let publishing = isOld ? "" : #", "pb:publish-contracts": {"href": "BASE/contracts/publish"}"#
    let text: String
    switch (request.method, request.path) {
    case (.get, "/"):
      let list = #""pb:latest-provider-pacts": {"href": "BASE/pacts/provider/{provider}/latest"}"#
      text = #"{"_links": {\#(list)\#(publishing)}}"#
    case (.get, "/pacts/provider/Shop/latest"):
      text = #"{"_links": {"pb:pacts": [{"href": "\#(other ?? "BASE")/pacts/provider/Shop/consumer/web/version/1"}]}}"#
    case (.get, "/pacts/provider/Shop/consumer/web/version/1"): text = Self.pact
    case (.post, _), (.put, _): return .now(OutgoingResponse(Response(status: 201)))
    default: return .now(OutgoingResponse(Response(status: 404)))
    }
    let headers: HeaderFields = ["Content-Type": "application/hal+json"]
    return .now(
      OutgoingResponse(Response(status: 200, headers: headers, body: Body(text.replacing("BASE", with: base)))))
  }
}

/// Pacts from a broker, which the option `--broker` specifies.
struct PactBrokerTests {
  private final class Shop: Responder {
    private let status: Int
    private let seen = Mutex<[Request]>([])

    init(status: Int = 200) { self.status = status }

    var requests: [Request] { seen.withLock { $0 } }

    func respond(to request: Request, completion: Completion) -> Reply {
      seen.withLock { $0.append(request) }
      return .now(OutgoingResponse(Response(status: status)))
    }
  }

  private static let environment = ["PACT_BROKER_TOKEN": "broker-secret"]

  /// Runs `verify` with a broker and a provider.
  private static func verify(
    _ broker: Broker, _ shop: Shop, _ more: [String], environment: [String: String] = environment
  ) async throws -> Finished {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let (url, provider) = (try server.listen(responder: broker).baseURL, try server.listen(responder: shop).baseURL)
    let folder = try TemporaryFolder()
    let words = ["verify", "--broker", url, "--provider", "Shop", "--server", provider]
    let run = try await plumbline(arguments: words + more, environment: environment, folder: folder.path)
    await server.shutdown(grace: .zero)
    return run
  }

  @Test(arguments: [(200, true), (500, false)])
  func `the latest pacts are fetched, verified, and their results published`(status: Int, success: Bool) async throws {
    let (broker, shop) = (Broker(), Shop(status: status))
    let run = try await Self.verify(broker, shop, ["--publish-results", "--provider-version", "2.0"])
    #expect(run.status == (success ? 0 : 1), "\(run)")
    #expect(shop.requests.map(\.target) == ["/items/7"])
    // The token is sent only to the broker.
    #expect(shop.requests.allSatisfy { !$0.headers.contains("authorization") })
    #expect(!"\(run)".contains("broker-secret"))
    let published = try #require(broker.requests.last)
    #expect(published.method == .post)
    #expect(published.path == "/pacts/provider/Shop/consumer/web/pact-version/a1/results")
    let result = try JSON.parse(published.body.bytes ?? [])
    #expect(result["success"]?.bool == success && result["providerApplicationVersion"] == "2.0", "\(result.text)")
  }

  @Test func `nothing is published unasked`() async throws {
    let broker = Broker()
    let run = try await Self.verify(broker, Shop(), [])
    #expect(run.status == 0, "\(run)")
    #expect(broker.requests.allSatisfy { $0.method == .get })
  }

  @Test func `a link to another origin isn't followed`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let stranger = Shop()
    let other = try server.listen(responder: stranger).baseURL
    let run = try await Self.verify(Broker(leadingTo: other), Shop(), [])
    await server.shutdown(grace: .zero)
    #expect(run.status == 2 && run.errors.contains("points to a different origin"), "\(run)")
    #expect(stranger.requests.isEmpty)
  }

  @Test func `a refusal says which variables give the credentials`() async throws {
    let run = try await Self.verify(Broker(), Shop(), [], environment: [:])
    #expect(run.status == 2 && run.errors.contains("responded with 401"), "\(run)")
    #expect(run.errors.contains("Set PACT_BROKER_TOKEN"), "\(run)")
  }

  @Test func `a broker that isn't there is an outage`() async throws {
    let closed = try LoopbackPort.bound()
    defer { closed.close() }
    let run = try await plumbline(
      "verify", "--broker", closed.url, "--provider", "Shop", "--server", "http://127.0.0.1:1")
    #expect(run.status == 3 && run.errors.contains("\(closed.url) can't be reached"), "\(run)")
  }

  @Test(arguments: [
    (["--provider", "Shop"], "--provider applies only to pacts"),
    (["--broker", "http://127.0.0.1:1"], "add --provider NAME"),
    (["--broker", "http://127.0.0.1:1", "--provider", "Shop", "--publish-results"], "add --provider-version VERSION"),
  ])
  func `what is missing is named`(words: [String], error: String) async throws {
    let run = try await plumbline(arguments: ["verify"] + words)
    #expect(run.status == 2 && run.errors.contains(error), "\(run)")
  }

  // MARK: - Import

  @Test func `the latest pacts are imported like files, and again without a change`() async throws {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let broker = Broker()
    let url = try server.listen(responder: broker).baseURL
    let folder = try TemporaryFolder()
    let words = ["import", "pact", "shop", "--broker", url, "--provider", "Shop"]
    let run = try await plumbline(arguments: words, environment: Self.environment, folder: folder.path)
    let again = try await plumbline(arguments: words, environment: Self.environment, folder: folder.path)
    await server.shutdown(grace: .zero)
    #expect(run.status == 0 && run.output.contains("1 endpoint in "), "\(run)")
    #expect(again.status == 0 && again.output.contains("Contracts/shop is up to date with \(url)/pacts"), "\(again)")
    #expect(broker.requests.allSatisfy { $0.method == .get })
    #expect(!"\(run)".contains("broker-secret"))
    let contract = try JSON.parse(try folder.text(of: "Contracts/shop/contract.json"))
    #expect(contract["title"] == "Shop", "\(contract.text)")
    #expect(contract["description"]?.string?.contains("the pact of web with Shop") == true, "\(contract.text)")
  }

  @Test(arguments: [
    (["pact", "shop", "--broker", "http://127.0.0.1:1"], "add --provider NAME"),
    (
      ["pact", "web.json", "shop", "--broker", "http://127.0.0.1:1", "--provider", "Shop"],
      "--broker takes the place of files"
    ),
    (["openapi", "shop", "--broker", "http://127.0.0.1:1", "--provider", "Shop"], "--broker applies only to pacts"),
    (["pact", "web.json", "--provider", "Shop"], "--provider requires --broker"),
  ])
  func `what an import from a broker lacks is named`(words: [String], error: String) async throws {
    let run = try await plumbline(arguments: ["import"] + words)
    #expect(run.status == 2 && run.errors.contains(error), "\(run)")
  }

  // MARK: - Export

  private static func export(to broker: Broker, _ more: String...) async throws -> Finished {
    let server = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let url = try server.listen(responder: broker).baseURL
    let words = [
      "export", "pact", "truelog", "--consumer", "TrueLogApp", "--provider", "Inventory", "--only", "users.list",
      "--broker", url, "--consumer-version", "1.4.0",
    ]
    let run = try await plumbline(arguments: words + more, environment: environment)
    await server.shutdown(grace: .zero)
    return run
  }

  @Test func `an exported pact is published with its version, branch and tags`() async throws {
    let broker = Broker()
    let run = try await Self.export(to: broker, "--branch", "main", "--tag", "ci", "--tag", "dev")
    #expect(run.status == 0 && run.output.isEmpty, "\(run)")
    #expect(run.errors.contains("Published the pact between TrueLogApp 1.4.0 and Inventory"), "\(run)")
    let sent = try #require(broker.requests.last)
    #expect(sent.method == .post)
    #expect(sent.path == "/contracts/publish")
    let body = try JSON.parse(sent.body.bytes ?? [])
    #expect(body["pacticipantName"] == "TrueLogApp")
    #expect(body["pacticipantVersionNumber"] == "1.4.0")
    #expect(body["branch"] == "main")
    #expect(body["tags"] == ["ci", "dev"])
    let contract = try #require(body["contracts"]?[0])
    #expect(contract["providerName"] == "Inventory")
    #expect(contract["specification"] == "pact")
    let content = try #require(contract["content"]?.string.flatMap(Base64.decode))
    #expect(try JSON.parse(content)["consumer"]?["name"] == "TrueLogApp")
  }

  @Test func `an older broker gets only the pact, without a branch`() async throws {
    let broker = Broker(isOld: true)
    let run = try await Self.export(to: broker, "--tag", "ci")
    #expect(run.status == 0, "\(run)")
    #expect(
      broker.requests.filter { $0.method == .put }.map(\.path) == [
        "/pacticipants/TrueLogApp/versions/1.4.0/tags/ci",
        "/pacts/provider/Inventory/consumer/TrueLogApp/version/1.4.0",
      ])
    let branched = try await Self.export(to: Broker(isOld: true), "--branch", "main")
    #expect(branched.status == 2 && branched.errors.contains("doesn't support branches"), "\(branched)")
  }

  @Test func `a pact without a version isn't published`() async throws {
    let run = try await plumbline(
      "export", "pact", "truelog", "--consumer", "App", "--broker", "http://127.0.0.1:1")
    #expect(run.status == 2 && run.errors.contains("add --consumer-version VERSION"), "\(run)")
    let other = try await plumbline("export", "har", "truelog", "--tag", "ci")
    #expect(other.status == 2 && other.errors.contains("--tag applies only to pacts"), "\(other)")
  }
}
