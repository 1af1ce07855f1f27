import Foundation

/// The addresses of PhotoScout's web app, which the chat shows, and of the API that the web app and this client share.
public struct PhotoScoutConfig: Sendable, Hashable {
  /// The URL of the web app, such as `http://localhost:5173`.
  public let webAppURL: URL
  /// The URL of the API, such as `http://localhost:5173/api`.
  public let apiBaseURL: URL

  /// Creates a configuration from the URLs of the web app and the API.
  public init(webAppURL: URL, apiBaseURL: URL) {
    self.webAppURL = webAppURL
    self.apiBaseURL = apiBaseURL
  }

  /// Creates a configuration for an API whose URL is below that of the web app. For example, a CloudFront distribution
  /// serves both at `https://d1.cloudfront.net`.
  public init(webAppURL: URL) {
    self.init(webAppURL: webAppURL, apiBaseURL: webAppURL.appendingPathComponent("api"))
  }

  /// The web app's development server on this computer.
  public static let local = PhotoScoutConfig(port: 5173)

  /// Creates the configuration for a mock or a development server on this computer.
  public init(port: UInt16) {
    var components = URLComponents()
    components.scheme = "http"
    components.host = "localhost"
    components.port = Int(port)
    guard let url = components.url else { preconditionFailure("A scheme, a host and a port make a URL.") }
    self.init(webAppURL: url)
  }
}
