import PlumblineContractModel
import PlumblineJSONTree
import Testing

/// Renamed keys. Files that use the old names remain valid.
struct CurrentKeysTests {
  private static let old = """
    {
      "failures": { "gone": { "status": 410, "body": { "properties": { "failures": {} } } } },
      "commonFailures": ["gone"],
      "schemas": { "failures": { "$ref": "contract.json#/failures/gone/body" } },
      "endpoints": {
        "items.get": {
          "failures": [ "gone" ], "x-failures": 1,
          "state": [{ "guards": [{ "none": "items", "failure": "gone" }], "also": [{ "guards": [{ "failure": "gone" }] }] }]
        }
      }
    }
    """
  private static let new = """
    {
      "errors": { "gone": { "status": 410, "body": { "properties": { "failures": {} } } } },
      "commonErrors": ["gone"],
      "schemas": { "failures": { "$ref": "contract.json#/errors/gone/body" } },
      "endpoints": {
        "items.get": {
          "errors": [ "gone" ], "x-failures": 1,
          "state": [{ "guards": [{ "none": "items", "error": "gone" }], "also": [{ "guards": [{ "error": "gone" }] }] }]
        }
      }
    }
    """

  @Test func `keys of contracts get their new names, and nothing else changes`() throws {
    let current = CurrentKeys(try JSONDocument.parse(Self.old, file: "shop/contract.json"))
    #expect(String(decoding: current.document.bytes, as: UTF8.self) == Self.new)
    #expect(current.uses.map(\.key.old) == ["failures", "commonFailures", "failures", "failure", "failure"])
    #expect(current.uses.map(\.location.line) == [2, 3, 7, 8, 8])
    #expect(current.references.map(\.key.old) == ["failures"])
    #expect(current.references.map(\.location.line) == [4])
    #expect(current.conflicts.isEmpty)
  }

  @Test func `what is remembered are resources`() throws {
    let old = """
      {
        "credentials": { "key": { "in": "bearer", "holders": { "collection": "users" } } },
        "collections": { "users": { "item": { "properties": { "name": {} } } } },
        "endpoints": {
          "a": { "state": { "action": "create", "collection": "users", "also": [{ "collection": "users" }] } },
          "b": { "state": [{ "action": "list", "collection": "users" }] }
        }
      }
      """
    let new = old.replacing(#""collections""#, with: #""resources""#).replacing(#""collection""#, with: #""resource""#)
    let current = CurrentKeys(try JSONDocument.parse(old, file: "shop/contract.json"))
    #expect(String(decoding: current.document.bytes, as: UTF8.self) == new)
    #expect(current.uses.count == 5)
  }

  @Test func `values keep their places in the file`() throws {
    let original = try JSONDocument.parse(Self.old, file: "shop/contract.json")
    let current = CurrentKeys(original).document
    #expect(current.root["errors"]?["gone"]?.location == original.root["failures"]?["gone"]?.location)
    #expect(current.root.keyLocation(of: "commonErrors") == original.root.keyLocation(of: "commonFailures"))
    let place: JSONPointer = "/endpoints/items.get/x-failures"
    #expect(current.root.at(place)?.location == original.root.at(place)?.location)
  }

  @Test func `a file with new names is left as it is`() throws {
    let original = try JSONDocument.parse(Self.new, file: "shop/contract.json")
    let current = CurrentKeys(original)
    #expect(current.document === original)
    #expect(current.uses.isEmpty)
  }

  @Test func `a contract is the same under either name`() throws {
    let endpoint = Files.endpoint("items.get", "GET /items", #", "failures": ["notFound"]"#)
    let old = ContractLoader.load([Files.main, Files.endpoints(endpoint)])
    let main = String(decoding: Files.main.bytes, as: UTF8.self)
      .replacing(#""failures""#, with: #""errors""#).replacing(#""commonFailures""#, with: #""commonErrors""#)
    let new = ContractLoader.load([
      Files.file("contract.json", main),
      Files.endpoints(endpoint.replacing(#""failures""#, with: #""errors""#)),
    ])
    #expect(old.problems.map(\.message) == new.problems.map(\.message))
    let contract = try #require(new.contract, "\(new.problems)")
    #expect(contract.failures.map(\.name) == ["unauthorized", "notFound", "serverError", "forbidden"])
    #expect(contract.failures.map(\.name) == old.contract?.failures.map(\.name))
    let names = contract.endpoint("items.get")?.failures.map(\.name)
    #expect(names == ["notFound", "unauthorized", "serverError"])
    #expect(names == old.contract?.endpoint("items.get")?.failures.map(\.name))
  }

  @Test func `both names in one object are an error`() throws {
    let endpoint = Files.endpoint("items.get", "GET /items", #", "failures": ["notFound"], "errors": ["notFound"]"#)
    let loaded = ContractLoader.load([Files.main, Files.endpoints(endpoint)])
    #expect(loaded.contract == nil)
    #expect(
      loaded.problems.map(\.message) == [
        #""failures" is the old name of "errors", and both are present; keep "errors"."#
      ])
    #expect(loaded.problems.first?.location.line == 2)
  }
}
