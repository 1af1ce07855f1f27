import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An HTTP response: status, headers, and body.
public struct APIResponse: Sendable, Hashable {
  /// The HTTP status.
  public let status: Int
  /// The headers by lowercase name.
  public let headers: [String: String]
  /// The bytes of the body, which may be empty.
  public let body: Data

  /// Creates a response. Header names are converted to lowercase.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $0 + ", " + $1 })
    self.body = body
  }

  /// Creates a response from a `URLSession` result, or returns `nil` if the result isn't an HTTP response.
  public init?(_ body: Data, _ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return nil }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      headers[String(describing: name)] = String(describing: value)
    }
    self.init(status: response.statusCode, headers: headers, body: body)
  }

  /// The media type in lowercase without parameters, such as `text/csv`, or `nil` if there is no Content-Type field.
  public var mediaType: String? {
    guard let text = headers["content-type"]?.split(separator: ";").first else { return nil }
    let type = text.trimmingCharacters(in: .whitespaces).lowercased()
    return type.isEmpty ? nil : type
  }

  /// The file name that the server suggests, or `nil` if there is none or it isn't safe.
  public var suggestedFileName: String? {
    headers["content-disposition"].flatMap(ContentDisposition.fileName)
  }
}
