import Foundation
import HTTPServer
import MockEngine
import Verification

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// URLSession with nothing around it, in a loop on as many lanes: what a variant can cost at best.
struct BareSession {
  let server: HTTPServer
  let library: MockLibrary
  let lanes: Int

  /// How many requests a second are answered; every answer is read to its end, and nothing is decoded.
  func requestsPerSecond(count: Int) async throws -> Double {
    let listener = try server.listen(shared: true, responder: MockSession(library: library))
    defer { listener.close() }
    guard let url = URL(string: listener.baseURL + "/api/v2/tickets/1042") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.setValue("demo-key", forHTTPHeaderField: "X-API-Key")
    request.setValue("Bearer agent-token", forHTTPHeaderField: "Authorization")
    let each = max(1, count / lanes)
    let begin = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { [request] group in
      for _ in 0..<lanes {
        group.addTask {
          let session = URLSession(configuration: .ephemeral)
          for _ in 0..<each {
            let (data, response) = try await session.data(for: request)
            guard (response as? HTTPURLResponse)?.statusCode == 200, !data.isEmpty else {
              throw BenchmarkFailure("The mock didn't answer a bare request as it should.")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    return Double(each * lanes) / (begin.duration(to: .now) / .seconds(1))
  }
}
