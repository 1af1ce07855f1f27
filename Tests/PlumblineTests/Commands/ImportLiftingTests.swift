import Foundation
import PlumblineJSONTree
import TestSupport
import Testing

/// The assumptions that `plumbline import` makes beyond the document, which are an envelope and the mock's state.
struct ImportLiftingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns an operation whose response is an object with `members`. `more` contains additional members of the
  /// operation.
  private static func operation(
    _ id: String, _ members: String, required: String = "\"success\", \"data\"", status: Int = 200, more: String = ""
  ) -> String {
    """
    {
      "operationId": "\(id)", \(more)
      "responses": {
        "\(status)": {
          "description": "Fine",
          "content": { "application/json": { "schema": {
            "type": "object", "required": [\(required)], "properties": { \(members) }
          } } }
        },
        "404": { "description": "It isn't there", "content": { "application/json": { "schema": { "type": "object" } } } }
      }
    }
    """
  }

  private static let flag = #""success": { "type": "boolean" }"#
  private static let item = ##"{ "$ref": "#/components/schemas/Item" }"##
  private static let id = #"[{ "name": "itemId", "in": "path", "required": true, "schema": { "type": "integer" } }]"#
  private static let body =
    #""requestBody": { "required": true, "content": { "application/json": { "schema": { "type": "object", "#
    + #""required": ["name"], "properties": { "name": { "type": "string" }, "colour": { "type": "string" } } } } } },"#

  /// - Parameter health: Additional members of a response.
  private static func document(
    health: String = #""up": { "type": "boolean" }"#, create: String = Self.body, itemMembers: String = ""
  ) -> String {
    let message = #""message": { "type": "string" }"#
    let list = operation(
      "listItems",
      #"\#(flag), \#(message), "data": { "type": "array", "items": \#(item) }, "pages": { "type": "integer" }"#,
      required: #""success", "data", "pages""#,
      more: #""parameters": [{ "name": "colour", "in": "query", "schema": { "type": "string" } }],"#)
    let one = #"\#(flag), \#(message), "data": \#(item)"#
    return """
      {
        "openapi": "3.0.3", "info": { "title": "Shop", "version": "1" },
        "paths": {
          "/items": { "get": \(list), "post": \(operation("makeItem", one, status: 201, more: create)) },
          "/items/{itemId}": {
            "parameters": \(id),
            "get": \(operation("getItem", one)),
            "put": \(operation("putItem", one, more: body)),
            "delete": \(operation("dropItem", "\(flag), \(message)", required: "\"success\""))
          },
          "/health": { "get": \(operation("health", health, required: "")) }
        },
        "components": { "schemas": { "Item": {
          "type": "object", "required": ["id", "name"],
          "properties": {
            "id": { "type": "integer" }, "name": { "type": "string" }, "colour": { "type": "string" }\(itemMembers)
          }
        } } }
      }
      """
  }

  private func imports(_ document: String) async throws -> Finished {
    try folder.write(document, to: "shop.json")
    return try await plumbline(arguments: ["import", "openapi", "shop.json"], folder: folder.path)
  }

  private func file(_ name: String) throws -> JSON {
    let url = URL(fileURLWithPath: "\(folder.path)/Contracts/shop/\(name)")
    return try JSON.parse([UInt8](Data(contentsOf: url)))
  }

  @Test func `an envelope that most answers share is lifted out of them`() async throws {
    let finished = try await imports(Self.document())
    #expect(finished.status == 0, "\(finished)")
    #expect(
      finished.output.contains("The envelope: success, data, message, pages, which 5 responses share."), "\(finished)")
    #expect(
      try file("contract.json")["envelope"] == [
        "flag": "success", "payload": "data", "message": "message", "others": ["pages": ["type": "integer"]],
        "standing": "assumed",
      ])
    let endpoints = try #require(try file("items.json")["endpoints"])
    let item: JSON = ["$ref": "contract.json#/schemas/Item"]
    #expect(endpoints["getItem"]?["success"]?["200"]?["payload"] == item)
    let list = endpoints["listItems"]?["success"]?["200"]
    #expect(list?["payload"] == ["type": "array", "items": item])
    #expect(list?["others"] == ["pages"])
    #expect(endpoints["dropItem"]?["success"]?["200"]?["payload"] == false)
    // A response without the envelope keeps its body.
    #expect(try file("health.json")["endpoints"]?["health"]?["success"]?["200"]?["body"]?["properties"]?["up"] != nil)
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    #expect(verified.status == 0 && verified.output.contains("no drift"), "\(verified)")
  }

  @Test func `answers that share no payload have no envelope`() async throws {
    // Each response names its payload differently.
    let parts = Self.document().components(separatedBy: "\"data\":")
    var text = parts[0]
    for (index, part) in parts.dropFirst().enumerated() { text += "\"data\(index)\":" + part }
    text = text.replacingOccurrences(of: #""success", "data""#, with: #""success""#)
    let finished = try await imports(text)
    #expect(finished.status == 0 && !finished.output.contains("The envelope"), "\(finished)")
    #expect(try file("contract.json")["envelope"] == JSON.null)
  }

  @Test func `the mock remembers what is made, changed and deleted`() async throws {
    let finished = try await imports(Self.document())
    #expect(finished.output.contains("State: items, whose items the mock stores."), "\(finished)")
    let collection = try #require(try file("contract.json")["resources"]?["items"])
    #expect(collection["item"] == ["$ref": "#/schemas/Item"] && collection["key"] == "/id", "\(collection)")
    #expect(
      try file("items.json")["endpoints"]?["listItems"]?["state"] == [
        "action": "list", "resource": "items", "filter": ["query.colour": "/colour"], "standing": "assumed",
      ])
    let tool = RunningCommand(["serve", "shop", "--port", "0"], folder: folder.path)
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "Shop: "), "\(tool.errorText)")
    let connection = try await RawConnection.connect(
      port: try #require(url.split(separator: ":").last.flatMap { Int($0) }))
    func send(_ line: String, _ body: String = "") async throws -> (status: Int, data: JSON?) {
      let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
      let response = try await connection.exchange(
        "\(line) HTTP/1.1\r\nHost: localhost\r\n\(type)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
      return (response.status, try? JSON.parse(response.body)["data"])
    }
    let made = try await send("POST /items", #"{ "name": "Nail", "colour": "grey" }"#)
    #expect(made.status == 201 && made.data?["name"] == "Nail", "\(made)")
    let id = try #require(made.data?["id"]?.text)
    #expect(try await send("GET /items/\(id)").data == made.data)
    #expect(try await send("GET /items?colour=grey").data?.elements.map { $0 } == [made.data])
    // PUT replaces the item, so members that it doesn't name are removed.
    #expect(try await send("PUT /items/\(id)", #"{ "name": "Screw" }"#).status == 200)
    #expect(try await send("GET /items/\(id)").data?["colour"] == nil)
    #expect(try await send("GET /items/\(id)").data?["name"] == "Screw")
    #expect(try await send("DELETE /items/\(id)").status == 200)
    #expect(try await send("GET /items/\(id)").status == 404)
    tool.terminate()
    #expect(await tool.end().status == 0)
  }

  @Test func `a member that means something else is made without, by name, and the others are remembered`() async throws
  {
    let other = Self.body.replacingOccurrences(
      of: #""colour": { "type": "string" }"#, with: #""colour": { "type": "integer" }"#)
    let finished = try await imports(
      Self.document(create: other.replacingOccurrences(of: #"["name"]"#, with: #"["name", "colour"]"#)))
    #expect(finished.status == 0, "\(finished)")
    #expect(
      finished.output.contains(
        "No state: POST /items (makeItem takes a different \"colour\" than getItem shows, so \"colour\" isn't stored)."),
      "\(finished)")
    let state = try file("items.json")["endpoints"]?["makeItem"]?["state"]
    #expect(state?["set"] == ["/name": "body#/name"], "\(String(describing: state))")
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    #expect(verified.status == 0, "\(verified)")
  }

  @Test func `what people take out of the proposals stays out`() async throws {
    _ = try await imports(Self.document())
    var contract = try file("contract.json")
    contract = try #require(contract.removing("/resources"))
    try folder.write(contract.prettyText, to: "Contracts/shop/contract.json")
    var items = try file("items.json")
    for id in ["listItems", "makeItem", "getItem", "putItem", "dropItem"] {
      items = try #require(items.removing(JSONPointer(tokens: ["endpoints", id, "state"])))
    }
    try folder.write(items.prettyText, to: "Contracts/shop/items.json")
    let again = try await imports(Self.document())
    #expect(again.status == 0 && again.output.contains("is up to date with shop.json"), "\(again)")
    #expect(try file("contract.json")["resources"] == nil)
    #expect(try file("items.json")["endpoints"]?["getItem"]?["state"] == nil)
  }

  @Test func `what responses need from now on, though the document doesn't say so, is reported`() async throws {
    let loose = Self.document().replacingOccurrences(of: #""success", "data""#, with: #""success""#)
    let finished = try await imports(loose)
    #expect(
      finished.output.contains(
        "which 5 responses share. All must now have success and data, which was optional in 4."), "\(finished)")
  }

  @Test func `an endpoint of a family that does nothing to it is named with the reason`() async throws {
    // PUT takes a name of a different type. A DELETE that doesn't document a 404 isn't reported as the reason.
    let parts = Self.document().components(separatedBy: #""operationId": "putItem""#)
    let put = parts[1].components(separatedBy: #""operationId": "dropItem""#)
    let text =
      parts[0] + #""operationId": "putItem""#
      + put[0].replacingOccurrences(
        of: #""name": { "type": "string" }, "colour": { "type": "string" }"#, with: #""name": { "type": "integer" }"#)
      + #""operationId": "dropItem""# + put[1].replacingOccurrences(of: #""404""#, with: #""400""#)
    let finished = try await imports(text)
    #expect(finished.output.contains("State: items, whose items the mock stores."), "\(finished)")
    #expect(
      finished.output.contains(
        "No state: PUT /items/{itemId} (putItem takes a different \"name\" than getItem shows)."), "\(finished)")
    let endpoints = try #require(try file("items.json")["endpoints"])
    #expect(endpoints["putItem"]?["state"] == nil)
    #expect(endpoints["dropItem"]?["state"] != nil)
    #expect(endpoints["getItem"]?["state"] != nil)
  }

  @Test func `things of several kinds are remembered, by what all kinds have`() async throws {
    let kinds = (1...2).map { number in
      """
      { "allOf": [{ "$ref": "#/components/schemas/Item" },
        { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string", "enum": ["\(number)"] } } }] }
      """
    }
    func things(_ create: String) -> String {
      Self.document(create: create).replacingOccurrences(
        of: ##""$ref": "#/components/schemas/Item""##, with: ##""$ref": "#/components/schemas/Thing""##
      ).replacingOccurrences(
        of: #""schemas": {"#, with: #""schemas": { "Thing": { "oneOf": [\#(kinds.joined(separator: ", "))] },"#)
    }
    let less = try await imports(things(Self.body))
    #expect(less.output.contains("No state: /items (makeItem takes fewer members than getItem shows)."), "\(less)")
    try FileManager.default.removeItem(atPath: "\(folder.path)/Contracts")
    let body = Self.body.replacingOccurrences(of: #"["name"]"#, with: #"["name", "kind"]"#)
      .replacingOccurrences(
        of: #""colour": {"#, with: #""kind": { "type": "string", "enum": ["1", "2"] }, "colour": {"#)
    let finished = try await imports(things(body))
    #expect(finished.output.contains("State: items, whose items the mock stores."), "\(finished)")
    #expect(finished.output.contains("(putItem takes fewer members than getItem shows)"), "\(finished)")
    #expect(try file("contract.json")["resources"]?["items"]?["key"] == "/id")
    let verified = try await plumbline("verify", "--direct", "shop", folder: folder.path)
    #expect(verified.status == 0, "\(verified)")
  }

  @Test(arguments: ["", #", "x-paging": "pages""#])
  func `a member beside a list means what its name says, unless the document says otherwise`(said: String)
    async throws
  {
    let item = ##"{ "$ref": "#/components/schemas/Item" }"##
    func answer(_ schema: String) -> String {
      #""description": "Fine", "content": { "application/json": { "schema": \#(schema) } }"#
    }
    try folder.write(
      #"""
      { "openapi": "3.0.3", "info": { "title": "Shop", "version": "1" }, "paths": {
        "/items": {
          "get": { "operationId": "listItems", "parameters": [
              { "name": "page", "in": "query", "schema": { "type": "integer" } },
              { "name": "per_page", "in": "query", "schema": { "type": "integer" } }
            ], "responses": { "200": { \#(answer(#"""
              { "type": "object", "required": ["items", "page", "total"], "properties": {
                "items": { "type": "array", "items": \#(item) }, "page": { "type": "integer" },
                "total": { "type": "integer"\#(said) }, "next_page": { "type": "integer", "nullable": true } } }
              """#)) } } },
          "post": { "operationId": "makeItem", "requestBody": { "content": { "application/json": {
              "schema": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } } } },
            "responses": { "201": { \#(answer(item)) } } } },
        "/items/{id}": { "get": { "operationId": "getItem", "parameters": [
            { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }
          ], "responses": { "200": { \#(answer(item)) }, "404": { "description": "It isn't there" } } } } },
        "components": { "schemas": { "Item": { "type": "object", "required": ["id", "name"],
          "properties": { "id": { "type": "integer" }, "name": { "type": "string" } } } } } }
      """#, to: "shop.json")
    let finished = try await plumbline(arguments: ["import", "openapi", "shop.json"], folder: folder.path)
    #expect(finished.status == 0 && !finished.output.contains("No state"), "\(finished)")
    let tool = RunningCommand(["serve", "shop", "--port", "0"], folder: folder.path)
    defer { tool.kill() }
    let url = try #require(await tool.line(beginning: "Shop: "), "\(tool.errorText)")
    let connection = try await RawConnection.connect(
      port: try #require(url.split(separator: ":").last.flatMap { Int($0) }))
    for name in ["Nail", "Screw"] {
      let body = #"{ "name": "\#(name)" }"#
      let made = try await connection.exchange(
        "POST /items HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
          + "\(body.utf8.count)\r\n\r\n\(body)")
      #expect(made.status == 201)
    }
    let first = try await connection.exchange("GET /items?per_page=2 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let page = try JSON.parse(first.body)
    #expect(page["items"]?.count == 2 && page["page"] == 1 && page["next_page"] == 2, "\(page)")
    // Three items are on two pages.
    #expect(page["total"] == (said.isEmpty ? 3 : 2), "\(page)")
    let second = try await connection.exchange("GET /items?per_page=2&page=2 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try JSON.parse(second.body)["next_page"] == JSON.null)
    tool.terminate()
    _ = await tool.end()
  }

  @Test func `a parameter that chooses by a member says no size of pages`() async throws {
    let text = Self.document(itemMembers: #", "size": { "type": "integer" }"#).replacingOccurrences(
      of: #""name": "colour", "in": "query", "schema": { "type": "string" }"#,
      with: #""name": "size", "in": "query", "schema": { "type": "integer" }"#)
    _ = try await imports(text)
    let state = try file("items.json")["endpoints"]?["listItems"]?["state"]
    #expect(state?["filter"] == ["query.size": "/size"] && state?["size"] == nil, "\(state?.text ?? "none")")
  }

  @Test func `a member that is called like a keyword keeps what it refers to`() async throws {
    let sub = ##", "default": { "$ref": "#/components/schemas/Sub" }"##
    let shown =
      ##"{ "type": "object", "required": ["id", "name"], "properties": { "id": { "type": "integer" }, "##
      + ##""name": { "type": "string" }, "colour": { "type": "string" }\##(sub) } }"##
    let text = Self.document()
      .replacingOccurrences(of: Self.item, with: shown)
      .replacingOccurrences(of: #""Item": {"#, with: #""Sub": { "type": "string" }, "Item": {"#)
    let finished = try await imports(text)
    #expect(finished.output.contains("State: items"), "\(finished)")
    #expect(
      try file("contract.json")["resources"]?["items"]?["item"]?["properties"]?["default"]
        == ["$ref": "#/schemas/Sub"])
  }

  @Test func `a conflict with what was lifted shows the document's own place`() async throws {
    let document = Self.document()
    _ = try await imports(document)
    let items = try file("items.json")
    try folder.write(
      items.replacing("/endpoints/getItem/summary", with: "Mine")?.prettyText ?? "", to: "Contracts/shop/items.json")
    let changed = document.replacingOccurrences(
      of: #""operationId": "getItem","#, with: #""operationId": "getItem", "summary": "Theirs","#)
    let finished = try await imports(changed)
    #expect(finished.status == 1, "\(finished)")
    let before = changed.components(separatedBy: #""Theirs""#)[0].components(separatedBy: "\n")
    #expect(
      finished.errors.contains("\"Theirs\" in shop.json:\(before.count):\((before.last?.count ?? 0) + 1)"),
      "\(finished)")
  }
}
