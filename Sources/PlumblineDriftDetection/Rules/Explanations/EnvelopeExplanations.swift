extension EnvelopeRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        The body is JSON, but nothing of the envelope is there: neither its flag nor the slot of the payload or the error \
        code. Often the payload came bare, or a failure is a framework's. \
        No client that opens the envelope can read it. What is inside is not judged \
        field by field, as one cause is one finding.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          came      { "id": 7 }
          """),
      flagMissing: RuleExplanation(
        """
        The envelope is there, but the flag that says whether the request succeeded is not, or it has another spelling. \
        Clients that look at the flag take the answer for a failure, or can't decode it.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          came      { "data": { "id": 7 } }
          """),
      flagType: RuleExplanation(
        """
        The flag is there and is of another type: no boolean, where it is one. Strict clients can't decode it, and lenient ones may take "false" for true.
        """,
        example: """
          promised  { "success": true, … }
          came      { "success": "yes", … }
          """),
      flagUndocumented: RuleExplanation(
        """
        The flag has a value that is neither of those which say that the request succeeded nor of those which say that it \
        failed. Clients take the answer for one of the two, depending on how they test it. If the value is intended, add \
        it to the flag's success or failure.
        """,
        example: """
          "status": "partial"      the contract has success and error
          """),
      payloadMissing: RuleExplanation(
        """
        A success came whose payload is absent, or null where the contract promises a value. Clients have nothing to \
        decode.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          came      { "success": true, "data": null }
          """),
      payloadMisplaced: RuleExplanation(
        """
        The payload came, but not in its slot: under another name, with its members beside the flag, or one level deeper. \
        It is one finding, not a missing payload and unknown members. Anything else wrong with the payload is reported at \
        its actual place.
        """,
        example: """
          promised  { "success": true, "data": { "id": 7 } }
          came      { "success": true, "ticket": { "id": 7 } }
          """),
      errorCodeMissing: RuleExplanation(
        """
        A failure came without a code, or with null for it. Clients can tell people that something failed, but not what, \
        and can't act on it.
        """,
        example: """
          promised  { "success": false, "error": "NOT_FOUND", "message": "…" }
          came      { "success": false, "message": "…" }
          """),
      errorCodeUndocumented: RuleExplanation(
        """
        A failure names a code that the contract does not have for its status. Clients that distinguish codes fall back to \
        their default. Each unknown code is a finding of its own. If the code is intended, add it to the failure.
        """,
        example: """
          404 with "error": "TICKET_GONE"      the contract has NOT_FOUND
          """),
      messageMissing: RuleExplanation(
        """
        A failure came without its sentence for people, or with null for it. Clients that show the sentence show nothing, \
        or can't decode the failure where they require it.
        """,
        example: """
          promised  { "success": false, "error": "NOT_FOUND", "message": "…" }
          came      { "success": false, "error": "NOT_FOUND" }
          """),
    ]
  }
}
