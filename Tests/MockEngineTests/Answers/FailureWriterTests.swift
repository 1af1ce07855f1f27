import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import Testing

/// Rejections that the mock generates in the form that the contract documents.
@Suite struct FailureWriterTests {
  private static let failures = """
    { "keyless": { "status": 400, "codes": ["NO_KEY"], "for": "unauthenticated", "credential": "key" },
      "expired": { "status": 401, "for": "unauthenticated", "credential": "session", "body": false },
      "hidden": { "status": 404, "codes": ["HIDDEN"], "for": ["missing", "forbidden"] },
      "problem": { "status": 422, "codes": ["urn:wrong"], "code": "/type", "content": { "application/problem+json": {
        "schema": { "type": "object", "required": ["type", "title", "status", "detail"], "properties": {
          "type": { "type": "string" }, "title": { "type": "string" }, "status": { "type": "integer" },
          "detail": { "type": "string" } } } } } },
      "unreadable": { "status": 400, "for": "malformed", "content": { "text/html": {} } },
      "unsupported": { "status": 415, "content": { "text/plain": {} }, "headers": { "Accept-Post": {
        "required": true, "schema": { "const": "application/json" } } } },
      "markup": { "status": 502, "content": { "application/xml": {} } },
      "other": { "status": "4XX", "content": { "text/plain": {} } },
      "noRoute": { "status": 404, "for": [], "content": { "text/plain": {} } } }
    """

  private static func contract(
    envelope: String = #"{ "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" }"#
  ) throws -> Contract {
    let text = """
      { "plumbline": 1, "service": "shop", "title": "The Shop",
        "credentials": {
          "key": { "in": "header", "name": "X-Key", "environment": "K" },
          "session": { "in": "bearer", "environment": "S" } },
        "authentication": ["key", "session"],
        "envelope": \(envelope),
        "personas": {
          "owner": { "permissions": ["edit"], "credentials": { "key": "k", "session": "s" } },
          "guest": { "credentials": { "key": "k", "session": "g" } } },
        "failures": \(failures),
        "commonFailures": ["noRoute"],
        "endpoints": {
          "put": { "summary": "Writes", "request": "PUT /items/{id}", "source": "1", "path": { "id": true }, "requires": ["edit"],
            "body": { "type": "object", "required": ["name"] }, "success": { "204": {} },
            "failures": ["keyless", "expired", "hidden", "problem", "unreadable", "unsupported", "markup", "other"] },
          "plain": { "summary": "Reads", "request": "GET /plain", "source": "1", "authentication": ["key"],
            "success": { "204": {} } } } }
      """
    return try ContractLoader.contract(text)
  }

  private static func put(
    _ text: String = #"{"name":"x"}"#, headers: HeaderFields = ["X-Key": "k", "Authorization": "Bearer s"],
    type: String = "application/json"
  ) -> Request {
    var headers = headers
    headers["Content-Type"] = type
    return Request(method: .put, target: "/items/7", headers: headers, body: Body(text))
  }

  private func seen(_ request: Request) throws -> Seen {
    let library = MockLibrary(contract: try Self.contract(), recordings: [])
    return Seen(MockSession(library: library, options: MockOptions()).answer(to: request))
  }

  @Test func `which credential is missing decides the failure`() throws {
    let keyless = try seen(Self.put(headers: ["Authorization": "Bearer s"]))
    #expect(keyless.status == 400)
    #expect(keyless.code == "NO_KEY")
    #expect(keyless.message.contains("X-Key"))
    #expect(keyless["www-authenticate"] == nil)
    let expired = try seen(Self.put(headers: ["X-Key": "k"]))
    #expect(expired.status == 401)
    #expect(expired.text.isEmpty)
    #expect(expired["www-authenticate"] == "Bearer")
  }

  @Test func `callers without permission get a 404, if the contract says so`() throws {
    let hidden = try seen(Self.put(headers: ["X-Key": "k", "Authorization": "Bearer g"]))
    #expect(hidden.status == 404)
    #expect(hidden.code == "HIDDEN")
  }

  @Test func `a problem document says what is wrong`() throws {
    let problem = try seen(Self.put("{}"))
    #expect(problem.status == 422)
    #expect(problem.response.mediaType == "application/problem+json")
    #expect(problem.json?["type"] == "urn:wrong")
    #expect(problem.json?["status"] == 422)
    #expect(problem.json?["detail"]?.string?.contains("name") == true)
  }

  @Test func `what can't be read and what is of another kind have failures of their own`() throws {
    let unreadable = try seen(Self.put("{<"))
    #expect(unreadable.status == 400)
    #expect(unreadable.response.mediaType == "text/html")
    #expect(unreadable.text.contains("<title>400</title>"))
    #expect(!unreadable.text.contains("{<"))
    let unsupported = try seen(Self.put("name", type: "text/csv"))
    #expect(unsupported.status == 415)
    #expect(unsupported.response.mediaType == "text/plain")
    #expect(unsupported["accept-post"] == "application/json")
    #expect(unsupported.text.contains("text/csv"))
  }

  @Test func `where there is no endpoint the common failure gives the form`() throws {
    let lost = try seen(Request(method: .get, target: "/itmes/7"))
    #expect(lost.status == 404)
    #expect(lost.response.mediaType == "text/plain")
    #expect(lost.text.contains("Nearest: put (PUT /items/{id})"))
  }

