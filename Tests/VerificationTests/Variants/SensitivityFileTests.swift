import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineVerification
import PlumblineWorkspace
import TestSupport
import Testing

@Suite struct SensitivityFileTests {
  private static let call = Call("books.get", "reads a book") { _ in true }

  private static let text = """
    {
      "plumbline": 1,
      "service": "books",
      "endpoints": {
        "books.get": {
          "neverRead": ["/data/shelf"],
          "needs": [
            {
              "calls": ["reads a book"],
              "fields": {
                "/data": "x", "/data/id": "x", "/data/shelf": "x", "/data/state": "x", "/data/subtitle": "x",
                "/data/tags": "x", "/data/tags/*": "x", "/data/title": "x", "/message": "x", "/ok": "x"
              }
            }
          ]
        }
      }
    }
    """

  private func problems(_ text: String, calls: [Call] = [call]) -> [String] {
    SensitivityFile(
      path: "field-usage.json", contract: Books.contract, recordings: Books.library.recordings, calls: calls
    )
    .problems(in: Array(text.utf8)).map(\.description)
  }

  private static let remedy = "Recreate the map: plumbline field-usage books --save field-usage.json."

  @Test func `a map of all calls and fields is up to date`() {
    #expect(problems(Self.text) == [])
    #expect(problems(Self.text, calls: []) == [])
  }

  @Test(arguments: [
    (
      #""/data/title": "x", "#, "",
      #"5:18: warning: books.get documents fields that aren't in the map: /data/title."#
    ),
    (
      #""/data/title""#, #""/data/name""#,
      "5:18: warning: books.get documents fields that aren't in the map: /data/title; fields that no longer exist: /data/name."
    ),
    (
      #""reads a book""#, #""reads a comic""#,
      "5:18: warning: books.get has calls that aren't in the map: reads a book; calls that no longer exist: reads a comic."
    ),
    (#""service": "books""#, #""service": "cooks""#, "3:14: warning: The map belongs to a service other than books."),
  ])
  func `a stale map is reported with its place`(old: String, new: String, told: String) {
    #expect(problems(Self.text.replacing(old, with: new)) == ["field-usage.json:\(told) \(Self.remedy)"])
  }

  @Test func `an endpoint that is gone and one that is missing are reported`() {
    let told = problems(Self.text.replacing(#""books.get""#, with: #""books.read""#))
    #expect(told.count == 2, "\(told)")
    #expect(told.contains { $0.contains("The endpoint books.get has calls, but the map doesn't say what they need.") })
    #expect(told.contains { $0.contains("The contract has no endpoint books.read.") })
  }

  @Test func `what is no map is refused`() {
    #expect(problems("{").count == 1)
    #expect(problems("[]") == ["field-usage.json:1:1: A field usage map needs \"endpoints\". \(Self.remedy)"])
    #expect(!problems(#"{"endpoints": {"books.get": 7}}"#).isEmpty)
    #expect(!problems(#"{"endpoints": {"books.get": {"needs": [7, {"calls": 1, "fields": []}]}}}"#).isEmpty)
  }

  @Test func `the maps of this repository have the format's shape`() throws {
    let folder = repositoryRoot.appendingPathComponent("Contracts")
    let inspector = Inspector(try Self.format(folder.appendingPathComponent("sensitivity.schema.json").path))
    let request = Request(method: .get, target: "/map")
    var maps = 0
    for service in Workspace(contracts: folder.path).services {
      let path = folder.appendingPathComponent("\(service)/\(SensitivityFile.name)").path
      guard FileSystem.isFile(path) else { continue }
      maps += 1
      let map = Response(
        status: 200, headers: ["Content-Type": "application/json"], body: Body(try FileSystem.read(path)))
      let found = inspector.inspect(Exchange(request: request, response: map))
      #expect(found.map { "\($0.rule) \($0.pointer?.description ?? "") \($0.message)" } == [], "\(service)")
      let wrong = Response(status: 200, headers: map.headers, body: Body(#"{"plumbline": 2}"#))
      #expect(!inspector.inspect(Exchange(request: request, response: wrong)).isEmpty)
    }
    #expect(maps > 0)
  }

  /// Returns a contract with one response, whose schema is the schema of the format.
  private static func format(_ path: String) throws -> Contract {
    let root = try JSON.parse(FileSystem.read(path), file: path)
    var schemas = root["$defs"]?.members.map { ($0.0, $0.1) } ?? []
    schemas.append(("Map", .object(root.members.filter { !["$schema", "$id", "$defs"].contains($0.0) }.map { $0 })))
    let success: JSON = ["200": ["body": ["$ref": "#/schemas/Map"]]]
    let endpoint: JSON = [
      "summary": "Read", "request": "GET /map", "source": "The format", "success": success,
    ]
    let contract = JSON.object([
      ("plumbline", 1), ("service", "maps"), ("title", "Maps"), ("servers", .emptyObject), ("envelope", nil),
      ("schemas", .object(schemas)), ("endpoints", .object([("maps.get", endpoint)])),
    ])
    let text = contract.text.replacing("#/$defs/", with: "#/schemas/")
    let result = ContractLoader.load([.init(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))])
    return try #require(result.contract, "\(result.problems)")
  }
}
