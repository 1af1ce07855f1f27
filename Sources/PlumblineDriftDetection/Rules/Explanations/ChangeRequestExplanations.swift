extension ChangeEndpointRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        NEW has an endpoint that OLD doesn't have. No client calls it yet, so nothing breaks. If it replaces another one, \
        name it as the successor in the deprecation of that one.
        """,
        example: """
          OLD  no POST /api/v2/tickets/search
          NEW  POST /api/v2/tickets/search
          """),
      removed: RuleExplanation(
        """
        An endpoint of OLD is gone from NEW, so every call of it fails. After the last day that its deprecation named it \
        is a notice. Deprecate it with a last day and a successor first.
        """,
        example: """
          OLD  "sunset": "2027-01-01"
          NEW  the endpoint is gone on 2026-11-21
          """),
      moved: RuleExplanation(
        """
        An endpoint has another method or path; it is recognised by its id. Clients that call it as before fail. Keep the old \
        path next to the new one until clients have moved. The names of path parameters don't matter.
        """,
        example: """
          OLD  tickets.update is PUT /api/v1/tickets/{id}
          NEW  tickets.update is PATCH /api/v2/tickets/{id}
          """),
      renamed: RuleExplanation(
        """
        A method and path have another id in NEW. Requests don't contain the id, so no client breaks. Recordings, waivers and \
        calls refer to it and have to be renamed, too.
        """,
        example: """
          OLD  PUT /tickets/{id} is tickets.update
          NEW  PUT /tickets/{id} is tickets.edit
          """),
      conditionChanged: RuleExplanation(
        """
        Several endpoints with the same method and path are distinguished by a condition, and it has changed for this one. \
        Requests that went to this endpoint now go to another one, or to none.
        """,
        example: """
          OLD  "when": { "header.x-target": { "const": "List" } }
          NEW  "when": { "header.x-target": { "const": "ListAll" } }
          """),
      deprecated: RuleExplanation(
        """
        An endpoint is deprecated in NEW and wasn't in OLD. Nothing is wrong yet. Move callers to the successor before the \
        last day.
        """,
        example: """
          OLD  nothing
          NEW  "deprecated": { "sunset": "2027-01-01" }
          """),
      reactivated: RuleExplanation(
        """
        An endpoint that was deprecated in OLD is no longer deprecated in NEW. Nothing breaks, but clients may have moved away \
        for nothing.
        """,
        example: """
          OLD  "deprecated": {}
          NEW  nothing
          """),
      sunsetChanged: RuleExplanation(
        """
        The last day of a deprecated endpoint is earlier than in OLD, or is gone. Clients that planned for it have less time. \
        A first last day is a notice; a later one breaks no promise and isn't reported.
        """,
        example: """
          OLD  "sunset": "2027-06-30"
          NEW  "sunset": "2027-01-01"
          """),
      standingChanged: RuleExplanation(
        """
        The standing of an endpoint has changed: documented, unconfirmed or assumed. No message changes, but the weight of \
        its findings does.
        """,
        example: """
          OLD  "standing": "unconfirmed"
          NEW  "standing": "documented"
          """),
      batchChanged: RuleExplanation(
        """
        An endpoint that takes several requests in one body expects them in another place, puts the responses in another \
        place, or takes another number of them. The body's schema is compared separately; this is about what a schema can't \
        express.
        """,
        example: """
          OLD  "requests": "body#/requests"
          NEW  "requests": "body#/operations"
          """),
      idempotencyAdded: RuleExplanation(
        """
        In NEW a request with the idempotency key of an earlier one gets that one's response. Clients may repeat a \
        request that got no response; those that use a key twice for different things get an error.
        """,
        example: """
          NEW  "idempotency": "header.Idempotency-Key"
          """),
      idempotencyRemoved: RuleExplanation(
        """
        In OLD a request with the idempotency key of an earlier one got that one's response; in NEW the key has no effect, or \
        another header field carries it. Clients that repeat a request without a response create two items, or pay twice.
        """,
        example: """
          OLD  "idempotency": "header.Idempotency-Key"
          NEW  "idempotency": "header.X-Request-Id"
          """),
    ]
  }
}

extension ChangeParameterRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        A request may have a new parameter. It is optional, so nothing breaks.
        """,
        example: """
          OLD  GET /tickets
          NEW  GET /tickets?sort=…
          """),
      required: RuleExplanation(
        """
        A request without a parameter was valid and is now refused: the parameter is new and required, or it was optional. \
        Clients that don't send it break. Leave it optional, with a default.
        """,
        example: """
          OLD  q is optional
          NEW  "required": { "query": ["q"] }
          """),
      optional: RuleExplanation(
        """
        A parameter that was required is now optional. Clients that send it work as before.
        """,
        example: """
          OLD  "required": { "query": ["q"] }
          NEW  q is optional
          """),
      removed: RuleExplanation(
        """
        NEW doesn't know a parameter that OLD has. Most servers ignore unknown parameters, so the request succeeds but \
        does something else: a list is unfiltered.
        """,
        example: """
          OLD  GET /tickets?status=…
          NEW  GET /tickets
          """),
      moved: RuleExplanation(
        """
        A parameter has moved to another part of the request: a query parameter has become a header field or a cookie. \
        What clients send as before is ignored.
        """,
        example: """
          OLD  GET /tickets?tenant=7
          NEW  X-Tenant is tenant: 7
          """),
      styleChanged: RuleExplanation(
        """
        A value with several parts is serialized differently, by style, explode, or as JSON. The server misreads what clients \
        send.
        """,
        example: """
          OLD  ?tag=a&tag=b
          NEW  ?tag=a,b
          """),
      defaultChanged: RuleExplanation(
        """
        A request without the parameter means something else, because its default has changed. No request is refused, but \
        clients get different responses.
        """,
        example: """
          OLD  "default": 20
          NEW  "default": 100
          """),
      deprecationChanged: .deprecation(of: "parameter", advice: "stop sending it in time."),
      sunsetChanged: .sunset(of: "parameter", for: "Clients"),
    ]
  }
}

