import PlumblineContractModel
import PlumblineJSONTree
import PlumblineWorkspace
import TestSupport
import Testing

/// Features of YAML that JSON lacks, which are reported with their line while the rest of a document works.
struct YAMLRemarkTests {
  private func imported(_ schema: String) throws -> ImportedService {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /a:
          get:
            operationId: a
            parameters:
              - name: q
                in: query
                schema: \(schema)
            responses:
              "200": { description: Fine }
      """, to: "shop.yaml")
    return Workspace(contracts: "Contracts", base: folder.path).import(.openapi, "shop.yaml", as: "shop")
  }

  @Test(
    arguments: [
      ("{ const: !Foo 3 }", "3", "The tag !Foo isn't of YAML's core schema, so its value is read as if it had none."),
      ("{ const: !!int abc }", #""abc""#, "The value isn't a !!int, so it is read as if it had no tag."),
      (
        "{ const: 3, maximum: .inf }", "3",
        "JSON can't represent the number .inf, so what has it as its value is left out."
      ),
      ("{ const: !!str 1 }", #""1""#, nil),
    ] as [(String, String, String?)])
  func `the value is read, and what isn't understood is named`(schema: String, value: String, remark: String?) throws {
    let service = try imported(schema)
    let contract = try #require(service.contract, "\(service.errors)")
    let query = try #require(contract.endpoint("a")?.query.first)
    #expect(query.schema.isValid(try JSON.parse(value)))
    #expect(!query.schema.isValid("other"))
    let remarks = (service.errors + service.notes).filter { $0.location.line == 10 }.map(\.message)
    #expect(remarks == (remark.map { [$0] } ?? []), "\(remarks)")
  }
}
