import Foundation
import PlumblineAPIClient
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers what a client sends without a network, and remembers it.
package final class StubTransport: Transport {
  private let sent = Mutex<[URLRequest]>([])
  private let answer: @Sendable (_ request: URLRequest, _ number: Int) throws -> APIResponse

  /// - Parameter answer: gets each request, and the number of requests before it.
  package init(_ answer: @escaping @Sendable (_ request: URLRequest, _ number: Int) throws -> APIResponse) {
    self.answer = answer
  }

  /// Gives every request the same response, or the same error.
  package convenience init(_ result: Result<APIResponse, any Error>) {
    self.init { _, _ in try result.get() }
  }

  /// Gives every request the same response.
  package convenience init(status: Int = 200, headers: [String: String] = [:], _ body: String) {
    self.init(.success(APIResponse(status: status, headers: headers, body: Data(body.utf8))))
  }

  /// The requests that were sent, in order.
  package var requests: [URLRequest] { sent.withLock { $0 } }

  package func send(_ request: URLRequest) async throws -> APIResponse {
    let number = sent.withLock { sent in
      sent.append(request)
      return sent.count - 1
    }
    return try answer(request, number)
  }
}
