extension ClientRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      callFailed: RuleExplanation(
        """
        A call of the suite didn't have the expected result, and no drift in its responses explains why: the server \
        rejected what the contract allows, accepted what it must reject, or the client returned no result in time. The \
        message contains the request, the status and the server's error message.
        """,
        example: """
          GET /api/v2/tickets/1042   a success was expected
          404 "Ticket not found"
          """),
      crashed: RuleExplanation(
        """
        The client's code terminated its process: it force-unwrapped nil, used an index out of range, or failed a \
        precondition. In an app, the user sees a crash. The finding includes the call, its response, the signal and the \
        runtime's last output; the other calls continue. A client must decode every response that the contract allows, and \
        treat any other as an error.
        """,
        example: """
          contract  "items": a list, which may be empty
          client    page.items.first!
          crashed with SIGILL (Fatal error: Unexpectedly found nil …)
          """),
      cannotDecode: RuleExplanation(
        """
        The response conforms to the contract, but the client can't decode it: server and contract agree, but the client's \
        types don't match. The finding names the coding path. Correct the client's model.
        """,
        example: """
          contract  "queue_id": integer or null
          client    let queueID: Int
          """),
      stricterThanContract: RuleExplanation(
        """
        The client rejects something that the contract allows: null, a missing optional field, an additional member, a new \
        enum value. Today's server may never send it, but the day it does, the client breaks.
        """,
        example: """
          contract  "priority" is optional
          client    fails without it
          """),
      swallowedError: RuleExplanation(
        """
        The server reported a failure in its status or envelope, but the client reported success. Users believe that \
        something was done that wasn't.
        """,
        example: """
          200 { "success": false, "error": "FORBIDDEN", … }      the client returned
          """),
      wrongError: RuleExplanation(
        """
        The client reports a different kind of error than the server did. Code that depends on the kind, such as showing \
        the login screen, does the wrong thing. For a failed call, `client.call-failed` already says so.
        """,
        example: """
          404 NOT_FOUND      the client threw a network error
          """),
      ignoresField: RuleExplanation(
        """
        The client never uses a field that the contract promises. Nothing breaks, but it may be an oversight.
        """,
        example: """
          contract  "custom_status"
          client    no such property
          """),
      missesPages: RuleExplanation(
        """
        The response says that another page follows, but the client neither requests it nor tells its caller about it, so \
        the items on the other pages are missing. Request pages until none follows, or also return the page's cursor. If a \
        method intentionally returns only the first page, waive the finding.
        """,
        example: """
          "has_more": true, 10 orders       one request, and 10 orders
          """),
      repeatsUnsafely: RuleExplanation(
        """
        After a failure, the client retries a POST in a way that the server can't recognize as a retry: without an \
        idempotency key, with another key, or with another body. If the first request was carried out, its effect is \
        doubled. Send the same key and the same body, or don't retry. If the contract has no such key, it is a warning.
        """,
        example: """
          503      POST /orders   Idempotency-Key: 7c1e
          then     POST /orders   Idempotency-Key: 90ab
          """),
      leaksCredential: RuleExplanation(
        """
        A response redirects to another host, and the client sends its token, key or cookie there. That host can then act \
        as the user. Don't follow redirects from an API, or drop credentials when the origin changes. URLSession drops \
        Authorization on Apple platforms but keeps it on Linux; it keeps other header fields on all platforms.
        """,
        example: """
          302  Location: https://cdn.example/export.csv
          GET  https://cdn.example/export.csv   Authorization: Bearer …
          """),
    ]
  }
}

extension WaiverRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      expired: RuleExplanation(
        """
        A waiver's last day has passed, so the findings that it waived count again. Have the drift fixed, or extend the \
        waiver and give a reason.
        """,
        example: """
          { "fingerprint": "…", "reason": "Fixed in 4.2", "until": "2026-10-31" }
          """),
      unused: RuleExplanation(
        """
        A waiver matched no finding although the run covered everything that it applies to. The drift is gone: remove the \
        waiver before it hides new drift. This isn't reported for partial runs, with --only or with skipped calls.
        """,
        example: """
          { "rule": "response.field.*", "endpoint": "tickets.get", "reason": "…" }
          no such drift
          """),
    ]
  }
}
