import Foundation

/// The addresses of PhotoScout: the web app that the chat shows, and the API that both share.
public struct PhotoScoutConfig: Sendable, Hashable {
  /// The web app: `http://localhost:5173`.
  public let webAppURL: URL
  /// The API: `http://localhost:5173/api`.
  public let apiBaseURL: URL

  /// Creates a configuration from both addresses.
  public init(webAppURL: URL, apiBaseURL: URL) {
    self.webAppURL = webAppURL
    self.apiBaseURL = apiBaseURL
  }

  /// Creates the configuration of an app and its API below one address, such as that of a CloudFront distribution:
  /// `https://d1.cloudfront.net`.
  public init(webAppURL: URL) {
    self.init(webAppURL: webAppURL, apiBaseURL: webAppURL.appendingPathComponent("api"))
  }

  /// The web app's development server on this computer.
  public static let local = PhotoScoutConfig(port: 5173)

  /// Creates the configuration of a mock or a development server on this computer.
  public init(port: UInt16) {
    var components = URLComponents()
    components.scheme = "http"
    components.host = "localhost"
    components.port = Int(port)
    guard let url = components.url else { preconditionFailure("A scheme, a host and a port make a URL.") }
    self.init(webAppURL: url)
  }
}
