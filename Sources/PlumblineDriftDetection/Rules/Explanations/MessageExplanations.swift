extension StatusRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      undocumented: RuleExplanation(
        """
        The server responded with a status that the endpoint does not document. Clients can't know what it means or what \
        its body holds, so the body is not judged. 502, 503, 504, a gateway's 520 to 527 and 530, and 429 with \
        Retry-After, where they aren't documented, are an outage, not drift, and so is a missing response; 404, 405, 410 and \
        501 have their own rules. A 404 or 410 for an id that the verifier made up is a notice.
        """,
        example: """
          POST /api/v2/accessories
          202      the contract has 201, 401, 403, 422 and 500
          """),
      contradictsEnvelope: RuleExplanation(
        """
        The status and the envelope's flag say different things: a success status with a flag that says failure, or the \
        other way round. Clients that trust one of them do the opposite of clients that trust the other.
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
        The body of \(message) has a media type that the contract doesn't document here. Code that expects JSON can't read a \
        page or a file. JSON under another name is still judged.
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
        The body of \(message) claims to be JSON but isn't valid by RFC 8259: it is cut short, has an extra comma, or text \
        before or after it. The line and column of the first mistake are named. If each line is a separate JSON text, the \
        numbers of the faulty lines are given, and the others are judged.
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
        There is a body in \(message) where the contract has none. Most readers ignore it, but it suggests that the two \
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
        An object of the body has one member twice. RFC 8259 doesn't say which of them counts: Swift's decoder, a browser and \
        a proxy may each read a different one, so one of them may check what another doesn't see. Here the last one is judged.
        """,
        example: """
          {"success": true, "data": {"id": 7, "id": 8}}
          """),
      cutOff: RuleExplanation(
        """
        A stream of events ends in the middle of one: within a line, or without the empty line after it. A client that follows \
        the standard discards such an event. Either the server broke off, or a capture lacks the end. An event whose last line \
        is complete is judged anyway.
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
        A header that the contract requires of \(message) is absent. For a request this includes the credentials that the \
        endpoint asks for; their values are never shown.
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
        \(message.atStart) has a header that is neither in the contract nor one of those that servers, clients and proxies \
        usually add. It may be an undocumented promise. Its value is never shown.
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
        A value in the request's path does not fit its schema, and the server did not say that it found nothing there. \
        Either the caller sends what was not promised to work, or the contract is too narrow.
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
        A query parameter that the contract requires was not sent, and the server did not refuse. The caller relies on \
        leniency that was not promised.
        """,
        example: """
          GET /api/v2/search      q is required
          """),
      invalid: RuleExplanation(
        """
        A query parameter was sent with a value that does not fit its schema, and the server did not refuse.
        """,
        example: """
          GET /api/v2/tickets?page=first      page is an integer
          """),
      undocumented: RuleExplanation(
        """
        A query parameter was sent that the contract does not have. Either the server most likely ignores it, and the caller \
        gets more than it asked for, or the contract lacks it.
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
        A cookie that the contract requires was not sent, and the server did not refuse. The caller relies on leniency that \
        was not promised.
        """,
        example: """
          promised  Cookie: theme=dark
          actual    no cookie theme
          """),
      invalid: RuleExplanation(
        """
        A cookie was sent with a value that does not fit its schema, and the server did not refuse.
        """,
        example: """
          Cookie: theme=pink      theme is one of light, dark
          """),
    ]
  }
}
