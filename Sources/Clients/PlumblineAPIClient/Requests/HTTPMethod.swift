/// The methods that the API uses.
public enum HTTPMethod: String, Sendable, Hashable {
  /// Reads.
  case get = "GET"
  /// Creates or acts.
  case post = "POST"
  /// Changes.
  case put = "PUT"
  /// Changes a part.
  case patch = "PATCH"
  /// Removes.
  case delete = "DELETE"
}
