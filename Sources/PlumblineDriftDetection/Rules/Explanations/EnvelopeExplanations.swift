extension EnvelopeRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        The body is JSON, but without the envelope: it has neither the flag nor the slot of the payload or the error code. \
        Often the payload isn't wrapped, or a framework sent its own error. No client that expects the envelope can read it. The \
        content isn't judged field by field, as one cause is one finding.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          actual    { "id": 7 }
          """),
      flagMissing: RuleExplanation(
        """
        The envelope lacks the flag that says whether the request succeeded, or spells it differently. \
        Clients that check the flag mistake the response for an error, or can't decode it.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          actual    { "data": { "id": 7 } }
          """),
      flagType: RuleExplanation(
        """
        The flag has the wrong type, such as a string instead of a boolean. Strict clients can't decode \
        it, and lenient ones may read "false" as true.
        """,
        example: """
          promised  { "success": true, … }
          actual    { "success": "yes", … }
          """),
      flagUndocumented: RuleExplanation(
        """
        The flag has a value that the contract lists neither for success nor for failure. Clients treat the response as one of \
        the two, depending on how they test the flag. If the value is intended, add it to the flag's success or failure.
        """,
        example: """
          "status": "partial"      the contract has success and error
          """),
      payloadMissing: RuleExplanation(
        """
        A success response has no payload, or null where the contract promises a value. Clients have nothing to decode.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          actual    { "success": true, "data": null }
          """),
      payloadMisplaced: RuleExplanation(
        """
        The payload came, but not in its slot: under another name, with its members next to the flag, or one level deeper. \
        It is one finding, not a missing payload and unknown members. Anything else wrong with the payload is reported at \
        its actual place.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          actual    { "success": true, "ticket": { "id": 7 } }
          """),
      errorCodeMissing: RuleExplanation(
        """
        An error response has no code, or null as its code. Clients can report that something failed, but not what, and can't \
        act on it.
        """,
        example: """
          promised  { "success": false, "error": "NOT_FOUND", "message": "…" }
          actual    { "success": false, "message": "…" }
          """),
      errorCodeUndocumented: RuleExplanation(
        """
        An error response has a code that the contract doesn't list for its status. Clients that distinguish codes fall back \
        to their default. Each unknown code is a separate finding. If the code is intended, add it to the error.
        """,
        example: """
          404 with "error": "TICKET_GONE"      the contract has NOT_FOUND
          """),
      messageMissing: RuleExplanation(
        """
        An error response has no message, or null as its message. Clients that show the message show nothing, or can't decode \
        the error if they require one.
        """,
        example: """
          promised  { "success": false, "error": "NOT_FOUND", "message": "…" }
          actual    { "success": false, "error": "NOT_FOUND" }
          """),
    ]
  }
}
