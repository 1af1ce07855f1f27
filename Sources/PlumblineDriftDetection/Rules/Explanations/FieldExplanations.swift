extension FieldRules {
  /// Returns the explanation of each rule of the group, for one of an exchange's messages.
  func explanations(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    [members(of: message), types(of: message), alternatives(of: message), values(of: message)]
      .reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
  }

  /// Explains the rules about the members of an object.
  private func members(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    let victim = message == .request ? "The server may reject it, or guess." : "Clients that need it break."
    let aside =
      message == .request
      ? ""
      : " A writeOnly member, such as a password, belongs only in requests, so it is undocumented in a response."
    return [
      missing: RuleExplanation(
        """
        A required member is absent from the body of \(message). \(victim) A member whose name differs only in case is \
        reported as case-changed instead. If all members of an object are missing, that is a single finding for the object.
        """,
        example: """
          promised  { "id": 7, "subject": "Dock" }
          actual    { "id": 7 }
          """),
      undocumented: RuleExplanation(
        """
        The body of \(message) has a member that isn't in the contract, although the contract documents other members \
        there. Nothing breaks, but clients may come to rely on something that was never promised. Objects without \
        documented members, and maps, may have any members.\(aside)
        """,
        example: """
          promised  { "id": 7 }
          actual    { "id": 7, "colour": "red" }
          """),
      caseChanged: RuleExplanation(
        """
        The name of a member in the body of \(message) differs from the documented one only in case or separators. This is \
        one finding instead of a missing and an undocumented member.
        """,
        example: """
          promised  "ticket_id": 7
          actual    "ticketId": 7
          """),
    ]
  }

  /// Explains the rules about the type of a value.
  private func types(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    [
      typeChanged: RuleExplanation(
        """
        A value in the body of \(message) has a different JSON type than promised: text instead of an object, a list \
        instead of a single value. Typed code can't decode it. Numbers written as strings, strings written as numbers, and \
        null have their own rules.
        """,
        example: """
          promised  "assigned_to": { "id": 3, "name": "Ada" }
          actual    "assigned_to": "Ada"
          """),
      nullNotAllowed: RuleExplanation(
        """
        A promised value in the body of \(message) is null. Code that doesn't expect null fails. If null \
        is intended, add it to the type.
        """,
        example: """
          promised  "subject": "Dock"
          actual    "subject": null
          """),
      numberAsString: RuleExplanation(
        """
        A number is written as a string in the body of \(message). Typed code can't decode it, and untyped code that \
        compares it with a number finds them different.
        """,
        example: """
          promised  "id": 17
          actual    "id": "17"
          """),
      stringAsNumber: RuleExplanation(
        """
        A string is written as a number in the body of \(message). Typed code can't decode it, and leading zeros \
        of codes and serial numbers are lost.
        """,
        example: """
          promised  "serial_num": "0017"
          actual    "serial_num": 17
          """),
      integerAsDecimal: RuleExplanation(
        """
        A number in the body of \(message) has a fraction, but the contract has an integer. 17.0 is a whole number and \
        valid.
        """,
        example: """
          promised  "quantity": 17
          actual    "quantity": 17.5
          """),
    ]
  }

  /// Explains the rules about a choice between schemas, and an undecided validation.
  private func alternatives(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    [
      noBranchFits: RuleExplanation(
        """
        A value in the body of \(message) matches none of the documented alternatives, and none of them is clearly the \
        intended one. If one is, the value's faults according to that alternative are reported instead.
        """,
        example: """
          promised  "shape": { "radius": … } or { "width": …, "height": … }
          actual    "shape": { "sides": 5 }
          """),
      discriminator: RuleExplanation(
        """
        A value in the body of \(message) matches one of the documented alternatives, but not the one that its \
        discriminator names. According to OpenAPI 3.1.1, a discriminator is a hint that doesn't affect validity, so this is \
        a warning; generated clients decode the named alternative and fail. If a discriminator is documented, this rule \
        also covers values that match more than one alternative where exactly one is allowed.
        """,
        example: """
          promised  "ride": { "type": "Car", "doors": 4 }
          actual    "ride": { "type": "Car", "doors": "four" }
          """),
      undecided: RuleExplanation(
        """
        Validating a value in \(message) took more steps than are allowed for its size, so it counts as neither valid nor \
        invalid. Steps are counted rather than timed, so the result is the same on every machine. A likely cause is a \
        pattern that repeats a group thousands of times, applied to a long text; simplify the pattern, or add a maximum \
        length. If a body has faults in more than 1000 places, the finding says how much wasn't checked.
        """,
        example: """
          promised  "note": matching [ab](a|aa){1,3000}c$
          actual    "note": 100,000 times "a"
          """),
    ]
  }

  /// Explains the rules about a value of the correct type.
  private func values(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    [
      valueNotInEnum: RuleExplanation(
        """
        A value in the body of \(message) isn't one of those that the contract lists. Code with a case for each listed \
        value has none for it. Each such value is a separate finding, but more than five in one response are combined. If \
        the value is intended, add it to the list.
        """,
        example: """
          promised  "status": one of NEW, RESOLVED
          actual    "status": "LOST"
          """),
      format: RuleExplanation(
        """
        A string in the body of \(message) doesn't have the documented format: a date-time without an offset, an email \
        address without an @. Code that parses it fails or guesses.
        """,
        example: """
          promised  "created_at": "2026-11-21T08:00:00Z"
          actual    "created_at": "21.11.2026"
          """),
      looseDate: RuleExplanation(
        """
        A time in the body of \(message) is written with a lowercase t or z. RFC 3339 allows this, but many parsers don't \
        accept it, such as Foundation's ISO 8601 parser.
        """,
        example: """
          promised  "created_at": "2026-11-21T08:00:00Z"
          actual    "created_at": "2026-11-21t08:00:00z"
          """),
      pattern: RuleExplanation(
        """
        A string in the body of \(message) doesn't match its documented pattern.
        """,
        example: """
          promised  "asset_tag": matching ^TL-[0-9]{4}$
          actual    "asset_tag": "0311"
          """),
      outOfBounds: RuleExplanation(
        """
        A number, the length of a string or the number of items in the body of \(message) is outside the promised bounds.
        """,
        example: """
          promised  "available_quantity": at least 0
          actual    "available_quantity": -2
          """),
      duplicateItems: RuleExplanation(
        """
        An array in the body of \(message) has duplicate items although the contract requires unique ones.
        """,
        example: """
          promised  "tags": each once
          actual    "tags": ["spare", "spare"]
          """),
    ]
  }
}
