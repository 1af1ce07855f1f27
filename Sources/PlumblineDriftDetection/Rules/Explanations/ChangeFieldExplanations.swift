extension ChangeFieldRules {
  /// The explanation of each rule for requests.
  var explanationsOfRequests: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        A request without a member was valid and is now rejected: the member is new and required, or it was optional. Every \
        client that doesn't send it breaks. Leave it optional, with a default.
        """,
        example: """
          OLD  { "subject": "Dock" } is taken
          NEW  { "subject": "Dock" } lacks "priority"
          """),
      typeChanged: RuleExplanation(
        """
        A value of a type that was allowed is now rejected. This applies to parameters as well; they are text, so a value \
        that is valid both as a number and as text stays valid.
        """,
        example: """
          OLD  "queue": 7 or "spares"
          NEW  "queue": 7
          """),
      null: RuleExplanation(
        """
        Null was allowed and is now rejected. Clients send it to clear a field.
        """,
        example: """
          OLD  "due_date": string or null
          NEW  "due_date": string
          """),
      value: RuleExplanation(
        """
        A listed value was allowed and is now rejected, or any value was allowed and now only the listed ones are. Each \
        removed value is a separate finding.
        """,
        example: """
          OLD  "status": one of NEW, LOST, RESOLVED
          NEW  "status": one of NEW, RESOLVED
          """),
      valueChanged: RuleExplanation(
        """
        The single value that a member of a request may have is now a different one. Clients that send the old one are \
        rejected.
        """,
        example: """
          OLD  "version": 1
          NEW  "version": 2
          """),
      noBranchFits: RuleExplanation(
        """
        A value that was allowed matches none of NEW's alternatives, or more than one where exactly one must match. The \
        example shows such a value.
        """,
        example: """
          OLD  "contact": a phone or an address
          NEW  "contact": a phone
          """),
      notAllowed: RuleExplanation(
        """
        A member was allowed and is now rejected: NEW allows only the members that it names, or forbids this one. Clients \
        are assumed not to send members that no schema names, so only members that OLD names or explicitly allows are \
        reported.
        """,
        example: """
          OLD  "labels": { "any": "text" }
          NEW  "labels": {} without members
          """),
      format: RuleExplanation(
        """
        Strings that don't match a format were allowed; NEW requires the format.
        """,
        example: """
          OLD  "due": any text
          NEW  "due": a date
          """),
      pattern: RuleExplanation(
        """
        A string that was allowed doesn't match NEW's pattern. Patterns are compared by what they match, not by how they \
        are written.
        """,
        example: """
          OLD  "tag": "^[A-Z]+$"
          NEW  "tag": "^[A-Z]{3}$"
          """),
      outOfBounds: RuleExplanation(
        """
        A number, a length or a count that was allowed is now out of bounds. Clients that use the old bounds are rejected.
        """,
        example: """
          OLD  "subject": up to 200 characters
          NEW  "subject": up to 100 characters
          """),
      duplicateItems: RuleExplanation(
        """
        A list with duplicate items was allowed and is now rejected. Clients that may send duplicates break.
        """,
        example: """
          OLD  "tags": ["a", "a"] is taken
          NEW  "uniqueItems": true
          """),
      items: RuleExplanation(
        """
        A list that was allowed is now rejected because of its items, or because of how many items of a kind it has.
        """,
        example: """
          OLD  "lines": any items
          NEW  "lines": at least one with a price
          """),
      other: RuleExplanation(
        """
        A value that was allowed is now rejected in a way that has no rule of its own; the finding names the keyword.
        """,
        example: """
          OLD  "range": { "from": 9 }
          NEW  "range": not { "from": 9 }
          """),
      added: RuleExplanation(
        """
        A request may have a member that isn't in OLD. It is optional, so nothing breaks.
        """,
        example: """
          OLD  { "subject" }
          NEW  { "subject", "priority" }, the latter optional
          """),
      removed: RuleExplanation(
        """
        NEW no longer has a member that requests could send. The server ignores it, or rejects the request if it accepts no \
        other members.
        """,
        example: """
          OLD  { "subject", "priority" }
          NEW  { "subject" }
          """),
      defaultChanged: RuleExplanation(
        """
        A request without the member now means something else, because the member's default has changed. No request is \
        rejected, but clients get different results. For values that are always present, such as a list's items, it is a \
        notice.
        """,
        example: """
          OLD  "speed": { "default": "slow" }
          NEW  "speed": { "default": "fast" }
          """),
      deprecationChanged: .deprecation(of: "member", advice: "stop sending it in time."),
      sunsetChanged: .sunset(of: "member", for: "Clients"),
    ]
  }
}

extension ChangeFieldRules {
  /// The explanation of each rule for responses.
  var explanationsOfAnswers: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        A member of a response was promised and may now be absent: NEW doesn't have it, or it is optional. Typed code that \
        needs it can't decode the response.
        """,
        example: """
          OLD  { "id": 7, "subject": "Dock" }
          NEW  { "id": 7 } is possible
          """),
      typeChanged: RuleExplanation(
        """
        A value may have another JSON type than promised. Typed code can't decode it.
        """,
        example: """
          OLD  "id": 17
          NEW  "id": "17" is possible
          """),
      null: RuleExplanation(
        """
        Null is possible where a value was promised. Code that doesn't expect it fails. If the member was optional, leave \
        it out instead of sending null.
        """,
        example: """
          OLD  "subject": string
          NEW  "subject": string or null
          """),
      value: RuleExplanation(
        """
        A value that isn't in OLD's list is possible. Code with one case for each listed value has none for it. Many \
        clients are prepared for this, so it is a warning. With --clients, diff runs the clients, and it is breaking if one \
        of them rejects the value.
        """,
        example: """
          OLD  "status": one of NEW, RESOLVED
          NEW  "status": one of NEW, RESOLVED, LOST
          """),
      valueChanged: RuleExplanation(
        """
        A different value is possible where a single one was promised. Code that branches on it takes the wrong branch.
        """,
        example: """
          OLD  "kind": "ticket"
          NEW  "kind": "issue"
          """),
      noBranchFits: RuleExplanation(
        """
        A response may match none of the promised alternatives, or more than one where exactly one must match. Code with a \
        case for each alternative has none for it.
        """,
        example: """
          OLD  "media": an image or a sound
          NEW  "media": an image, a sound or a film
          """),
      notAllowed: RuleExplanation(
        """
        A response may have additional members where only the named ones were allowed. Strict decoders reject them.
        """,
        example: """
          OLD  "additionalProperties": false
          NEW  members with any name
          """),
      format: RuleExplanation(
        """
        A string may be returned that doesn't match the promised format. Code that parses it as a date or an address fails.
        """,
        example: """
          OLD  "created_at": a date-time
          NEW  "created_at": any text
          """),
      pattern: RuleExplanation(
        """
        A string may be returned that doesn't match the promised pattern. Few clients check, but those that take such a string apart \
        fail.
        """,
        example: """
          OLD  "tag": "^TL-[0-9]{4}$"
          NEW  "tag": any text
          """),
      outOfBounds: RuleExplanation(
        """
        A number, a length or a count may exceed the promised bounds. It may not fit where clients store it.
        """,
        example: """
          OLD  "quantity": at least 0
          NEW  "quantity": at least -1
          """),
      duplicateItems: RuleExplanation(
        """
        A list may contain duplicate items, which OLD ruled out. Code that uses items as the keys of views displays them \
        wrongly.
        """,
        example: """
          OLD  "uniqueItems": true
          NEW  ["a", "a"] is possible
          """),
      items: RuleExplanation(
        """
        A list may be returned that breaks the promise about its items, or about how many of a kind it has.
        """,
        example: """
          OLD  "lines": at least one with a price
          NEW  "lines": []
          """),
      other: RuleExplanation(
        """
        A response may break OLD's promise in a way that has no rule of its own; the finding names the keyword.
        """,
        example: """
          OLD  "range": not { "from": 9 }
          NEW  "range": { "from": 9 } is possible
          """),
      added: RuleExplanation(
        """
        A response may have a member that isn't in OLD. Clients should ignore unknown members, so nothing breaks.
        """,
        example: """
          OLD  { "id" }
          NEW  { "id", "colour" }
          """),
      removed: RuleExplanation(
        """
        An optional member of a response is no longer in NEW. It was never guaranteed; clients that display it show nothing.
        """,
        example: """
          OLD  { "id", "colour" }, the latter optional
          NEW  { "id" }
          """),
      deprecationChanged: .deprecation(of: "member", advice: "stop reading it in time."),
      sunsetChanged: .sunset(of: "member", for: "Readers"),
    ]
  }
}
