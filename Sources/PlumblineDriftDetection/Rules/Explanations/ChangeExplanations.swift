extension ChangeRules {
  /// The explanation of each rule of the family.
  var explanations: [Rule: RuleExplanation] {
    let groups = [
      service.explanations, endpoint.explanations, request.parameter.explanations, request.body.explanations,
      request.mediaType.explanationsOfRequests, request.field.explanationsOfRequests, response.status.explanations,
      response.failure.explanations, response.envelope.explanations, response.header.explanations,
      response.mediaType.explanationsOfAnswers, response.body.explanations, response.field.explanationsOfAnswers,
      access.explanations, webhook.explanationsOfWebhooks, callback.explanationsOfCallbacks, server.explanations,
      state.explanations, link.explanations, pact.explanations,
    ]
    return Dictionary(groups.joined().map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}

extension ChangeMediaTypeRules {
  /// The explanation of each rule for requests.
  var explanationsOfRequests: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        A request's body may have one more media type. Clients that send the others work as before.
        """,
        example: """
          OLD  application/json
          NEW  application/json, multipart/form-data
          """),
      removed: RuleExplanation(
        """
        A request's body may no longer have a media type. Clients that send it are rejected, usually with 415.
        """,
        example: """
          OLD  application/json, application/xml
          NEW  application/json
          """),
    ]
  }
}

extension ChangeMediaTypeRules {
  /// The explanation of each rule for responses.
  var explanationsOfAnswers: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        A response may have one more media type. Clients that send Accept get what they got before; clients that don't may get \
        the new one.
        """,
        example: """
          OLD  application/json
          NEW  application/json, text/csv
          """),
      removed: RuleExplanation(
        """
        No response has a media type that OLD promises any longer. Clients that ask for it get another one, or 406.
        """,
        example: """
          OLD  application/json, text/csv
          NEW  application/json
          """),
    ]
  }
}
