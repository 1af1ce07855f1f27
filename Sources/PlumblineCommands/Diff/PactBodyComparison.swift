import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// A comparison between the JSON body that a pact expects and the body that a contract promises.
struct PactBodyComparison {
  static let place: JSONPointer = "/response/body"

  let contract: Contract
  /// A comparison whose new side is the contract's schemas and whose old side is the schemas that the pact expects.
  let schemas: SchemaComparison

  /// Returns the gaps in the response to a successful request.
  ///
  /// - Parameters:
  ///   - needed: The schema of the bodies that the consumer can use.
  ///   - type: The media type of the pact's response.
  func gaps(of needed: JSON, as type: String, in answer: DocumentedResponse) -> [PactGap] {
    switch answer.content {
    case .payload(let schema): enveloped(needed, answer, payload: schema)
    case .noPayload: enveloped(needed, answer, payload: nil)
    case .body(let schema): compare(schema.source, needed, at: Self.place)
    case .media(let contents): media(contents, needed, type, answer.location)
    case .empty:
      [PactGap(at: Self.place, "The pact expects a body, but the contract documents none here.", answer.location)]
    }
  }

  /// Returns the gaps in an error response.
  func gaps(of needed: JSON, as type: String, in failure: Failure) -> [PactGap] {
    switch failure.content {
    case .envelope:
      [.unjudged(at: Self.place, "The envelope of an error isn't compared with a pact.", failure.location)]
    case .body(let schema): compare(schema.source, needed, at: Self.place)
    case .media(let contents): media(contents, needed, type, failure.location)
    case .empty:
      [PactGap(at: Self.place, "The pact expects a body, but the contract documents none here.", failure.location)]
    }
  }

  private func media(
    _ contents: [MediaContent], _ needed: JSON, _ type: String, _ location: SourceLocation
  ) -> [PactGap] {
    // The body may be JSON even if its media type doesn't say so.
    let content =
      contents.first { $0.mediaType == type }
      ?? contents.first {
        MediaType.isJSON($0.mediaType) || MediaType.isInRange("application/json", $0.mediaType)
      }
    guard let content else {
      let types = Spelling.list(contents.map(\.mediaType), joining: "or")
      return [PactGap(at: Self.place, "The pact expects JSON, but the contract documents \(types) here.", location)]
    }
    guard let schema = content.schema else {
      return [.unjudged(at: Self.place, "The contract has no schema for this body.", content.location)]
    }
    return compare(schema.source, needed, at: Self.place)
  }

  private func compare(_ promised: JSON, _ needed: JSON, at place: JSONPointer) -> [PactGap] {
    schemas.inclusion(of: promised, on: .new, in: needed).gaps.map { PactGap($0, at: place, promised.location) }
  }

  // MARK: In the envelope

  private func enveloped(_ needed: JSON, _ answer: DocumentedResponse, payload: Schema?) -> [PactGap] {
    var gaps: [PactGap] = []
    var level = needed
    var place = JSONPointer()
    for token in contract.payloadPlace.tokens {
      guard let properties = level["properties"] else {
        if let type = level["type"]?.string, type != "object" {
          gaps.append(
            PactGap(
              at: Self.place + place, "The pact expects the type \(type), but the envelope is an object.",
              answer.location))
        }
        return gaps
      }
      for (name, schema) in properties.members where name != token {
        gaps += beside(name, schema, at: place.appending(name), answer)
      }
      place = place.appending(token)
      guard let next = properties[token] else { return gaps }
      level = next
    }
    guard let payload else {
      return gaps + [
        PactGap(
          at: Self.place + place, "The pact expects a payload, but the contract documents none here.", answer.location)
      ]
    }
    return gaps + compare(payload.source, level, at: Self.place + place)
  }

  /// Compares the members of the envelope other than its payload.
  private func beside(
    _ name: String, _ needed: JSON, at inner: JSONPointer, _ answer: DocumentedResponse
  ) -> [PactGap] {
    guard let envelope = contract.envelope else { return [] }
    let place = Self.place + inner
    if let flag = envelope.flag, flag.place == inner {
      return self.flag(flag.success, needed, at: place, flag.location)
    }
    if let slot = envelope.others.first(where: { $0.place == inner }) {
      if answer.others.contains(slot.name) { return compare(slot.schema.source, needed, at: place) }
      return [absent(name, at: place, answer.location)]
    }
    if envelope.places.contains(where: { $0 != inner && $0.isWithin(inner) }) {
      return [
        .unjudged(
          at: place, "'\(name)' holds several members of the envelope, which aren't compared.", envelope.location)
      ]
    }
    return [absent(name, at: place, envelope.location)]
  }

  private func absent(_ name: String, at place: JSONPointer, _ location: SourceLocation) -> PactGap {
    var gap = PactGap(
      at: place, "The pact expects '\(name)', but the contract doesn't promise it: it may be absent.", location)
    gap.detail = name
    return gap
  }

  /// Compares the values that indicate success.
  private func flag(
    _ values: [JSON], _ needed: JSON, at place: JSONPointer, _ location: SourceLocation
  ) -> [PactGap] {
    guard let type = needed["type"]?.string, !values.isEmpty else {
      return [.unjudged(at: place, "The success flag isn't compared with the pact's rule.", location)]
    }
    guard let other = values.first(where: { Self.type(of: $0) != type }) else { return [] }
    var gap = PactGap(
      at: place, "The pact expects the type \(type) here, but the contract marks a success with \(other.text).",
      location)
    gap.shown = (place, other)
    return [gap]
  }

  private static func type(of value: JSON) -> String {
    switch value.kind {
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .null: "null"
    case .array: "array"
    case .object: "object"
    }
  }
}
