import PlumblineAPIClient

extension APIRequest {
  /// The same request with this bearer token; nil is a guest's.
  func authorized(by token: String?) -> APIRequest {
    var request = self
    request.sendsToken = false
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    return request
  }
}
