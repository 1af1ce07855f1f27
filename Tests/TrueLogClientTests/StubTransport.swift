import APIClient
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers every request with one prepared answer and remembers what was sent.
final class StubTransport: Transport {
  private let sent = Mutex<[URLRequest]>([])
  private let result: Result<APIResponse, any Error>

  init(_ result: Result<APIResponse, any Error>) {
    self.result = result
  }

  convenience init(status: Int = 200, headers: [String: String] = [:], _ body: String) {
    self.init(.success(APIResponse(status: status, headers: headers, body: Data(body.utf8))))
  }

  var requests: [URLRequest] { sent.withLock { $0 } }

  func send(_ request: URLRequest) async throws -> APIResponse {
    sent.withLock { $0.append(request) }
    return try result.get()
  }
}
