import PlumblineContractModel
import PlumblineHTTPMessages

/// A redirect that the endpoint doesn't document.
struct Redirection {
  let status: Int
  /// The target without the query, which may contain credentials.
  let place: String?

  init?(_ response: Response, from endpoint: Endpoint) {
    guard (300..<400).contains(response.status), response.status != 304,
      !endpoint.documents(response.status)
    else { return nil }
    status = response.status
    place = response.headers["location"].map { String($0.prefix { $0 != "?" && $0 != "#" }.prefix(200)) }
  }

  /// Returns a Boolean value that indicates whether a request follows the redirect.
  func leads(to request: Request) -> Bool {
    guard let place, let slash = Self.path(of: place) else { return false }
    return request.path == slash || slash.hasSuffix(request.path)
  }

  var complaint: String {
    "the server redirected the call: \(status) to \(place ?? "nowhere"); the contract documents the called path"
  }

  /// Returns the path of a URL, or of a reference that starts with a slash.
  private static func path(of place: String) -> String? {
    if place.hasPrefix("/"), !place.hasPrefix("//") { return place }
    let parts = place.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count == 4 ? "/" + parts[3] : nil
  }
}
