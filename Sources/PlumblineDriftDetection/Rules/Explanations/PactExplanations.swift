extension ConsumerRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      status: RuleExplanation(
        """
        The provider answers a request of a consumer's pact with another status. The consumer takes another path than the \
        one that its tests cover. If the state of the interaction was not set up at the provider, set it up first, for example \
        by --states-url.
        """,
        example: """
          pact      "tickets.get: reads a ticket" expects 200
          provider  404
          """),
      header: RuleExplanation(
        """
        A header field that a consumer's pact expects is missing from the response, or its value is not equal and fits no \
        matching rule of the pact.
        """,
        example: """
          pact      Content-Type: application/json
          provider  Content-Type: text/plain
          """),
      body: RuleExplanation(
        """
        The body of the response lacks a value that a consumer's pact expects, or has one that is not equal and fits no \
        matching rule of the pact. The consumer needs it. What the provider returns beyond the pact is never a finding. Keep \
        the value, or agree on another pact with the consumer.
        """,
        example: """
          pact      $.data.id is an integer
          provider  { "data": { "id": "17" } }
          """),
      unverified: RuleExplanation(
        """
        An interaction, or a part of one, was not compared with the pact: it is a message, described by a plugin or by a \
        matcher that is not known here, its request cannot be sent, or its state could not be set up. The provider may keep it \
        or not. Verify it by another tool, or waive the finding.
        """,
        example: """
          "type": "Asynchronous/Messages"      a message, which nothing sends
          """),
    ]
  }
}

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
