import Foundation
import PlumblineHTTPMessages

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Response {
  /// A response that URLSession received. It has taken any content coding off the body.
  init(_ response: HTTPURLResponse, body: [UInt8]) {
    var headers = HeaderFields()
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { ($0, "\(value)") }
    }
    for (name, value) in fields.sorted(by: { $0.0.lowercased() < $1.0.lowercased() }) {
      headers.append(name: name, value: value)
    }
    if headers.contains("content-encoding") {
      headers.remove("content-encoding")
      headers.remove("content-length")
    }
    self.init(status: response.statusCode, headers: headers, body: Body(body))
  }
}
