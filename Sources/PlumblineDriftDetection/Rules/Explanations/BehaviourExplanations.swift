extension EffectRules {
  /// What each rule of the group means.
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
        twice. Most often the server takes what is left out for empty. Clients that send what was edited destroy the rest.
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
        The server answers another item than the one that was asked for: the key in the answer isn't the key in the path, \
        or a new item stands at another key than its answer said. What people then edit or remove isn't what they saw.
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
        A new item has the key of one that was there before, or that was removed in this run. Whoever kept the key, in a \
        cache, a link or another table, now means something else.
        """,
        example: """
          GET /api/v2/customers      "id": 118 among them
          POST /api/v2/customers     201 "id": 118
          """),
      guardIgnored: RuleExplanation(
        """
        The contract says that the server refuses this request, as the state of things forbids it: more is taken out than \
        there is, something is deleted that others need, a comment is edited that is somebody else's, a ticket is named that \
        nobody has. The server did it.
        """,
        example: """
          POST /api/v2/accessories/21/checkout   { "quantity": 999 }
          409 promised, 200 answered
          """),
      repeated: RuleExplanation(
        """
        The contract says that a repetition changes nothing: a PUT to a key of the client's own, a deletion, a member that \
        no two items share. Sending the same again made a second item, or was refused. Clients send again when a connection \
        breaks, and nobody can tell then what there is.
        """,
        example: """
          PUT /pins/door   201
          PUT /pins/door   409
          """),
      normalised: RuleExplanation(
        """
        What was sent is there in another spelling: without the spaces around it, in lower case, in another Unicode normal \
        form, with another notation of a number or of a moment, or as a set in another order. That is a habit of many \
        servers. It is told so that nobody compares what was sent with what comes back.
        """,
        example: """
          PUT /api/v2/customers/57   { "name": "Straits Harbour" }
          GET /api/v2/customers/57   "name": "STRAITS HARBOUR"
          """),
    ]
  }
}

extension ListRules {
  /// What each rule of the group means.
  var explanations: [Rule: RuleExplanation] {
    [
      filterIgnored: RuleExplanation(
        """
        A list was asked for the items with one value of a member and shows items with another one, case aside. Screens \
        that filter show what they must not.
        """,
        example: """
          GET /api/v2/tickets?status=RESOLVED
          "status": "NEW" among the items
          """),
      searchIgnored: RuleExplanation(
        """
        A word that nothing can have gives the same items and the same total as no word at all, so the search finds \
        everything.
        """,
        example: """
          GET /api/v2/tickets?search=qxzvwkj   20 of 40
          GET /api/v2/tickets                  20 of 40, the same
          """),
      sortIgnored: RuleExplanation(
        """
        The items aren't in the order that was asked for. It is judged of numbers, moments, texts in lower-case ASCII, and \
        of listed values, which may stand in the contract's order or in the alphabet's; null may come first or last, and \
        equal items in any order.
        """,
        example: """
          GET /api/v2/tickets?sort=created_at&order=asc
          "created_at": "2026-11-19T…", then "2026-11-03T…"
          """),
      pageIgnored: RuleExplanation(
        """
        The second page has the items of the first, though there are more than one page holds. The first page was read \
        again afterwards and was the same, so nothing has moved meanwhile. Lists that load on never come to an end.
        """,
        example: """
          GET /api/v2/customers?page=1&per_page=2   101, 102
          GET /api/v2/customers?page=2&per_page=2   101, 102
          """),
      pageSizeIgnored: RuleExplanation(
        """
        A page has more items than were asked for. Whoever counts pages by the size that was sent misses some or sees some \
        twice.
        """,
        example: """
          GET /api/v2/customers?per_page=2   20 items
          """),
      itemsRepeated: RuleExplanation(
        """
        An item stands twice on a page, or on two pages, though nothing has changed meanwhile. The order most often isn't \
        fixed where items are equal; others are then shown on no page.
        """,
        example: """
          GET /api/v2/customers?page=1&per_page=2   101, 102
          GET /api/v2/customers?page=2&per_page=2   102, 103
          """),
      totalWrong: RuleExplanation(
        """
        The number of all items that a list tells isn't that of the items that its pages show, or counts that belong to it \
        don't add up to it. Totals that the contract calls estimated aren't judged.
        """,
        example: """
          GET /api/v2/customers?page=1&per_page=2   "total": 2
          GET /api/v2/customers?page=2&per_page=2   103, 104
          """),
    ]
  }
}

extension AccessRules {
  /// What each rule of the group means.
  var explanations: [Rule: RuleExplanation] {
    [
      credentialIgnored: RuleExplanation(
        """
        The contract asks for a credential, and the server lets in who leaves it out, or shows one that is wrong. Anybody \
        reads what only some may. It is tried on endpoints that change nothing, one credential at a time; a wrong one is \
        sent once a run, and never a password.
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
        The contract says that every caller has items of their own, and another caller lists, reads or changes one that \
        isn't theirs.
        """,
        example: """
          POST /api/v1/inquiries   as a member   201 "id": "i-7"
          GET /api/v1/inquiries    as another    "id": "i-7" among them
          """),
    ]
  }
}

extension SessionRules {
  /// What each rule of the group means.
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
        The contract says that a refresh replaces what it was made with, and the server still takes the earlier token. One \
        that was stolen serves for ever.
        """,
        example: """
          POST /api/v1/auth/refresh   200, a new refresh token
          POST /api/v1/auth/refresh   200 with the earlier one
          """),
      tokenOfAnother: RuleExplanation(
        """
        A login lets in somebody else than whose login it was: what the answer, or the profile that its token shows, says \
        of the caller isn't what was typed in.
        """,
        example: """
          POST /api/v1/auth/login   { "email": "ada@example.com", … }
          200 "user": { "email": "bo@example.com" }
          """),
    ]
  }
}
