import Foundation
import HTTPMessages
import HTTPServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a `URLSession` does alone, with no client above it and a fixed answer below: the ceiling of every client that uses
/// one.
struct BareRequests {
  let lanes: Int
  let requests: Int

  /// Requests a second over one session, each lane on a port of its own as variants are.
  func perSecond() async throws -> Double {
    let server = try HTTPServer()
    let answer = Answer(
      rendered: RenderedResponse(
        Response(
          status: 200, headers: ["Content-Type": "application/json"],
          body: Body(#"{"success": true, "data": {"id": 1, "text": "a body of a usual size, near enough"}}"#))))
    let session = URLSession(configuration: .ephemeral)
    var urls: [URL] = []
    for _ in 0..<lanes {
      let listener = try server.listen(host: "127.0.0.1", port: 0, responder: Fixed(answer: answer))
      guard let url = URL(string: listener.baseURL + "/bare") else { throw URLError(.badURL) }
      urls.append(url)
    }
    let share = max(1, requests / lanes)
    let begin = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for url in urls {
        group.addTask {
          for _ in 0..<share { _ = try await Self.answer(of: URLRequest(url: url), in: session) }
        }
      }
      try await group.waitForAll()
    }
    let seconds = begin.duration(to: .now) / .seconds(1)
    await server.shutdown(grace: .zero)
    return Double(share * lanes) / seconds
  }

  private static func answer(of request: URLRequest, in session: URLSession) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      session.dataTask(with: request) { data, _, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: data?.count ?? 0) }
      }.resume()
    }
  }

  private struct Fixed: Responder {
    let answer: Answer

    func respond(to request: Request, completion: Completion) -> Reply { .now(answer) }
  }
}
