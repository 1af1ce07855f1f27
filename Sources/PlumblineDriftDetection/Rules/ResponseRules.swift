/// Rules about what a server answers.
package struct ResponseRules: Sendable {
  package let status = StatusRules()
  package let envelope = EnvelopeRules()
  package let header = ValueRules(area: "response.header")
  package let mediaType = MediaTypeRules(message: "response")
  package let body = BodyRules(message: "response")
  package let field = FieldRules(message: "response")

  /// Every rule of the group, in the order of the design.
  package var all: [Rule] {
    status.all + envelope.all + header.all + mediaType.all + body.all + field.all
  }
}

extension Rule {
  /// Rules about what a server answers: `.response.field.missing`.
  package static let response = ResponseRules()
}
