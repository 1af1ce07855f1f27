extension EnvelopeRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        The body is JSON, but without the envelope: the flag and the slot for the payload or the error code are missing. \
        Often the payload isn't wrapped, or a framework sent its own error. Clients that expect the envelope can't read it. \
        The content isn't checked field by field, since one cause is one finding.
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
        The flag has a value that the contract lists for neither success nor failure. Clients treat the response as one or \
        the other, depending on how they test the flag. If the value is intended, add it to the flag's success or failure.
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
        The payload is not in its slot but elsewhere: under another name, with its members next to the flag, or one level \
        deeper. This is one finding instead of a missing payload and unknown members. Any other faults of the payload are \
        reported at its actual location.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          actual    { "success": true, "ticket": { "id": 7 } }
          """),
      errorCodeMissing: RuleExplanation(
        """
        An error response has no code, or its code is null. Clients can report that something failed, but not what, and \
        can't act on it.
        """,
        example: """
          promised  { "success": false, "error": "NOT_FOUND", "message": "…" }
          actual    { "success": false, "message": "…" }
          """),
      errorCodeUndocumented: RuleExplanation(
        """
        An error response has a code that the contract doesn't list for its status. Clients that distinguish codes fall \
        back to their default. Each unknown code is a separate finding. If the code is intended, add it to the error in the \
        contract.
        """,
        example: """
          404 with "error": "TICKET_GONE"      the contract has NOT_FOUND
          """),
      messageMissing: RuleExplanation(
        """
        An error response has no message, or its message is null. Clients that display it show nothing, or can't decode the \
        error if they require a message.
        """,
        example: """
          promised  { "success": false, "error": "NOT_FOUND", "message": "…" }
          actual    { "success": false, "error": "NOT_FOUND" }
          """),
    ]
  }
}
