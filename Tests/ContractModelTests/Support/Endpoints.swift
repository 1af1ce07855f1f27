import PlumblineHTTPMessages
import PlumblineJSONTree

@testable import PlumblineContractModel

/// Endpoints for tests in which only the request line matters.
enum Endpoints {
  static func plain(_ method: HTTPMethod, _ template: PathTemplate) -> Endpoint {
    Endpoint(
      Endpoint.Entry(id: "\(method) \(template)", location: SourceLocation(file: "", line: 1, column: 1)),
      request: Endpoint.RequestLine(method: method, template: template), authentication: .none,
      effects: Endpoint.Effects(isSafe: true))
  }
}
