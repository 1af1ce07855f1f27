import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A namespace for making requests valid for a lenient mock.
///
/// Members that the endpoint's schema doesn't allow are dropped, and required ones are filled in from the schema's
/// example. This way, the mock's state and responses still conform to the contract.
enum LenientRequest {
  /// The maximum number of rounds of corrections. After that, the schema's example replaces the body.
  private static let mostRounds = 16

  /// Returns the request with its body made valid for the endpoint. Returns it unchanged if the body is already valid,
  /// or is neither JSON nor a form.
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
      // The violation for a member that isn't allowed at all points to the containing object.
      let wrong = schema.violations(of: value, limit: 8).map { violation in
        let place = violation.property.map { violation.instance.appending($0) } ?? violation.instance
        return value.at(place) == nil ? violation.instance : place
      }
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
