import PlumblineContractModel
import Testing

/// Mistakes in batches of requests and in callers that are items.
@Suite struct CallerMistakesTests {
  private static let contract = """
    { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null,
      "credentials": { "login": { "in": "basic", "environment": "L", "holders": { "collection": "users", "secret": "/pass" } },
        "key": { "in": "header", "name": "X-Key", "environment": "K", "holders": { "collection": "users", "secret": "/key" } } },
      "personas": { "ada": { "credentials": { "login": "ada:x" } } },
      "collections": { "users": { "item": { "type": "object", "properties": { "id": { "type": "string" },
        "pass": { "type": "string" }, "key": { "type": "string" } } }, "key": "/id", "seed": [{ "id": "ada" }] } },
      "endpoints": {
        "batch": { "summary": "x", "request": "POST /batch", "source": "x",
          "body": { "type": "object", "properties": { "all": { "type": "object" }, "asks": { "type": "array",
            "items": { "type": "object", "properties": { "to": { "type": "string" }, "id": { "type": "string" } } } } } },
          "success": { "200": { "body": { "type": "object", "properties": { "said": { "type": "array", "items": {
            "type": "object", "properties": { "code": { "type": "integer" }, "id": {} } } } } } } },
          "batch": { "requests": "body#/asks", "defaults": "body#/all", "request": { "path": "/to", "id": "/id" },
            "answers": "/said", "answer": { "status": "/code", "id": "/id" } } } } }
    """

  private func problems(_ text: String) -> [String] {
    ContractLoader.load([ContractLoader.File(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))])
      .problems.map(\.description)
  }

  @Test func `what is right has no problem`() { #expect(problems(Self.contract) == []) }

  @Test func `it is enough that the answers of a batch go into one answer`() {
    let more =
      #""202": {}, "203": { "body": { "type": "object", "properties": { "job": { "type": "string" } } } }, "200": "#
    #expect(problems(Self.contract.replacing(#""200": "#, with: more)) == [])
  }

  @Test(arguments: [
    (#""batch": { "requests""#, #""safe": true, "batch": { "requests""#, "so it is never safe: remove this."),
    (
      #""batch": { "requests""#, #""state": { "action": "check" }, "batch": { "requests""#,
      #"only what its requests do: remove the "state"."#
    ),
    (#""body#/asks""#, #""body#/ask""#, #"The body has no "ask"; did you mean "asks"?"#),
    (
      #""body#/asks""#, #""body#/all""#,
      "The value at /all in the body must be an array, but its schema says otherwise."
    ),
    (#""body#/all""#, #""body#/asks""#, "The value at /asks in the body must be an object"),
    (#""body#/asks""#, #""query.asks""#, "query parameter \"asks\""),
    (
      #""body#/asks""#, #""header.accept""#,
      "A batch is part of the request body: use an address such as body#/requests."
    ),
    (
      #""path": "/to""#, #""path": "/too""#,
      #"A request in body#/asks has no "too", where its path should be; did you mean "to"?"#
    ),
    (
      #""status": "/code""#, #""status": "/cod""#,
      #"A response at /said has no "cod", where its status should be; did you mean "code"?"#
    ),
    (
      #""answers": "/said""#, #""answers": "/sad""#,
      #"This response has no "sad", where "answers" puts the batch's responses"#
    ),
    (#""answers": "/said", "#, "", #"there is none at its top; set "answers" to the pointer of that list."#),
    (#""/code", "id": "/id""#, #""/code""#, #"give "answer" an "id" as well, or remove this."#),
    (#""/to", "id": "/id""#, #""/to""#, #"give "request" an "id" as well, or remove this."#),
    (
      #""200": { "body""#, #""204": {}, "202": {}, "300": { "body""#,
      "This response has no room for the batch's responses"
    ),
    (
      #""code": { "type": "integer" }, "id": {}"#, #""code": { "type": "string" }, "id": {}"#,
      #"The status must be a number, such as 200, but a response at /said has none at /code"#
    ),
    (
      #""code": { "type": "integer" }, "id": {}"#,
      #""code": { "type": "integer" }, "id": { "type": ["number", "null"] }"#,
      "requires integer or null or number, and the request's allows string; give both the same type."
    ),
    (
      #""type": "object", "properties": { "code": { "type": "integer" }"#,
      #""type": "object", "required": ["code", "took"], "properties": { "took": { "type": "integer" }, "code": { "type": "integer" }"#,
      #"A response at /said requires /took, but nothing fills it in: map it in "answer""#
    ),
    (
      #""users", "secret": "/pass""#, #""usres", "secret": "/pass""#,
      #"Unknown resource "usres"; did you mean "users"?"#
    ),
    (#""secret": "/pass""#, #""secret": "/pas""#, #"An item of "users" has no "pas""#),
    (#""secret": "/pass""#, #""persona": "adda""#, #"Unknown persona "adda"; did you mean "ada"?"#),
    (#", "secret": "/key""#, "", #"The contract doesn't say which value an item holds: give "holders" a "secret""#),
    (
      #", "secret": "/pass""#, "",
      #"The contract doesn't say which member of an item is its password: give "holders" a "secret", the member that holds it, such as "/pa"#
    ),
    (
      #"{ "login": "ada:x" }"#, #"{ "login": "ada:x", "key": "k" }"#,
      #"warning: ada isn't an item of "users", so it always has access; add an item with this value at /key"#
    ),
    (#""environment": "K","#, #""environment": "K", "unknown": "ada","#, #"keep "unknown" or "holders"."#),
    (
      #", "key": "/id", "seed": [{ "id": "ada" }]"#, "",
      #"there can be only one such resource: give "users" a "key"."#
    ),
    (#""key": "/id", "#, #""key": "/id", "per": "persona.id", "#, #"give "users" no "per"."#),
    (
      #"{ "id": "ada" }"#, #"{ "id": "ben" }"#,
      #"warning: ada sends "ada" as login, but the seed of "users" has no such item"#
    ),
  ])
  func `a mistake is named`(right: String, wrong: String, says: String) {
    let text = Self.contract.replacing(right, with: wrong, maxReplacements: 1)
    #expect(text != Self.contract)
    let problems = problems(text)
    #expect(problems.contains { $0.contains(says) }, "\(problems)")
  }
}
