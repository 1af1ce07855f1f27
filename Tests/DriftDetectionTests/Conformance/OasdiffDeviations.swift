/// Cases whose verdict intentionally differs from oasdiff's.
enum OasdiffDeviations {
  struct Deviation: Sendable {
    /// A Boolean value that indicates whether the change breaks clients, or `nil` if one of the documents is rejected.
    let verdict: Bool?
    let reason: String
    /// A Boolean value that indicates whether the change is reported anyway, as a warning.
    var isTold = false
    /// The witness, which is a value, a request, or a place in the document.
    let witness: String
  }

  static let all: [String: Deviation] =
    refused.merging(sameValues) { first, _ in first }.merging(unsaid) { first, _ in first }
    .merging(empty) { first, _ in first }

  // MARK: Documents without content

  /// These documents are read unchanged. Like other tools, `plumbline diff` ignores null values and reports the rest.
  private static let refused: [String: Deviation] = [
    "TestBreaking_ReqBodyBecameEnum": Deviation(
      verdict: nil, reason: "An answer's content is null: without leaving it out both documents are refused.",
      witness: #""content": null, "application/json": { … } beside it"#),
    "TestBreaking_ReqBodyBecameEnumAndTypeChanged": Deviation(
      verdict: nil, reason: "An answer's content is null: without leaving it out both documents are refused.",
      witness: #""content": null, "application/json": { … } beside it"#),
    "TestBreaking_ItemsWithDefault": Deviation(
      verdict: nil, reason: "An operation's responses are null: without leaving them out both documents are refused.",
      witness: #""responses": null, "200": { … } beside it"#),
  ]

  // MARK: The same values, written differently

  private static let sameShapes =
    "All branches are the same schema under several names, so that one more or one fewer changes no value."

  private static let unsent =
    "The path has no such parameter, so no request has it. A contract doesn't hold it; `diff` reports it as not compared."

  private static let sameValues: [String: Deviation] = [
    "TestBreaking_RequestPropertyAllOfAdded": Deviation(
      verdict: false, reason: sameShapes, witness: #"{"name": "Rex"} fits Dog, Cat and Rabbit alike"#),
    "TestRequestPropertyAllOfAdded": Deviation(
      verdict: false, reason: sameShapes, witness: #"{"name": "Rex"} fits Dog, Cat and Rabbit alike"#),
    "TestRequestPropertyAnyOfRemoved": Deviation(
      verdict: false, reason: sameShapes, witness: #"{"name": "Rex"} fits Dog, Cat and Rabbit alike"#),
    "TestBreaking_RequestPropertyOneOfRemoved": Deviation(
      verdict: false, reason: sameShapes,
      witness: #"{"name": "Rex"} fits all branches, and so oneOf takes it of no document"#),
    "TestRequestPropertyOneOfRemoved": Deviation(
      verdict: false, reason: sameShapes,
      witness: #"{"name": "Rex"} fits all branches, and so oneOf takes it of no document"#),
    "TestResponsePropertyOneOfAdded": Deviation(
      verdict: false, reason: sameShapes,
      isTold: true, witness: #"{"name": "Rex"} fits all branches, and so oneOf takes it of no document"#),
    "TestRequestPropertyAllOfAdded_WithSources_Inline": Deviation(
      verdict: false, reason: "The new branch names an optional member, so every earlier request still fits: a notice.",
      witness: #"{"prop1": "a", "prop2": true} is taken by both"#),
    "TestRequestParameterMaxItemsDecreased": Deviation(
      verdict: false, reason: "maxItems is at a string, where it says nothing.",
      witness: #"any list of texts is taken by both"#),
    "TestRequestParameterMaxDecreased": Deviation(
      verdict: false, reason: "maximum is at an array, where it says nothing.",
      witness: #"["a"] is taken by both"#),
    "TestRequestParameterBecameEnum": Deviation(
      verdict: false, reason: unsent,
      witness: "POST /api/v1.0/groups, with a path parameter 'groupId'"),
    "TestResponseHeaderBecameNullable": Deviation(
      verdict: false, reason: "Both sides of the case are one file: what differs is in oasdiff's test alone.",
      witness: "openapi-test1.json and openapi-test1.json"),
    "TestResponseHeaderTypeChanged_StringDateTimeToInteger": Deviation(
      verdict: false, reason: "Both sides of the case are one file: what differs is in oasdiff's test alone.",
      witness: "openapi-test1.json and openapi-test1.json"),
  ]

  // MARK: Rules that OpenAPI doesn't have

  private static let sunsets =
    "x-sunset is a convention and refuses no caller: an earlier last day, or none any more, is a warning."

  private static let unsaid: [String: Deviation] = [
    "TestBreaking_SunsetDeleted_WithSources": Deviation(
      verdict: false, reason: sunsets, isTold: true, witness: #"GET /api/test is there in both, and deprecated"#),
    "TestBreaking_SunsetModifiedToInvalidForDeprecatedParameter": Deviation(
      verdict: false, reason: sunsets, isTold: true, witness: "GET /api/test?id=1 is taken by both"),
    "TestBreaking_SunsetModifiedFromInvalidForDeprecatedParameter": Deviation(
      verdict: false, reason: "The text of before is no day, so the last day isn't an earlier one.",
      witness: "GET /api/test?id=1 is taken by both"),
    "TestRequestPropertyDeprecation_WithInvalidSunset": Deviation(
      verdict: false, reason: "A member that is deprecated now is a notice, though its last day can't be read.",
      witness: "the same body is taken by both"),
    "TestBreaking_RemoveParameterWithInvalidSunset": Deviation(
      verdict: false,
      reason: "An unknown query parameter is mostly ignored: one that is gone is a warning, whatever its last day was.",
      isTold: true, witness: "GET /api/test?id=1"),
    "TestRequestParameterXExtensibleEnumValueRemoved": Deviation(
      verdict: false, reason: unsent,
      witness: "POST /api/v1.0/groups, with a path parameter 'groupId'"),
    "TestWebhookAddedAndRemoved": Deviation(
      verdict: false, reason: "A contract holds no webhooks. `diff` reports one that is gone as a warning.",
      witness: "change.webhook.removed, and no request to the service differs"),
  ]

  // MARK: No value at all

  private static let nothing =
    "No list of strings has an integer in it, so neither document takes any list: it is a warning."

  private static let empty: [String: Deviation] = Dictionary(
    uniqueKeysWithValues: [
      "TestRequestBodyMinContainsIncreased", "TestRequestBodyMaxContainsDecreased",
      "TestResponseBodyMaxContainsIncreased", "TestResponseBodyMinContainsDecreased",
    ].map {
      (
        $0,
        Deviation(
          verdict: false, reason: nothing, isTold: true,
          witness: #""items": { "type": "string" }, "contains": { "type": "integer" }, "minContains": 1"#)
      )
    })
}
