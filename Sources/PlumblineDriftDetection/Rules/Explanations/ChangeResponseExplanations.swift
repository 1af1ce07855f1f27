extension ChangeStatusRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        A success may have a status that OLD doesn't promise for the endpoint. Clients that check for known statuses treat \
        it as an error.
        """,
        example: """
          OLD  "success": { "200": … }
          NEW  "success": { "200": …, "202": … }
          """),
      removed: RuleExplanation(
        """
        A success status of OLD is no longer used. Code for that status never runs, which is a warning. If none of OLD's \
        success statuses is left, no call ends as documented, which is breaking.
        """,
        example: """
          OLD  "success": { "200": …, "204": … }
          NEW  "success": { "200": … }
          """),
    ]
  }
}

extension ChangeFailureRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        An endpoint may respond with an error status that OLD doesn't document for it. Clients have no case for it and show \
        a generic error.
        """,
        example: """
          OLD  "errors": ["notFound"]
          NEW  "errors": ["notFound", "conflict"]
          """),
      removed: RuleExplanation(
        """
        An endpoint no longer uses an error status. Code for it never runs; nothing breaks.
        """,
        example: """
          OLD  "errors": ["notFound", "conflict"]
          NEW  "errors": ["notFound"]
          """),
      codeAdded: RuleExplanation(
        """
        An error may have a code that OLD doesn't list for its status, or any code at all. Clients that act on the code \
        have no case for it.
        """,
        example: """
          OLD  "codes": ["INVALID"]
          NEW  "codes": ["INVALID", "TOO_LONG"]
          """),
      codeRemoved: RuleExplanation(
        """
        An error no longer uses one of its codes. Code that handles it never runs; nothing breaks.
        """,
        example: """
          OLD  "codes": ["INVALID", "TOO_LONG"]
          NEW  "codes": ["INVALID"]
          """),
      codeMoved: RuleExplanation(
        """
        The code of an error with its own body has moved within the body, or was removed. Clients no longer find it.
        """,
        example: """
          OLD  "code": "/error/code"
          NEW  "code": "/errors/0/code"
          """),
    ]
  }
}

extension ChangeEnvelopeRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      flagChanged: RuleExplanation(
        """
        The success flag is a different member, or has different values. Clients mistake successes for errors, or errors \
        for successes. If OLD had no flag, it is a notice, since the status still decides.
        """,
        example: """
          OLD  "flag": "success"
          NEW  "flag": "ok"
          """),
      payloadMoved: RuleExplanation(
        """
        The payload of all responses has moved within the envelope. Clients that unwrap it no longer find it.
        """,
        example: """
          OLD  "payload": "data"
          NEW  "payload": "result"
          """),
      payloadAdded: RuleExplanation(
        """
        A response that had no payload, or null, now has one. Clients that expect nothing there may reject it.
        """,
        example: """
          OLD  "payload": false
          NEW  "payload": { "$ref": "#/schemas/Ticket" }
          """),
      payloadRemoved: RuleExplanation(
        """
        A response that had a payload no longer has one: it is absent or null. Clients that read it fail.
        """,
        example: """
          OLD  "payload": { "$ref": "#/schemas/Ticket" }
          NEW  "payload": false
          """),
      errorCodeMoved: RuleExplanation(
        """
        The code of all errors has moved within the envelope, or was removed. Clients that act on it can't distinguish \
        errors.
        """,
        example: """
          OLD  "errorCode": "error"
          NEW  "errorCode": "/error/code"
          """),
      messageMoved: RuleExplanation(
        """
        The human-readable message has moved within the envelope, or was removed. Clients that display it show nothing.
        """,
        example: """
          OLD  "message": "message"
          NEW  "message": "/error/message"
          """),
      detailsMoved: RuleExplanation(
        """
        The details of an error, such as its validation errors, have moved within the envelope, or were removed.
        """,
        example: """
          OLD  "details": "errors"
          NEW  "details": "/error/fields"
          """),
      memberAdded: RuleExplanation(
        """
        A response has an additional member next to its payload, such as pagination. Clients can ignore it.
        """,
        example: """
          OLD  "others": []
          NEW  "others": ["pagination"]
          """),
      memberRemoved: RuleExplanation(
        """
        A member that was promised next to the payload has moved, or was removed. Clients that need it for paging stop \
        after the first page.
        """,
        example: """
          OLD  "others": ["pagination"]
          NEW  "others": []
          """),
    ]
  }
}

extension ChangeHeaderRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        A response has a header field that isn't in OLD. Clients can ignore it.
        """,
        example: """
          OLD  200
          NEW  200, X-Total-Count: 41
          """),
      removed: RuleExplanation(
        """
        A header field of a response was removed. If it was promised, clients that read it fail; if it was optional, it is \
        a warning.
        """,
        example: """
          OLD  201, Location: /notes/7
          NEW  201
          """),
      optional: RuleExplanation(
        """
        A header field was promised and may now be absent. Clients that rely on it fail without it.
        """,
        example: """
          OLD  "Location": { "required": true }
          NEW  "Location": { "required": false }
          """),
    ]
  }
}

extension ChangeResponseBodyRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        A response that had no body now has one. Clients that expect none ignore it, or treat it as an error.
        """,
        example: """
          OLD  204
          NEW  204 becomes a response with a body
          """),
      removed: RuleExplanation(
        """
        A response that had a body no longer has one. Clients that decode it fail.
        """,
        example: """
          OLD  200 { "id": 7 }
          NEW  200 without a body
          """),
      reshaped: RuleExplanation(
        """
        A body that was wrapped in the service's envelope is now bare, or vice versa. Clients look for the payload in the \
        wrong place.
        """,
        example: """
          OLD  { "success": true, "data": { "id": 7 } }
          NEW  { "id": 7 }
          """),
    ]
  }
}
