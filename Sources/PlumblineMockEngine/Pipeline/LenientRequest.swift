import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A request as a lenient mock takes it: what its endpoint doesn't allow in the body is left out, and what is required and missing
/// is what the schema gives as an example. So what the mock remembers and answers is still what the contract promises.
enum LenientRequest {
  /// A schema that refuses more than so many members, one after the other, is answered by its example.
  private static let mostRounds = 16

  /// The request with a body that its endpoint allows; as it is where the body is no JSON or form, or nothing is wrong with it.
  static func mended(_ reading: RequestReading) -> RequestReading {
    let endpoint = reading.endpoint
    guard reading.bodyFault == nil, let body = endpoint.body,
      let content = reading.request.mediaType.map({ body.content(accepting: $0) }) ?? body.structured,
      let schema = content.schema, reading.body != nil || body.isRequired
    else { return reading }
    let sent = reading.body ?? .emptyObject
    guard let mended = mended(sent, by: schema), mended != sent, let (bytes, type) = content.body(of: mended) else {
      return reading
    }
    var request = reading.request
    request.body = Body(bytes)
    request.headers["Content-Type"] = type
    return RequestReading(request, for: endpoint, persona: reading.persona)
  }

  private static func mended(_ sent: JSON, by schema: Schema) -> JSON? {
    var value = sent
    let example = try? schema.example().get()
    for _ in 0..<mostRounds {
      let wrong = schema.violations(of: value, limit: 8).map(\.instance)
      if wrong.isEmpty { return value }
      guard let place = wrong.first(where: { !$0.tokens.isEmpty && value.at($0) != nil }),
        let rest = value.removing(place)
      else { break }
      value = rest
    }
    guard let example, example.kind == .object, value.kind == .object else { return example }
    for member in example.members where value[member.key] == nil && !schema.isValid(value) {
      value = value.setting(member.key, to: member.value)
    }
    return schema.isValid(value) ? value : example
  }
}
