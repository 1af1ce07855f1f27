import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// A server that requires unique names, and rejects a second item with the same name.
struct UniqueItemTests {
  /// Returns the results of the calls that create bikes, on a server that rejects a second bike with the same body.
  ///
  /// - Parameter isKept: A Boolean value that indicates whether the server keeps the first bike.
  private func adding(_ status: Int, isKept: Bool = true) async throws -> [String] {
    let count = Counted()
    let store = StoreServer(Bikes.contract) { request, answer in
      guard request.method == .post, request.path == "/bikes", request.headers.contains("x-key") else { return nil }
      guard count.count("POST") > 1 || !isKept else { return answer() }
      return json(status, #"{ "message": "This name is taken." }"#)
    }
    let outcomes = try await store.verify()
    #expect(count.seen("POST") > 1, "It is made for a tour first.")
    return outcomes.filter { $0.line.endpoint == "bikes.add" && !$0.line.isUndoing }
      .map { "\($0.line.outcome) \($0.line.endpoint): \($0.line.reason ?? $0.line.name)" }
  }

  @Test(arguments: [409, 422])
  func `who refuses a second item of the run's own body, as documented, is right`(status: Int) async throws {
    let lines = try await adding(status)
    #expect(
      lines == [
        "skipped bikes.add: the server responds with \(status) although bikes 5 exists, which \"bikes.add: sends a request made "
          + "from the contract\" created with the same request"
      ], "\(lines)")
  }

  @Test func `a refusal that isn't documented, or of the first one, says what it says`() async throws {
    #expect(try await adding(400).contains { $0.hasPrefix("drifted") || $0.hasPrefix("failed") })
    #expect(try await adding(409, isKept: false).allSatisfy { !$0.contains("while") })
  }
}
