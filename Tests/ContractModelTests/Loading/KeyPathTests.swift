import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// The key paths that a contract's problems carry.
struct KeyPathTests {
  private static let main = """
    { "plumbline": 1, "service": "shop", "title": "Shop", "endpoints": { "a.list": { "summary": "A", \
    "request": "GET /a", "source": "x", "success": { "200": {} }, "errors": ["late", "gone"] } } }
    """

  private static let more = """
    {
      "endpoints": {
        "b.list": {
          "summary": "B", "request": "GET /b", "source": "x", "success": { "200": {} },
          "erors": []
        }
      }
    }
    """

  private static func path(_ start: String, _ problems: [Problem]) -> [String]? {
    problems.first { $0.message.hasPrefix(start) }?.keyPath?.tokens
  }

  @Test func `a mistake has the path of the value or key that it is about, however the file is laid out`() {
    let loaded = ContractLoader.load([
      Files.file("contract.json", Self.main), Files.file("more.json", Self.more),
    ])
    #expect(loaded.contract == nil)
    let (problems, all) = (loaded.problems, "\(loaded.problems)")
    #expect(Self.path("Unknown error \"late\"", problems) == ["endpoints", "a.list", "errors", "0"], "\(all)")
    #expect(Self.path("Unknown error \"gone\"", problems) == ["endpoints", "a.list", "errors", "1"], "\(all)")
    #expect(Self.path("Unknown key \"erors\"", problems) == ["endpoints", "b.list", "erors"], "\(all)")
  }

  @Test func `a file that is a tree already is loaded without its text`() throws {
    let document = try JSONDocument.parse(Self.main, file: "contract.json")
    let loaded = ContractLoader.load([ContractLoader.File(name: "contract.json", document: document)])
    #expect(Self.path("Unknown error \"gone\"", loaded.problems) == ["endpoints", "a.list", "errors", "1"])
    #expect(loaded.problems.allSatisfy { $0.location.file == "contract.json" })
    let sound = try JSONDocument.parse(
      Self.main.replacing(#", "errors": ["late", "gone"]"#, with: ""), file: "contract.json")
    let contract = ContractLoader.load([ContractLoader.File(name: "contract.json", document: sound)]).contract
    #expect(contract?.endpoints.map(\.id) == ["a.list"])
    #expect(contract?.documents["contract.json"] === sound)
  }
}
