import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

/// Endpoints that share a request line and are distinguished by `when`.
@Suite struct RouterConditionTests {
  private func contract() throws -> Contract {
    let body = #", "body": { "type": "object" }"#
    return try Files.contract(
      [
        Files.endpoint("get", "POST /", #", "when": { "header.X-Amz-Target": { "const": "Shop.GetItem" } }\#(body)"#),
        Files.endpoint("put", "POST /", #", "when": { "header.x-amz-target": { "const": "Shop.PutItem" } }\#(body)"#),
        Files.endpoint("users", "GET /", #", "when": { "query.Action": { "enum": ["ListUsers", "Users"] } }"#),
        Files.endpoint("roles", "GET /", #", "when": { "query.Action": { "const": "ListRoles" } }"#),
        Files.endpoint("rest", "GET /"),
        Files.endpoint("add", "POST /rpc", #", "when": { "body#/method": { "const": "add" } }\#(body)"#),
        Files.endpoint("drop", "POST /rpc", #", "when": { "body#/method": { "const": "drop" } }\#(body)"#),
        Files.endpoint(
          "number", "GET /n/{id}", #", "path": { "id": true }, "when": { "path.id": { "pattern": "^[0-9]+$" } }"#),
        Files.endpoint(
          "word", "GET /{a}/{id}", #", "path": { "a": true, "id": { "type": "string" } }"#),
        Files.endpoint(
          "near", "GET /near",
          """
          , "query": { "f": { "type": "object", "properties": { "x": { "type": "integer" } }, "examples": [{ "x": 7 }] },
              "g": { "type": "array", "items": { "type": "string" }, "examples": [["a", "b"]] } },
            "headers": { "X-Ids": { "type": "array", "items": { "type": "integer" } } },
            "styles": { "query": { "f": { "style": "deepObject" }, "g": { "style": "pipeDelimited" } } },
            "when": { "query.f": { "required": ["x"] }, "query.g": { "type": "array", "minItems": 2 },
              "header.X-Ids": { "const": [1, 2] } }
          """),
        Files.endpoint("far", "GET /near"),
        Files.endpoint(
          "page", "GET /p", #", "query": { "n": { "type": "integer" } }, "when": { "query.n": { "const": 1 } }"#),
        Files.endpoint(
          "other", "GET /p", #", "query": { "n": { "type": "integer" } }, "when": { "query.n": { "const": 2 } }"#),
      ].joined(separator: ",\n"))
  }

  private func route(
    _ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:], _ body: String = ""
  ) throws -> String {
    var headers = headers
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    let request = Request(method: method, target: target, headers: headers, body: Body(body))
    return switch try contract().router.resolve(request) {
    case .found(let endpoint): endpoint.id
    case .methodMissing(let methods): "only " + methods.map(\.rawValue).joined(separator: ", ")
    case .conditionMissing(let endpoints): "none of " + endpoints.map(\.id).joined(separator: ", ")
    case .nothing: "nothing"
    }
  }

  @Test func `a header, a query, a body and a path tell endpoints apart`() throws {
    #expect(try route(.post, "/", ["x-amz-target": "Shop.GetItem"]) == "get")
    #expect(try route(.post, "/", ["X-AMZ-TARGET": "Shop.PutItem"]) == "put")
    #expect(try route(.get, "/?Action=Users") == "users")
    #expect(try route(.get, "/?Action=ListRoles&x=1") == "roles")
    #expect(try route(.post, "/rpc", [:], #"{ "method": "drop" }"#) == "drop")
    #expect(try route(.get, "/n/7") == "number")
    #expect(try route(.get, "/p?n=2") == "other")
    #expect(try route(.get, "/p?n=1") == "page")
  }

  @Test func `one without a when takes what the others don't`() throws {
    #expect(try route(.get, "/?Action=List") == "rest")
    #expect(try route(.get, "/") == "rest")
    #expect(try route(.head, "/?Action=Users") == "users")
  }

  @Test func `if none holds, the tried conditions are reported`() throws {
    #expect(try route(.post, "/") == "none of get, put")
    #expect(try route(.post, "/", ["x-amz-target": "Shop.Get"]) == "none of get, put")
    #expect(try route(.post, "/rpc", [:], "{") == "none of add, drop")
    #expect(try route(.put, "/rpc") == "only POST")
  }

  @Test func `a when that doesn't hold gives way to a less definite path`() throws {
    #expect(try route(.get, "/n/x") == "word")
  }

  @Test func `a path alone names all endpoints that it may be for`() throws {
    let router = try contract().router
    #expect(router.endpoints(.post, path: "/").map(\.id) == ["get", "put"])
    #expect(router.endpoints(.get, path: "/n/7").map(\.id) == ["number", "word"])
    #expect(router.endpoints(.delete, path: "/").isEmpty)
    #expect(router.looksIntoBodies)
  }

  @Test func `the nearest of them are reported with what missed`() throws {
    let contract = try contract()
    func nearest(_ headers: HeaderFields) -> [String] {
      NearestEndpoints.find(Request(method: .post, target: "/", headers: headers), in: contract)
        .map { "\($0.endpoint.id): \($0.reason)" }
    }
    #expect(
      nearest(["x-amz-target": "Shop.PutItm"]) == [
        #"put: header.x-amz-target: "Shop.PutItm" is not Shop.PutItem"#,
        #"get: header.X-Amz-Target: "Shop.PutItm" is not Shop.GetItem"#,
      ])
    #expect(
      nearest([:]).first == #"get: header.X-Amz-Target is missing; expected "Shop.GetItem""#)
  }

  @Test func `what a when looks at is thereby documented`() throws {
    let contract = try contract()
    let get = try #require(contract.endpoint("get"))
    #expect(get.headers.map(\.name) == ["X-Amz-Target"])
    #expect(get.headers.map(\.isRequired) == [true])
    let users = try #require(contract.endpoint("users"))
    let reading = RequestReading(Request(method: .get, target: "/?Action=Users"), for: users)
    #expect(RequestValidation(reading, in: contract).faults().isEmpty)
  }

  @Test func `a request that is made sends what the when asks for`() throws {
    let contract = try contract()
    for endpoint in contract.endpoints where !endpoint.condition.clauses.isEmpty {
      let asked = ConditionValues(endpoint)
      let path = try #require(endpoint.request.template.expand(asked.path))
      let query = asked.query.flatMap(\.items).joined(separator: "&")
      var headers: HeaderFields = ["Content-Type": "application/json"]
      for (name, value) in asked.headers { headers[name] = value }
      let request = Request(
        method: endpoint.request.method, target: query.isEmpty ? path : "\(path)?\(query)", headers: headers,
        body: endpoint.body == nil ? .empty : Body(asked.completing([:]).text))
      guard case .found(let found) = contract.router.route(request) else {
        Issue.record("\(endpoint.id): \(request.target)")
        continue
      }
      #expect(found === endpoint)
    }
  }

  @Test func `what a when asks for is written in its parameter's style`() throws {
    let asked = ConditionValues(try #require(try contract().endpoint("near")))
    #expect(asked.query.map(\.items) == [["f%5Bx%5D=7"], ["g=a%7Cb"]])
    #expect(asked.headers.map(\.value) == ["1,2"])
  }
}
