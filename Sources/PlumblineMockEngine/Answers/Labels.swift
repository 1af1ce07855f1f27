import PlumblineHTTPMessages

/// The header fields that the mock adds to what it answers.
package enum Labels {
  /// Names what answered: a recording's id, `state`, `batch`, `synthesised` or `built`.
  package static let recording = "Plumbline-Recording"
  /// Says which preference couldn't be honoured, and what would be right. RFC 7240 has it ignored; a typing mistake that
  /// nothing tells of costs an hour.
  static let preferenceIgnored = "Plumbline-Preference-Ignored"
  /// Where no recording is of this very request: the nearest, and what each has otherwise.
  package static let nearest = "Plumbline-Nearest"
  /// Why it is this answer, for who asks by `Prefer: explain`.
  static let why = "Plumbline-Why"
  static let synthesised = "synthesised"
  static let built = "built"
  static let remembered = "state"
  static let batch = "batch"
  static let written = "override"
  /// Where a real server and the mock answer together: which of them did, `server` or `mock`.
  package static let answeredBy = "Plumbline-Answered-By"
  package static let server = "server"
  package static let mock = "mock"
  /// Why the mock answered what the server was asked for.
  package static let fallback = "Plumbline-Fallback"
  /// The answer of a mock that forwards, to a request that it didn't send on: nothing that the real server said.
  package static let notSent = "not-sent"
  /// The same, to a request that the real server gave no answer to.
  package static let unanswered = "unanswered"

  /// Returns a Boolean value that indicates whether nobody answered: what a client got is this server's own word.
  static func isNobodys(_ recording: String?) -> Bool { recording == notSent || recording == unanswered }

  /// A sentence as a field may hold it: values of a request that are in it could end the line, or have no end.
  package static func field(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(1_000).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// A response that says what it is.
  static func adding(_ name: String, to response: Response) -> Response {
    var response = response
    response.headers[recording] = name
    return response
  }
}
