/// The reason that bytes aren't a request or can't be served, and the corresponding status.
package struct RequestRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The status: 400, 413, 414, 417, 431, 501 or 505. The server also uses 408 for requests that take too long.
  package let status: Int
  /// The reason as a full sentence.
  package let message: String

  package init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  package var description: String { "\(status): \(message)" }

  /// The response that explains the rejection to the client.
  package var response: Response {
    Response(
      status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Body(message + "\n"))
  }
}
