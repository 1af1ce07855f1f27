import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests to a server and returns its responses.
///
/// `URLSessionTransport` is the real one; tests and previews supply their own.
public protocol Transport: Sendable {
  /// Returns the response, regardless of its status; throws only if there is none.
  func send(_ request: URLRequest) async throws -> APIResponse
}

/// Keeps the shared session from doing anything that the caller didn't ask for.
final class SessionPolicy: NSObject, URLSessionTaskDelegate {
  /// Rejects redirects: they would send the API key and the token to another host, and drop a POST's body on Linux.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Rejects password challenges: without that, URLSession on Linux waits forever.
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
