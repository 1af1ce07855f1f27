import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// What the answers of one endpoint with one status have shown.
struct AnswerEvidence: Sendable {
  /// A part of the body that a schema describes.
  private struct Part: Sendable {
    /// From the body on: `/data`.
    let place: JSONPointer
    let outline: ValueOutline
  }

  private var entries: [Evidence] = []
  /// Where in `entries` a thing is.
  private var numbers: [Thing: Int] = [:]
  private var parts: [Part] = []
  /// Where a failure's code may stand, from the body on.
  private var codePlaces: [JSONPointer] = []

  private struct Thing: Hashable {
    let kind: Evidence.Kind
    let pointer: JSONPointer?
    let value: String?
  }

  init(_ endpoint: Endpoint, statuses: StatusRange, in contract: Contract) {
    let blank = Evidence(service: contract.service, endpoint: endpoint.id, kind: .status, status: statuses.typical)
    add(.status, nil, nil, blank)
    for answer in endpoint.answers where answer.statuses == statuses {
      for (place, schema) in Self.schemas(of: answer, in: contract) {
        let outline = schema.outline()
        parts.append(Part(place: place, outline: outline))
        list(outline, at: place, blank)
      }
    }
    for failure in endpoint.failures where failure.statuses == statuses {
      for (place, schema) in Self.schemas(of: failure) {
        let outline = schema.outline()
        parts.append(Part(place: place, outline: outline))
        list(outline, at: place, blank)
      }
      guard let place = contract.codePlace(of: failure) else { continue }
      if !codePlaces.contains(place) { codePlaces.append(place) }
      for code in failure.codes { add(.value, Self.tokens(of: place), code.json.text, blank) }
    }
  }

  /// Everything that is documented, with how often it was seen.
  var evidence: [Evidence] { entries }

  mutating func note(_ response: Response) {
    see(.status, nil, nil)
    guard let bytes = response.body.bytes, !bytes.isEmpty, response.mediaType.map(MediaType.isJSON) ?? true,
      let body = try? JSON.parse(bytes)
    else { return }
    for place in codePlaces {
      if let code = body.at(place).flatMap(ErrorCode.init) { see(.value, Self.tokens(of: place), code.json.text) }
    }
    // One answer shows a thing once, however many items of a list do.
    var shown: Set<Int> = []
    for part in parts {
      guard let value = body.at(part.place) else { continue }
      look(value, part, &shown)
    }
    for number in shown { entries[number].seen += 1 }
  }
}

extension AnswerEvidence {
  private static func schemas(of answer: DocumentedAnswer, in contract: Contract) -> [(JSONPointer, Schema)] {
    var found: [(JSONPointer, Schema)] = []
    switch answer.content {
    case .payload(let schema): found.append((contract.payloadPlace, schema))
    case .body(let schema): found.append((JSONPointer(), schema))
    case .media(let contents): found += schemas(of: contents)
    case .noPayload, .empty: break
    }
    for name in answer.others {
      if let slot = contract.envelope?.other(name) { found.append((slot.place, slot.schema)) }
    }
    return found
  }

  private static func schemas(of failure: Failure) -> [(JSONPointer, Schema)] {
    switch failure.content {
    case .body(let schema): [(JSONPointer(), schema)]
    case .media(let contents): schemas(of: contents)
    case .envelope, .empty: []
    }
  }

  private static func schemas(of contents: [MediaContent]) -> [(JSONPointer, Schema)] {
    contents.filter { MediaType.isJSON($0.mediaType) }.compactMap { content in
      content.schema.map { (JSONPointer(), $0) }
    }
  }

  private static func tokens(of place: JSONPointer) -> [String] { ["response", "body"] + place.tokens }

  private mutating func list(_ outline: ValueOutline, at place: JSONPointer, _ blank: Evidence) {
    for entry in outline.places {
      let tokens = Self.tokens(of: place + entry.pointer)
      if entry.isOptional { add(.field, tokens, nil, blank) }
      if entry.allowsNull { add(.null, tokens, nil, blank) }
      for value in entry.values { add(.value, tokens, value.text, blank) }
    }
  }

  private mutating func add(_ kind: Evidence.Kind, _ tokens: [String]?, _ value: String?, _ blank: Evidence) {
    let thing = Thing(kind: kind, pointer: tokens.map { JSONPointer(tokens: $0) }, value: value)
    guard numbers[thing] == nil else { return }
    numbers[thing] = entries.count
    var entry = blank
    entry.kind = kind
    entry.pointer = thing.pointer
    entry.value = value
    entries.append(entry)
  }

  private func number(_ kind: Evidence.Kind, _ tokens: [String]?, _ value: String?) -> Int? {
    numbers[Thing(kind: kind, pointer: tokens.map { JSONPointer(tokens: $0) }, value: value)]
  }

  private mutating func see(_ kind: Evidence.Kind, _ tokens: [String]?, _ value: String?) {
    if let number = number(kind, tokens, value) { entries[number].seen += 1 }
  }

  /// Goes down a value along its outline. Both are trees of their own, so neither can lead in a circle.
  private func look(_ value: JSON, _ part: Part, _ shown: inout Set<Int>) {
    var pending: [(value: JSON, place: Int)] = [(value, 0)]
    while let (value, index) = pending.popLast() {
      let place = part.outline.places[index]
      let tokens = Self.tokens(of: part.place + place.pointer)
      if place.isOptional, let number = number(.field, tokens, nil) { shown.insert(number) }
      if value.isNull {
        if place.allowsNull, let number = number(.null, tokens, nil) { shown.insert(number) }
        continue
      }
      if !place.values.isEmpty, let number = number(.value, tokens, value.text) { shown.insert(number) }
      if value.kind == .object {
        for (name, member) in value.members {
          if let next = place.members[name] ?? place.others { pending.append((member, next)) }
        }
      } else if let next = place.elements {
        for element in value.elements { pending.append((element, next)) }
      }
    }
  }
}
