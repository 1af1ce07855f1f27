import PlumblineHTTPMessages
import PlumblineMockEngine

/// The target that the clients are run against.
package enum Target: Sendable {
  /// An embedded mock that replays recordings.
  case mock(MockLibrary)
  /// A real server, with the responder that forwards requests to it.
  case server(BaseURL, any Responder)

  /// The name in reports: `mock`, or the server's base URL.
  package var name: String {
    switch self {
    case .mock: "mock"
    case .server(let url, _): "\(url)"
    }
  }
}
