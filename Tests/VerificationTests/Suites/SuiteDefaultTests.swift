import PlumblineHTTPMessages
import PlumblineVerification
import Testing

/// The default value of a suite's variable, which is used on a real server if no list provides a value.
struct SuiteDefaultTests {
  /// Returns the line of a suite's call, and its request.
  private func verify(
    _ suite: BikeSuite, variables: [String: String] = [:], isDisposable: Bool = false, allowsWrites: Bool = false
  ) async throws -> (line: String, sent: [String]) {
    let store = StoreServer(Bikes.contract) { request, _ in
      if request.path == "/__plumbline/health" { return json(200, "{ \"disposable\": \(isDisposable) }") }
      return request.path.hasPrefix("/tours/") ? json(200, #"{ "id": 1, "title": "Round" }"#) : nil
    }
    let outcomes = try await store.verify(
      VerifierOptions(allowsWrites: allowsWrites), suite: suite, variables: variables)
    let line = try #require(outcomes.first { $0.line.name == "names its item" }?.line)
    let sent = store.requests.map { "\($0.method) \($0.path)" }.filter { $0.contains("/tours/") }
    return ("\(line.outcome)\(line.reason.map { ": \($0)" } ?? "")", sent)
  }

  private static let reading = BikeSuite(
    "tours.get", .get, "/tours/", variable: "tour_id",
    [SuiteVariable("tour_id", "a tour", from: .item(of: "tours"))])

  @Test func `an id of the mock's isn't sent to a real server that has no list for it`() async throws {
    let (line, sent) = try await verify(Self.reading)
    #expect(line == "skipped: needs --var tour_id=… on a real server")
    #expect(sent == [])
  }

  @Test func `given values are sent, and a disposable mock gets the default`() async throws {
    #expect(try await verify(Self.reading, variables: ["tour_id": "9"]).sent == ["GET /tours/9"])
    let (line, sent) = try await verify(Self.reading, isDisposable: true)
    #expect(line == "passed")
    #expect(sent == ["GET /tours/1"])
  }

  @Test func `a value that the run could make says how the suite has it found`() async throws {
    let removing = BikeSuite("bikes.remove", .delete, "/bikes/", variable: "bike_id")
    #expect(
      try await verify(removing, allowsWrites: true).line
        == "skipped: needs --var bike_id=… on a real server, or SuiteVariable(\"bike_id\", …, from: .item(of: \"bikes\")) "
        + "in the suite")
  }
}
