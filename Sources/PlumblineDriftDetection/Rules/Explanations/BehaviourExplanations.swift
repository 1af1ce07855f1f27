extension EffectRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      notApplied: RuleExplanation(
        """
        The server reported success, but the sent values aren't there when the item is read again, for up to five seconds. \
        Users believe that their change was saved. The check follows the contract's state: the values that the body, "set" and \
        "add" give the item; for a login and a refresh, that the token they return works. Secrets, times of changes and \
        numbers that the server computes aren't judged.
        """,
        example: """
          PUT /api/v2/customers/57   { "name": "Acme" }    200
          GET /api/v2/customers/57   "name": "Acme Pte Ltd", as before
          """),
      unsentChanged: RuleExplanation(
        """
        A request that changes some members changed another one that it didn't send, twice in a row. Most often the server \
        treats missing members as empty. Clients that send only the edited members destroy the rest. On the run's own \
        items one member is also sent alone, with its current value; no other member may then become empty, or an empty \
        text instead of null. If bodies are merged deeply, one member of an object is sent alone as well.
        """,
        example: """
          PUT /api/v2/customers/57   { "email": "it@acme.example" }   200
          GET /api/v2/customers/57   "company_id": null, before 14
          """),
      collateral: RuleExplanation(
        """
        A request about one item removed others, or changed them along with it: the lists that show them were read right \
        before it and right after it. Removed items are reported whole, and items that got the same values as the request's \
        own are restored at the end. Other changes at the same time are a warning, since another user may have made them. \
        Lists of more than five pages are not compared.
        """,
        example: """
          DELETE /api/v2/accessories/21   200
          GET /api/v2/accessories         22 and 23 gone, too
          """),
      wrongItem: RuleExplanation(
        """
        The server returns an item other than the requested one: the key in the response isn't the key in the path, or a new \
        item has a different key than its response said. Users then edit or delete something other than what they saw.
        """,
        example: """
          GET /api/v2/assets/311
          200 "id": 312
          """),
      notListed: RuleExplanation(
        """
        A new item can be read by its key, but the list of all items doesn't have it, although it was read completely, and \
        repeatedly for five seconds. In the app the new item is missing.
        """,
        example: """
          POST /api/v2/customers     201 "id": 131
          GET /api/v2/customers      no 131 on any page
          """),
      notRemoved: RuleExplanation(
        """
        The server reported that an item was deleted, but it is still there: a read doesn't return 404, 410 or the \
        documented tombstone, or a list still shows it.
        """,
        example: """
          DELETE /api/v2/accessories/21   200
          GET /api/v2/accessories/21      200
          """),
      tombstoneMissing: RuleExplanation(
        """
        The contract says that a read of a deleted item shows what stays of it, by "tombstones" of its state, and after the \
        item was deleted the read returned 404 or 410, for up to five seconds. Apps that show past orders, or that learn from \
        the read that an item was deleted, take the item for one that never existed.
        """,
        example: """
          DELETE /orders/12   200 "deleted": true
          GET /orders/12      404
          """),
      idReused: RuleExplanation(
        """
        A new item has the key of one that was there before, or that was removed in this run. A key in a cache, a link or \
        another table now refers to the wrong item.
        """,
        example: """
          GET /api/v2/customers      "id": 118 among them
          POST /api/v2/customers     201 "id": 118
          """),
      guardIgnored: RuleExplanation(
        """
        The contract says that the server refuses this request, because the state forbids it: more is taken out than there \
        is, something is deleted that others need, another user's comment is edited, or a ticket is named that doesn't \
        exist. The server accepted it.
        """,
        example: """
          POST /api/v2/accessories/21/checkout   { "quantity": 999 }
          409 promised, 200 returned
          """),
      repeated: RuleExplanation(
        """
        The contract says that a repetition changes nothing: a PUT, a member that no two items share. Sending the same again \
        made a second item or list entry, was refused, or reverted the first request. It is tried with the run's own items, \
        and with others by a PUT without a body whose values the run restores. It isn't a finding if there is nothing left to \
        do: a second DELETE that finds nothing, or a second change to the same status that is refused. Clients retry when a \
        connection breaks, and then the state is unknown.
        """,
        example: """
          PUT /pins/door   201
          PUT /pins/door   409
          """),
      idempotencyIgnored: RuleExplanation(
        """
        The contract says that a request with the idempotency key of an earlier one gets that one's response, but repeating \
        the same request with the same key created a second item. Clients that got no response repeat the request with the \
        same key and rely on it: people pay twice. It is tried once for each endpoint with an item that the run created; the \
        second item is removed as well. A repetition that is refused is effect.repeated.
        """,
        example: """
          POST /orders   Idempotency-Key: 7f3a   201 "id": 12
          POST /orders   Idempotency-Key: 7f3a   201 "id": 13
          """),
      idempotencyUnchecked: RuleExplanation(
        """
        An idempotency key was used a second time with another body, and the server responded with success instead of refusing \
        it: with the first response, as if that were the requested one, or by creating another item. A client that uses a key \
        twice by mistake believes that its second order was placed. It is tried once for each endpoint, with another text in \
        the member that carries the run's mark.
        """,
        example: """
          POST /orders   Idempotency-Key: 7f3a   { "name": "Tea" }   201
          POST /orders   Idempotency-Key: 7f3a   { "name": "Jam" }   201
          """),
      preconditionIgnored: RuleExplanation(
        """
        An If-Match field says that a write is about one state of an item, and the server carried the write out although the \
        item has another state by now, or refused it and changed the item all the same (RFC 9110 section 13.1.1). People \
        overwrite what others have saved meanwhile. It is tried once for each endpoint that requires If-Match or documents \
        the status of the refusal, on an item that the run made: with the entity tag from before a change of the run, \
        otherwise with a made-up one, and with a new value. The former value is restored.
        """,
        example: """
          GET /orders/12     200 ETag: "7"
          PATCH /orders/12   If-Match: "7"   200 ETag: "8"
          PATCH /orders/12   If-Match: "7"   200, not 412
          """),
      preconditionOptional: RuleExplanation(
        """
        The contract requires an If-Match field, or has a 428 for writes without one, and the server carried out a write \
        without it. A client that forgets the field overwrites what others have saved. It is tried once for each such \
        endpoint, on an item that the run made; the former value is restored. Where the contract has no 428, and only lists \
        the field as required, it is a warning.
        """,
        example: """
          PATCH /orders/12   { "note": "Ring twice" }   200, not 428
          """),
      refusalWrong: RuleExplanation(
        """
        A write without If-Match was refused with 412, although the contract has a 428 for it, or one with an old entity tag \
        was refused with 428 or 412 where the contract has another status. Clients read the item again after a 412 and ask \
        which change to keep; after a 428 they need the entity tag only. Other refusals aren't judged: they may be about the \
        values.
        """,
        example: """
          PATCH /orders/12   { "note": "Ring twice" }   412, not 428
          """),
      tagUnchanged: RuleExplanation(
        """
        A write changed an item, and the entity tag of the item is the same as before, when read for up to five seconds. A \
        strong tag changes with what it identifies (RFC 9110 section 8.8.1). Caches that ask whether their copy is still \
        current show the old state for good, and If-Match protects nothing. Weak tags (W/) aren't judged: they may cover \
        several states. If the contract doesn't document the ETag, it is a warning.
        """,
        example: """
          GET /orders/12     200 ETag: "7"   "note": "Ring"
          PATCH /orders/12   200 "note": "Ring twice"
          GET /orders/12     200 ETag: "7"   "note": "Ring twice"
          """),
      jobUnfinished: RuleExplanation(
        """
        A request of the run started a job whose steps the contract names, and the job was still running when the time limit \
        of a call was over (--timeout). It was read every second. Either it takes longer, or it never ends, and clients that \
        wait for its last step wait forever. A value that isn't one of the steps counts as an end.
        """,
        example: """
          POST /exports       202 "id": 7, "status": "pending"
          GET /exports/7      200 "status": "running", after 20 s
          """),
      totalWrong: RuleExplanation(
        """
        The contract says how a member is computed, and its value is different: the total of an order isn't the sum of its \
        lines, or doesn't change when a line is added. Users pay the wrong amount. Sums and products are exact; if a member \
        shows fewer digits than they have, each part may be rounded. The parts are those that the item shows, or a list that \
        was read to its end; nothing else is judged.
        """,
        example: """
          POST /orders/12/lines   "amount": 400   201
          GET /orders/12          "total": 1000, with lines of 1000 and 400
          """),
      contentWrong: RuleExplanation(
        """
        The contract says at which URL the bytes of an uploaded file are, and which members of its item are their number and \
        their SHA-256 digest. The bytes there have another number or digest: the file is cut off, converted, or another one. \
        Clients that verify a download reject it, and the others show a damaged file. A few items of up to 16 MB are read; a \
        response with a content coding, or one that isn't a 200, isn't judged.
        """,
        example: """
          GET /files/7           200 "size": 5210
          GET /files/7/content   200, 5209 bytes
          """),
      appliedTwice: RuleExplanation(
        """
        One request was sent, and the server carried it out more than once: a list shows several new items with what it \
        sent and with the mark of this run, or a list inside an item has the new element more than once. Users see their \
        message twice. The surplus items are deleted like everything that the run created, or reported as left behind. \
        Items with another owner or subject, such as an automatic reply, aren't counted; those that differ in a text that \
        wasn't sent are only reported as possibly left behind.
        """,
        example: """
          POST /api/v2/customers   201 "id": 131
          GET /api/v2/customers    131 and 132, with the same name
          """),
      textChanged: RuleExplanation(
        """
        A text with letters beyond ASCII, an emoji, quotes, < and & comes back changed: escaped, decoded with the wrong \
        character set, cut off, with ? in place of letters, or without its markup; or null comes back as an empty text. \
        Messages arrive garbled. It is tried with members that hold prose, as long as the schema allows, up to 200 characters, \
        and only with items that the run made; the member that carries the run's mark and those that are part of an address \
        stay unchanged. A suite's call may send such a text, too, and null. Text that is only trimmed or in another Unicode \
        normal form is effect.normalised. If the schema names HTML or Markdown and only the markup differs, it is a warning, \
        as are typographic quotes instead of straight ones: prose reads the same, but code or a measure doesn't.
        """,
        example: """
          PUT /api/v2/customers/57   { "name": "Zoë & co" }   200
          GET /api/v2/customers/57   "name": "Zoë &amp; co"
          """),
      normalised: RuleExplanation(
        """
        The sent value is stored in another spelling: without the spaces around it, in lower case, in another Unicode normal \
        form, with another notation of a number or of a moment, or as a set in another order. Many servers do this. It is \
        reported so that clients don't compare the sent value with the returned one.
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
        The contract requires a credential, and the server accepts requests without it, or with a wrong one. Anyone can \
        read protected data. It is tried on endpoints that change nothing, one credential at a time; a wrong one is sent \
        once a run, and never a password.
        """,
        example: """
          GET /api/v2/tickets   without Authorization
          401 promised, 200 returned
          """),
      permissionIgnored: RuleExplanation(
        """
        The server lets a caller do something for which the contract requires a permission, or a kind of account, that the \
        caller doesn't have.
        """,
        example: """
          GET /api/v2/customers   as a CLIENT
          403 promised, 200 returned
          """),
      notIsolated: RuleExplanation(
        """
        The contract says that each caller has its own items, but another caller can list, read, change or remove one of them, \
        or add to it. Only items that the run created are changed, added to or removed in this way.
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
        After a logout the server still takes a token of the session that it ended. A token from a lost device still \
        works. Only sessions that the run opened itself are tried.
        """,
        example: """
          POST /api/v1/auth/logout   204
          GET /api/v1/profile        200 with the same token
          """),
      refreshNotRotated: RuleExplanation(
        """
        The contract says that a refresh replaces the token it was sent, and the server still takes the earlier token, or \
        hands out the same again, twice in a row. A stolen token works forever.
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
        A login returns two kinds of tokens, one for access and one for a refresh, and the server accepts one in place of the \
        other. A one-hour access token then lasts as long as the refresh token. It is tried on sessions that the run opened \
        itself, and counts only if the request is rejected without a token.
        """,
        example: """
          GET /api/v1/profile   200 with the refresh token
          401 promised
          """),
      formerLoginTaken: RuleExplanation(
        """
        The run has changed an account's login data, an address or a password, and the login still accepts the former value. A \
        leaked old password works forever. It is tried once for each value, after a login with the current one, and only for \
        values that the run changed itself.
        """,
        example: """
          PUT /api/v1/profile/password   204
          POST /api/v1/auth/login        200 with the earlier password
          """),
      wrongPasswordTaken: RuleExplanation(
        """
        A login with a wrong password, and with everything else right, opened a session: anyone can log in as anyone. Servers \
        lock accounts after wrong passwords, so it is tried once a run, as its last login, and only if --direct has \
        --var lockable_account=yes.
        """,
        example: """
          POST /api/v1/auth/login   { "email": "ada@example.com", … }
          200 with a password that nobody has
          """),
    ]
  }
}
