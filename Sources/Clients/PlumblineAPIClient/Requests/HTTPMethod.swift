/// The methods that the API uses.
public enum HTTPMethod: String, Sendable, Hashable {
  /// Reads a resource.
  case get = "GET"
  /// Creates a resource or performs an action.
  case post = "POST"
  /// Changes a resource.
  case put = "PUT"
  /// Changes a part of a resource.
  case patch = "PATCH"
  /// Deletes a resource.
  case delete = "DELETE"
}
