/// Rules about requests, named like those about responses.
package struct RequestRules: Sendable {
  package let path = PathRules()
  package let query = QueryRules()
  package let header = ValueRules(area: "request.header")
  package let cookie = CookieRules()
  package let mediaType = MediaTypeRules(message: "request")
  package let body = BodyRules(message: "request")
  package let field = FieldRules(message: "request")
}

extension Rule {
  /// Rules about requests. For example, `.request.query.missing`.
  package static let request = RequestRules()
}

/// Rules about the parameters of a request's path. None of them can be missing, because without it the path is a
/// different one.
package struct PathRules: Sendable {
  /// A value doesn't fit its schema.
  package let invalid = Rule("request.path.invalid", .warning)
}

/// Rules about the parameters of a request's query.
package struct QueryRules: Sendable {
  /// A required parameter is absent.
  package let missing = Rule("request.query.missing", .breaking)
  /// A value doesn't fit its schema.
  package let invalid = Rule("request.query.invalid", .warning)
  /// A parameter isn't in the contract.
  package let undocumented = Rule("request.query.undocumented", .warning)
}

/// Rules about the cookies of a request. Cookies that aren't in the contract are up to the server that set them.
package struct CookieRules: Sendable {
  /// A required cookie is absent.
  package let missing = Rule("request.cookie.missing", .breaking)
  /// A value doesn't fit its schema.
  package let invalid = Rule("request.cookie.invalid", .warning)
}
