import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

@Suite struct RouterTests {
  private func contract() throws -> Contract {
    try Files.contract(
      [
        Files.endpoint("items.list", "GET /items"),
        Files.endpoint("items.get", "GET /items/{id}", #", "path": { "id": { "type": "string" } }"#),
        Files.endpoint("items.newest", "GET /items/newest"),
        Files.endpoint("items.import", "POST /items/newest"),
        Files.endpoint("items.put", "PUT /items/{id}", #", "path": { "id": { "type": "string" } }"#),
        Files.endpoint("parts.get", "GET /items/{id}/parts", #", "path": { "id": { "type": "string" } }"#),
        Files.endpoint("newest.sold", "GET /items/newest/sold"),
        Files.endpoint("root", "GET /"),
        Files.endpoint("folder", "GET /folder/"),
      ].joined(separator: ",\n"))
  }

  private func route(_ method: HTTPMethod, _ path: String) throws -> String {
    switch try contract().router.route(method, path: path) {
    case .found(let endpoint): endpoint.id
    case .methodMissing(let methods): "only " + methods.map(\.rawValue).joined(separator: ", ")
    case .conditionMissing(let endpoints): "none of " + endpoints.map(\.id).joined(separator: ", ")
    case .nothing: "nothing"
    }
  }

  @Test(arguments: [
    ("/items", "items.list"), ("/items/7", "items.get"), ("/", "root"), ("/folder/", "folder"),
    ("/items/a%2Fb", "items.get"), ("/%69tems", "items.list"),
  ])
  func `a path finds its endpoint`(path: String, id: String) throws {
    #expect(try route(.get, path) == id)
  }

  @Test func `a literal segment wins over a parameter`() throws {
    #expect(try route(.get, "/items/newest") == "items.newest")
    #expect(try route(.get, "/items/newer") == "items.get")
  }

  @Test func `a literal that leads nowhere goes back to the parameter`() throws {
    #expect(try route(.get, "/items/newest/parts") == "parts.get")
    #expect(try route(.get, "/items/newest/sold") == "newest.sold")
  }

  @Test func `a literal without the method goes back to the parameter that has it`() throws {
    #expect(try route(.put, "/items/newest") == "items.put")
  }

  @Test func `a known path with another method names every method it takes`() throws {
    #expect(try route(.delete, "/items/7") == "only GET, PUT")
    #expect(try route(.delete, "/items/newest") == "only GET, POST, PUT")
  }

  @Test(arguments: [
    "/items/", "/items//", "//items", "/folder", "/items//parts", "items", "*", "", "/nowhere", "/items/1/2",
  ])
  func `another path is no near miss`(path: String) throws {
    #expect(try route(.get, path) == "nothing")
  }

  @Test func `a path of very many segments costs nothing`() throws {
    #expect(try route(.get, String(repeating: "/items", count: 100_000)) == "nothing")
  }
}
