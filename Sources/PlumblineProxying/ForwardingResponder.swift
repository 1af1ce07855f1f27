import PlumblineHTTPMessages
import PlumblineHTTPServer

/// A responder that forwards requests to a real server.
package struct ForwardingResponder: Responder {
  package let upstream: BaseURL
  package let deadline: Duration
  private let client: UpstreamClient

  /// Creates a proxy to a server. The path of the base URL is prepended to the paths of requests.
  ///
  /// - Parameters:
  ///   - deadline: The time limit from the request to the last byte of the response. If it is exceeded, the outcome is
  ///     a failure (`timeout`).
  ///   - client: The client. All responders that use it share its connections.
  package init(upstream: BaseURL, deadline: Duration = .seconds(30), client: UpstreamClient) {
    self.upstream = upstream
    self.deadline = deadline
    self.client = client
  }

  /// Creates a proxy with its own client.
  ///
  /// - Throws: `BaseURL.ParsingError` or `SystemFailure`.
  package init(upstream: String, deadline: Duration = .seconds(30), limits: HTTPLimits = HTTPLimits()) throws {
    self.init(
      upstream: try BaseURL(parsing: upstream), deadline: deadline, client: try UpstreamClient(limits: limits))
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    client.send(request, to: upstream, deadline: deadline) { outcome in
      switch outcome {
      case .response(let response): completion(OutgoingResponse(response))
      case .failure(let failure): completion(OutgoingResponse(failure: failure))
      }
    }
    return .later
  }

  /// Ends the requests in flight and the client's thread.
  package func shutdown() async {
    await client.shutdown()
  }
}
