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

/// What the shared session does by itself: nothing that the caller did not ask for.
final class SessionPolicy: NSObject, URLSessionTaskDelegate {
  /// A redirect would carry the API key and the token to another host, and drop a POST's body on Linux.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Without an answer to a password challenge, URLSession on Linux waits for ever.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    switch challenge.protectionSpace.authenticationMethod {
    case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest:
      completionHandler(.rejectProtectionSpace, nil)
    default:
      completionHandler(.performDefaultHandling, nil)
    }
  }
}
