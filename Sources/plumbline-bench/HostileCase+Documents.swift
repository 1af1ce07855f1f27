import PlumblineContractModel
import PlumblineJSONTree
import PlumblineOpenAPI
import PlumblineVerification

/// Hostile OpenAPI documents whose schemas, media types, and paths must be compared with one another.
extension HostileCase {
  static var documents: [HostileCase] {
    [
      HostileCase(
        "documents: a discriminator's mapping",
        make: { count in
          let schemas = (0..<count).map { (name: "S\($0)", schema: kind($0)) }
          let mapping = (0..<count).map { ##""m\##($0)": "#/components/schemas/S\##($0)""## }
          let branches = (0..<count).map { ##"{"$ref": "#/components/schemas/S\##($0)"}"## }
          let choice = """
            {"oneOf": [\(branches.joined(separator: ","))],
            "discriminator": {"propertyName": "t", "mapping": {\(mapping.joined(separator: ","))}}}
            """
          return text(schemas + [("Choice", choice)])
        }, run: translate),
      HostileCase(
        "documents: schemas that extend a schema with a discriminator",
        make: { count in
          let mapping = (0..<count).map { ##""m\##($0)": "#/components/schemas/S\##($0)""## }
          let heirs = (0..<count).map { number in
            (name: "S\(number)", schema: ##"{"allOf": [{"$ref": "#/components/schemas/Choice"}, \##(kind(number))]}"##)
          }
          let base = """
            {"type": "object", "required": ["t"], "properties": {"t": {"type": "string"}},
            "discriminator": {"propertyName": "t", "mapping": {\(mapping.joined(separator: ","))}}}
            """
          return text(heirs + [("Choice", base)])
        }, run: translate),
      HostileCase(
        "documents: many parameters in one path",
        make: { count in
          let file = ContractLoader.File(
            name: "contract.json", path: "many/contract.json", bytes: Array(path(of: count).utf8))
          guard let contract = ContractLoader.load([file], isLinting: false).contract else {
            throw BenchmarkFailure("The contract has mistakes.")
          }
          return contract
        },
        run: { contract in
          if DirectNames(contract, []).variables.isEmpty { throw BenchmarkFailure("Variables are missing.") }
        }),
    ]
  }

  private static func translate(_ text: String) throws {
    let document = try JSONDocument.parse(Array(text.utf8), file: "openapi.json")
    let translation = OpenAPITranslator(service: "many", path: "openapi.json").translate(
      DocumentSet(document, path: "openapi.json") { _ in .unreadable("no other file is read") })
    if !translation.errors.isEmpty { throw BenchmarkFailure("The document has mistakes.") }
  }

  private static func kind(_ number: Int) -> String {
    #"{"type": "object", "required": ["t"], "properties": {"t": {"type": "string"}, "x\#(number)": {"type": "integer"}}}"#
  }

  private static func text(_ schemas: [(name: String, schema: String)]) -> String {
    ##"""
    {"openapi": "3.1.0", "info": {"title": "Many", "version": "1"}, "paths": {"/a": {"get": {"responses": {"200": {
    "description": "One", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Choice"}}}}}}}},
    "components": {"schemas": {\##(schemas.map { #""\#($0.name)": \#($0.schema)"# }.joined(separator: ","))}}}
    """##
  }

  private static func path(of count: Int) -> String {
    let segments = (0..<count).map { "/{\(word($0))}" }.joined()
    let parameters = (0..<count).map { #""\#(word($0))": {"type": "string"}"# }.joined(separator: ",")
    return #"""
      {"plumbline": 1, "service": "many", "title": "Many", "envelope": null, "endpoints": {"e.get": {"summary": "Reads",
      "request": "GET /t\#(segments)", "source": "Handbook", "path": {\#(parameters)}, "success": {"200": {"body": {}}}}}}
      """#
  }
}
