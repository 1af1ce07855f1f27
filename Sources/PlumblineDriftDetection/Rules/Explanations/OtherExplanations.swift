extension ClientRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      callFailed: RuleExplanation(
        """
        A call of the suite didn't come to what it had to come to, and no drift of its answers says why: the server refused \
        what the contract allows, took what it has to refuse, or the client had no result in time. The message names the \
        request, the status and what the server said.
        """,
        example: """
          GET /api/v2/tickets/1042   a success was expected
          404 "Ticket not found"
          """),
      crashed: RuleExplanation(
        """
        The client's code ended its process: a force unwrap of nil, an index out of range, a failed precondition. In an app \
        that is a crash for the user. The call, the answer that it got, the signal and the runtime's last words are named; \
        the other calls run on. An answer that the contract allows must decode, and one that it doesn't must be an error.
        """,
        example: """
          contract  "items": a list, which may be empty
          client    page.items.first!
          crashed with SIGILL (Fatal error: Unexpectedly found nil …)
          """),
      cannotDecode: RuleExplanation(
        """
        The answer keeps the contract, and the client can't decode it: server and contract agree, the client's types \
        don't. The coding path is named. Correct the client's model.
        """,
        example: """
          contract  "queue_id": integer or null
          client    let queueID: Int
          """),
      stricterThanContract: RuleExplanation(
        """
        The client refuses what the contract allows: null, an absent optional field, one more member, a value that was \
        added to a list. Today's server may never send it; the day it does, the client breaks.
        """,
        example: """
          contract  "priority" is optional
          client    fails without it
          """),
      swallowedError: RuleExplanation(
        """
        The server refused, by its status or its envelope, and the client reported success. People believe that \
        something was done that was not.
        """,
        example: """
          200 { "success": false, "error": "FORBIDDEN", … }      the client returned
          """),
      wrongError: RuleExplanation(
        """
        The client reports another kind of error than the server named. Code that acts on the kind, such as showing the \
        login again, does the wrong thing. Of a call that failed, `client.call-failed` says so itself.
        """,
        example: """
          404 NOT_FOUND      the client threw a network error
          """),
      ignoresField: RuleExplanation(
        """
        The client has no use for a field that the contract promises. Nothing breaks; it may be an oversight.
        """,
        example: """
          contract  "custom_status"
          client    no such property
          """),
      missesPages: RuleExplanation(
        """
        The answer says that another page follows, and the client neither asks for it nor shows its caller that there is one: \
        what is on the other pages is missing. Ask for the next page until none follows, or return the page with its sign. A \
        method that means to give the first page alone can be waived.
        """,
        example: """
          "has_more": true, 10 orders       one request, and 10 orders
          """),
      repeatsUnsafely: RuleExplanation(
        """
        The client sends a POST again after a failure so that the server can't know that it is the same: without an \
        idempotency key, with another key, or with another body. The first one may have been carried out, and then there are \
        two. Send the same key and the same body, or don't repeat it. Where the contract has no such key it is a warning.
        """,
        example: """
          503      POST /orders   Idempotency-Key: 7c1e
          then     POST /orders   Idempotency-Key: 90ab
          """),
      leaksCredential: RuleExplanation(
        """
        An answer redirects to another host, and the client sends it its token, key or cookie. With it that host can act as \
        the user. Don't follow redirects of an API, or drop credentials where the origin changes. URLSession drops \
        Authorization on Apple platforms and keeps it on Linux; other header fields go along everywhere.
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
        A waiver's last day has passed, so what it excused counts again. Have the drift removed, or give the waiver another \
        day and a reason for it.
        """,
        example: """
          { "fingerprint": "…", "reason": "Fixed in 4.2", "until": "2026-10-31" }
          """),
      unused: RuleExplanation(
        """
        A waiver excused nothing although the run looked at everything that it could have excused. Its drift is gone: take \
        the waiver out, so that it doesn't hide the next one. It isn't said of runs that left something out, by --only or \
        because calls were skipped.
        """,
        example: """
          { "rule": "response.field.*", "endpoint": "tickets.get", "reason": "…" }
          no such drift
          """),
    ]
  }
}
