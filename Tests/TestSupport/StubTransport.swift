import Foundation
import PlumblineAPIClient
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that responds to a client without a network, and records the requests.
package final class StubTransport: Transport {
  private let sent = Mutex<[URLRequest]>([])
  private let answer: @Sendable (_ request: URLRequest, _ number: Int) throws -> APIResponse

  /// - Parameter answer: A closure that receives each request and the number of requests before it, and returns the
  ///   response.
  package init(_ answer: @escaping @Sendable (_ request: URLRequest, _ number: Int) throws -> APIResponse) {
    self.answer = answer
  }

  /// Creates a transport that sends the same response or error for every request.
  package convenience init(_ result: Result<APIResponse, any Error>) {
    self.init { _, _ in try result.get() }
  }

  /// Creates a transport that sends the same response for every request.
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
