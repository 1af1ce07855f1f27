import PlumblineHTTPMessages

/// The header fields that the mock adds to its responses.
package enum Labels {
  /// The source of the response: a recording's id, `state`, `batch`, `synthesised`, or `built`.
  package static let recording = "Plumbline-Recording"
  /// The preferences that couldn't be honored, along with valid ones. RFC 7240 says to ignore them silently, but that
  /// makes typos very hard to find.
  static let preferenceIgnored = "Plumbline-Preference-Ignored"
  /// The nearest recordings and their differences, if no recording is for exactly this request.
  package static let nearest = "Plumbline-Nearest"
  /// The reason for the response, for requests with `Prefer: explain`.
  static let why = "Plumbline-Why"
  static let synthesised = "synthesised"
  static let built = "built"
  static let remembered = "state"
  static let batch = "batch"
  static let written = "override"
  /// The sender of the response if both a real server and the mock are in use: `server` or `mock`.
  package static let answeredBy = "Plumbline-Answered-By"
  package static let server = "server"
  package static let mock = "mock"
  /// The reason why the response comes from the mock instead of the server.
  package static let fallback = "Plumbline-Fallback"
  /// The label for the response to a request that this server didn't forward. Nothing in the response is from the real
  /// server.
  package static let notSent = "not-sent"
  /// The label for the response to a forwarded request that the real server didn't respond to.
  package static let unanswered = "unanswered"

  /// Returns a Boolean value that indicates whether a response came from neither the mock nor a real server, but was
  /// this server's own message.
  static func isNobodys(_ recording: String?) -> Bool { recording == notSent || recording == unanswered }

  /// Returns a sentence as a valid value of a header field. Values from requests can contain line breaks or be very
  /// long.
  package static func field(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(1_000).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns a response with the label for its source.
  static func adding(_ name: String, to response: Response) -> Response {
    var response = response
    response.headers[recording] = name
    return response
  }
}
