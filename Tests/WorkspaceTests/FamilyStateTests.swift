import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// The endpoints that are recognized as a family, and the initial items of its collection.
struct FamilyStateTests {
  /// A Postman collection with a request that creates an item and one that reads it, and with saved responses for
  /// success and rejection.
  private static let collection = """
    {
      "info": {
        "name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
      },
      "item": [
        {
          "name": "Make", "request": \(request("POST", "/items")),
          "response": [\(answer(request("POST", "/items"), 201, #"{ "id": "n7", "name": "Nail" }"#))]
        },
        {
          "name": "Get", "request": \(request("GET", "/items/:itemId", "n7")),
          "response": [
            \(answer(request("GET", "/items/:itemId", "n7"), 200, #"{ "id": "n7", "name": "Nail" }"#)),
            \(answer(request("GET", "/items/:itemId", "n99"), 404, #"{ "error": "gone" }"#))
          ]
        }
      ]
    }
    """

  private static func request(_ method: String, _ path: String, _ id: String = "") -> String {
    let parts = path.split(separator: "/").map { "\"\($0)\"" }.joined(separator: ", ")
    let body = method == "POST" ? #", "body": { "mode": "raw", "raw": "{ \"name\": \"Nail\" }" }"# : ""
    return """
      {
        "method": "\(method)"\(body), "url": {
          "raw": "https://shop.example\(path)", "protocol": "https", "host": ["shop", "example"], "path": [\(parts)],
          "variable": [\(id.isEmpty ? "" : #"{ "key": "itemId", "value": "\#(id)" }"#)]
        }
      }
      """
  }

  private static func answer(_ request: String, _ status: Int, _ body: String) -> String {
    """
    {
      "name": "\(status)", "code": \(status), "originalRequest": \(request), "body": \(JSON(body).text),
      "header": [{ "key": "Content-Type", "value": "application/json" }]
    }
    """
  }

