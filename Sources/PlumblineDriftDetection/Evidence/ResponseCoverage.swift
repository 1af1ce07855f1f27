import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// The observed coverage of one endpoint's responses with one status.
struct ResponseCoverage: Sendable {
  /// A part of the body that a schema describes.
  private struct Part: Sendable {
    /// The location in the body, such as `/data`.
    let place: JSONPointer
    /// The content type of bodies that have the part, or `nil` for JSON.
    let content: MediaContent?
    let outline: ValueOutline
    /// The indices into `entries` for each place in the outline.
    let numbers: [Numbers]
    /// The named members at each place in the outline, by the hashes that a document uses for keys.
    private let names: [[Int: [(name: MemberName, place: Int)]]]

    init(place: JSONPointer, content: MediaContent?, outline: ValueOutline, numbers: [Numbers]) {
      self.place = place
      self.content = content
      self.outline = outline
      self.numbers = numbers
      names = outline.places.map { place in
        Dictionary(grouping: place.members.map { (name: MemberName($0.key), place: $0.value) }) { Int($0.name.hash) }
      }
    }

    /// Returns the place of an object's member in the outline.
    ///
    /// - Parameter index: The place of the object.
    func place(of key: Int, at index: Int, _ reader: TapeReader) -> Int? {
      let named = names[index][reader[key].payload]?.first { reader.isText(key, $0.name.bytes) }
      return named?.place ?? outline.places[index].others
    }
  }

  /// The indices into `entries` for one place. An index is `nil` if the item isn't documented or counted.
  private struct Numbers: Sendable {
    var field: Int?
    var null: Int?
    var values: [String: Int] = [:]
  }

  private var entries: [Evidence] = []
  /// For each entry, the number of the last response that showed it, starting at 1.
  private var lastShown: [Int] = []
  private var answers = 0
  /// The index into `entries` of each documented item.
  private var numbers: [Thing: Int] = [:]
  private var parts: [Part] = []
  /// The possible locations of an error's code in the body.
  private var codePlaces: [JSONPointer] = []

  /// The maximum number of documented items to count.
  private let limit: Int
  /// A Boolean value that indicates whether the response documents more items than are counted. If so, the deepest
  /// parts are left out.
  private(set) var isCut = false

  private struct Thing: Hashable {
    let kind: Evidence.Kind
    let pointer: JSONPointer?
    let value: String?
  }

  init(_ endpoint: Endpoint, statuses: StatusRange, in contract: Contract, limit: Int) {
    self.limit = limit
    let blank = Evidence(service: contract.service, endpoint: endpoint.id, kind: .status, status: statuses.typical)
    add(.status, nil, nil, blank)
    for answer in endpoint.answers where answer.statuses == statuses {
      for described in Self.schemas(of: answer, in: contract) { add(described, blank) }
    }
    for failure in endpoint.failures where failure.statuses == statuses {
      for described in Self.schemas(of: failure) { add(described, blank) }
      guard let place = contract.codePlace(of: failure) else { continue }
      if !codePlaces.contains(place) { codePlaces.append(place) }
      for code in failure.codes { add(.value, Self.tokens(of: place), code.json.text, blank) }
    }
  }

  /// All documented items, each with the number of times that it was seen.
  var evidence: [Evidence] { entries }

  /// Counts the documented items that a response shows.
  ///
  /// - Parameters:
  ///   - read: The body as JSON, if it has already been parsed.
  ///   - shown: On return, also contains the indices of the documented items that the response shows.
  mutating func note(_ response: Response, reading read: JSON? = nil, into shown: inout [Int]) {
    answers += 1
    see(.status, nil, nil, &shown)
    guard let bytes = response.body.bytes, !bytes.isEmpty else { return }
    let content = parts.lazy.compactMap(\.content).first { $0.mediaType == response.mediaType }
    guard
      let body = content.map({ try? $0.value(of: bytes, response.headers, file: "") })
        ?? Self.json(response, bytes, read)
    else { return }
    for place in codePlaces {
      if let code = body.at(place).flatMap(ErrorCode.init) {
        see(.value, Self.tokens(of: place), code.json.text, &shown)
      }
    }
    for part in parts where part.content?.mediaType == content?.mediaType {
      guard let value = body.at(part.place) else { continue }
      look(value, part, &shown)
    }
  }

  /// Counts the documented items of a response that has the same body as an earlier one.
  mutating func repeatThings(_ numbers: [Int]) {
    answers += 1
    for number in numbers { entries[number].seen += 1 }
  }

  /// Counts a documented item once per response, no matter how many list items show it.
  private mutating func show(_ number: Int, _ shown: inout [Int]) {
    guard lastShown[number] < answers else { return }
    lastShown[number] = answers
    entries[number].seen += 1
    shown.append(number)
  }
}

