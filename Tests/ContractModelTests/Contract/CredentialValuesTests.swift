import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

/// Credential values that a request must not reveal or accepts, from a contract with several schemes.
@Suite struct CredentialValuesTests {
  private static func contract() throws -> Contract {
    let keys = (0..<10).map { #""key\#($0)": { "in": "header", "name": "X-Key\#($0)", "environment": "SHOP_\#($0)" }"# }
    let text = #"""
      { "plumbline": 1, "service": "shop", "title": "The Shop", "envelope": null, "authentication": [],
        "credentials": { \#(keys.joined(separator: ", ")),
          "session": { "in": "bearer", "environment": "SHOP_SESSION" },
          "ticket": { "in": "query", "name": "ticket", "environment": "SHOP_TICKET" },
          "seat": { "in": "cookie", "name": "seat", "environment": "SHOP_SEAT" },
          "pin": { "in": "body", "at": "/desk/pin", "environment": "SHOP_PIN" } },
        "endpoints": { "things.make": { "summary": "Makes", "request": "POST /a", "source": "Handbook",
          "body": { "type": "object" }, "success": { "200": { "body": {} } } } } }
      """#
    let loaded = ContractLoader.load([Files.file("contract.json", text)])
    return try #require(loaded.contract, "\(loaded.problems)")
  }

  private static let request = Request(
    method: .post, target: "/a?q=1&ticket=t1&ticket=t2",
    headers: ["x-key5": "k5", "X-Key6": "", "Authorization": "Bearer b", "Cookie": "a=1; seat=s1; seat=s2"],
    body: Body(#"{ "desk": { "pin": "p" } }"#))

  @Test func `of many credentials each part of a request finds its own, and the first value counts`() throws {
    let contract = try Self.contract()
    let shown = CredentialValues(Self.request, in: contract)
    #expect(shown.names == ["key5", "session", "ticket", "seat", "pin"])
    #expect(shown.names.map { shown[$0] } == ["k5", "b", "t1", "s1", "p"])
    #expect(!shown.isEmpty)
  }

  @Test func `only what is asked for is shown, of many names as of few`() throws {
    let contract = try Self.contract()
    let few = ["seat", "key5", "key6"]
    let many = few + ["key0", "key1", "key2", "key3", "key4", "key7", "key8", "key9"]
    for names in [few, many] {
      let shown = CredentialValues(Self.request, names: names, in: contract)
      #expect(shown.names == ["seat", "key5"])
      #expect(shown["seat"] == "s1")
      #expect(shown["key5"] == "k5")
      #expect(shown["ticket"] == nil)
    }
    let asked = CredentialValues(Self.request, in: contract)
      .asked(by: Authentication(alternatives: [["pin", "key1"], ["session"]]))
    #expect(asked.names == ["session", "pin"])
    #expect(asked["ticket"] == nil)
    #expect(CredentialValues(Self.request, in: contract).asked(by: .none).isEmpty)
  }
}
