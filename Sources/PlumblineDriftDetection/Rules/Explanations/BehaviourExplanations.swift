extension EffectRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      notApplied: RuleExplanation(
        """
        The server answered with success, and what was sent isn't there when the item is read again, after as much as five \
        seconds. People believe that something was saved that was not. It is judged by what the contract's state says of \
        the request: what its body puts into the item, what it sets and what it adds; of a login and a refresh, that the \
        token they hand out opens what such a token opens. Secrets, times of changes and numbers \
        that the server works out aren't judged.
        """,
        example: """
          PUT /api/v2/customers/57   { "name": "Acme" }    200
          GET /api/v2/customers/57   "name": "Acme Pte Ltd", as before
          """),
      unsentChanged: RuleExplanation(
        """
        A request that changes some members changed another one, which it didn't send, and did so again when it was tried \
        twice. Most often the server takes what is left out for empty. Clients that send what was edited destroy the rest. \
        Items that the run made also get one member alone, with the value that it has, and then no other one may become \
        empty, nor an empty text in place of null.
        """,
        example: """
          PUT /api/v2/customers/57   { "email": "it@acme.example" }   200
          GET /api/v2/customers/57   "company_id": null, before 14
          """),
      collateral: RuleExplanation(
        """
        A request about one item removed others, or changed them along with it: the lists that show them were read right \
        before it and right after it. Removed items are reported whole, and items that got the same values as the request's \
        own are put back at the end. Other changes at the same time are a warning, since another user may have made them. \
        Lists of more than five pages are not compared.
        """,
        example: """
          DELETE /api/v2/accessories/21   200
          GET /api/v2/accessories         22 and 23 gone, too
          """),
      wrongItem: RuleExplanation(
        """
        The server returns an item other than the requested one: the key in the response isn't the key in the path, or a \
        new item has another key than its response said. What people then edit or remove isn't what they saw.
        """,
        example: """
          GET /api/v2/assets/311
          200 "id": 312
          """),
      notListed: RuleExplanation(
        """
        An item that was made can be read by its key, and the list that has to show all of them doesn't have it, though it \
        was read to its end and again for five seconds. In the app, what was just added is missing.
        """,
        example: """
          POST /api/v2/customers     201 "id": 131
          GET /api/v2/customers      no 131 on any page
          """),
      notRemoved: RuleExplanation(
        """
        The server answered a deletion with success, and the item is still there: its key doesn't answer 404, 410 or what \
        the contract says that stays of it, or a list still has it.
        """,
        example: """
          DELETE /api/v2/accessories/21   200
          GET /api/v2/accessories/21      200
          """),
      idReused: RuleExplanation(
        """
        A new item has the key of one that was there before, or that was removed in this run. A key that was kept in a \
        cache, a link or another table now refers to another item.
        """,
        example: """
          GET /api/v2/customers      "id": 118 among them
          POST /api/v2/customers     201 "id": 118
          """),
      guardIgnored: RuleExplanation(
        """
        The contract says that the server refuses this request, as the state of things forbids it: more is taken out than \
        there is, something is deleted that others need, another user's comment is edited, or a ticket is named that \
        doesn't exist. The server did it.
        """,
        example: """
          POST /api/v2/accessories/21/checkout   { "quantity": 999 }
          409 promised, 200 answered
          """),
      repeated: RuleExplanation(
        """
        The contract says that a repetition changes nothing: a PUT, a member that no two items share. Sending the same \
        again made a second item or a second entry of it on a list, was refused, or took back what the first request had \
        done. It is tried with the run's own items, and with others by a PUT without a body whose values the run puts \
        back. That there is nothing left to do is no finding: a second DELETE that finds nothing, or a second change to \
        the same status that is refused. Clients send again when a connection breaks, and then the state is unknown.
        """,
        example: """
          PUT /pins/door   201
          PUT /pins/door   409
          """),
      appliedTwice: RuleExplanation(
        """
        One request was sent, and the server carried it out more than once: a list shows several new items with what it \
        sent and with the mark of this run, or a list inside an item has the new element more than once. People see their \
        message twice. The surplus items are removed like all that the run made, or reported as left behind. Items that \
        differ in whose or what they are, as an automatic reply does, aren't counted; those that differ in a text that \
        wasn't sent are only reported as perhaps left behind.
        """,
        example: """
          POST /api/v2/customers   201 "id": 131
          GET /api/v2/customers    131 and 132, with the same name
          """),
      textChanged: RuleExplanation(
        """
        A text with letters beyond ASCII, an emoji, quotes, < and & comes back as another one: escaped, decoded by the \
        wrong character set, cut off, with ? in place of letters, or without its markup; or null comes back as an empty \
        text. Messages of people arrive garbled. It is tried with members that hold prose, as long as the schema allows, up \
        to 200 characters, and only with items that the run made; the member that carries the run's mark and those that are \
        part of an address stay as they are. A suite's call may send such a text, too, and null. What is only trimmed or in \
        another Unicode normal form is effect.normalised. Where the schema names HTML or Markdown and only the markup is \
        another, it is a warning, as are typographic quotes in place of straight ones: people read the same, and what was \
        code or a measure is another text.
        """,
        example: """
          PUT /api/v2/customers/57   { "name": "Zoë & co" }   200
          GET /api/v2/customers/57   "name": "Zoë &amp; co"
          """),
      normalised: RuleExplanation(
        """
        What was sent is there in another spelling: without the spaces around it, in lower case, in another Unicode normal \
        form, with another notation of a number or of a moment, or as a set in another order. That is a habit of many \
        servers. It is reported so that clients don't compare the sent value with the returned one.
        """,
        example: """
          PUT /api/v2/customers/57   { "name": "Straits Harbour" }
          GET /api/v2/customers/57   "name": "STRAITS HARBOUR"
          """),
    ]
  }
}

