import PlumblineHTTPMessages

/// The header fields that the mock adds to its responses.
package enum Labels {
  /// Names the source of the response: a recording's id, `state`, `batch`, `synthesised` or `built`.
  package static let recording = "Plumbline-Recording"
  /// Names the preferences that couldn't be honored, with valid ones. RFC 7240 says to ignore them silently, but that
  /// makes typos very hard to find.
  static let preferenceIgnored = "Plumbline-Preference-Ignored"
  /// Lists the nearest recordings with their differences, if none is for exactly this request.
  package static let nearest = "Plumbline-Nearest"
  /// Gives the reason for this response, for requests with `Prefer: explain`.
  static let why = "Plumbline-Why"
  static let synthesised = "synthesised"
  static let built = "built"
  static let remembered = "state"
  static let batch = "batch"
  static let written = "override"
  /// Says whether the response is from the real server or the mock, if both are used: `server` or `mock`.
  package static let answeredBy = "Plumbline-Answered-By"
  package static let server = "server"
  package static let mock = "mock"
  /// Gives the reason why the response is from the mock instead of the server.
  package static let fallback = "Plumbline-Fallback"
  /// Marks the response of a forwarding mock to a request that it didn't forward. None of it is from the real server.
  package static let notSent = "not-sent"
  /// Marks the response of a forwarding mock to a request that the real server didn't respond to.
  package static let unanswered = "unanswered"

  /// Returns a Boolean value that indicates whether the response is from neither the mock nor a real server: the client
  /// got this server's own message.
  static func isNobodys(_ recording: String?) -> Bool { recording == notSent || recording == unanswered }

  /// Returns a sentence as a valid header field: values from requests could contain line breaks, or be very long.
  package static func field(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(1_000).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns a response with the label of its source.
  static func adding(_ name: String, to response: Response) -> Response {
    var response = response
    response.headers[recording] = name
    return response
  }
}
