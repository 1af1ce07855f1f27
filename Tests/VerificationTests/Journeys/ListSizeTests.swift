import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// A list whose server accepts only smaller pages than its contract specifies.
struct ListSizeTests {
  private static let only = VerifierOptions(allowsWrites: true, only: ["bikes.add"].map { Wildcard($0) })

  /// A server that rejects lists of certain sizes.
  private func store(refusing isRefused: @escaping @Sendable (String?) -> Bool) -> StoreServer {
    StoreServer(Bikes.contract) { request, _ in
      guard request.method == .get, request.path == "/bikes" else { return nil }
      let limit = request.queryItems.first { $0.name == "limit" }?.value
      return isRefused(limit) ? json(400, #"{ "message": "limit is at most 100." }"#) : nil
    }
  }

  @Test func `where the server refuses the size that the run made up its own is read`() async throws {
    let store = store { limit in limit.flatMap { Int($0) }.map { $0 > 100 } ?? false }
    let before = store.contents("/bikes")
    let outcomes = try await store.verify(Self.only)
    #expect(store.writes.contains("POST /bikes"))
    #expect(store.writes.contains { $0.hasPrefix("DELETE /bikes/") })
    #expect(outcomes.complaints == [], "\(outcomes.complaints)")
    #expect(outcomes.flatMap(\.drift).isEmpty)
    #expect(store.contents("/bikes") == before)
  }

  @Test func `where nothing can be read the query is reported`() async throws {
    let outcomes = try await store { _ in true }.verify(Self.only)
    let told =
      "POST /bikes was not sent: GET /bikes?page=1 returned 400, so the new item couldn't be distinguished from"
    #expect(outcomes.complaints.contains { $0.contains(told) }, "\(outcomes.complaints)")
  }
}
