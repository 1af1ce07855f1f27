import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Endpoints of which only the request line matters.
enum Endpoints {
  static func plain(_ method: HTTPMethod, _ template: PathTemplate) -> Endpoint {
    Endpoint(
      id: "\(method) \(template)", summary: "", request: Endpoint.RequestLine(method: method, template: template),
      alternatives: [], standing: .documented, source: "", path: [], query: [], headers: [], body: nil, answers: [],
      failures: [], authentication: .none, requirements: [], isSafe: true, isDeprecated: false,
      location: SourceLocation(file: "", line: 1, column: 1))
  }
}
