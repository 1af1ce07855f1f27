extension ChangeServiceRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        NEW has the contract of a service that OLD doesn't have. No client calls it yet, so nothing breaks.
        """,
        example: """
          OLD  Contracts/truelog
          NEW  Contracts/truelog, Contracts/photoscout
          """),
      removed: RuleExplanation(
        """
        OLD has the contract of a service that NEW doesn't have: nothing about it is promised any longer, and every client \
        fails. If the service was only renamed, pass both folders to compare them.
        """,
        example: """
          OLD  Contracts/truelog, Contracts/photoscout
          NEW  Contracts/truelog
          """),
      notCompared: RuleExplanation(
        """
        A part of an OpenAPI document that contracts can't express, or that can't be read as written, has changed in NEW: \
        the content of a webhook or a callback, a misspelled member, the schema of a body that accepts any content. The \
        change isn't analyzed, so it isn't reported as harmless either. Correct what you can, and review the rest.
        """,
        example: """
          OLD  "response": { "200": { "description": "A ticket" } }
          NEW  "response": { "200": { "description": "A list of tickets" } }
          """),
    ]
  }
}

extension ChangeAccessRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      credentialAdded: RuleExplanation(
        """
        Some callers no longer have access: the endpoint requires a different credential, an additional one, or one where \
        it required none. Credentials are compared by where they are sent, not by their names. Every client that doesn't \
        send the new one is rejected.
        """,
        example: """
          OLD  "authentication": ["apiKey"]
          NEW  "authentication": ["apiKey", "session"]
          """),
      credentialRemoved: RuleExplanation(
        """
        Fewer credentials are required, or additional ones are accepted. Callers that had access keep it. Make sure that \
        this is intended.
        """,
        example: """
          OLD  "authentication": ["apiKey", "session"]
          NEW  "authentication": ["apiKey"]
          """),
      requirementAdded: RuleExplanation(
        """
        A caller needs a permission, or a kind of account, that wasn't required before. Callers without it are rejected.
        """,
        example: """
          OLD  "requires": []
          NEW  "requires": ["can_edit_tickets"]
          """),
      requirementRemoved: RuleExplanation(
        """
        A caller no longer needs a permission or a kind of account. Callers that had access keep it. Make sure that this is \
        intended.
        """,
        example: """
          OLD  "requires": ["can_edit_tickets"]
          NEW  "requires": []
          """),
      scopeAdded: RuleExplanation(
        """
        An operation of an OpenAPI document requires an additional scope. Documents don't say which tokens have it, so it \
        is a warning: clients whose tokens lack it are rejected.
        """,
        example: """
          OLD  "security": [{ "login": ["pets:read"] }]
          NEW  "security": [{ "login": ["pets:read", "pets:write"] }]
          """),
      scopeRemoved: RuleExplanation(
        """
        An operation of an OpenAPI document no longer requires a scope. Every token that worked before still works.
        """,
        example: """
          OLD  "security": [{ "login": ["pets:read", "pets:write"] }]
          NEW  "security": [{ "login": ["pets:read"] }]
          """),
    ]
  }
}

extension ChangeSentRules {
  /// The explanation of each rule for webhooks.
  var explanationsOfWebhooks: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        NEW has a webhook that OLD doesn't have: the service sends one more kind of request. Receivers aren't called until \
        they subscribe to it, so nothing breaks.
        """,
        example: """
          OLD  "webhooks": { "pet.sold": … }
          NEW  "webhooks": { "pet.sold": …, "pet.born": … }
          """),
      removed: RuleExplanation(
        """
        NEW no longer has a webhook of OLD. Receivers that wait for it get no requests, and no error tells them. The \
        content of webhooks isn't compared; if it has changed, change.service.not-compared reports it.
        """,
        example: """
          OLD  "webhooks": { "pet.sold": …, "pet.born": … }
          NEW  "webhooks": { "pet.sold": … }
          """),
    ]
  }

  /// The explanation of each rule for callbacks.
  var explanationsOfCallbacks: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        An operation has a callback that it doesn't have in OLD: the service sends an additional request. Receivers can \
        ignore requests that they don't know, so nothing breaks.
        """,
        example: """
          OLD  "callbacks": { "onPaid": … }
          NEW  "callbacks": { "onPaid": …, "onRefunded": … }
          """),
      removed: RuleExplanation(
        """
        An operation no longer has a callback that it has in OLD. Receivers that wait for the request never get it, and no \
        error tells them.
        """,
        example: """
          OLD  "callbacks": { "onPaid": …, "onRefunded": … }
          NEW  "callbacks": { "onPaid": … }
          """),
    ]
  }
}

extension ChangeServerRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        NEW has a server that OLD doesn't have. No client calls it yet, so nothing breaks.
        """,
        example: """
          OLD  "servers": { "production": … }
          NEW  "servers": { "production": …, "testing": … }
          """),
      removed: RuleExplanation(
        """
        NEW no longer has a server of OLD. Clients that call it may no longer reach anything.
        """,
        example: """
          OLD  "servers": { "production": …, "testing": … }
          NEW  "servers": { "production": … }
          """),
      moved: RuleExplanation(
        """
        A server, identified by its name or as the only one on its host, has another URL. Clients with the old URL built in \
        may no longer reach it.
        """,
        example: """
          OLD  "url": "https://api.example.com/v1"
          NEW  "url": "https://api.example.com/v2"
          """),
      writesChanged: RuleExplanation(
        """
        The contract now forbids writing to a server, or no longer does. Tools that write rely on this, so make sure that \
        the change is intended.
        """,
        example: """
          OLD  "writes": "never"
          NEW  nothing
          """),
    ]
  }
}

