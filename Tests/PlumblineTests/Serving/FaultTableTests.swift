import Foundation
import PlumblineAPIClient
import PlumblineJSONTree
import PlumblineMockEngine
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real client's reaction to every fault over a real socket. The article MockServer contains the same table.
@Suite struct FaultTableTests {
  private struct Ticket: Decodable { let id: Int }

  private func error(
    of faults: [FaultRule], delays: [DelayRule] = [], deadline: Duration = .seconds(300)
  ) async throws -> APIError? {
    try await withDirectory({
      $0.faults = faults
      $0.delays = delays
    }) { _, port in
      let client = APIClient(
        baseURL: try #require(URL(string: "http://127.0.0.1:\(port)")), apiKey: "demo-key",
        token: InMemoryTokenStore(token: "agent-token"), deadline: deadline)
      do {
        let _: Ticket = try await client.get("/api/v2/tickets/\(1042)")
        return nil
      } catch let error as APIError {
        return error
      }
    }
  }

  /// The code of a network error, or `nil` for other errors and for none.
  private func code(_ fault: Fault) async throws -> Int? {
    let error = try await error(of: [FaultRule(fault)])
    guard case .networkError(let cause) = error else {
      Issue.record("\(fault): \(error.map { "\($0)" } ?? "no error")")
      return nil
    }
    return (cause as NSError).code
  }

  @Test func `the article's table and the control interface's contract have every fault's word`() throws {
    let rows = try Paper.article("MockServer").lines.compactMap { $0.prefixMatch(of: /\| (`[^|]+) \|/)?.output.1 }
    let contract = repositoryRoot.appendingPathComponent(
      "Sources/PlumblineMockEngine/Service/Contract/contract.json")
    let schema = try JSON.parse([UInt8](Data(contentsOf: contract))).at("/schemas/Fault/properties/fault/description")
    let words = try #require(schema?.string).split(separator: ", ")
    for word in Fault.spellings {
      #expect(rows.contains { $0.contains("`\(word)`") }, "MockServer.md has no row of \(word)")
      #expect(words.contains { $0 == word }, "The control interface's contract doesn't name \(word)")
    }
  }

  @Test func `without a fault there is no error`() async throws {
    #expect(try await error(of: []) == nil)
  }

  @Test func `a failure is the client's own error for it`() async throws {
    guard case .notFound = try await error(of: [FaultRule(.failure("notFound"))]) else {
      Issue.record("notFound")
      return
    }
    guard case .serverError = try await error(of: [FaultRule(.status(503))]) else {
      Issue.record("503")
      return
    }
    guard case .unauthorized = try await error(of: [FaultRule(.status(401))]) else {
      Issue.record("401")
      return
    }
  }

  @Test func `an empty answer can't be decoded`() async throws {
    guard case .decoding = try await error(of: [FaultRule(.empty)]) else {
      Issue.record("empty")
      return
    }
  }

  /// The first code of each fault is the one that `URLSession` reports on Linux. The others may occur elsewhere.
  @Test(arguments: [
    (Fault.reset, [-1005]), (.offline, [-1011, -1005]), (.truncated, [-1, -1005, -1017]),
    (.breakOff(after: 3), [-1, -1005, -1017]),
    (.badChunk, [-1, -1005, -1011, -1015, -1017]), (.random, [-1002, -1, -1005, -1011, -1017]),
  ])
  func `a broken answer is a network error`(_ fault: Fault, _ codes: [Int]) async throws {
    let code = try #require(try await code(fault))
    #if canImport(FoundationNetworking)
      #expect(code == codes[0])
    #else
      #expect(codes.contains(code))
    #endif
  }

  @Test func `a drip and a delay run into a deadline`() async throws {
    for (faults, delays) in [
      ([FaultRule(.drip)], []), ([], [DelayRule(.fixed(.seconds(60)))]),
    ] {
      guard
        case .networkError(let cause as URLError) = try await error(
          of: faults, delays: delays, deadline: .milliseconds(100))
      else {
        Issue.record("\(faults) \(delays)")
        continue
      }
      #expect(cause.code == .timedOut)
    }
  }
}
