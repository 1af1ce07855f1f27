import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response with its status, the header fields that the client reads, and its bytes.
struct Response: Sendable {
  let status: Int
  let tag: String?
  let retryAfter: Double?
  let body: Data
}

/// Waits for the number of seconds that a server asked for.
func pause(_ seconds: Double) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { continuation.resume() }
  }
}

/// A request to which no server and no token have been assigned yet.
struct Request: Sendable {
  var method = "GET"
  var path: String
  var query = Form()
  var body: Data?
  var contentType: String?
  var headers: [String: String] = [:]

  init(_ method: String, _ path: String, query: Form = Form(), form: Form? = nil) {
    self.method = method
    self.path = path
    self.query = query
    if let form {
      body = Data(form.encoded.utf8)
      contentType = PlantedBug.jsonSent.isPlanted ? "application/json" : "application/x-www-form-urlencoded"
    }
  }
}

/// Sends requests to a single base URL.
struct Transport: Sendable {
  let baseURL: URL
  let deadline: Duration

  /// The statuses after which a request is sent once more.
  private static let transient: Set<Int> = [429, 503]

  /// Sends a request with a token. If the server is busy, a request that is safe to repeat is repeated once. This
  /// includes a POST, because it keeps its Idempotency-Key.
  func send(_ request: Request, token: String?) async throws -> Response {
    let first = try await once(request, token: token)
    let isSafe = request.method != "POST" || request.headers["Idempotency-Key"] != nil
    guard Self.transient.contains(first.status), isSafe || PlantedBug.keyMissing.isPlanted else { return first }
    await pause(min(first.retryAfter ?? 0.5, 5))
    var again = request
    if PlantedBug.keyRenewed.isPlanted, request.method == "POST" {
      again.headers["Idempotency-Key"] = UUID().uuidString
    }
    return try await once(again, token: token)
  }

  /// Reads an absolute URL that the server sent. Only the origin of the base URL gets the token.
  func read(_ url: URL, token: String?) async throws -> Response {
    guard url.scheme == baseURL.scheme, url.host == baseURL.host, url.port == baseURL.port else {
      throw LoftError.foreignAddress(url)
    }
    var request = URLRequest(url: url)
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    return try await response(to: request)
  }

  private func once(_ request: Request, token: String?) async throws -> Response {
    var fields = request.query
    if PlantedBug.tokenInQuery.isPlanted { fields.add("access_token", token) }
    let query = fields.pairs.isEmpty ? "" : "?" + fields.encoded
    guard let url = URL(string: baseURL.absoluteString + request.path + query) else {
      throw LoftError.network(URLError(.badURL))
    }
    var sent = URLRequest(url: url)
    sent.httpMethod = request.method
    sent.httpBody = request.body
    sent.setValue(request.contentType, forHTTPHeaderField: "Content-Type")
    sent.setValue("application/json", forHTTPHeaderField: "Accept")
    for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
    if let token { sent.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    return try await response(to: sent)
  }

  private func response(to request: URLRequest) async throws -> Response {
    var request = request
    request.timeoutInterval = Double(max(1, deadline.components.seconds))
    do {
      let (body, response) = try await Self.session.data(for: request)
      guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      return Response(
        status: response.statusCode, tag: response.value(forHTTPHeaderField: "ETag"),
        retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init), body: body)
    } catch let error as URLError {
      throw LoftError.network(error)
    }
  }

  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    return URLSession(configuration: configuration, delegate: RedirectPolicy(), delegateQueue: nil)
  }()
}

/// A delegate that doesn't follow redirects, because they would send the token to a different origin.
private final class RedirectPolicy: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard PlantedBug.redirectsFollowed.isPlanted else { return completionHandler(nil) }
    var followed = request
    let token = task.originalRequest?.value(forHTTPHeaderField: "Authorization")
    followed.setValue(token, forHTTPHeaderField: "Authorization")
    completionHandler(followed)
  }
}
