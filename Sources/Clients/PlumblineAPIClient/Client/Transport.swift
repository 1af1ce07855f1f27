import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way to send requests to a server and receive its responses.
///
/// Use `URLSessionTransport` in production. Tests and previews supply their own.
public protocol Transport: Sendable {
  /// Returns the response, whatever its status, or throws an error if there is none.
  func send(_ request: URLRequest) async throws -> APIResponse
}

/// A session delegate that keeps the shared session from doing anything that the caller didn't ask for.
final class SessionPolicy: NSObject, URLSessionTaskDelegate {
  /// Rejects redirects. They would send the API key and the token to another host and, on Linux, drop a POST's body.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Rejects password challenges. Otherwise, URLSession on Linux would wait forever.
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
