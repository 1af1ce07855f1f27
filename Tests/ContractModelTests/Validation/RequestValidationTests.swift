import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import Testing

@Suite struct RequestValidationTests {
  private func faults(
    _ target: String = "/items/7?page=1", headers: HeaderFields = ["X-Level": "1"],
    body: Body = Body(#"{ "name": "a" }"#), endpoint more: String? = nil
  ) throws -> [RequestFault] {
    let contract = try Files.contract(
      Files.endpoint(
        "items.put", "PUT /items/{id}",
        more ?? """
          , "path": { "id": { "type": "integer" } },
            "query": { "page": { "$ref": "contract.json#/schemas/Page" }, "sort": { "enum": ["name", "id"] } },
            "headers": { "X-Level": { "type": "integer" } },
            "required": { "query": ["page"], "headers": ["X-Level"] },
            "body": { "type": "object", "required": ["name"], "properties": {
              "name": { "type": "string" }, "priority": { "enum": ["LOW", "HIGH"] },
              "parts": { "type": "array", "items": { "type": "object", "properties": { "count": { "type": "integer" } } } }
            } },
            "content": { "text/csv": {}, "image/*": {} }
          """))
    let request = Request(method: .put, target: target, headers: headers, body: body)
    let reading = RequestReading(request, for: try #require(contract.endpoint("items.put")))
    let validation = RequestValidation(reading, in: contract)
    let faults = validation.faults()
    #expect(!validation.isPassing || faults.allSatisfy(\.isTolerated), "\(target): \(faults.map(\.text))")
    return faults
  }

  private func name(_ kind: RequestFault.Kind) -> String { String("\(kind)".prefix { $0 != "(" }) }

  private func summary(_ faults: [RequestFault]) -> [String] { faults.map { "\(name($0.kind)) \($0.pointer)" } }

  @Test func `a request as documented has no faults`() throws {
    #expect(try faults().isEmpty)
    #expect(try faults(headers: ["X-Level": "1", "Content-Type": "application/json; charset=utf-8"]).isEmpty)
  }

  @Test func `a path value of another type is invalid`() throws {
    let faults = try faults("/items/abc?page=1")
    #expect(summary(faults) == ["pathInvalid /request/path/id"])
    guard case .pathInvalid(let violation)? = faults.first?.kind else { return }
    #expect(violation.keyword == "type")
    #expect(faults.first?.text.hasPrefix("path.id: ") == true)
  }

  @Test func `query parameters are missing, invalid or undocumented`() throws {
    #expect(summary(try faults("/items/7")) == ["queryMissing /request/query/page"])
    #expect(summary(try faults("/items/7?page=0")) == ["queryInvalid /request/query/page"])
    #expect(summary(try faults("/items/7?page=1&sort=size")) == ["queryInvalid /request/query/sort"])
    let faults = try faults("/items/7?page=1&sotr=id&sotr=name")
    #expect(summary(faults) == ["queryUndocumented /request/query/sotr"])
    #expect(faults[0].isTolerated)
    #expect(faults[0].text == "query.sotr: items.put documents no query parameter \"sotr\"; the nearest is \"sort\"")
  }

  @Test func `a credential in the query is documented`() throws {
    #expect(try faults("/items/7?page=1&code=c1").isEmpty)
  }

  @Test func `headers are missing or invalid`() throws {
    #expect(summary(try faults(headers: [:])) == ["headerMissing /request/headers/x-level"])
    #expect(summary(try faults(headers: ["x-level": "high"])) == ["headerInvalid /request/headers/x-level"])
  }

  @Test func `a body is missing, malformed or of another media type`() throws {
    #expect(summary(try faults(body: .empty)) == ["bodyMissing /request/body"])
    let malformed = try faults(body: Body("{\n \"name\" }"))
    #expect(summary(malformed) == ["bodyMalformed /request/body"])
    #expect(malformed.first?.text.hasPrefix("body: not JSON at line 2, column 9: ") == true)
    let unsupported = try faults(headers: ["X-Level": "1", "Content-Type": "text/html"])
    #expect(summary(unsupported) == ["mediaTypeUnsupported /request/headers/content-type"])
    #expect(
      unsupported.first?.message
        == "items.put doesn't accept text/html; it accepts application/json, text/csv or image/*")
  }

  @Test func `other media types are taken as they come`() throws {
    #expect(try faults(headers: ["X-Level": "1", "Content-Type": "text/csv"], body: Body("a,b")).isEmpty)
    #expect(try faults(headers: ["X-Level": "1", "Content-Type": "image/png"], body: Body([0xFF])).isEmpty)
  }

  @Test func `members of the body are missing, invalid or undocumented`() throws {
    let missing = try faults(body: Body("{}"))
    #expect(summary(missing) == ["bodyInvalid /request/body/name"])
    #expect(missing.first?.text == "body#/name: the member \"name\" is missing")
    let invalid = try faults(body: Body(#"{ "name": "a", "priority": "SOON" }"#))
    #expect(summary(invalid) == ["bodyInvalid /request/body/priority"])
    #expect(invalid.first?.text == #"body#/priority: "SOON" is not one of LOW, HIGH"#)
    #expect(invalid.first?.location.file == "shop/items.json")
    let undocumented = try faults(body: Body(#"{ "name": "a", "parts": [{ "cuont": 1 }] }"#))
    #expect(summary(undocumented) == ["bodyUndocumented /request/body/parts/0/cuont"])
    #expect(
      undocumented.first?.text
        == "body#/parts/0/cuont: the contract documents no member \"cuont\" here; the nearest is \"count\"")
  }

  @Test func `all problems are reported at once`() throws {
    let all = try faults("/items/x?sort=size&z=1", headers: [:], body: Body(#"{ "priority": "SOON", "z": 1 }"#))
    #expect(
      summary(all) == [
        "pathInvalid /request/path/id", "queryMissing /request/query/page", "queryInvalid /request/query/sort",
        "queryUndocumented /request/query/z", "headerMissing /request/headers/x-level",
        "bodyInvalid /request/body/name",
        "bodyInvalid /request/body/priority", "bodyUndocumented /request/body/z",
      ])
  }

  @Test func `a member that the schema forbids is one fault, not two`() throws {
    let faults = try faults(
      "/items/7", body: Body(#"{ "z": 1 }"#),
      endpoint: #", "path": { "id": true }, "body": { "properties": { "a": true }, "additionalProperties": false }"#)
    #expect(summary(faults) == ["bodyInvalid /request/body/z"])
  }

  @Test func `an undocumented body is unexpected, but no reason to refuse`() throws {
    let faults = try faults("/items/7", endpoint: #", "path": { "id": true }"#)
    #expect(summary(faults) == ["bodyUnexpected /request/body"])
    #expect(faults.filter(\.isTolerated).count == faults.count)
  }

  @Test func `an optional body may be left out`() throws {
    let more = #", "path": { "id": true }, "body": { "type": "object" }, "required": { "body": false }"#
    #expect(try faults("/items/7", body: .empty, endpoint: more).isEmpty)
    #expect(summary(try faults("/items/7", body: Body("1"), endpoint: more)) == ["bodyInvalid /request/body"])
  }

  @Test func `a form without fields has no bytes, and is a form all the same`() throws {
    let more =
      ##", "path": { "id": true }, "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "required": ["name"] } } }, "required": { "body": false }"##
    #expect(try faults("/items/7", body: .empty, endpoint: more).isEmpty)
    let form = try faults(
      "/items/7", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: .empty, endpoint: more)
    #expect(summary(form) == ["bodyInvalid /request/body/name"])
    let json = try faults("/items/7", headers: ["Content-Type": "application/json"], body: .empty, endpoint: more)
    #expect(json.isEmpty)
  }

  @Test func `a text may be empty where the request says that it has one and its schema takes it`() throws {
    func more(_ schema: String) -> String {
      ##", "path": { "id": true }, "content": { "text/plain": { "schema": { \##(schema) } }, "text/xml": {} }"##
    }
    let taking = more(##""type": "string""##)
    #expect(try faults("/items/7", headers: ["Content-Type": "text/plain"], body: .empty, endpoint: taking).isEmpty)
    for type in [nil, "text/xml", "text/html"] {
      let none = try faults(
        "/items/7", headers: type.map { ["Content-Type": $0] } ?? [:], body: .empty, endpoint: taking)
      #expect(summary(none) == ["bodyMissing /request/body"], "\(type ?? "no type")")
    }
    let refusing = try faults(
      "/items/7", headers: ["Content-Type": "text/plain"], body: .empty,
      endpoint: more(##""type": "string", "minLength": 1"##))
    #expect(summary(refusing) == ["bodyMissing /request/body"])
  }
}