extension ResponseCoverage {
  /// A described part: its location, its schema, and its content type, or `nil` for JSON.
  private typealias Described = (place: JSONPointer, schema: Schema, content: MediaContent?)

  private mutating func add(_ described: Described, _ blank: Evidence) {
    // Most places yield one or two items to count. Places that are required and may contain anything yield none.
    let outline = described.schema.outline(limit: min(2_000, 4 * limit))
    if outline.isCut { isCut = true }
    let numbers = list(outline, at: described.place, blank)
    parts.append(Part(place: described.place, content: described.content, outline: outline, numbers: numbers))
  }

  private static func json(_ response: Response, _ bytes: [UInt8], _ read: JSON?) -> JSON? {
    response.mediaType.map(MediaType.isJSON) ?? true ? read ?? (try? JSON.parse(bytes)) : nil
  }

  private static func schemas(of answer: DocumentedResponse, in contract: Contract) -> [Described] {
    var found: [Described] = []
    switch answer.content {
    case .payload(let schema): found.append((contract.payloadPlace, schema, nil))
    case .body(let schema): found.append((JSONPointer(), schema, nil))
    case .media(let contents): found += schemas(of: contents)
    case .noPayload, .empty: break
    }
    for name in answer.others {
      if let slot = contract.envelope?.other(name) { found.append((slot.place, slot.schema, nil)) }
    }
    return found
  }

  private static func schemas(of failure: Failure) -> [Described] {
    switch failure.content {
    case .body(let schema): [(JSONPointer(), schema, nil)]
    case .media(let contents): schemas(of: contents)
    case .envelope, .empty: []
    }
  }

  private static func schemas(of contents: [MediaContent]) -> [Described] {
    contents.compactMap { content in
      let form = content.form()
      // A plain string proves only that it is present.
      guard let schema = content.schema, form != .opaque, form != .text else { return nil }
      return (JSONPointer(), schema, form == .json ? nil : content)
    }
  }

  private static func tokens(of place: JSONPointer) -> [String] { ["response", "body"] + place.tokens }

  private mutating func list(_ outline: ValueOutline, at place: JSONPointer, _ blank: Evidence) -> [Numbers] {
    outline.places.map { entry in
      let tokens = Self.tokens(of: place + entry.pointer)
      var numbers = Numbers()
      if entry.isOptional { numbers.field = add(.field, tokens, nil, blank) }
      if entry.allowsNull { numbers.null = add(.null, tokens, nil, blank) }
      for value in entry.values { numbers.values[value.text] = add(.value, tokens, value.text, blank) }
      return numbers
    }
  }

  @discardableResult private mutating func add(
    _ kind: Evidence.Kind, _ tokens: [String]?, _ value: String?, _ blank: Evidence
  ) -> Int? {
    let thing = Thing(kind: kind, pointer: tokens.map { JSONPointer(tokens: $0) }, value: value)
    if let known = numbers[thing] { return known }
    guard entries.count < limit else {
      isCut = true
      return nil
    }
    numbers[thing] = entries.count
    var entry = blank
    entry.kind = kind
    entry.pointer = thing.pointer
    entry.value = value
    entries.append(entry)
    lastShown.append(0)
    return entries.count - 1
  }

  private func number(_ kind: Evidence.Kind, _ tokens: [String]?, _ value: String?) -> Int? {
    numbers[Thing(kind: kind, pointer: tokens.map { JSONPointer(tokens: $0) }, value: value)]
  }

  private mutating func see(_ kind: Evidence.Kind, _ tokens: [String]?, _ value: String?, _ shown: inout [Int]) {
    guard let number = number(kind, tokens, value) else { return }
    entries[number].seen += 1
    shown.append(number)
  }

  /// Descends into a value along its outline. Both are finite trees, so the recursion terminates.
  private mutating func look(_ value: JSON, _ part: Part, _ shown: inout [Int]) {
    value.document.withReader { reader in
      var pending: [(node: Int, place: Int)] = [(value.node, 0)]
      while let (node, index) = pending.popLast() {
        if let number = part.numbers[index].field { show(number, &shown) }
        let kind = reader.kind(node)
        if kind == .null {
          if let number = part.numbers[index].null { show(number, &shown) }
          continue
        }
        if !part.numbers[index].values.isEmpty {
          if let number = part.numbers[index].values[JSON(value.document, node).text] { show(number, &shown) }
        }
        if kind == .object {
          for key in reader.keys(of: node) where !reader[key].isShadowed {
            if let next = part.place(of: key, at: index, reader) { pending.append((key + 1, next)) }
          }
        } else if kind == .array, let next = part.outline.places[index].elements {
          for element in reader.elements(of: node) { pending.append((element, next)) }
        }
      }
    }
  }
}
