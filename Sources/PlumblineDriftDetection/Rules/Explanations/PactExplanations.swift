extension ChangePactRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      requestRefused: RuleExplanation(
        """
        A consumer sends a request that the contract doesn't allow: it has no such endpoint, or a parameter or the body \
        isn't as it says. A provider that keeps the contract may refuse it. Correct the consumer, or document what the \
        provider takes.
        """,
        example: """
          pact      GET /tickets?state=OPEN
          contract  "query": { "status": … }
          """),
      notPromised: RuleExplanation(
        """
        A consumer needs something of a response that the contract doesn't promise: a status, a member that is optional or \
        unknown, another type, a text of another form. The example is a response that keeps the contract and breaks the \
        pact. Promise it in the contract, or let the consumer do without it.
        """,
        example: """
          pact      "body": { "updated_at": "2026-11-19" }
          contract  "properties": { "updated_at": … }, "required": ["id"]
          """),
      notCompared: RuleExplanation(
        """
        A part of a pact can't be compared with the contract: a message, an interaction of a plugin, a matching rule that \
        no schema says, a body that isn't JSON. Neither is it called right. Verify the provider with the pact to find out.
        """,
        example: """
          pact      "$.tags": { "matchers": [{ "match": "arrayContains", … }] }
          """),
    ]
  }
}
