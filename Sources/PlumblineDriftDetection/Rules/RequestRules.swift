/// Rules about what a caller sends, with the names of the response's rules.
package struct RequestRules: Sendable {
  package let path = PathRules()
  package let query = QueryRules()
  package let header = ValueRules(area: "request.header")
  package let mediaType = MediaTypeRules(message: "request")
  package let body = BodyRules(message: "request")
  package let field = FieldRules(message: "request")

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    path.all + query.all + header.all + mediaType.all + body.all + field.all
  }
}

extension Rule {
  /// Rules about what a caller sends: `.request.query.missing`.
  package static let request = RequestRules()
}
