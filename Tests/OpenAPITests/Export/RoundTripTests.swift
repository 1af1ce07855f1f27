import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineRecordings
import Testing

/// Contracts that are exported and imported again, which must result in the same contract and recordings.
struct RoundTripTests {
  private static let folders = [
    ("Contracts/truelog", "Recordings/truelog"), ("Contracts/realityportal", "Recordings/realityportal"),
    ("Contracts/photoscout", "Recordings/photoscout"),
    ("Tests/Live/Contracts/kinto", "Tests/Live/Recordings/kinto"),
    ("Tests/Live/Contracts/prometheus", "Tests/Live/Recordings/prometheus"),
    ("Tests/Packages/Weather/Contracts/weather", "Tests/Packages/Weather/Recordings/weather"),
    ("Tests/PlumblineTestingTests/Contracts/kiosk", "Tests/PlumblineTestingTests/Recordings/kiosk"),
  ]

  @Test(arguments: folders)
  func `a contract of this repository comes back as it was`(contract: String, recordings: String) throws {
    let exported = try ExportedContract(contract: contract, recordings: recordings)
    try exported.expectEqual()
    let again = ContractLoader.load(exported.translation.files)
    let loaded = try #require(again.contract, "\(again.problems)")
    #expect(loaded.endpoints.map(\.id) == exported.contract.endpoints.map(\.id))
    #expect(loaded.endpoints.map(\.source) == exported.contract.endpoints.map(\.source))
    #expect(loaded.links.map(\.id) == exported.contract.links.map(\.id))
    #expect(again.problems.map(\.message) == ContractLoader.load(exported.files).problems.map(\.message))
    let recorded = RecordingLoader.load(exported.translation.recordings)
    let original = RecordingLoader.load(exported.recordings)
    #expect(recorded.problems.isEmpty)
    #expect(recorded.recordings.map(\.id) == original.recordings.map(\.id))
    #expect(recorded.recordings.map(\.provenance) == original.recordings.map(\.provenance))
  }

  @Test(arguments: ContractShapes.all)
  func `a contract of this shape comes back as it was`(shape: ContractShapes.Shape) throws {
    try ExportedContract(shape.files).expectEqual()
  }

  @Test(arguments: folders.prefix(3))
  func `our own keywords come in addition to the standard's, not instead of them`(
    contract: String, recordings: String
  ) throws {
    let exported = try ExportedContract(contract: contract, recordings: recordings)
    let plain = Self.stripped(exported.document)
    #expect(!plain.text.contains("x-plumbline"))
    let foreign = try ExportedContract.read(plain.serialized(), service: exported.contract.service)
    #expect(foreign.errors.isEmpty, "\(foreign.errors)")
    #expect(foreign.recordings.isEmpty)
    let loaded = ContractLoader.load(foreign.files)
    let again = try #require(loaded.contract, "\(loaded.problems)")
    #expect(Set(again.endpoints.map(\.id)) == Set(exported.contract.endpoints.map(\.id)))
    for endpoint in exported.contract.endpoints {
      let other = try #require(again.endpoint(endpoint.id))
      #expect(other.request.description == endpoint.request.description)
      #expect(Set(other.answers.map(\.statuses)) == Set(endpoint.answers.map(\.statuses)), "\(endpoint.id)")
      #expect(Set(other.failures.map(\.statuses)) == Set(endpoint.failures.map(\.statuses)), "\(endpoint.id)")
      #expect(other.query.map(\.name) == endpoint.query.map(\.name), "\(endpoint.id)")
    }
    #expect(Set(again.credentials.map(\.name)) == Set(exported.contract.credentials.map(\.name)))
  }

  private static func stripped(_ value: JSON) -> JSON {
    switch value.kind {
    case .object:
      JSON.object(value.members.filter { !$0.key.hasPrefix("x-plumbline") }.map { ($0.key, stripped($0.value)) })
    case .array: JSON.array(value.elements.map(stripped))
    default: value
    }
  }

  @Test func `a change of any value makes a contract another one`() throws {
    let text = try #require(ContractShapes.all.first { $0.name == "many words" }?.files["contract.json"])
    let root = ContractForm.file(try JSON.parse(text), named: "contract.json")
    var changed = 0
    for pointer in Self.leaves(of: root) {
      let other = try #require(root.replacing(pointer, with: "another value"))
      #expect(!ContractForm.isSame(root, other), "\(pointer)")
      let less = try #require(root.removing(pointer))
      #expect(!ContractForm.isSame(root, less), "\(pointer)")
      changed += 1
    }
    #expect(changed > 60)
    let endpoints = try #require(root["endpoints"])
    let turned = root.setting("endpoints", to: JSON.object(endpoints.members.reversed().map { ($0.key, $0.value) }))
    #expect(turned == root)
    #expect(!ContractForm.isSame(root, turned))
  }

  private static func leaves(of value: JSON, at pointer: JSONPointer = JSONPointer()) -> [JSONPointer] {
    switch value.kind {
    case .object where value.count > 0:
      value.members.flatMap { leaves(of: $0.value, at: JSONPointer(tokens: pointer.tokens + [$0.key])) }
    case .array where value.count > 0:
      value.elements.enumerated().flatMap {
        leaves(of: $0.element, at: JSONPointer(tokens: pointer.tokens + ["\($0.offset)"]))
      }
    default: [pointer]
    }
  }
}
