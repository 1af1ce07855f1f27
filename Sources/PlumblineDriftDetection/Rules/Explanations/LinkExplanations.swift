extension LinkRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      accepted: RuleExplanation(
        """
        The client accepts a text or a payload that must be rejected according to deep-links.json: a link with a foreign \
        host, an expired token, an ambiguous push notification. An attacker can control what the app does. Make the client \
        reject it.
        """,
        example: """
          deep-links.json  "refused": { "a foreign host": {
                             "link": "https://evil.example/listing/123" } }
          client           opens the listing 123
          """),
      refused: RuleExplanation(
        """
        The client rejects a text or a payload that it must accept. Users tap a link or a notification and nothing happens, or \
        they can't sign in.
        """,
        example: """
          deep-links.json  "accepted": { "a listing": {
                             "link": "app://listing/123", "opens": { "id": "123" } } }
          client           refuses it
          """),
      misread: RuleExplanation(
        """
        The client accepts the text but reads different values from it than documented: another route, id or claim, or one \
        too many or too few. The pointer names the value.
        """,
        example: """
          deep-links.json  "opens": { "route": "listingDetail", "id": "a b" }
          client           id: "a%20b"
          """),
      login: RuleExplanation(
        """
        The link requires a login, but the client opens it for anyone; or it requires none, but the client asks for one.
        """,
        example: """
          deep-links.json  "login": true
          client           opens the link for a guest
          """),
      landing: RuleExplanation(
        """
        After the login that the link requires, the user doesn't land where documented: most often they land on the first \
        screen, because the app forgot the destination.
        """,
        example: """
          deep-links.json  "landing": { "route": "favorites" }
          client           route: "home"
          """),
      madeOtherwise: RuleExplanation(
        """
        The client generates a text other than the documented one: a share link that the recipient can't open, or a sign-in \
        URL whose parameters the provider rejects.
        """,
        example: """
          deep-links.json  "made": { "a share link": {
                             "given": { "id": "7" },
                             "link": "https://app.example/listing/7" } }
          client           https://app.example/listings/7
          """),
    ]
  }
}
