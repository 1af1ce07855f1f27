extension EndpointRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        The server responds as if the endpoint did not exist: with a 404, 410 or 501 that the contract does not document \
        for it, or with a documented 404 that is not in the service's own shape, such as a framework's page. A 404 in the \
        envelope with a documented code means that an item is missing, not the endpoint, and isn't drift. A 404 alone proves \
        no absence: `verify --server` and `probe` also ask for a nonsense path beside the endpoint, which has to get the same \
        response, and OPTIONS must not list the method; `check` reports no endpoint as missing that another exchange of the \
        capture reached. Ask the server's team whether the endpoint is deployed; if it was dropped, take it out of the \
        contract.
        """,
        example: """
          GET /api/v2/tickets/1042
          404, text/html: <h1>Not Found</h1>
          """),
      methodMissing: RuleExplanation(
        """
        The path exists, but the server rejects the documented method with 405. Its Allow header, if it has one, lists the \
        accepted methods. Clients that call the documented method fail. Correct the contract, or ask for the method to be \
        added.
        """,
        example: """
          PUT /api/v2/tickets/1042
          405, Allow: GET, DELETE
          """),
      moved: RuleExplanation(
        """
        The server says with 301 or 308 that the endpoint has moved permanently, and the contract does not. Clients \
        that follow redirects still work, at the cost of one more request, and may lose their method or their credentials \
        on the way. Put the new path into the contract and the clients.
        """,
        example: """
          GET /api/v1/users
          301, Location: /api/v2/users
          """),
      unavailable: RuleExplanation(
        """
        A gateway reported that the server is unavailable or too slow, with 502, 503, 504 or one of its own statuses, or the \
        server asked to come back later, with 429 and Retry-After. An outage isn't drift: nothing is known about the \
        endpoint's normal response. Run it again once the server is up; if that doesn't help, the server's team can look into \
        the gateway's log.
        """,
        example: """
          GET /api/v2/tickets/1042
          502 Bad Gateway, text/html: <h1>502 Bad Gateway</h1>
          """),
      undocumented: RuleExplanation(
        """
        A request went to a path, or to a method of a path, that no endpoint of the contract has. Either the caller uses \
        something that was never promised, or the contract lacks an endpoint. The nearest endpoint is named, as the cause is \
        often a typo in the path.
        """,
        example: """
          GET /api/v2/ticket/1042
          the contract has GET /api/v2/tickets/{ticket_id}
          """),
      deprecated: RuleExplanation(
        """
        The contract marks the endpoint as deprecated, and it is still called. Nothing is wrong yet. Move callers to the \
        successor that the contract names before the last day.
        """,
        example: """
          "deprecated": {
            "since": "2026-01-01", "sunset": "2027-01-01",
            "successor": "tickets.search"
          }
          """),
      sunsetPassed: RuleExplanation(
        """
        The last day that the contract gives a deprecated endpoint has passed, and it is still called. The server may remove \
        it at any time without breaking a promise. It replaces endpoint.deprecated.
        """,
        example: """
          "deprecated": { "sunset": "2026-06-30" }      called on 2026-11-21
          """),
    ]
  }
}
