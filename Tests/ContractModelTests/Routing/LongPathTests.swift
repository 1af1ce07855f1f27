import PlumblineContractModel
import PlumblineHTTPMessages
import Testing

/// Paths and templates of any length, which are routed on a thread with a small stack.
@Suite struct LongPathTests {
  private static let count = 50_000
  private static let long = String(repeating: "/s", count: count)

  private func route(_ path: String) throws -> String {
    let contract = try Files.contract(
      [
        Files.endpoint("long", "GET \(Self.long)"),
        Files.endpoint("longer", "PUT \(Self.long)/{id}", #", "path": { "id": { "type": "string" } }"#),
      ].joined(separator: ",\n"))
    switch contract.router.route(.get, path: path) {
    case .found(let endpoint): return endpoint.id
    case .methodMissing(let methods): return "only " + methods.map(\.rawValue).joined(separator: ", ")
    case .conditionMissing: return "no condition holds"
    case .nothing: return "nothing"
    }
  }

  @Test func `a template of fifty thousand segments has its endpoint`() throws {
    #expect(try route(Self.long) == "long")
  }

  @Test func `the methods of a long path are known`() throws {
    #expect(try route(Self.long + "/7") == "only PUT")
    #expect(try route(Self.long + "/7/8") == "nothing")
  }
}
