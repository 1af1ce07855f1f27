import PlumblineHTTPMessages
import PlumblineHTTPServer

/// Answers requests by asking a real server.
package struct ForwardingResponder: Responder {
  package let upstream: BaseURL
  package let deadline: Duration
  private let client: UpstreamClient

  /// A proxy to a server whose paths start with the base URL's own.
  ///
  /// - Parameters:
  ///   - deadline: from the request to the response's last byte; beyond, the response is a failure (`timeout`).
  ///   - client: shared by the responders that pass it, with its connections.
  package init(upstream: BaseURL, deadline: Duration = .seconds(30), client: UpstreamClient) {
    self.upstream = upstream
    self.deadline = deadline
    self.client = client
  }

  /// A proxy with its own client; throws `BaseURL.ParsingError` or `SystemFailure`.
  package init(upstream: String, deadline: Duration = .seconds(30), limits: HTTPLimits = HTTPLimits()) throws {
    self.init(
      upstream: try BaseURL(parsing: upstream), deadline: deadline, client: try UpstreamClient(limits: limits))
  }

  package func respond(to request: Request, completion: Completion) -> Reply {
    client.send(request, to: upstream, deadline: deadline) { outcome in
      switch outcome {
      case .response(let response): completion(Answer(response))
      case .failure(let failure): completion(Answer(failure: failure))
      }
    }
    return .later
  }

  /// Ends the requests in flight and the client's thread.
  package func shutdown() async {
    await client.shutdown()
  }
}
