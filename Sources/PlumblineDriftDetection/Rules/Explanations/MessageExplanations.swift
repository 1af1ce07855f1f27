extension StatusRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      undocumented: RuleExplanation(
        """
        The server responded with a status that the endpoint doesn't document. Clients can't know what it means or what its \
        body contains, so the body isn't checked. Undocumented 502, 503 and 504, a gateway's 520 to 527 and 530, 429 with \
        Retry-After, and missing responses are outages, not drift; 404, 405, 410 and 501 have their own rules. A 404 or 410 \
        for an id that the verifier made up is a notice.
        """,
        example: """
          POST /api/v2/accessories
          202      the contract has 201, 401, 403, 422 and 500
          """),
      contradictsEnvelope: RuleExplanation(
        """
        The status and the envelope's flag contradict each other: a success status with a flag that says failure, or vice \
        versa. Clients that trust one of them do the opposite of clients that trust the other.
        """,
        example: """
          200      { "success": false, "error": "NOT_FOUND", "message": "…" }
          """),
    ]
  }
}

extension MediaTypeRules {
  /// Returns the explanation of each rule of the group, for one of an exchange's messages.
  func explanations(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    [
      undocumented: RuleExplanation(
        """
        The body of \(message) has a media type that the contract doesn't document here. Code that expects JSON can't read \
        a web page or a file. JSON with another media type is still checked.
        """,
        example: """
          promised  content-type: application/json
          actual    content-type: text/html
          """)
    ]
  }
}

extension BodyRules {
  /// Returns the explanation of each rule of the group, for one of an exchange's messages.
  func explanations(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    let isRequest = message == .request
    return [
      malformed: RuleExplanation(
        """
        The body of \(message) claims to be JSON but isn't valid according to RFC 8259: it is truncated, has an extra \
        comma, or has text before or after it. The finding gives the line and column of the first error. If each line is a \
        separate JSON text, the finding lists the invalid lines, and the others are checked.
        """,
        example: isRequest
          ? """
          {"priority": "HIGH",}
          """
          : """
          {"success": true, "data": {"id": 7
          """),
      missing: RuleExplanation(
        """
        The body of \(message) is empty although the contract documents content. Code that decodes it fails.
        """,
        example: isRequest
          ? """
          promised  { "priority": "HIGH" }
          actual    content-length: 0
          """
          : """
          promised  { "success": true, "data": { "id": 7 } }
          actual    content-length: 0
          """),
      unexpected: RuleExplanation(
        """
        There is a body in \(message), but the contract has none. Most recipients ignore it, but it suggests that the two \
        sides understand the endpoint differently.
        """,
        example: isRequest
          ? """
          promised  GET without a body
          actual    GET with {"id": 7}
          """
          : """
          promised  202 without a body
          actual    202 with {"queued": true}
          """),
    ]
  }
}

extension ResponseRules {
  /// The explanations of a duplicate member and of a truncated stream.
  var bodyExplanations: [Rule: RuleExplanation] {
    [
      duplicateMember: RuleExplanation(
        """
        An object in the body has the same member twice. RFC 8259 doesn't say which of them counts: Swift's decoder, a \
        browser and a proxy may each read a different one, so one may validate a value that another never sees. Plumbline \
        checks the last one.
        """,
        example: """
          {"success": true, "data": {"id": 7, "id": 8}}
          """),
      cutOff: RuleExplanation(
        """
        A stream of events ends in the middle of an event: within a line, or without the empty line after it. Clients that \
        follow the standard discard such an event. Either the server stopped early, or the capture lacks the end. An event \
        whose last line is complete is still checked.
        """,
        example: """
          event: delta
          data: {"text": "Hel
          """),
    ]
  }
}

extension ValueRules {
  /// Returns the explanation of each rule of the group, for one of an exchange's messages.
  func explanations(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    let isRequest = message == .request
    return [
      missing: RuleExplanation(
        """
        A header that the contract requires in \(message) is missing. In requests, this includes the credentials that the \
        endpoint requires; their values are never shown.
        """,
        example: isRequest
          ? """
          promised  X-Version: 2
          actual    no X-Version
          """
          : """
          promised  Location: /notes/7
          actual    no Location
          """),
      invalid: RuleExplanation(
        """
        A header of \(message) has a value that doesn't match its schema.
        """,
        example: isRequest
          ? """
          promised  X-Version: an integer
          actual    X-Version: latest
          """
          : """
          promised  X-Remaining: an integer
          actual    X-Remaining: many
          """),
      undocumented: RuleExplanation(
        """
        \(message.atStart) has a header that is neither in the contract nor one that servers, clients or proxies usually \
        add. Clients may come to rely on it although it isn't documented. Its value is never shown.
        """,
        example: isRequest
          ? """
          X-Tenant: 41      the contract does not have it
          """
          : """
          X-Total-Count: 41      the contract does not have it
          """),
    ]
  }
}

extension PathRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      invalid: RuleExplanation(
        """
        A value in the request's path doesn't match its schema, but the server didn't respond that nothing was found. \
        Either the caller sends a value that isn't guaranteed to work, or the contract is too narrow.
        """,
        example: """
          GET /api/v2/tickets/latest      ticket_id is an integer
          """)
    ]
  }
}

extension QueryRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        A query parameter that the contract requires wasn't sent, but the server accepted the request. The caller relies on \
        leniency that was never promised.
        """,
        example: """
          GET /api/v2/search      q is required
          """),
      invalid: RuleExplanation(
        """
        A query parameter was sent with a value that doesn't match its schema, but the server accepted the request.
        """,
        example: """
          GET /api/v2/tickets?page=first      page is an integer
          """),
      undocumented: RuleExplanation(
        """
        A query parameter that isn't in the contract was sent. Either the server ignores it, so the caller probably gets \
        more than it asked for, or the contract lacks the parameter.
        """,
        example: """
          GET /api/v2/tickets?pageSize=50      the contract has per_page
          """),
    ]
  }
}

extension CookieRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        A cookie that the contract requires wasn't sent, but the server accepted the request. The caller relies on leniency \
        that was never promised.
        """,
        example: """
          promised  Cookie: theme=dark
          actual    no cookie theme
          """),
      invalid: RuleExplanation(
        """
        A cookie was sent with a value that doesn't match its schema, but the server accepted the request.
        """,
        example: """
          Cookie: theme=pink      theme is one of light, dark
          """),
    ]
  }
}
