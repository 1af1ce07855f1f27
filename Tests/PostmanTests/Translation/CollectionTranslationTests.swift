import PlumblineContractModel
import PlumblineJSONTree
import PlumblinePostman
import PlumblineRecordings
import TestSupport
import Testing

struct CollectionTranslationTests {
  static let shop = """
    "variable": [{ "key": "base", "value": "https://{{host}}/v1" }, { "key": "host", "value": "shop.example" }],
    "item": [
      { "name": "Users", "description": { "content": "Who buys." }, "item": [
        { "name": "Show user",
          "request": { "method": "GET", "description": "One user.",
            "header": [{ "key": "X-Branch", "value": "north" }, { "key": "Accept", "value": "*/*" }],
            "url": { "raw": "{{base}}/users/:id?page=2&sort=name", "host": ["{{base}}"], "path": ["users", ":id"],
              "query": [{ "key": "page", "value": "2" }, { "key": "sort", "value": "name", "disabled": true }],
              "variable": [{ "key": "id", "value": "7" }] } },
          "response": [
            { "name": "Found", "code": 200, "header": [{ "key": "Content-Type", "value": "application/json" }],
              "body": "{\\"id\\": 7, \\"name\\": \\"Ada\\", \\"age\\": 36}" },
            { "name": "Missing", "code": 404, "header": [], "body": "{\\"error\\": \\"none\\"}",
              "originalRequest": { "method": "GET", "url": "{{base}}/users/99?page=1" } }
          ] },
        { "name": "Add", "request": { "method": "POST", "url": "{{base}}/users",
            "body": { "mode": "raw", "raw": "{\\"name\\": \\"Ada\\", \\"age\\": {{age}}}" } },
          "event": [{ "listen": "test", "script": { "exec": ["x"] } }] }
      ] },
      { "name": "", "request": "{{elsewhere}}/ping" }
    ]
    """

  @Test func `requests are endpoints in the file of their folder`() throws {
    let shop = try TranslatedCollection(Self.shop)
    let contract = try shop.contract()
    #expect(Set(contract.endpoints.map { "\($0.request)" }) == ["GET /v1/users/{id}", "POST /v1/users", "GET /ping"])
    #expect(shop.translation.files.map(\.name) == ["contract.json", "users.json"])
    #expect(try shop.file("users.json")["description"] == "Who buys.")
    #expect(try shop.file()["servers"]?.members.keys == ["shop-example", "elsewhere"])
    #expect(shop.notes.contains { $0.contains("with the URL of the server \"elsewhere\"") })
    #expect(shop.notes.contains { $0.contains("\"Add\" has scripts (test)") })
    #expect(shop.notes.contains { $0.hasPrefix("\"Add\" has no saved success response") })
  }

