extension FieldRules {
  /// Returns the explanation of each rule of the group, for one of an exchange's messages.
  func explanations(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    [members(of: message), types(of: message), alternatives(of: message), values(of: message)]
      .reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
  }

  /// Explains the rules about the members of an object.
  private func members(of message: ExplainedMessage) -> [Rule: RuleExplanation] {
    let victim = message == .request ? "The server may refuse it, or guess." : "Clients that need it break."
    let aside =
      message == .request
      ? ""
      : " A writeOnly member, such as a password, belongs only in requests, so it is undocumented in a response."
    return [
      missing: RuleExplanation(
        """
        A required member is absent from the body of \(message). \(victim) A member whose name differs only in case is \
        reported as case-changed instead. If all of an object's members are missing, that is one finding, at the object.
        """,
        example: """
          promised  { "id": 7, "subject": "Dock" }
          actual    { "id": 7 }
          """),
      undocumented: RuleExplanation(
        """
        The body of \(message) has a member that the contract does not name, although it names others there. Nothing \
        breaks, but clients may come to rely on something that was never promised. Objects without documented members may have \
        any, and so may maps.\(aside)
        """,
        example: """
          promised  { "id": 7 }
          actual    { "id": 7, "colour": "red" }
          """),
      caseChanged: RuleExplanation(
        """
        A member of the body of \(message) has the promised name apart from case or separators. It is one finding, instead of \
        a missing and an undocumented member.
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
        A value in the body of \(message) has a different JSON type than promised: text for an object, a list for a single \
        value. Typed code can't decode it. Numbers in strings, strings that came as numbers, and null have their own rules.
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
        A number is written as a string in the body of \(message). Typed code can't decode it, and code that compares the two \
        finds them different.
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
        A value in the body of \(message) fits none of the alternatives that the contract has for it, and none of them is \
        clearly the intended one. If one is, its own error is reported instead.
        """,
        example: """
          promised  "shape": { "radius": … } or { "width": …, "height": … }
          actual    "shape": { "sides": 5 }
          """),
      discriminator: RuleExplanation(
        """
        A value in the body of \(message) fits one of the documented alternatives, but not the one that it names by its \
        discriminator. By OpenAPI 3.1.1 a discriminator is a hint that doesn't affect validity, so this is a warning; \
        generated clients decode the named alternative, and fail. A value that fits more than one alternative where exactly \
        one is allowed is reported here too, if a discriminator is documented.
        """,
        example: """
          promised  "ride": { "type": "Car", "doors": 4 }
          actual    "ride": { "type": "Car", "doors": "four" }
          """),
      undecided: RuleExplanation(
        """
        Judging a value in \(message) took more steps than are allowed for a value of its size, so it is neither valid nor \
        invalid. Steps are counted rather than timed, so the result is the same everywhere. The cause may be a pattern that \
        repeats a group thousands of times and a long text; use a simpler one, or a maximum length. For a body with faults in \
        more than 1000 places, it says how much isn't judged.
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
        A value in the body of \(message) is not among those that the contract lists. Code with a case for each listed value \
        has none for it. Each such value is a separate finding; more than five of them in one response are one. If the value \
        is intended, add it to the list.
        """,
        example: """
          promised  "status": one of NEW, RESOLVED
          actual    "status": "LOST"
          """),
      format: RuleExplanation(
        """
        A string in the body of \(message) is not in its format: a date-time without an offset, an address without an @. \
        Code that parses it fails or guesses.
        """,
        example: """
          promised  "created_at": "2026-11-21T08:00:00Z"
          actual    "created_at": "21.11.2026"
          """),
      looseDate: RuleExplanation(
        """
        A time in the body of \(message) is written with a lower-case t or z. RFC 3339 allows it, and many parsers don't: \
        Foundation's ISO 8601 is one.
        """,
        example: """
          promised  "created_at": "2026-11-21T08:00:00Z"
          actual    "created_at": "2026-11-21t08:00:00z"
          """),
      pattern: RuleExplanation(
        """
        A string in the body of \(message) does not match its pattern.
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
        An array in the body of \(message) has equal items although the contract requires unique ones.
        """,
        example: """
          promised  "tags": each once
          actual    "tags": ["spare", "spare"]
          """),
    ]
  }
}
