/// A namespace for facts about status codes (RFC 9110 section 15). A status itself is a plain `Int`.
package enum HTTPStatus {
  /// Returns the standard reason phrase, or the name of the code's class if the code has none.
  package static func reason(for status: Int) -> String {
    if table.indices.contains(status), let phrase = table[status] { return phrase }
    switch status / 100 {
    case 1: return "Informational"
    case 2: return "Success"
    case 3: return "Redirection"
    case 4: return "Client Error"
    case 5: return "Server Error"
    default: return "Unknown"
    }
  }

  /// Returns the standard reason phrase, or `nil` if the code has none.
  package static func phrase(for status: Int) -> String? { phrases[status] }

  /// Returns a Boolean value that indicates whether responses with the given status never have a body, as is the case
  /// for 1xx, 204 and 304.
  package static func isBodyless(_ status: Int) -> Bool {
    (100..<200).contains(status) || status == 204 || status == 304
  }

  /// Returns a Boolean value that indicates whether gateways use a status to report that the server behind them is
  /// unavailable. These are 502 to 504 (RFC 9110 sections 15.6.3 to 15.6.5), as well as 520 to 527 and 530, which
  /// Cloudflare uses if the server refused the connection, didn't respond in time, or presented an invalid certificate.
  package static func isOfGateway(_ status: Int) -> Bool {
    (502...504).contains(status) || (520...527).contains(status) || status == 530
  }

  /// The phrases, indexed by code for fast lookups. Every response's head needs one.
  private static let table: [String?] = (0..<600).map { phrases[$0] }

  private static let phrases: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
    425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
    507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
  ]
}