  private static func imported(_ text: String, _ format: ImportedService.Format) throws -> ImportedService {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "shop.json")
    return Workspace(contracts: "Contracts", base: folder.path).import(format, "shop.json", as: "shop")
  }

  @Test func `what a refusal was about isn't there from the start`() throws {
    let made = try Self.imported(Self.collection, .postman)
    let root = try JSON.parse(try #require(made.files.first { $0.name == "contract.json" }).bytes)
    let collection = try #require(root["resources"]?.members.first?.value, "\(made.proposals) \(root.prettyText)")
    let ids = collection["seed"]?.elements.compactMap { $0["id"]?.string } ?? []
    #expect(ids.contains("n7") && !ids.contains("n99"), "\(ids)")
  }

  /// Returns a document with endpoints that create and read items below a path.
  private static func document(at path: String, _ parameters: [String], key: String = "{ \"type\": \"integer\" }")
    -> String
  {
    func parameter(_ name: String, _ schema: String) -> String {
      "{ \"name\": \"\(name)\", \"in\": \"path\", \"required\": true, \"schema\": \(schema) }"
    }
    let owners = parameters.map { parameter($0, "{ \"type\": \"string\", \"enum\": [\"a/b~c\"] }") }
    let answer =
      ##"{ "description": "Fine", "content": { "application/json": { "schema": "##
      + ##"{ "$ref": "#/components/schemas/Item" } } } }"##
    return ##"{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "##
      + "\"\(path)\": { \"parameters\": [\(owners.joined(separator: ", "))], \"post\": { \"requestBody\": { \"content\": "
      + ##"{ "application/json": { "schema": { "type": "object", "properties": { "name": { "type": "string" } }, "##
      + ##""required": ["name"] } } } }, "responses": { "201": "## + answer + " } } }, "
      + "\"\(path)/{itemId}\": { \"parameters\": [\((owners + [parameter("itemId", key)]).joined(separator: ", "))], "
      + "\"get\": { \"responses\": { \"200\": \(answer), \"404\": { \"description\": \"Not there\" } } } } }, "
      + ##""components": { "schemas": { "Id": { "type": "string" }, "Item": { "type": "object", "##
      + ##""required": ["id", "name"], "properties": { "id": { "type": "integer" }, "name": { "type": "string" } } } } } }"##
  }

  @Test func `what has to answer more than the mock could know is left without state`() throws {
    let item = ##"{ "$ref": "#/components/schemas/Item" }"##
    let framed =
      #"{ "type": "object", "required": ["fine", "item"], "properties": { "fine": { "type": "boolean" }, "item": "#
    let text = Self.document(at: "/items", []).replacing(
      "\"schema\": \(item)", with: "\"schema\": \(framed)\(item) } }")
    let made = try Self.imported(text, .openapi)
    let contract = try #require(made.contract, "\(made.errors)")
    #expect(contract.collections.isEmpty)
    #expect(contract.endpoints.count == 2)
    let told = made.proposals.joined(separator: "\n")
    #expect(told.contains("must respond with /fine next to the items"), "\(told)")
    // A value that is always the same is known.
    let known = text.replacing(#""fine": { "type": "boolean" }"#, with: #""fine": { "const": true }"#)
    #expect(try Self.imported(known, .openapi).contract?.collections.map(\.name) == ["items"])
  }

  @Test func `what begins is said for each owner, with slashes and tildes escaped`() throws {
    let made = try Self.imported(Self.document(at: "/s/{shop}/{floor}/items", ["shop", "floor"]), .openapi)
    let collection = try #require(made.contract?.collection("items"), "\(made.proposals) \(made.errors)")
    #expect(collection.isPerPath)
    let root = try JSON.parse(try #require(made.files.first { $0.name == "contract.json" }).bytes)
    #expect(root["resources"]?["items"]?["per"] == ["path.shop", "path.floor"])
    #expect(root["resources"]?["items"]?["seeds"]?.members.keys == ["a~1b~0c/a~1b~0c"])
  }

  @Test func `items that a part of a segment owns are no family`() throws {
    let made = try Self.imported(Self.document(at: "/s/{shop}.x/items", ["shop"]), .openapi)
    #expect(made.errors.isEmpty, "\(made.errors) \(made.proposals)")
    #expect(made.contract?.collections.isEmpty == true, "\(made.errors) \(made.proposals)")
  }

  @Test func `a key of another type than the member is no key, also behind a reference`() throws {
    let key = ##"{ "$ref": "#/components/schemas/Id" }"##
    let made = try Self.imported(Self.document(at: "/items", [], key: key), .openapi)
    #expect(made.contract?.collections.isEmpty == true)
    #expect(made.proposals.contains { $0.contains("shows no member that {itemId} could be") }, "\(made.proposals)")
  }

  /// Returns a shop whose two endpoints for reading an item and for listing them respond with these schemas.
  private static func shop(read: String, list: String? = nil, refusal: String = "404") -> String {
    func answer(_ schema: String) -> String {
      let content = schema.isEmpty ? "" : #", "content": { "application/json": { "schema": \#(schema) } }"#
      return #"{ "description": "Fine"\#(content) }"#
    }
    let taken = #"{ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }"#
    return #"{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/items": {"#
      + (list.map { #""get": { "responses": { "200": \#(answer($0)) } }, "# } ?? "")
      + #""post": { "requestBody": { "content": { "application/json": { "schema": \#(taken) } } }, "responses": {"#
      + #""201": \#(answer(read)) } } }, "/items/{itemId}": { "parameters": [{ "name": "itemId", "in": "path", "#
      + #""required": true, "schema": { "type": "integer" } }], "get": { "responses": { "200": \#(answer(read)), "#
      + #""\#(refusal)": { "description": "Not there" } } } } } }"#
  }

  private static let item =
    #"{ "type": "object", "required": ["id", "name"], "properties": { "id": { "type": "integer" }, "name": { "type": "string" } } }"#
  private static let other =
    #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" }, "b": {} } }"#

  /// An item with a write-only member.
  private static let pinned = item.replacing(
    #""properties": {"#, with: #""properties": { "pin": { "type": "string", "writeOnly": true },"#)

  @Test func `a member that is only written, and need not be, keeps nothing from being remembered`() throws {
    let made = try Self.imported(Self.shop(read: Self.pinned), .openapi)
    #expect(made.contract?.collections.map(\.name) == ["items"], "\(made.proposals) \(made.errors)")
  }

  static let refusals: [(document: String, reason: String)] = [
    (shop(read: ""), "items.itemId.get doesn't respond with a JSON object"),
    (
      shop(
        read:
          #"{ "type": "object", "required": ["a", "b"], "properties": { "a": \#(item), "b": \#(other) } }"#),
      "items.itemId.get responds with several items that have a key"
    ),
    (
      shop(read: pinned.replacing(#""required": ["#, with: #""required": ["pin", "#)),
      "items.itemId.get shows items with members that can only be written"
    ),
    (shop(read: item, list: ""), "items.get doesn't respond with JSON"),
    (
      shop(read: item, list: #"{ "type": "array", "items": { "type": "string" } }"#),
      "items.get shows no list of the items that items.itemId.get shows"
    ),
    (
      shop(read: item.replacing(#""type": "object","#, with: #""type": "object", "not": {},"#)),
      "no initial item can be generated from its schema"
    ),
  ]

  @Test func `that no 404 is documented keeps nothing from being remembered`() throws {
    let made = try Self.imported(Self.shop(read: Self.item, refusal: "400"), .openapi)
    #expect(made.contract?.collections.map(\.name) == ["items"], "\(made.proposals) \(made.errors)")
  }

  @Test func `a key in the body of a change, and what finds things by a member, are understood`() throws {
    let body = #""requestBody": { "required": true, "content": { "application/json": { "schema": \#(Self.item) } } }"#
    let answer = #"{ "description": "Fine", "content": { "application/json": { "schema": \#(Self.item) } } }"#
    let list =
      #"{ "description": "Fine", "content": { "application/json": { "schema": { "type": "array", "items": \#(Self.item) } } } }"#
    let text = """
      { "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": {
        "/items": { "post": { \(body), "responses": { "201": \(answer) } }, "put": { \(body), "responses": { "200": \(answer) } } },
        "/items/findByName": { "get": { "parameters": [{ "name": "name", "in": "query", "schema": { "type": "string" } }],
          "responses": { "200": \(list) } } },
        "/items/{itemId}": { "parameters": [{ "name": "itemId", "in": "path", "required": true, "schema": { "type": "integer" } }],
          "get": { "responses": { "200": \(answer) } } } } }
      """
    let made = try Self.imported(text, .openapi)
    let root = try JSON.parse(try #require(made.files.first { $0.name == "items.json" }, "\(made.errors)").bytes)
    let states = (root["endpoints"]?.members.map { $0.value } ?? []).compactMap { $0["state"] }
    #expect(states.first { $0["action"] == "update" }?["key"] == "body#/id", "\(made.proposals)")
    #expect(states.first { $0["action"] == "list" }?["filter"] == ["query.name": "/name"], "\(made.proposals)")
  }

  /// Returns a shop with a list, but without an endpoint that reads a single item.
  private static func listed(created: String = item, parameter: String = "itemId", slash: String = "") -> String {
    func answer(_ schema: String) -> String {
      #"{ "description": "Fine", "content": { "application/json": { "schema": \#(schema) } } }"#
    }
    let taken = #"{ "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }"#
    return #"{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": { "/items\#(slash)": {"#
      + #""get": { "responses": { "200": \#(answer("{ \"type\": \"array\", \"items\": \(item) }")) } }, "#
      + #""post": { "requestBody": { "content": { "application/json": { "schema": \#(taken) } } }, "responses": {"#
      + #""201": \#(answer(created)) } } }, "/items/{\#(parameter)}\#(slash)": { "parameters": [{ "name": "\#(parameter)", "#
      + #""in": "path", "required": true, "schema": { "type": "integer" } }], "#
      + #""delete": { "responses": { "204": { "description": "Gone" } } } } } }"#
  }

  @Test(arguments: ["", "/"])
  func `things that only a list shows are remembered, with a slash at the end of paths or without`(slash: String) throws
  {
    let made = try Self.imported(Self.listed(slash: slash), .openapi)
    #expect(made.contract?.collections.map(\.name) == ["items"], "\(made.proposals) \(made.errors)")
    let actions = made.contract?.endpoints.flatMap(\.states).map(\.action)
    #expect(Set(actions ?? []) == [.list, .create, .delete])
  }

  @Test(arguments: ["item_id", "ItemId", "itemID", "item-id"])
  func `a key may have another word in the path`(parameter: String) throws {
    let made = try Self.imported(Self.listed(parameter: parameter), .openapi)
    #expect(made.contract?.collections.map(\.name) == ["items"], "\(made.proposals) \(made.errors)")
  }

  @Test(arguments: [
    #"{ "type": "object", "properties": { "id": { "type": "integer" } } }"#,
    #"{ "type": "object", "properties": { "item_number": { "type": "integer" } } }"#,
  ])
  func `an answer to what makes one may have its key alone`(created: String) throws {
    let made = try Self.imported(Self.listed(created: created), .openapi)
    #expect(made.contract?.collections.map(\.name) == ["items"], "\(made.proposals) \(made.errors)")
  }

  @Test(arguments: refusals)
  func `what isn't proposed is named with its reason`(_ row: (document: String, reason: String)) throws {
    let made = try Self.imported(row.document, .openapi)
    #expect(
      made.errors.isEmpty && made.proposals.contains { $0.contains(row.reason) }, "\(made.proposals) \(made.errors)")
  }

  /// Returns a list that shows its items.
  private static func listing(parameter: String) -> String {
    let item =
      #"{ "type": "object", "required": ["id", "name"], "properties": { "id": { "type": "integer" }, "name": { "type": "string" } } }"#
    return shop(read: item, list: #"{ "type": "array", "items": \#(item) }"#)
      .replacing(
        #""responses": { "200": { "description": "Fine", "content": { "application/json": { "schema": { "type": "array""#,
        with:
          #""responses": { "200": { "description": "Fine", "content": { "application/json": { "example": [{ "id": 7, "name": "Nail" }], "schema": { "type": "array""#
      )
      .replacing(#""schema": { "type": "integer" } }], "get""#, with: #""schema": \#(parameter) }], "get""#)
  }

  @Test(arguments: [
    (#"{ "type": "integer" }"#, [7]), (#"{ "type": "integer", "example": 9 }"#, [7, 9]),
  ])
  func `a list that is shown has no more in it than a path that is shown adds`(parameter: String, ids: [Int]) throws {
    let made = try Self.imported(Self.listing(parameter: parameter), .openapi)
    let root = try JSON.parse(try #require(made.files.first { $0.name == "contract.json" }).bytes)
    let seed = root["resources"]?["items"]?["seed"]?.elements.compactMap { $0["id"]?.int }
    #expect(seed == ids, "\(made.proposals) \(made.notes)")
  }

  @Test func `a mock of a document remembers where its workspace wants it to`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.listing(parameter: #"{ "type": "integer" }"#), to: "shop.json")
    var workspace = Workspace(contracts: "Contracts", base: folder.path)
    let plain = try workspace.load(named: ["./shop.json"])[0]
    #expect(plain.contract?.collections.isEmpty == true)
    #expect(plain.assumptions.isEmpty)
    workspace.liftsState = true
    let lifted = try workspace.load(named: ["./shop.json"])[0]
    #expect(lifted.contract?.collections.map(\.name) == ["items"], "\(lifted.problems)")
    #expect(lifted.contract?.endpoints.allSatisfy { $0.state != nil } == true)
    #expect(lifted.assumptions == ["State: items, whose items the mock stores."])
  }
}
