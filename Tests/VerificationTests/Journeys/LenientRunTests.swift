import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineHTTPServer
import PlumblineProxying
import PlumblineVerification
import TestSupport
import Testing

/// Runs with a server that acts on everything that it receives. Existing data must remain unchanged.
struct LenientRunTests {
  private static let items = ["/boxes/4", "/boxes/5", "/rooms/70", "/rooms/71"]

  private func changes(_ options: VerifierOptions) async throws -> [LenientServer.Change] {
    let server = try LenientServer(items: Self.items)
    let url = try BaseURL(parsing: server.url)
    let client = try UpstreamClient()
    var options = options
    options.environment["STORE_KEY"] = "owner-key"
    options.clock = ManualClock().clock
    let listening = try HTTPServer(configuration: .init(loops: 1, limits: .patient))
    let verifier = Verifier(
      suite: DirectSuite(contract: Store.contract, recordings: [], client: client), contract: Store.contract,
      target: .server(url, ForwardingResponder(upstream: url, client: client)), options: options.patient,
      server: listening)
    let result: Result<[CallOutcome], any Error>
    do { result = .success(try await verifier.run()) } catch { result = .failure(error) }
    await listening.shutdown(grace: .zero)
    await client.shutdown()
    await server.stop()
    _ = try result.get()
    return server.changes
  }

  @Test func `a run that only reads changes nothing`() async throws {
    #expect(try await changes(VerifierOptions()) == [])
  }

  @Test(arguments: [[:], ["room_id": "70", "box_id": "4"], ["room_id": "70", "box_id": "4", "missing_id": "5"]])
  func `a run that writes changes and removes nothing that was there`(variables: [String: String]) async throws {
    let changes = try await changes(VerifierOptions(allowsWrites: true, variables: variables))
    #expect(!changes.isEmpty, "Something was made.")
    for change in changes {
      switch change {
      case .stored(let path): #expect(!Self.items.contains(path))
      case .changed(let path), .removed(let path): #expect(!Self.items.contains(path), "\(change)")
      }
    }
  }

  @Test func `an item whose removal is allowed is removed`() async throws {
    let changes = try await changes(
      VerifierOptions(
        allowsWrites: true, only: [Wildcard("boxes.remove: *contract")], variables: ["removable_box_id": "5"]))
    #expect(changes == [.removed("/boxes/5")])
  }
}
