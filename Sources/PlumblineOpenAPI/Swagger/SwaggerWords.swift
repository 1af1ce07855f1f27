import PlumblineContractModel

/// A translation of problems to Swagger 2.0 terms. The author of a document that was converted to OpenAPI 3.0 wrote
/// definitions, not components.
enum SwaggerWords {
  private static let words = [
    ("#/components/schemas", "#/definitions"),
    ("\"/components/schemas\"", "\"/definitions\""),
    ("\"/components\" has no \"schemas\"", "the document has no \"definitions\""),
    ("\"/components\" has no", "the document has no"),
    ("/components/parameters", "/parameters"),
    ("/components/responses", "/responses"),
    ("\"securitySchemes\" of the components", "\"securityDefinitions\""),
    ("name a part in \"components\"", "name a part in \"definitions\""),
    ("In OpenAPI 3.0 ", "In Swagger 2.0 "),
    ("\"nullable\": true beside", "\"x-nullable\": true beside"),
  ]

  /// Returns the same problem in Swagger 2.0 terms.
  static func problem(_ problem: Problem) -> Problem {
    let message = words.reduce(problem.message) { $0.replacing($1.0, with: $1.1) }
    guard message != problem.message else { return problem }
    var said = Problem(problem.location, message, level: problem.level, isServable: problem.isServable)
    said.subject = problem.subject
    said.isOmission = problem.isOmission
    said.isUnread = problem.isUnread
    said.parts = problem.parts
    return said
  }
}
