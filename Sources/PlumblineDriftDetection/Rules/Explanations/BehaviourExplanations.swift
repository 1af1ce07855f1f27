extension EffectRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      notApplied: RuleExplanation(
        """
        The server reported success, but the item doesn't have the sent values when it is read again for up to five \
        seconds. Users believe that their change was saved. The check follows the contract's state: the values that the \
        body, "set" and "add" assign to the item; for a login or a refresh, that the returned token works. Secrets, times \
        of changes and numbers that the server computes aren't judged.
        """,
        example: """
          PUT /api/v2/customers/57   { "name": "Acme" }    200
          GET /api/v2/customers/57   "name": "Acme Pte Ltd", as before
          """),
      unsentChanged: RuleExplanation(
        """
        Twice in a row, a request that changes some members also changed one that it didn't send. Usually the server treats \
        missing members as empty, so clients that send only the edited members destroy the rest. On items created by the \
        run, one member is also sent alone with its current value; no other member may become empty, or change from null to \
        an empty string. If bodies are merged deeply, one member of a nested object is sent alone as well.
        """,
        example: """
          PUT /api/v2/customers/57   { "email": "it@acme.example" }   200
          GET /api/v2/customers/57   "company_id": null, before 14
          """),
      collateral: RuleExplanation(
        """
        A request for one item also removed or changed others. The lists that contain them are read right before and right \
        after the request. Removed items are reported in full, and items that got the same values as the request's own item \
        are restored at the end. Other simultaneous changes are a warning, since another user may have made them. Lists of \
        more than five pages aren't compared.
        """,
        example: """
          DELETE /api/v2/accessories/21   200
          GET /api/v2/accessories         22 and 23 gone, too
          """),
      wrongItem: RuleExplanation(
        """
        The server returned an item other than the requested one: the key in the response isn't the key in the path, or a \
        new item has a different key than the response to its creation. Users then edit or delete something other than what \
        they see.
        """,
        example: """
          GET /api/v2/assets/311
          200 "id": 312
          """),
      notListed: RuleExplanation(
        """
        A new item can be read by its key, but the list of all items doesn't contain it, although the list was read \
        completely, and repeatedly for five seconds. In an app, the new item is missing.
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
        According to "tombstones" in the contract's state, a deleted item can still be read, but after the deletion the \
        read returned 404 or 410 for up to five seconds. Apps that show past orders, or that learn about deletions from the \
        read, treat the item as one that never existed.
        """,
        example: """
          DELETE /orders/12   200 "deleted": true
          GET /orders/12      404
          """),
      idReused: RuleExplanation(
        """
        A new item has the key of an item that already existed, or that was removed in this run. A key in a cache, a link \
        or another table now refers to the wrong item.
        """,
        example: """
          GET /api/v2/customers      "id": 118 among them
          POST /api/v2/customers     201 "id": 118
          """),
      guardIgnored: RuleExplanation(
        """
        According to the contract, the server must reject this request because of the current state: more is taken out than \
        there is, an item is deleted that others need, another user's comment is edited, or the request refers to a ticket \
        that doesn't exist. The server accepted it.
        """,
        example: """
          POST /api/v2/accessories/21/checkout   { "quantity": 999 }
          409 promised, 200 returned
          """),
      repeated: RuleExplanation(
        """
        According to the contract, repeating the request changes nothing, because it is a PUT or sets a unique member. Yet \
        sending it again created a second item or list entry, was rejected, or reverted the first request. This is tried on \
        items created by the run, and on others with a PUT without a body whose effect the run can undo. A rejection isn't \
        a finding if there is nothing left to do, such as a second DELETE of the same item or a second change to the same \
        status. Clients retry when a connection breaks, and then the state is unknown.
        """,
        example: """
          PUT /pins/door   201
          PUT /pins/door   409
          """),
      idempotencyIgnored: RuleExplanation(
        """
        According to the contract, a request that repeats the idempotency key of an earlier one gets the earlier response, \
        but sending the same request again with the same key created a second item. Clients that got no response retry with \
        the same key and rely on this; otherwise people pay twice. It is tried once per endpoint, with an item that the run \
        created; the second item is removed as well. If the retry is rejected, the rule is effect.repeated.
        """,
        example: """
          POST /orders   Idempotency-Key: 7f3a   201 "id": 12
          POST /orders   Idempotency-Key: 7f3a   201 "id": 13
          """),
      idempotencyUnchecked: RuleExplanation(
        """
        An idempotency key was reused with a different body, and the server reported success instead of rejecting it: it \
        returned the first response, or created another item. A client that reuses a key by mistake believes that its \
        second order was placed. It is tried once per endpoint, with a different text in the member that carries the run's \
        mark.
        """,
        example: """
          POST /orders   Idempotency-Key: 7f3a   { "name": "Tea" }   201
          POST /orders   Idempotency-Key: 7f3a   { "name": "Jam" }   201
          """),
      preconditionIgnored: RuleExplanation(
        """
        If-Match makes a write conditional on the item's current state. The server carried out the write although the item \
        had changed, or rejected it but changed the item anyway (RFC 9110 section 13.1.1). Users overwrite what others have \
        saved in the meantime. It is tried once per endpoint that requires If-Match or documents the status of the \
        rejection, on an item created by the run: with the entity tag from before the run's last change, or a made-up one, \
        and with a new value. The old value is restored.
        """,
        example: """
          GET /orders/12     200 ETag: "7"
          PATCH /orders/12   If-Match: "7"   200 ETag: "8"
          PATCH /orders/12   If-Match: "7"   200, not 412
          """),
      preconditionOptional: RuleExplanation(
        """
        The contract requires If-Match, or documents a 428 for writes without it, but the server carried out a write that \
        lacked it. A client that forgets the field overwrites what others have saved. It is tried once per endpoint, on an \
        item created by the run; the old value is restored. If the contract only lists the field as required, without a \
        428, it is a warning.
        """,
        example: """
          PATCH /orders/12   { "note": "Ring twice" }   200, not 428
          """),
      refusalWrong: RuleExplanation(
        """
        A write without If-Match was rejected with 412 although the contract documents 428, or a write with an outdated \
        entity tag was rejected with 428 or 412 although the contract documents another status. After a 412, clients read \
        the item again and ask which change to keep; after a 428, they only need the entity tag. Other statuses aren't \
        checked, since they may be about the values.
        """,
        example: """
          PATCH /orders/12   { "note": "Ring twice" }   412, not 428
          """),
      tagUnchanged: RuleExplanation(
        """
        A write changed an item, but its entity tag stayed the same when it was read for up to five seconds. A strong tag \
        must change with the content (RFC 9110 section 8.8.1). Caches that revalidate their copy show the old state \
        forever, and If-Match protects nothing. Weak tags (W/) aren't checked, since they may cover several states. If the \
        contract doesn't document the ETag, it is a warning.
        """,
        example: """
          GET /orders/12     200 ETag: "7"   "note": "Ring"
          PATCH /orders/12   200 "note": "Ring twice"
          GET /orders/12     200 ETag: "7"   "note": "Ring twice"
          """),
      jobUnfinished: RuleExplanation(
        """
        A request of the run started a job whose steps the contract names, and the job was still running after the time \
        limit for a call (--timeout), although its state was read every second. It may just take longer, or it never ends, \
        and clients that wait for the last step wait forever. A value that isn't one of the steps counts as the end.
        """,
        example: """
          POST /exports       202 "id": 7, "status": "pending"
          GET /exports/7      200 "status": "running", after 20 s
          """),
      totalWrong: RuleExplanation(
        """
        The contract says how a member is computed, but its value is different: the total of an order isn't the sum of its \
        lines, or doesn't change when a line is added. Users pay the wrong amount. Sums and products are compared exactly; \
        if a member has fewer digits than the result, each part may be rounded. Only parts that the item shows, or that a \
        completely read list shows, are used.
        """,
        example: """
          POST /orders/12/lines   "amount": 400   201
          GET /orders/12          "total": 1000, with lines of 1000 and 400
          """),
      contentWrong: RuleExplanation(
        """
        The contract says at which URL an uploaded file can be downloaded, and which members of its item hold its size and \
        SHA-256 digest. The downloaded bytes have a different size or digest: the file is truncated, converted, or a \
        different one. Clients that verify a download reject it; others show a damaged file. A few files of up to 16 MB are \
        read. Responses with a content coding, or with a status other than 200, aren't checked.
        """,
        example: """
          GET /files/7           200 "size": 5210
          GET /files/7/content   200, 5209 bytes
          """),
      appliedTwice: RuleExplanation(
        """
        One request was sent, but the server carried it out more than once: a list shows several new items with the sent \
        values and the run's mark, or a list inside an item has the new element more than once. Users see their message \
        twice. The extra items are deleted like everything that the run created, or reported as left behind. Items with \
        another owner or subject, such as an automatic reply, aren't counted; those that differ in a text that wasn't sent \
        are only reported as possibly left behind.
        """,
        example: """
          POST /api/v2/customers   201 "id": 131
          GET /api/v2/customers    131 and 132, with the same name
          """),
      textChanged: RuleExplanation(
        """
        A text with non-ASCII letters, an emoji, quotes, < and & was returned changed: escaped, decoded with the wrong \
        character set, truncated, with ? instead of letters, or without its markup; or null was returned as an empty \
        string. Messages arrive garbled. It is tried with members that hold prose, with as long a text as the schema \
        allows, up to 200 characters, and only on items created by the run. The member that carries the run's mark and \
        members that are part of an address stay unchanged. A call of a suite may also send such a text, or null. If the \
        text is only trimmed, or in another Unicode normal form, the rule is effect.normalised. If the schema names HTML or \
        Markdown and only the markup differs, or straight quotes became typographic ones, it is a warning: prose reads the \
        same, but code and measurements don't.
        """,
        example: """
          PUT /api/v2/customers/57   { "name": "Zoë & co" }   200
          GET /api/v2/customers/57   "name": "Zoë &amp; co"
          """),
      normalised: RuleExplanation(
        """
        The sent value is stored in a normalized form: trimmed, in lowercase, in another Unicode normal form, as another \
        notation of the same number or time, or as a set in another order. Many servers do this. It is reported so that \
        clients don't compare the sent value with the returned one.
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
        The contract requires a credential, but the server accepts requests without it, or with a wrong one. Anyone can \
        read protected data. It is tried on endpoints that change nothing, one credential at a time. A wrong credential is \
        sent once per run, and never a wrong password.
        """,
        example: """
          GET /api/v2/tickets   without Authorization
          401 promised, 200 returned
          """),
      permissionIgnored: RuleExplanation(
        """
        The server lets a caller do something that, according to the contract, requires a permission or a kind of account \
        that the caller doesn't have.
        """,
        example: """
          GET /api/v2/customers   as a CLIENT
          403 promised, 200 returned
          """),
      notIsolated: RuleExplanation(
        """
        According to the contract, each caller has its own items, but another caller can list, read, change or remove one \
        of them, or add to it. Only items created by the run are changed, removed or added to in this check.
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
        After a logout, the server still accepts a token of the session that it ended. A token from a lost device keeps \
        working. Only sessions that the run opened itself are tried.
        """,
        example: """
          POST /api/v1/auth/logout   204
          GET /api/v1/profile        200 with the same token
          """),
      refreshNotRotated: RuleExplanation(
        """
        According to the contract, a refresh replaces the token that was sent, but the server still accepts the old token, \
        or issues the same one again, twice in a row. A stolen token works forever.
        """,
        example: """
          POST /api/v1/auth/refresh   200, a new refresh token
          POST /api/v1/auth/refresh   200 with the earlier one
          """),
      tokenOfAnother: RuleExplanation(
        """
        A login logs in a different user: the response, or the profile that its token gives access to, doesn't show the \
        login data that was sent.
        """,
        example: """
          POST /api/v1/auth/login   { "email": "ada@example.com", … }
          200 "user": { "email": "bo@example.com" }
          """),
      tokenKindIgnored: RuleExplanation(
        """
        A login returns an access token and a refresh token, and the server accepts one instead of the other. A one-hour \
        access token then effectively lasts as long as the refresh token. It is tried on sessions that the run opened \
        itself, and counts only if the request is rejected without a token.
        """,
        example: """
          GET /api/v1/profile   200 with the refresh token
          401 promised
          """),
      formerLoginTaken: RuleExplanation(
        """
        The run changed an account's login data, such as its address or password, but the login still accepts the old \
        value. A leaked old password works forever. It is tried once per value, after a login with the current one, and \
        only for values that the run changed itself.
        """,
        example: """
          PUT /api/v1/profile/password   204
          POST /api/v1/auth/login        200 with the earlier password
          """),
      wrongPasswordTaken: RuleExplanation(
        """
        A login with a wrong password but otherwise correct data opened a session: anyone can log in as anyone. Servers \
        lock accounts after wrong passwords, so this is tried once per run, as its last login, and only with --direct and \
        --var lockable_account=yes.
        """,
        example: """
          POST /api/v1/auth/login   { "email": "ada@example.com", … }
          200 with a password that nobody has
          """),
    ]
  }
}
