extension ClientRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      callFailed: RuleExplanation(
        """
        A call of the suite didn't have the expected result, and no drift of its responses explains it: the server rejected \
        what the contract allows, accepted what it has to reject, or the client had no result in time. The message names the \
        request, the status and the server's words.
        """,
        example: """
          GET /api/v2/tickets/1042   a success was expected
          404 "Ticket not found"
          """),
      crashed: RuleExplanation(
        """
        The client's code ended its process: a force unwrap of nil, an index out of range, a failed precondition. In an app \
        that is a crash for the user. The call, its response, the signal and the runtime's last output are named; the other \
        calls continue. A response that the contract allows must decode, and any other must be an error.
        """,
        example: """
          contract  "items": a list, which may be empty
          client    page.items.first!
          crashed with SIGILL (Fatal error: Unexpectedly found nil …)
          """),
      cannotDecode: RuleExplanation(
        """
        The response conforms to the contract, but the client can't decode it: server and contract agree, the client's types \
        don't. The coding path is named. Correct the client's model.
        """,
        example: """
          contract  "queue_id": integer or null
          client    let queueID: Int
          """),
      stricterThanContract: RuleExplanation(
        """
        The client rejects something that the contract allows: null, an absent optional field, an additional member, a new \
        value of an enum. Today's server may never send it; the day it does, the client breaks.
        """,
        example: """
          contract  "priority" is optional
          client    fails without it
          """),
      swallowedError: RuleExplanation(
        """
        The server refused, by its status or its envelope, but the client reported success. Users believe that something was \
        done that wasn't.
        """,
        example: """
          200 { "success": false, "error": "FORBIDDEN", … }      the client returned
          """),
      wrongError: RuleExplanation(
        """
        The client reports a different kind of error than the server did. Code that depends on the kind, such as showing the \
        login again, does the wrong thing. For a failed call, `client.call-failed` says so itself.
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
        The response says that another page follows, but the client neither requests it nor tells its caller that there is \
        one: the items on the other pages are missing. Request the next page until none follows, or return the page's cursor \
        as well. A method that intentionally returns only the first page can be waived.
        """,
        example: """
          "has_more": true, 10 orders       one request, and 10 orders
          """),
      repeatsUnsafely: RuleExplanation(
        """
        The client repeats a POST after a failure in a way that the server can't recognize: without an idempotency key, with \
        another key, or with another body. If the first one was carried out, there are two. Send the same key and the same \
        body, or don't repeat it. If the contract has no such key, it is a warning.
        """,
        example: """
          503      POST /orders   Idempotency-Key: 7c1e
          then     POST /orders   Idempotency-Key: 90ab
          """),
      leaksCredential: RuleExplanation(
        """
        A response redirects to another host, and the client sends its token, key or cookie there. That host can then act as \
        the user. Don't follow redirects of an API, or drop credentials when the origin changes. URLSession drops \
        Authorization on Apple platforms and keeps it on Linux; it keeps other header fields everywhere.
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
        A waiver's last day has passed, so what it excused counts again. Have the drift fixed, or extend the waiver and give a \
        reason.
        """,
        example: """
          { "fingerprint": "…", "reason": "Fixed in 4.2", "until": "2026-10-31" }
          """),
      unused: RuleExplanation(
        """
        A waiver excused nothing although the run looked at everything that it could have excused. The drift is gone: remove \
        the waiver, so that it doesn't hide new drift. It isn't reported for runs that left something out, by --only or \
        because calls were skipped.
        """,
        example: """
          { "rule": "response.field.*", "endpoint": "tickets.get", "reason": "…" }
          no such drift
          """),
    ]
  }
}