  @Test func `a collection as Postman's API answers it is read inside its object`() throws {
    let plain = try TranslatedCollection(Self.shop)
    let inside = try TranslatedCollection(
      whole: #"{ "collection": { "info": { "name": "Shop" }, "# + Self.shop + " } }")
    #expect(inside.errors.isEmpty)
    #expect(inside.written == plain.written)
    #expect(try TranslatedCollection(whole: #"{ "collection": 1 }"#).errors.first?.contains("is missing") == true)
  }

  @Test func `what is always sent is required, what is switched off isn't, and headers of the way are left`() throws {
    let show = try TranslatedCollection(Self.shop).endpoint("users.Show-user".lowercased(), in: "users.json")
    #expect(show["required"]?["query"] == ["page"])
    #expect(try show["query"]?["page"] == JSON.parse(#"{ "type": "integer", "examples": [2] }"#))
    #expect(show["query"]?["sort"] != nil)
    #expect(show["headers"]?.members.keys == ["X-Branch"])
    #expect(show["path"]?["id"]?["examples"]?[0] == "7")
  }

  @Test func `a schema is inferred from what is saved, with nothing for a variable's value`() throws {
    let shop = try TranslatedCollection(Self.shop)
    let body = try shop.endpoint("users.add", in: "users.json")["content"]?["application/json"]?["schema"]
    #expect(body?["required"] == ["name", "age"])
    #expect(body?["properties"]?["age"]?.count == 0)
    let answer = try shop.endpoint("users.show-user", in: "users.json")["success"]?["200"]?["content"]
    #expect(answer?["application/json"]?["schema"]?["properties"]?["age"]?["type"] == "integer")
    #expect(try shop.endpoint("users.show-user", in: "users.json")["errors"] == ["notFound"])
  }

  @Test func `saved answers are recordings`() throws {
    let shop = try TranslatedCollection(Self.shop)
    let recordings = shop.translation.recordings
    #expect(recordings.map(\.endpoint) == ["users.show-user", "users.show-user"])
    #expect(recordings.map(\.response.status).sorted() == [200, 404])
    #expect(Set(recordings.map(\.request.path)) == ["/v1/users/7", "/v1/users/99"])
    #expect(recordings.allSatisfy { $0.provenance.kind == .imported && $0.provenance.on == "2026-02-03" })
    #expect(RecordingLint.problems(in: recordings, contract: try shop.contract()).isEmpty)
  }

  @Test func `a place of the contract is one of the collection`() throws {
    let shop = try TranslatedCollection(
      """
      "item": [
        { "name": "a", "request": { "method": "GET", "url": "http://a.example/x" } }
      ]
      """)
    let document = try #require(shop.translation.files.first)
    #expect(document.path == "shop.json")
    #expect(document.provenance != nil)
    #expect(try shop.contract().endpoints.first?.location.line == 2)
  }

  @Test func `requests that name an action are told apart, others of one method and path are one`() throws {
    let rpc = try TranslatedCollection(
      """
      "item": [
        { "name": "start", "request": { "method": "POST", "url": "http://a.example/do?action=start" } },
        { "name": "stop", "request": { "method": "POST", "url": "http://a.example/do?action=stop" } },
        { "name": "one", "request": { "method": "GET", "url": "http://a.example/x?a=1" } },
        { "name": "two", "request": { "method": "GET", "url": "http://a.example/x?b=1" } }
      ]
      """)
    #expect(try rpc.contract().endpoints.count == 3)
    #expect(try rpc.endpoint("stop")["when"] == JSON.parse(#"{ "query.action": { "const": "stop" } }"#))
    #expect(rpc.notes.contains { $0.hasPrefix("\"two\" has the same method and path as \"one\"") })
    #expect(try rpc.endpoint("one")["required"] == nil)
  }

  @Test func `no secret gets into the contract or the recordings`() throws {
    let shop = try TranslatedCollection(
      """
      "auth": { "type": "bearer", "bearer": [{ "key": "token", "value": "S3CRET-of-the-collection" }] },
      "variable": [{ "key": "pin", "type": "secret", "value": "S3CRET-variable-9" }, { "key": "k", "value": "x" }],
      "item": [
        { "name": "a", "request": { "method": "GET", "url": "http://me:S3CRET@a.example/x?p={{pin}}&t=S3CRET-of-the-collection",
            "header": [{ "key": "Authorization", "value": "Bearer S3CRET-of-the-header" }] },
          "response": [{ "code": 200, "body": "{\\"t\\": \\"S3CRET-of-the-collection\\", \\"p\\": \\"S3CRET-variable-9\\"}" }] },
        { "name": "b", "request": { "method": "GET", "url": "http://a.example/y?api_key=S3CRET-of-the-key",
            "auth": { "type": "apikey", "apikey": { "key": "api_key", "value": "S3CRET-of-the-key", "in": "query" } } },
          "response": [{ "code": 200, "body": "{}" }] },
        { "name": "c", "request": { "method": "GET", "url": "http://a.example/z", "auth": { "type": "noauth" } } }
      ]
      """)
    #expect(!shop.written.contains("S3CRET"), "\(shop.written)")
    #expect(!shop.translation.notes.contains { $0.message.contains("S3CRET") })
    #expect(shop.translation.recordings.count == 2)
    #expect(try shop.file()["credentials"]?.members.keys == ["bearer", "apiKey"])
    #expect(try shop.endpoint("a")["authentication"] == [["bearer"]])
    #expect(try shop.endpoint("c")["authentication"] == nil)
    #expect(RecordingLint.problems(in: shop.translation.recordings, contract: try shop.contract()).isEmpty)
  }

  @Test(arguments: [
    (
      #"{ "requests": [], "order": [] }"#, "version 1, which isn't supported: in Postman, export it as Collection v2.1."
    ),
    (#"{ "info": {} }"#, "This isn't a collection: \"item\", the list of its requests, is missing."),
    ("[]", "This isn't a collection: it is a list, but a collection is an object."),
    (#"{ "item": [], "info": { "schema": "https://schema.getpostman.com/json/collection/v3.0.0/" } }"#, "2.0 and 2.1"),
    (#"{ "item": [] }"#, "The collection has no request that can become an endpoint."),
  ])
  func `what is no collection that is read says so`(text: String, message: String) throws {
    let refused = try TranslatedCollection(whole: text)
    #expect(refused.errors.count == 1 && refused.errors[0].contains(message), "\(refused.errors)")
    #expect(refused.translation.files.isEmpty)
  }

  @Test(arguments: [
    ("8", "A request or a folder must be an object, not a number: this one is left out."),
    (
      #"{ "name": "a" }"#,
      "This has neither \"request\", as a request does, nor \"item\", as a folder does: it is left out."
    ),
    (#"{ "request": { "url": 7 } }"#, "\"url\" must be a text or an object, not a number: the request is left out."),
    (#"{ "item": {} }"#, "\"item\" must be a list, not an object: the folder is left out."),
  ])
  func `a collection of nothing but what is no item is refused with what would be right`(
    item: String, message: String
  ) throws {
    let refused = try TranslatedCollection("\"item\": [\(item)]")
    #expect(refused.errors.count == 1 && refused.errors[0].hasSuffix(": \(message)"), "\(refused.errors)")
    #expect(refused.translation.files.isEmpty)
  }

  @Test(arguments: [
    (
      #""response": [{ "name": "odd", "code": 99 }]"#,
      "The saved response \"odd\" is left out: it has no status from 200 to 599."
    ),
    (
      #""response": [{ "code": 200, "cookie": [{ "name": "a", "value": "b" }] }]"#,
      "Cookies of a saved response are left out."
    ),
    (
      #""protocolProfileBehavior": { "followRedirects": false }"#,
      "\"a\" has settings for Postman's requests (followRedirects), which a contract can't express."
    ),
    (#""auth": { "type": "oauth2" }"#, "OAuth 2 is imported as a bearer token; how a caller gets the token isn't."),
    (
      #""auth": { "type": "digest" }"#,
      "Authentication of type \"digest\" isn't calculated or checked: any Authorization header is accepted."
    ),
  ])
  func `what a contract doesn't hold of a request is named`(member: String, message: String) throws {
    let isOfRequest = member.hasPrefix("\"auth\"")
    let made = try TranslatedCollection(
      """
      "item": [{ "name": "a", "request": { "method": "GET", "url": "http://me@a.example/x"\(isOfRequest ? ", " + member : "") }
      \(isOfRequest ? "" : ", " + member) }]
      """)
    #expect(made.errors.isEmpty, "\(made.errors)")
    #expect(made.translation.notes.contains { $0.message == message }, "\(made.translation.notes.map(\.message))")
  }

  @Test func `all mistakes are reported at once, each with its place`() throws {
    let wrong = try TranslatedCollection(
      """
      "item": [
      { "name": 3, "request": { "method": [], "url": 7 } },
      8,
      { "request": "http://a.example", "response": [{ "code": [200] }] }]
      """)
    try #require(wrong.errors.count == 5, "\(wrong.errors)")
    #expect(wrong.errors.first?.hasPrefix("shop.json:2:11: ") == true)
    #expect(wrong.errors[3].contains(":3:1"))
  }

  @Test func `no collection crashes`() throws {
    let source = Array(#"{ "info": { "name": "Shop" }, "#.utf8) + Array(Self.shop.utf8) + Array("}".utf8)
    let pieces = ["{{", "}}", ":", "//", "?", "7", "{{base}}", "&=", "%", "é", "@", "null", "\"", "#", "..", " "]
    var state: UInt64 = 0x5eed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var translated = 0
    for _ in 0..<800 {
      var bytes = source
      for _ in 0...next(2) {
        let place = next(bytes.count)
        let end = min(bytes.count, place + next(3))
        bytes.replaceSubrange(place..<end, with: Array(pieces[next(pieces.count)].utf8))
      }
      guard let json = try? JSON.parse(bytes, file: "shop.json") else { continue }
      let result = PostmanTranslator(service: "shop", path: "shop.json").translate(json.document, today: "2026-02-03")
      #expect(!result.errors.isEmpty || !result.files.isEmpty)
      guard !result.files.isEmpty else { continue }
      translated += 1
      let errors = ContractLoader.load(result.files).problems.filter { $0.level == .error }
      #expect(errors.isEmpty, "\(errors) of \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(translated > 100)
  }
}

struct CollectionKindsTests {
  @Test(arguments: ["null", "true", "7", #"{ "key": 1 }"#, #"[["x"]]"#])
  func `a value of another kind is reported or left, and never crashes`(value: String) throws {
    let root = try JSON.parse(#"{ "info": { "name": "Shop" }, "# + CollectionTranslationTests.shop + " }")
    let other = try JSON.parse(value)
    for place in places(root, []) {
      let changed = try #require(root.replacing(JSONPointer(tokens: place), with: other))
      let result = PostmanTranslator(service: "shop", path: "shop.json").translate(
        changed.document, today: "2026-02-03")
      #expect(!result.errors.isEmpty || !result.files.isEmpty)
      guard !result.files.isEmpty else { continue }
      let errors = ContractLoader.load(result.files).problems.filter { $0.level == .error }
      #expect(errors.isEmpty, "\(errors) with \(value) at \(place)")
    }
  }

  private func places(_ value: JSON, _ own: [String]) -> [[String]] {
    let members = value.kind == .object ? value.members.flatMap { places($0.value, own + [$0.key]) } : []
    let elements = value.kind == .array ? Array(value.elements) : []
    return [own] + members + elements.enumerated().flatMap { places($0.element, own + ["\($0.offset)"]) }
  }
}

struct CollectionURLTests {
  @Test(arguments: [
    ("{{p://}}://{{@}}:{{#}}@{{h.n}}:{{:p}}/{{f/o}}/x", "/{f-o}/x"), ("localhost:4042/a", "/a"), ("/", "/"),
    (#"https:\\\\a.example/get"#, "/get"), ("http://a.example/a/../b/./c", "/b/c"), ("/only/:id", "/only/{id}"),
    ("http://a.example/é%2a?x=/y#/z", "/%C3%A9%2a"), ("http://a.example/{{v}}/v{{v}}", "/{v}/v{v2}"),
  ])
  func `a URL's path is a template`(url: String, path: String) throws {
    let one = try TranslatedCollection(#""item": [{ "name": "a", "request": "\#(url)" }]"#)
    #expect(try one.contract().endpoints.map { "\($0.request)" } == ["GET \(path)"])
  }
}

struct CollectionFileTests {
  @Test func `a byte order mark is skipped`() throws {
    let translator = PostmanTranslator(service: "shop", path: "shop.json")
    let document = try translator.document([0xEF, 0xBB, 0xBF] + Array(#"{ "item": [] }"#.utf8))
    #expect(document.root["item"]?.count == 0)
  }

  @Test func `invalid JSON is reported with its place`() throws {
    let translator = PostmanTranslator(service: "shop", path: "shop.json")
    #expect(throws: JSONSyntaxError.self) { try translator.document(Array("{\n \"item\": ]".utf8)) }
  }
}
