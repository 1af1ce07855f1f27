import PlumblineVerification

extension JudgeRow {
  /// Every combination of an expectation and an exchange.
  static let table: [JudgeRow] = succeeding + failing + silent(.success) + silent(.failure("notFound"))

  private static let swallowed = "client.swallowed-error"
  private static let wrongError = "client.wrong-error"
  private static let cannotDecode = "client.cannot-decode"

  private static func passed() -> Verdict { Verdict(outcome: .passed) }
  private static func failed(_ complaint: String, _ rules: String...) -> Verdict {
    Verdict(outcome: .failed, complaint: complaint, rules: rules)
  }
  private static func drifted(_ complaint: String?, _ rules: String...) -> Verdict {
    Verdict(outcome: .drifted, complaint: complaint, rules: rules)
  }
  private static let late = "no result after"
  private static let hangs = failed(late)

  /// The rows in which a success is expected.
  private static let succeeding = [
    JudgeRow(
      expectation: .success, wire: .success,
      returned: passed(),
      right: failed("the client threw: right (reported as notFound)"),
      wrong: failed("the client threw: wrong (reported as conflict)"),
      decoding: drifted("the client threw: ", cannotDecode),
      hung: hangs),
    refused(
      404, .documentedFailure, returned: "the server rejected the request with 404",
      "expected a success, but the server responded with 404"),
    refused(
      403, .otherFailure, returned: "the server rejected the request with 403",
      "expected a success, but the server responded with 403"),
    JudgeRow(
      expectation: .success, wire: .falseFlag,
      returned: drifted(
        "the server rejected the request with 200 \"NOT_FOUND\", but the client reported success", swallowed),
      right: drifted("expected a success, but the server responded with 200"),
      wrong: drifted("expected a success, but the server responded with 200"),
      decoding: drifted("expected a success, but the server responded with 200"),
      hung: drifted(late)),
  ]

  private static func refused(_ status: Int, _ wire: Wire, returned: String, _ complaint: String) -> JudgeRow {
    JudgeRow(
      expectation: .success, wire: wire,
      returned: drifted(returned, swallowed),
      right: failed(complaint),
      wrong: failed(complaint),
      decoding: failed(complaint),
      hung: hangs)
  }

  /// The rows in which a documented failure is expected, which is the 404 `notFound`.
  private static let failing = [
    JudgeRow(
      expectation: .failure("notFound"), wire: .success,
      returned: failed("expected 404 notFound, but the server responded with 200"),
      right: failed("expected 404 notFound, but the server responded with 200"),
      wrong: failed("expected 404 notFound, but the server responded with 200"),
      decoding: drifted("expected 404 notFound, but the server responded with 200", cannotDecode),
      hung: hangs),
    JudgeRow(
      expectation: .failure("notFound"), wire: .documentedFailure,
      returned: drifted(
        "the server rejected the request with 404 \"NOT_FOUND\", but the client reported success", swallowed),
      right: passed(),
      wrong: drifted(nil, wrongError),
      decoding: drifted(nil, wrongError),
      hung: hangs),
    JudgeRow(
      expectation: .failure("notFound"), wire: .otherFailure,
      returned: drifted(
        "the server rejected the request with 403 \"FORBIDDEN\", but the client reported success", swallowed),
      right: failed("expected 404 notFound, but the server responded with 403"),
      wrong: failed("expected 404 notFound, but the server responded with 403"),
      decoding: failed("expected 404 notFound, but the server responded with 403"),
      hung: hangs),
    JudgeRow(
      expectation: .failure("notFound"), wire: .falseFlag,
      returned: drifted(
        "the server rejected the request with 200 \"NOT_FOUND\", but the client reported success", swallowed),
      right: drifted(nil),
      wrong: drifted(nil),
      decoding: drifted(nil),
      hung: drifted(late)),
  ]

  /// Returns the rows in which the endpoint never responded, so that the client can't be checked.
  private static func silent(_ expectation: Call.Expectation) -> [JudgeRow] {
    func row(_ wire: Wire, _ complaint: String, hung: Verdict? = nil) -> JudgeRow {
      JudgeRow(
        expectation: expectation, wire: wire, returned: failed(complaint), right: failed(complaint),
        wrong: failed(complaint), decoding: failed(complaint), hung: hung ?? failed(complaint))
    }
    return [
      row(.outage, "no response: 127.0.0.1:1 refused the connection"),
      row(.badGateway, "no response: the server is unavailable: 502 Bad Gateway"),
      row(.nothing, "the client sent nothing to GET /notes/{id}", hung: hangs),
      row(.elsewhere, "the client sent nothing to GET /notes/{id}, but sent POST /search", hung: hangs),
    ]
  }
}
