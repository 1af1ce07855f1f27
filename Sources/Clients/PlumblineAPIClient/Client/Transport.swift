import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way to send requests to a server and receive its responses.
///
/// `URLSessionTransport` is the one for production; tests and previews supply their own.
public protocol Transport: Sendable {
  /// Returns the response, whatever its status. Throws only if there is none.
  func send(_ request: URLRequest) async throws -> APIResponse
}

/// A session delegate that keeps the shared session from doing anything that the caller didn't ask for.
final class SessionPolicy: NSObject, URLSessionTaskDelegate {
  /// Rejects redirects, because they would send the API key and the token to a different host, and drop a POST's body
  /// on Linux.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Rejects password challenges. Otherwise URLSession on Linux would wait forever.
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
