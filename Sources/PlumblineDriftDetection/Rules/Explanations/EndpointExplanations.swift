extension EndpointRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        The server responds as if the endpoint didn't exist: with a 404, 410 or 501 that the contract doesn't document for \
        it, or with a documented 404 that isn't in the service's own format, such as a framework's page. A 404 in the \
        envelope with a documented code means that an item is missing, not the endpoint, and isn't drift. A 404 alone \
        proves nothing: `verify --server` and `probe` also request a nonsense path next to the endpoint, which must get the \
        same response, and OPTIONS must not list the method. `check` doesn't report an endpoint as missing if another \
        exchange in the capture reached it. Ask the server's team whether the endpoint is deployed; if it was dropped, \
        remove it from the contract.
        """,
        example: """
          GET /api/v2/tickets/1042
          404, text/html: <h1>Not Found</h1>
          """),
      methodMissing: RuleExplanation(
        """
        The path exists, but the server rejects the documented method with 405. The Allow header, if present, lists the \
        accepted methods. Clients that use the documented method fail. Correct the contract, or ask the server's team to \
        add the method.
        """,
        example: """
          PUT /api/v2/tickets/1042
          405, Allow: GET, DELETE
          """),
      moved: RuleExplanation(
        """
        The server says with a 301 or 308 that the endpoint has moved permanently, but the contract doesn't. Clients that \
        follow redirects still work, at the cost of an extra request, but may lose their method or credentials along the \
        way. Update the path in the contract and in the clients.
        """,
        example: """
          GET /api/v1/users
          301, Location: /api/v2/users
          """),
      unavailable: RuleExplanation(
        """
        A gateway reported that the server is unavailable or too slow, with 502, 503, 504 or one of its own statuses, or \
        the server asked clients to try again later, with 429 and Retry-After. An outage isn't drift: it says nothing about \
        the endpoint's normal response. Try again once the server is up; if that doesn't help, ask the server's team to \
        check the gateway's logs.
        """,
        example: """
          GET /api/v2/tickets/1042
          502 Bad Gateway, text/html: <h1>502 Bad Gateway</h1>
          """),
      undocumented: RuleExplanation(
        """
        A request was sent with a path or method that no endpoint of the contract has. Either the caller uses something \
        that was never promised, or the contract lacks an endpoint. The closest endpoint is named, since the cause is often \
        a typo in the path.
        """,
        example: """
          GET /api/v2/ticket/1042
          the contract has GET /api/v2/tickets/{ticket_id}
          """),
      deprecated: RuleExplanation(
        """
        The contract marks the endpoint as deprecated, but it is still called. Nothing is wrong yet. Before the last day, \
        move callers to the successor that the contract names.
        """,
        example: """
          "deprecated": {
            "since": "2026-01-01", "sunset": "2027-01-01",
            "successor": "tickets.search"
          }
          """),
      sunsetPassed: RuleExplanation(
        """
        The last day of a deprecated endpoint, as documented in the contract, has passed, but it is still called. The \
        server may remove it at any time without breaking a promise. This rule replaces endpoint.deprecated.
        """,
        example: """
          "deprecated": { "sunset": "2026-06-30" }      called on 2026-11-21
          """),
    ]
  }
}
