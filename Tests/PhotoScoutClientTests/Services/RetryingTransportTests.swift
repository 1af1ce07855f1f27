import Foundation
import PhotoScoutClient
import PlumblineAPIClient
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RetryingTransportTests {
  /// Sends a request with a method, and returns the number of attempts, the pauses between them, and the result.
  private func send(
    _ method: String, attempts: Int = 3, _ answer: @escaping @Sendable (Int) throws -> APIResponse
  ) async throws -> (count: Int, pauses: [Duration], result: Result<Int, any Error>) {
    let pauses = Pauses()
    let stub = StubTransport { _, number in try answer(number) }
    let transport = RetryingTransport(
      stub, policy: RetryPolicy(attempts: attempts, pause: .milliseconds(100)), wait: { pauses.note($0) })
    var request = URLRequest(url: try #require(URL(string: "http://localhost/")))
    request.httpMethod = method
    let result: Result<Int, any Error>
    do { result = .success(try await transport.send(request).status) } catch { result = .failure(error) }
    return (stub.requests.count, pauses.all, result)
  }

  private final class Pauses: Sendable {
    private let seen = Mutex<[Duration]>([])
    var all: [Duration] { seen.withLock { $0 } }
    func note(_ pause: Duration) { seen.withLock { $0.append(pause) } }
  }

  @Test(arguments: ["GET", "DELETE", "PUT"], [500, 502, 503, 504])
  func `a server that recovers is asked again`(method: String, status: Int) async throws {
    let run = try await send(method) { $0 < 2 ? .json("{}", status) : .json("[]") }
    #expect(run.count == 3)
    #expect(run.pauses == [.milliseconds(100), .milliseconds(400)])
    #expect(try run.result.get() == 200)
  }

  @Test func `the last answer counts when nothing helps`() async throws {
    let run = try await send("GET") { _ in .json("{}", 503) }
    #expect(run.count == 3)
    #expect(try run.result.get() == 503)
    let lost = try await send("GET") { _ in throw URLError(.networkConnectionLost) }
    #expect(lost.count == 3)
    #expect(throws: URLError.self) { try lost.result.get() }
  }

  @Test(arguments: [200, 204, 301, 400, 401, 403, 404, 409, 422, 429, 501])
  func `what is decided stays decided`(status: Int) async throws {
    let run = try await send("GET") { _ in .json("{}", status) }
    #expect(run.count == 1)
    #expect(run.pauses.isEmpty)
  }

  @Test func `what could happen twice is sent once`() async throws {
    #expect(try await send("POST") { _ in .json("{}", 503) }.count == 1)
    #expect(try await send("POST") { _ in throw URLError(.timedOut) }.count == 1)
  }

  @Test(arguments: [-1, 0, 1])
  func `one attempt is the least`(attempts: Int) async throws {
    #expect(try await send("GET", attempts: attempts) { _ in .json("{}", 503) }.count == 1)
  }

  @Test func `a cancelled wait ends it`() async throws {
    let stub = StubTransport { _, _ in .json("{}", 503) }
    let transport = RetryingTransport(stub, wait: { _ in throw CancellationError() })
    let request = URLRequest(url: try #require(URL(string: "http://localhost/")))
    await #expect(throws: CancellationError.self) { try await transport.send(request) }
    #expect(stub.requests.count == 1)
  }

  @Test func `a cancellation isn't tried again`() async throws {
    let run = try await send("GET") { _ in throw CancellationError() }
    #expect(run.count == 1)
  }
}
