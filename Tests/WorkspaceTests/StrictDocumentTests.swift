import PlumblineContractModel
import PlumblineWorkspace
import TestSupport
import Testing

/// Documents from which parts are omitted. The remaining parts are imported, but a strict workspace rejects the
/// documents.
struct StrictDocumentTests {
  private static let paths = [
    ##""/x{": { get: { responses: { "200": { description: x } } } }"##,
    ##"x: { get: { responses: { "200": { description: x } } } }"##,
    ##"/x: { fetch: { responses: { "200": { description: x } } } }"##,
    ##"/x: { get: { responses: { "2000": { description: x }, "200": { description: y } } } }"##,
    ##"/x: { get: { security: [{ nope: [] }], responses: { "200": { description: x } } } }"##,
    ##"/x: { get: { $ref: ops/missing.yaml } }"##,
    ##"/ok: { put: { operationId: second, responses: { "200": { description: x } } } }"##,
  ]

  private func imported(_ path: String, strictly isStrict: Bool) throws -> ImportedService {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.1.0
      info: { title: T, version: "1" }
      paths:
        /ok: { get: { operationId: ok, responses: { "200": { description: x } } } }
        \(path)
        /more: { get: { operationId: more, responses: { "200": { description: x } } } }
      """, to: "t.yaml")
    var workspace = Workspace(contracts: "Contracts", base: folder.path)
    workspace.isStrict = isStrict
    return workspace.import(.openapi, "t.yaml", as: "t")
  }

  @Test(arguments: paths) func `the rest of a document is read, and what is left out is named`(path: String) throws {
    let imported = try imported(path, strictly: false)
    let contract = try #require(imported.contract, "\(imported.errors)")
    #expect(contract.endpoints.contains { $0.id == "more" })
    #expect(imported.errors.contains { $0.isOmission && $0.isServable && $0.location.line > 3 }, "\(imported.errors)")
  }

  @Test(arguments: paths) func `a strict workspace refuses it`(path: String) throws {
    let imported = try imported(path, strictly: true)
    #expect(imported.contract == nil)
    #expect(imported.errors.contains { !$0.isServable && $0.location.line > 3 }, "\(imported.errors)")
  }

  @Test func `a strict workspace takes a document without a mistake`() throws {
    let imported = try imported("/x: { get: { responses: { \"200\": { description: x } } } }", strictly: true)
    #expect(imported.errors.isEmpty && imported.contract?.endpoints.count == 3, "\(imported.errors)")
  }
}
