extension LinkRules {
  /// The explanation of each rule of the group.
  var explanations: [Rule: RuleExplanation] {
    [
      accepted: RuleExplanation(
        """
        The client takes a text or a payload that deep-links.json has among those to be refused: a link of a foreign host, a \
        token that has expired, a push notification that leads two ways. Its author decides what the app does. Have the \
        client refuse it.
        """,
        example: """
          deep-links.json  "refused": { "a foreign host": {
                             "link": "https://evil.example/listing/123" } }
          client           opens the listing 123
          """),
      refused: RuleExplanation(
        """
        The client makes nothing of a text or a payload that it must take. People tap a link or a notification and \
        nothing happens, or can't sign in.
        """,
        example: """
          deep-links.json  "accepted": { "a listing": {
                             "link": "app://listing/123", "opens": { "id": "123" } } }
          client           refuses it
          """),
      misread: RuleExplanation(
        """
        The client takes the text and reads something else in it than documented: another route, another id, another \
        claim, one that is missing or one too many. The pointer names the value.
        """,
        example: """
          deep-links.json  "opens": { "route": "listingDetail", "id": "a b" }
          client           id: "a%20b"
          """),
      login: RuleExplanation(
        """
        The link needs a login and the client opens it for anybody, or it needs none and the client asks for one.
        """,
        example: """
          deep-links.json  "login": true
          client           opens the link for a guest
          """),
      landing: RuleExplanation(
        """
        After the login that the link asks for, the user lands elsewhere than documented: most often on the first screen, \
        because the app forgot the destination.
        """,
        example: """
          deep-links.json  "landing": { "route": "favorites" }
          client           route: "home"
          """),
      madeOtherwise: RuleExplanation(
        """
        The client makes another text than the documented one: a share link that the other side can't open, a sign-in URL \
        whose parameters the provider refuses.
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
