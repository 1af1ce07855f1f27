import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An HTTP answer as values: status, headers, body.
public struct APIResponse: Sendable, Hashable {
  /// The HTTP status.
  public let status: Int
  /// The headers by lower-case name.
  public let headers: [String: String]
  /// The body's bytes; empty when there is none.
  public let body: Data

  /// Takes every field; header names are made lower case.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $0 + ", " + $1 })
    self.body = body
  }

  /// Takes over what `URLSession` delivered; nil when it was not HTTP.
  public init?(_ body: Data, _ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return nil }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      headers[String(describing: name)] = String(describing: value)
    }
    self.init(status: response.statusCode, headers: headers, body: body)
  }

  /// The media type without parameters, in lower case: `text/csv`; nil without a Content-Type.
  public var mediaType: String? {
    guard let text = headers["content-type"]?.split(separator: ";").first else { return nil }
    let type = text.trimmingCharacters(in: .whitespaces).lowercased()
    return type.isEmpty ? nil : type
  }

  /// The file name that the server suggests; nil when it suggests none that is safe to use.
  public var suggestedFileName: String? {
    headers["content-disposition"].flatMap(ContentDisposition.fileName)
  }
}
