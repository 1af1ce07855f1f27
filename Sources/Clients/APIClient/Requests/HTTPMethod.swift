/// The methods that the API uses.
public enum HTTPMethod: String, Sendable, Hashable {
  /// Reads.
  case get = "GET"
  /// Creates or acts.
  case post = "POST"
  /// Changes.
  case put = "PUT"
  /// Removes.
  case delete = "DELETE"
}
