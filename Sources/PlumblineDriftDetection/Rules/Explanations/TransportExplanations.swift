extension TransportRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      bodyOfNoContent: RuleExplanation(
        """
        A response with status 204 announces a body, but a 204 can't have one (RFC 9110 section 15.3.5): clients stop \
        reading after the header, and mistake the body for the beginning of the next response on the connection.
        """,
        example: """
          DELETE /api/v1/favorites/123
          204 Content-Length: 15
          """),
      contentTypeRepeated: RuleExplanation(
        """
        A response has two Content-Type fields, or one field with two types. Only one type is allowed (RFC 9110 section \
        8.3): some clients use the first, some the last, and some neither.
        """,
        example: """
          GET /api/v1/listings
          200 Content-Type: application/json
              Content-Type: text/html
          """),
      contentTypeMissing: RuleExplanation(
        """
        A response has a body but no Content-Type, so clients have to guess what the body is (RFC 9110 section 8.3): browsers \
        save it as a file or show it as HTML, and many libraries don't decode JSON.
        """,
        example: """
          GET /api/v1/listings
          200 Content-Length: 5127
          """),
      redirectLosesRequest: RuleExplanation(
        """
        A POST was redirected with 301 or 302 to the same path with or without a trailing slash, which isn't in the \
        contract. Clients then send a GET without the body (RFC 9110 section 15.4): the data is lost, and the response \
        looks like a success. 307 and 308 preserve the method and the body.
        """,
        example: """
          POST /api/v2/customers    301 Location: /api/v2/customers/
          GET /api/v2/customers/    200
          """),
      headFails: RuleExplanation(
        """
        HEAD fails although GET succeeds for the same path: it gets a 404, a server error, a 405 whose Allow lists HEAD, or \
        no response at all. Caches, monitors and download managers use HEAD and conclude that the resource is gone. If \
        every list returns 404, it is a notice, since the server may not implement HEAD; a plain 405 or 501 isn't reported.
        """,
        example: """
          GET /api/v1/listings    200
          HEAD /api/v1/listings   500
          """),
      optionsFails: RuleExplanation(
        """
        OPTIONS fails although GET succeeds for the same path: it gets a server error, a 405 whose Allow lists OPTIONS, or \
        no response. Browsers send OPTIONS before cross-origin calls, and don't make the call if it fails. A server that \
        simply rejects OPTIONS isn't reported.
        """,
        example: """
          GET /api/v1/listings       200
          OPTIONS /api/v1/listings   500
          """),
    ]
  }
}
