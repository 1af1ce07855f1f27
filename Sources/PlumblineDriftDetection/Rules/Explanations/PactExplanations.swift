extension ConsumerRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      status: RuleExplanation(
        """
        The provider responds to a request from a consumer's pact with a different status, so the consumer takes a code \
        path that its tests don't cover. If the interaction's provider state wasn't set up, set it up first, for example \
        with --states-url.
        """,
        example: """
          pact      "tickets.get: reads a ticket" expects 200
          provider  404
          """),
      header: RuleExplanation(
        """
        A header field that a consumer's pact expects is missing from the response, or its value neither equals the \
        expected one nor satisfies the pact's matching rules.
        """,
        example: """
          pact      Content-Type: application/json
          provider  Content-Type: text/plain
          """),
      body: RuleExplanation(
        """
        The body of the response lacks a value that a consumer's pact expects, or has one that neither equals the expected \
        value nor satisfies the pact's matching rules. The consumer depends on it. Anything that the provider returns \
        beyond the pact is never a finding. Restore the value, or agree on a new pact with the consumer.
        """,
        example: """
          pact      $.data.id is an integer
          provider  { "data": { "id": "17" } }
          """),
      unverified: RuleExplanation(
        """
        An interaction, or a part of one, couldn't be verified: it is a message, is described by a plugin or an unknown \
        matcher, its request can't be sent, or its provider state couldn't be set up. Whether the provider honors it is \
        unknown. Verify it with another tool, or waive the finding.
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
        A consumer sends a request that the contract doesn't allow: the contract has no such endpoint, or a parameter or the \
        body doesn't match it. A provider that follows the contract may reject it. Correct the consumer, or document what the \
        provider accepts.
        """,
        example: """
          pact      GET /tickets?state=OPEN
          contract  "query": { "status": … }
          """),
      notPromised: RuleExplanation(
        """
        A consumer needs something from a response that the contract doesn't promise: a status, a member that is optional \
        or unknown, another type, a string in another format. The example is a response that conforms to the contract and \
        breaks the pact. Add it to the contract, or change the consumer so that it doesn't need it.
        """,
        example: """
          pact      "body": { "updated_at": "2026-11-19" }
          contract  "properties": { "updated_at": … }, "required": ["id"]
          """),
      notCompared: RuleExplanation(
        """
        A part of a pact can't be compared with the contract: a message, an interaction described by a plugin, a matching \
        rule that schemas can't express, a body that isn't JSON. It isn't reported as correct either. To find out, verify \
        the provider against the pact.
        """,
        example: """
          pact      "$.tags": { "matchers": [{ "match": "arrayContains", … }] }
          """),
    ]
  }
}
