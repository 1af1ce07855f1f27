extension TransportRules {
  /// The meaning of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      bodyOfNoContent: RuleExplanation(
        """
        An answer says 204, and that a body follows. A 204 has none (RFC 9110 section 15.3.5): clients stop reading at its \
        head, and take what follows for the beginning of the next answer on the same connection.
        """,
        example: """
          DELETE /api/v1/favorites/123
          204 Content-Length: 15
          """),
      contentTypeRepeated: RuleExplanation(
        """
        An answer has two Content-Type fields, or two types in one. It may have one (RFC 9110 section 8.3): some clients take \
        the first, some the last, and some neither.
        """,
        example: """
          GET /api/v1/listings
          200 Content-Type: application/json
              Content-Type: text/html
          """),
      contentTypeMissing: RuleExplanation(
        """
        An answer has a body and no Content-Type, so that it doesn't say what the body is (RFC 9110 section 8.3). Clients \
        guess: browsers save it as a file or show it as HTML, and many a library leaves JSON undecoded.
        """,
        example: """
          GET /api/v1/listings
          200 Content-Length: 5127
          """),
      redirectLosesRequest: RuleExplanation(
        """
        A POST was redirected by 301 or 302 to its own path with or without a slash at the end, which the contract doesn't \
        have there: clients then send a GET without the body (RFC 9110 section 15.4). The data is lost, and the response \
        looks like a success. 307 and 308 keep the method and the body.
        """,
        example: """
          POST /api/v2/customers    301 Location: /api/v2/customers/
          GET /api/v2/customers/    200
          """),
      headFails: RuleExplanation(
        """
        HEAD fails where GET with the same path succeeds: with 404, a server's error, a 405 whose Allow names HEAD, or no \
        answer at all. Caches, monitors and download managers use HEAD and take the resource for gone. If every list \
        answers with 404 it is a notice, since the server may have no HEAD; a 405 or 501 isn't reported.
        """,
        example: """
          GET /api/v1/listings    200
          HEAD /api/v1/listings   500
          """),
      optionsFails: RuleExplanation(
        """
        OPTIONS ends in a server's error or a 405 whose Allow names it, or gets no answer, where GET with the same path \
        succeeds. Browsers send OPTIONS before a cross-origin call, and then don't make the call. A server that refuses \
        OPTIONS isn't reported.
        """,
        example: """
          GET /api/v1/listings       200
          OPTIONS /api/v1/listings   500
          """),
    ]
  }
}
