import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

/// Servers whose URLs have a path, such as `/base` in the contract that these tests share.
@Suite struct ServerPathsTests {
  private func contract(_ paths: [String]) throws -> Contract {
    try Files.contract(
      paths.enumerated().map { number, path in
        let names = try PathTemplate(parsing: path).parameters
        let members = names.map { "\"\($0)\": true" }.joined(separator: ", ")
        return Files.endpoint("e\(number)", "GET \(path)", names.isEmpty ? "" : #", "path": { \#(members) }"#)
      }.joined(separator: ",\n"))
  }

  @Test(arguments: [
    ("/base/items", "/items"), ("/base/items?page=2", "/items?page=2"), ("/items", "/items"), ("/base", "/"),
    ("/base?x", "/?x"), ("/basement/items", "/basement/items"), ("/base/itms", "/itms"), ("/other", "/other"),
    ("/base/items/7", "/items/7"),
  ])
  func `a request is taken with the server's path and without it`(sent: String, seen: String) throws {
    let contract = try contract(["/", "/items", "/items/{id}"])
    #expect(contract.withoutServerPath(Request(method: .get, target: sent)).target == seen)
  }

  @Test func `a template that repeats the server's path is used as sent`() throws {
    let contract = try contract(["/base/items", "/items"])
    #expect(contract.withoutServerPath(Request(method: .get, target: "/base/items")).target == "/base/items")
  }

  @Test func `what comes after the server's path goes before a parameter that stands for it`() throws {
    let contract = try contract(["/{database}", "/{database}/{table}"])
    #expect(contract.withoutServerPath(Request(method: .get, target: "/base/fixtures")).target == "/fixtures")
    #expect(contract.withoutServerPath(Request(method: .get, target: "/fixtures/facts")).target == "/fixtures/facts")
  }

  @Test func `a parameter stands for the server's path where nothing is below it`() throws {
    let contract = try contract(["/{database}/{table}"])
    #expect(contract.withoutServerPath(Request(method: .get, target: "/base/facts")).target == "/base/facts")
  }
}