  @Test func `a status of a class is answered as that class is`() throws {
    var request = Self.put()
    request.headers["Prefer"] = "code=418"
    let teapot = try seen(request)
    #expect(teapot.status == 418)
    #expect(teapot.response.mediaType == "text/plain")
    #expect(teapot["preference-applied"] == "code=418")
  }

  @Test(arguments: [
    ("example=\"for a week\"", 409, #"{"until":"monday"}"#, "application/problem+json"),
    ("example=forgood", 409, #"{"until":null,"more":1}"#, "application/json"),
    ("code=409", 409, #"{"until":"monday"}"#, "application/problem+json"),
    ("code=409, example=odd", 409, #"{"odd":true}"#, "application/json"),
    ("example=simple", 410, #"{"gone":1}"#, "application/json"),
    ("example=lent", 410, #"{"gone":2}"#, "application/json"),
    ("code=409, example=simple", 409, #"{"until":"monday"}"#, "application/problem+json"),
  ])
  func `an example of a failure is answered as it is, by its name`(
    wish: String, status: Int, body: String, type: String
  ) throws {
    let loaded = ContractLoader.load([
      ContractLoader.File(
        name: "contract.json", path: "contract.json",
        bytes: Array(
          """
          { "plumbline": 1, "service": "lend", "title": "Lend", "envelope": null, "authentication": [],
            "failures": {
              "lent": { "status": 409, "content": {
                  "application/json": { "schema": { "type": "object", "required": ["until"],
                    "properties": { "until": { "type": "null" } } } },
                  "application/problem+json": { "schema": { "type": "object", "required": ["until"],
                    "properties": { "until": { "type": "string" } } } } },
                "examples": { "for a week": { "until": "monday" }, "for good": { "until": null, "more": 1 },
                  "odd": { "odd": true } } },
              "gone": { "status": 410, "body": { "type": "object" }, 
                "examples": { "simple": { "gone": 1 }, "lent": { "gone": 2 } } } },
            "endpoints": { "get": { "summary": "Get", "request": "GET /a", "source": "1", "success": { "204": {} },
              "failures": ["lent", "gone"] } } }
          """.utf8))
    ])
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    #expect(
      loaded.problems.map(\.message) == [
        "The example \"odd\" doesn't match the body of this error: the member \"until\" is missing."
      ])
    let session = MockSession(library: MockLibrary(contract: contract, recordings: []))
    let answer = session.answer(to: Request(method: .get, target: "/a", headers: ["Prefer": wish])).response
    #expect(answer.status == status && answer.mediaType == type, "\(answer)")
    #expect(String(decoding: answer.body.bytes ?? [], as: UTF8.self) == body)
  }

  @Test func `an endpoint that asks for no token gets no challenge for one`() throws {
    let seen = try seen(Request(method: .get, target: "/plain"))
    #expect(seen.status == 401)
    #expect(seen["www-authenticate"] == "ApiKey")
  }

  @Test(arguments: [("^Basic ", "Basic realm=\"knock\""), ("^Digest$", "Digest"), ("^Bearer", "Bearer")])
  func `a challenge is of the scheme that the contract names`(pattern: String, challenge: String) throws {
    let loaded = ContractLoader.load([
      ContractLoader.File(
        name: "contract.json", path: "contract.json",
        bytes: Array(
          """
          { "plumbline": 1, "service": "knock", "title": "Knock", "envelope": null,
            "credentials": { "door": { "in": "bearer", "environment": "DOOR" } }, "authentication": ["door"],
            "failures": { "unauthorized": { "status": 401, "body": { "type": "object" },
              "headers": { "WWW-Authenticate": { "schema": { "type": "string", "pattern": "\(pattern)" } } } } },
            "commonFailures": ["unauthorized"],
            "endpoints": { "get": { "summary": "Get", "request": "GET /door", "source": "1", "success": { "204": {} } } } }
          """.utf8))
    ])
    let contract = try #require(loaded.contract, "\(loaded.problems)")
    let answer = MockSession(library: MockLibrary(contract: contract, recordings: []))
      .answer(to: Request(method: .get, target: "/door"))
    #expect(answer.response.status == 401)
    #expect(answer.response.headers["www-authenticate"] == challenge)
  }

  @Test(
    arguments: [
      #"{ "flag": "ok", "payload": "data", "errorCode": "error", "message": "message" }"#,
      #"{ "flag": { "at": "status", "success": ["fine"], "failure": ["bad"] }, "errorCode": "/problem/code" }"#,
      #"{ "flag": "/meta/ok", "payload": "/meta/data", "errorCode": "error", "message": "error" }"#,
      #"{ "errorCode": "/errors/0/code", "message": "/errors/0/detail" }"#, "null",
    ])
  func `every failure that the mock makes keeps the contract`(envelope: String) throws {
    let contract = try Self.contract(envelope: envelope)
    let session = MockSession(library: MockLibrary(contract: contract, recordings: []), options: MockOptions())
    let endpoint = try #require(contract.endpoint("put"))
    for failure in endpoint.failures {
      var request = Self.put()
      request.headers["Prefer"] = "example=\(failure.name)"
      let response = session.answer(to: request).response
      #expect(failure.statuses.contains(response.status), "\(failure.name)")
      let drift = Inspector(contract).inspect(Exchange(request: request, response: response))
      #expect(drift.isEmpty, "\(failure.name): \(drift)")
    }
  }
}
