extension ChangeFieldRules {
  /// The explanation of each rule for requests.
  var explanationsOfRequests: [Rule: RuleExplanation] {
    [
      missing: RuleExplanation(
        """
        A request without a member was right and is refused: the member is new and required, or it was optional. \
        Every client that doesn't send it breaks. Leave it optional, with a default.
        """,
        example: """
          OLD  { "subject": "Dock" } is taken
          NEW  { "subject": "Dock" } lacks "priority"
          """),
      typeChanged: RuleExplanation(
        """
        A value of a type that could be sent is refused. It is reported for parameters as well; these are text, so a value \
        that is valid as a number and as text stays valid.
        """,
        example: """
          OLD  "queue": 7 or "spares"
          NEW  "queue": 7
          """),
      null: RuleExplanation(
        """
        Null could be sent and is refused. Clients send it to empty a field.
        """,
        example: """
          OLD  "due_date": string or null
          NEW  "due_date": string
          """),
      value: RuleExplanation(
        """
        A value was among those that could be sent and is refused, or any value could be sent and only listed ones \
        can be now. Each value that is gone is a finding of its own.
        """,
        example: """
          OLD  "status": one of NEW, LOST, RESOLVED
          NEW  "status": one of NEW, RESOLVED
          """),
      valueChanged: RuleExplanation(
        """
        The only value that a member of a request can have is another one. Clients that send the old one are refused.
        """,
        example: """
          OLD  "version": 1
          NEW  "version": 2
          """),
      noBranchFits: RuleExplanation(
        """
        What could be sent fits none of the alternatives that NEW takes, or more of them than it may. The witness \
        shows a value.
        """,
        example: """
          OLD  "contact": a phone or an address
          NEW  "contact": a phone
          """),
      notAllowed: RuleExplanation(
        """
        A member could be sent and is refused: NEW takes no members but those that it names, or takes none of this \
        name. Members that no schema names count as never sent; this is about those that OLD took by its word.
        """,
        example: """
          OLD  "labels": { "any": "text" }
          NEW  "labels": {} without members
          """),
      format: RuleExplanation(
        """
        A text could be sent that isn't in the format that NEW asks for.
        """,
        example: """
          OLD  "due": any text
          NEW  "due": a date
          """),
      pattern: RuleExplanation(
        """
        A text could be sent that NEW's pattern refuses. Patterns are compared by what they match, not by how they \
        are written.
        """,
        example: """
          OLD  "tag": "^[A-Z]+$"
          NEW  "tag": "^[A-Z]{3}$"
          """),
      outOfBounds: RuleExplanation(
        """
        A number, a length or a count could be sent that is out of bounds now. Clients that use the old bounds are \
        refused.
        """,
        example: """
          OLD  "subject": up to 200 characters
          NEW  "subject": up to 100 characters
          """),
      duplicateItems: RuleExplanation(
        """
        A list could have an item twice and is refused with one now. Clients that may send duplicates break.
        """,
        example: """
          OLD  "tags": ["a", "a"] is taken
          NEW  "uniqueItems": true
          """),
      items: RuleExplanation(
        """
        A list could be sent that is refused for which items it has, or how many of a kind.
        """,
        example: """
          OLD  "lines": any items
          NEW  "lines": at least one with a price
          """),
      other: RuleExplanation(
        """
        What could be sent is refused for another reason; the finding names the keyword.
        """,
        example: """
          OLD  "range": { "from": 9 }
          NEW  "range": not { "from": 9 }
          """),
      added: RuleExplanation(
        """
        A request may have a member that OLD doesn't name. It is optional.
        """,
        example: """
          OLD  { "subject" }
          NEW  { "subject", "priority" }, the latter optional
          """),
      removed: RuleExplanation(
        """
        NEW doesn't name a member that a request could have. The server ignores it, or refuses it if it accepts no other \
        members.
        """,
        example: """
          OLD  { "subject", "priority" }
          NEW  { "subject" }
          """),
      defaultChanged: RuleExplanation(
        """
        A request that leaves a member out means something else, as its default has changed. No request is refused, but \
        clients get different results. The default of what is always there, such as an item of a list, is a notice.
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
        A member of a response was promised and may be absent: it is gone from NEW, or optional. Typed code that \
        needs it can't decode the response.
        """,
        example: """
          OLD  { "id": 7, "subject": "Dock" }
          NEW  { "id": 7 } may come
          """),
      typeChanged: RuleExplanation(
        """
        A value of another JSON type may come than the one that was promised. Typed code can't decode it.
        """,
        example: """
          OLD  "id": 17
          NEW  "id": "17" may come
          """),
      null: RuleExplanation(
        """
        Null may come where a value was promised. Code that doesn't expect it fails. Leave the member out only where \
        it was optional.
        """,
        example: """
          OLD  "subject": string
          NEW  "subject": string or null
          """),
      value: RuleExplanation(
        """
        A value may come that was not among the listed ones. Code with one case for each listed value has none for \
        it; many clients are prepared for that, so it is a warning. With --clients, diff runs the clients, and it is \
        breaking where one is known to refuse the value.
        """,
        example: """
          OLD  "status": one of NEW, RESOLVED
          NEW  "status": one of NEW, RESOLVED, LOST
          """),
      valueChanged: RuleExplanation(
        """
        Another value may come where a single one was promised. Code that branches on it takes the wrong branch.
        """,
        example: """
          OLD  "kind": "ticket"
          NEW  "kind": "issue"
          """),
      noBranchFits: RuleExplanation(
        """
        What may come fits none of the alternatives that were promised, or more of them than it may. Code with a \
        case for each has none for it.
        """,
        example: """
          OLD  "media": an image or a sound
          NEW  "media": an image, a sound or a film
          """),
      notAllowed: RuleExplanation(
        """
        A response may have further members where only the named ones were allowed. Strict decoders refuse them.
        """,
        example: """
          OLD  "additionalProperties": false
          NEW  members with any name
          """),
      format: RuleExplanation(
        """
        A text may come that isn't in the promised format. Code that reads it as a date or an address fails.
        """,
        example: """
          OLD  "created_at": a date-time
          NEW  "created_at": any text
          """),
      pattern: RuleExplanation(
        """
        A text may come that the promised pattern doesn't match. Few clients look; those that cut such a text to \
        pieces fail.
        """,
        example: """
          OLD  "tag": "^TL-[0-9]{4}$"
          NEW  "tag": any text
          """),
      outOfBounds: RuleExplanation(
        """
        A number, a length or a count may come that is out of the promised bounds. It may not fit where clients put \
        it.
        """,
        example: """
          OLD  "quantity": at least 0
          NEW  "quantity": at least -1
          """),
      duplicateItems: RuleExplanation(
        """
        A list may have an item twice, which was promised not to happen. Code that keys views by the item shows it \
        wrongly.
        """,
        example: """
          OLD  "uniqueItems": true
          NEW  ["a", "a"] may come
          """),
      items: RuleExplanation(
        """
        A list may come whose items, or whose number of items of a kind, are not what was promised.
        """,
        example: """
          OLD  "lines": at least one with a price
          NEW  "lines": []
          """),
      other: RuleExplanation(
        """
        What may come isn't what was promised, for another reason; the finding names the keyword.
        """,
        example: """
          OLD  "range": not { "from": 9 }
          NEW  "range": { "from": 9 } may come
          """),
      added: RuleExplanation(
        """
        A response may have a member that OLD doesn't name. Members that a schema doesn't name are to be passed over, \
        so nothing breaks.
        """,
        example: """
          OLD  { "id" }
          NEW  { "id", "colour" }
          """),
      removed: RuleExplanation(
        """
        An optional member of a response is in OLD and not in NEW. It was never required; clients that show it show \
        nothing.
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