extension AccessRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      credentialIgnored: RuleExplanation(
        """
        The contract requires a credential, and the server accepts requests without it, or with a wrong one. Anybody reads \
        what only some may. It is tried on endpoints that change nothing, one credential at a time; a wrong one is sent \
        once a run, and never a password.
        """,
        example: """
          GET /api/v2/tickets   without Authorization
          401 promised, 200 answered
          """),
      permissionIgnored: RuleExplanation(
        """
        The server lets a caller do what the contract says needs a permission, or a kind of account, that the caller \
        doesn't have.
        """,
        example: """
          GET /api/v2/customers   as a CLIENT
          403 promised, 200 answered
          """),
      notIsolated: RuleExplanation(
        """
        The contract says that every caller has items of their own, and another caller lists, reads, changes or removes one \
        that isn't theirs, or adds to it. Only items that the run made are changed, added to or removed so.
        """,
        example: """
          POST /api/v1/inquiries   as a member   201 "id": "i-7"
          GET /api/v1/inquiries    as another    "id": "i-7" among them
          """),
    ]
  }
}

extension SessionRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      logoutIgnored: RuleExplanation(
        """
        After a logout the server still takes a token of the session that it ended. Who finds the token on a lost device is \
        let in. Only sessions that the run opened itself are tried.
        """,
        example: """
          POST /api/v1/auth/logout   204
          GET /api/v1/profile        200 with the same token
          """),
      refreshNotRotated: RuleExplanation(
        """
        The contract says that a refresh replaces what it was made with, and the server still takes the earlier token, or \
        hands out the same again, twice in a row. One that was stolen serves for ever.
        """,
        example: """
          POST /api/v1/auth/refresh   200, a new refresh token
          POST /api/v1/auth/refresh   200 with the earlier one
          """),
      tokenOfAnother: RuleExplanation(
        """
        A login logs in another user: the response, or the profile that its token gives access to, doesn't have the login \
        data that was sent.
        """,
        example: """
          POST /api/v1/auth/login   { "email": "ada@example.com", … }
          200 "user": { "email": "bo@example.com" }
          """),
      tokenKindIgnored: RuleExplanation(
        """
        A login hands out tokens of two kinds, one that opens what the session may see and one for a refresh, and the \
        server takes one in the other's place. What was to last an hour then lasts as long as the other. It is tried on \
        sessions that the run opened itself, and counts only where the request is refused without a token.
        """,
        example: """
          GET /api/v1/profile   200 with the refresh token
          401 promised
          """),
      formerLoginTaken: RuleExplanation(
        """
        The run has changed with what an account logs in, an address or a password, and the login still takes what it was \
        before. An old password that has leaked works for ever. It is asked once for each, after a login with what it is \
        now, and only of what the run changed itself.
        """,
        example: """
          PUT /api/v1/profile/password   204
          POST /api/v1/auth/login        200 with the earlier password
          """),
    ]
  }
}
