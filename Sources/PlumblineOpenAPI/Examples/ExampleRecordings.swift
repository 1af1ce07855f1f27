import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree
import PlumblineRecordings

/// The recordings made from a document's examples of successes.
///
/// An example has a response but no request, so its request is generated from the contract, with everything that is
/// required and with the document's values. The first example of an endpoint is its default response. The others
/// respond to requests that prefer their status or name, or that accept their media type. Examples that don't match
/// their own schemas are omitted and noted.
package struct ExampleRecordings {
  /// The recordings, sorted by endpoint and name.
  package private(set) var recordings: [Recording] = []
  /// Notes on the omitted examples, with the reasons.
  package private(set) var notes: [Problem] = []

  private let contract: Contract
  private let path: String
  private let today: String

  /// Creates recordings from examples.
  ///
  /// - Parameters:
  ///   - path: The document's path, for display.
  ///   - today: The current date, as `YYYY-MM-DD`.
  package init(_ examples: [DocumentExample], of contract: Contract, path: String, today: String) {
    self.contract = contract
    self.path = path
    self.today = today
    let endpoints = Dictionary(contract.endpoints.map { ($0.id, $0) }) { first, _ in first }
    for (id, own) in Dictionary(grouping: examples, by: \.endpoint) {
      if let endpoint = endpoints[id] { add(own, of: endpoint) }
    }
    recordings.sort { ($0.endpoint, $0.name) < ($1.endpoint, $1.name) }
    notes.sort()
  }

  private mutating func add(_ examples: [DocumentExample], of endpoint: Endpoint) {
    guard let usual = endpoint.answers.first else { return }
    let first = examples.first { example in endpoint.answers(at: example.status).first === usual }
    guard let plain = ExampleRequest(endpoint, showing: first.map { value(of: $0, usual) })?.request else { return }
    var identifiers = Identifiers()
    let usualType = Self.mediaType(of: usual)
    var types: Set<String> = []
    for example in examples {
      guard let answer = endpoint.answers(at: example.status).first else { continue }
      let value = value(of: example, answer)
      guard let response = response(example, value, answer) else { continue }
      var request = plain
      if case .media(let contents) = answer.content {
        let essence = MediaType.essence(of: example.mediaType)
        request = StreamChoice.request(plain, getting: essence, of: contents, at: endpoint)
      }
      if answer !== usual {
        request.headers["Prefer"] = "code=\(example.status)"
      } else if !types.insert(example.mediaType).inserted {
        request.headers["Prefer"] = "example=\(example.name.filter { $0 != "\"" && $0 != "\\" })"
      }
      if let usualType, MediaType.essence(of: example.mediaType) != usualType {
        request.headers["Accept"] = MediaType.essence(of: example.mediaType)
      }
      let isJSON = MediaType.isJSON(MediaType.essence(of: example.mediaType))
      recordings.append(
        Recording(
          endpoint: endpoint.id,
          name: identifiers.unique(Identifiers.name(example.name, otherwise: "example").lowercased()),
          provenance: Provenance(kind: .imported, on: today, from: path, note: Provenance.exampleNote), caller: .anyone,
          exchange: Exchange(request: request, response: response),
          requestBody: request.body.bytes.flatMap { try? JSON.parse($0) },
          responseBody: isJSON ? value : nil, bindings: [], step: nil, location: example.value.location))
    }
  }

  /// Returns the media type of a response to a request that doesn't specify one.
  private static func mediaType(of answer: DocumentedResponse) -> String? {
    switch answer.content {
    case .media(let contents): contents.first.map { MediaType.essence(of: $0.mediaType) }
    default: nil
    }
  }

  /// Returns the response of an example. If the example doesn't match the document's own schema, notes it and returns
  /// `nil`.
  private mutating func response(_ example: DocumentExample, _ value: JSON, _ answer: DocumentedResponse) -> Response? {
    let essence = MediaType.essence(of: example.mediaType)
    let schema = Self.schema(of: example, answer)
    let bytes: [UInt8]
    if MediaType.isJSON(essence) {
      if let fault = schema.flatMap({ Self.fault(of: value, in: $0) }) {
        note(example, fault)
        return nil
      }
      noteUndocumented(example, value, schema)
      bytes = value.serialized()
    } else if let content = Self.content(of: example, answer), StreamExample.isStream(content) {
      guard let written = stream(example, content) else { return nil }
      bytes = written
    } else if let text = example.value.string, SampleFile.isBinary(essence) {
      guard let decoded = Base64.decode(text) else {
        note(example, "a value of \(essence) has to be base64")
        return nil
      }
      bytes = decoded
    } else if let text = example.value.string {
      bytes = Array(text.utf8)
    } else if MediaType.isXML(essence), let content = Self.content(of: example, answer) {
      bytes = Array(content.markup(of: example.value).utf8)
    } else {
      note(example, "a value that isn't text can't be turned into \(essence)")
      return nil
    }
    var headers = HeaderFields()
    headers["Content-Type"] = example.mediaType
    for header in answer.headers where header.schema != nil || !header.isRequired {
      if let value = HeaderValues.sent(in: header, status: example.status) { headers[header.name] = value }
    }
    return Response(status: example.status, headers: headers, body: Body(bytes))
  }

  /// Returns the body of a stream's example. If the example doesn't match its schema, notes it and returns `nil`.
  private mutating func stream(_ example: DocumentExample, _ content: MediaContent) -> [UInt8]? {
    guard let bytes = StreamExample.bytes(of: example.value, content) else {
      note(example, "such a value can't be turned into \(content.mediaType)")
      return nil
    }
    do {
      let parts = try content.value(of: bytes, HeaderFields(), file: example.value.location.file)
      guard let parts, let schema = content.schema, let fault = Self.fault(of: parts, in: schema) else { return bytes }
      note(example, fault)
    } catch {
      note(example, "it is \(error.message)")
    }
    return nil
  }

  private static func schema(of example: DocumentExample, _ answer: DocumentedResponse) -> Schema? {
    if case .body(let schema) = answer.content { return schema }
    return content(of: example, answer)?.schema
  }

  private static func content(of example: DocumentExample, _ answer: DocumentedResponse) -> MediaContent? {
    guard case .media(let contents) = answer.content else { return nil }
    let essence = MediaType.essence(of: example.mediaType)
    return contents.first { $0.mediaType == essence }
  }

  /// Returns the value of an example. If JSON is written as a string, this is the JSON in the string, provided that it
  /// matches the schema and the string doesn't.
  private func value(of example: DocumentExample, _ answer: DocumentedResponse) -> JSON {
    guard MediaType.isJSON(MediaType.essence(of: example.mediaType)), let text = example.value.string,
      let schema = Self.schema(of: example, answer), !schema.isValid(example.value),
      let value = try? JSON.parse(Array(text.utf8), file: example.value.location.file), schema.isValid(value)
    else { return example.value }
    return value
  }

  private static func fault(of value: JSON, in schema: Schema) -> String? {
    if let violation = schema.violations(of: value, limit: 1).first {
      let place = inside(value, violation.place)
      return "\(place.tokens.isEmpty ? "" : "at \(place), ")\(violation.phrase)"
    }
    return nil
  }

  /// Notes the members of an example that its open schema doesn't name. They are kept, because the author included them
  /// on purpose.
  private mutating func noteUndocumented(_ example: DocumentExample, _ value: JSON, _ schema: Schema?) {
    guard let members = schema?.undocumented(in: value), let member = members.first else { return }
    let place = Self.inside(value, member.pointer)
    let more = members.count > 1 ? " and \(members.count - 1) more" : ""
    notes.append(
      Problem(
        example.value.location,
        "This example of \(example.endpoint) has members that its schema doesn't describe (\(place)\(more)). It is used unchanged.",
        level: .warning))
  }

  /// Returns the pointer within a value that corresponds to a pointer in the document.
  private static func inside(_ value: JSON, _ place: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: Array(place.tokens.dropFirst(value.pointer.tokens.count)))
  }

  private mutating func note(_ example: DocumentExample, _ reason: String) {
    notes.append(
      Problem(
        example.value.location, "This example of \(example.endpoint) is left out: \(reason).", level: .warning))
  }
}
