import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What carries a request to a server and brings the answer back.
///
/// The real one is `URLSessionTransport`; a test or a preview gives a function of its own.
public protocol Transport: Sendable {
  /// The answer, whatever its status; throws only when there is none.
  func send(_ request: URLRequest) async throws -> APIResponse
}