extension ChangeRequestBodyRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        A request that had no body may have one. It is optional, so clients need no change.
        """,
        example: """
          OLD  POST /tickets/{id}/close has no body
          NEW  POST /tickets/{id}/close may have a body
          """),
      required: RuleExplanation(
        """
        A request without a body was valid and is now refused: the body is new and required, or it was optional. Clients that \
        don't send one break.
        """,
        example: """
          OLD  "required": { "body": false }
          NEW  the body is required
          """),
      optional: RuleExplanation(
        """
        A body that was required is now optional. Clients that send one work as before.
        """,
        example: """
          OLD  the body is required
          NEW  the body is optional
          """),
      removed: RuleExplanation(
        """
        A request that had a body has none in NEW. The server ignores what clients send, or refuses the request.
        """,
        example: """
          OLD  POST /tickets { "subject": "Dock" }
          NEW  POST /tickets without a body
          """),
    ]
  }
}

extension RuleExplanation {
  /// Returns the explanation of a part's deprecation.
  static func deprecation(of part: String, advice: String) -> RuleExplanation {
    RuleExplanation(
      """
      A \(part) is deprecated in NEW and wasn't in OLD, or the other way round. Nothing breaks yet; \(advice)
      """,
      example: """
        OLD  nothing
        NEW  "deprecated": true
        """)
  }

  /// Returns the explanation of a last day that is another.
  ///
  /// - Parameter users: the clients that planned for it, at the beginning of a sentence.
  static func sunset(of part: String, for users: String) -> RuleExplanation {
    RuleExplanation(
      """
      The last day of a deprecated \(part) (x-sunset) is earlier than in OLD, or is gone. \(users) that planned for it \
      have less time. A first last day is a notice; a later one isn't reported.
      """,
      example: """
        OLD  "x-sunset": "2027-06-30"
        NEW  "x-sunset": "2027-01-01"
        """)
  }
}