extension ChangeStateRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        An endpoint changes state that it didn't change in OLD. Data that a client has already read may become outdated.
        """,
        example: """
          OLD  nothing
          NEW  "state": { "action": "update", "resource": "tickets" }
          """),
      removed: RuleExplanation(
        """
        In NEW an endpoint no longer changes any state. What clients send may have no effect.
        """,
        example: """
          OLD  "state": { "action": "update", "resource": "tickets" }
          NEW  nothing
          """),
      actionChanged: RuleExplanation(
        """
        An endpoint has a different action, affects different items, or selects its item by another value of the request.
        """,
        example: """
          OLD  "key": "path.ticket_id"
          NEW  "key": "body#/id"
          """),
      guardsChanged: RuleExplanation(
        """
        The condition for a change is different, or a different error is returned if it isn't met. Requests that succeeded \
        may be rejected although no schema has changed.
        """,
        example: """
          OLD  no guards
          NEW  "guards": [{ "unless": …, "error": "conflict" }]
          """),
      listChanged: RuleExplanation(
        """
        A list is filtered, searched, sorted or paged differently. The responses still match their schema, but contain \
        other items or have another order.
        """,
        example: """
          OLD  "sort": "query.sort"
          NEW  no sort
          """),
      effectChanged: RuleExplanation(
        """
        The effect on an item is different: how the body is merged, what is set, or what is added.
        """,
        example: """
          OLD  "merge": "shallow"
          NEW  "merge": "replace"
          """),
      collectionChanged: RuleExplanation(
        """
        The items of a resource are defined differently: they have another key or owner, or are numbered differently. Every \
        endpoint that uses the resource behaves differently.
        """,
        example: """
          OLD  "key": "/id"
          NEW  "key": "/uuid"
          """),
    ]
  }
}

extension ChangeLinkRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      added: RuleExplanation(
        """
        NEW has a link that OLD doesn't have, or an additional example of a link. Released clients may not know it.
        """,
        example: """
          OLD  no link "ticket.open"
          NEW  "ticket.open": { "form": "truelog://ticket/{id}" }
          """),
      removed: RuleExplanation(
        """
        NEW no longer has a link of OLD. Clients still open or create it, but it leads nowhere.
        """,
        example: """
          OLD  "ticket.open": { "form": "truelog://ticket/{id}" }
          NEW  no link "ticket.open"
          """),
      formChanged: RuleExplanation(
        """
        A link has another form. Released clients know only the old one: they reject the new one, or create links that no \
        longer work.
        """,
        example: """
          OLD  "form": "truelog://ticket/{id}"
          NEW  "form": "truelog://tickets/{id}"
          """),
      loginChanged: RuleExplanation(
        """
        Following a link now requires a login where it didn't before, or vice versa.
        """,
        example: """
          OLD  "login": false
          NEW  "login": true
          """),
      caseChanged: RuleExplanation(
        """
        A client must interpret a text differently than before: accept what it rejected, reject what it accepted, or read \
        different values from it.
        """,
        example: """
          OLD  takes truelog://ticket/07 as id 07
          NEW  refuses truelog://ticket/07
          """),
    ]
  }
}
