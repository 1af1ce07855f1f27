import APIClient
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers by a closure and remembers what was sent.
final class StubTransport: Transport {
  private let sent = Mutex<[URLRequest]>([])
  private let answer: @Sendable (_ request: URLRequest, _ number: Int) throws -> APIResponse

  /// - Parameter answer: gets each request, and how many came before it.
  init(_ answer: @escaping @Sendable (URLRequest, Int) throws -> APIResponse) {
    self.answer = answer
  }

  var requests: [URLRequest] { sent.withLock { $0 } }

  func send(_ request: URLRequest) async throws -> APIResponse {
    let number = sent.withLock { sent in
      sent.append(request)
      return sent.count - 1
    }
    return try answer(request, number)
  }
}

extension APIResponse {
  /// A JSON answer.
  static func json(_ body: String, _ status: Int = 200) -> APIResponse {
    APIResponse(status: status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
  }
}
