import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A namespace for writing recordings as files that ``RecordingLoader`` can read.
///
/// Header fields that belong to one connection (Host, Content-Length, Date, and so on) are omitted, as is the content
/// type if it is `application/json`. Query items without a name can't be represented in the format, so they are omitted
/// as well.
package enum RecordingWriter {
  /// Returns a recording's file as pretty-printed JSON with a trailing line break.
  ///
  /// - Parameter schema: The path of `recording.schema.json` relative to the file's folder, or `nil` to omit `$schema`.
  package static func text(
    of recording: Recording, schema: String? = "../../recording.schema.json"
  ) -> [UInt8] {
    var members: [(String, JSON)] = []
    if let schema { members.append(("$schema", JSON(schema))) }
    members.append(("provenance", provenance(recording.provenance)))
    members.append(("request", request(recording.request, caller: recording.caller)))
    members.append(("response", response(recording)))
    if !recording.match.clauses.isEmpty {
      members.append(("match", .object(recording.match.clauses.map { ("\($0.address)", $0.schema.source) })))
    }
    if !recording.bindings.isEmpty {
      members.append(("bind", .object(recording.bindings.map { (place(of: $0), JSON("\($0.address)")) })))
    }
    if let step = recording.step {
      var order = [("name", JSON(step.sequence)), ("step", JSON(step.number))]
      if step.times > 1 { order.append(("times", JSON(step.times))) }
      if step.cycles { order.append(("cycle", true)) }
      members.append(("sequence", .object(order)))
    }
    if let delay = recording.delay {
      let (seconds, attoseconds) = delay.components
      members.append(("delay", JSON(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))))
    }
    members += recording.extras.map { ($0.name, $0.value) }
    return JSON.object(members).serialized(.pretty) + [UInt8(ascii: "\n")]
  }

  private static func place(of binding: Recording.Binding) -> String {
    let root: JSONPointer = binding.header.map { JSONPointer(tokens: ["response", "headers", $0]) } ?? "/response/body"
    return "\(root + binding.target)"
  }

  private static func provenance(_ provenance: Provenance) -> JSON {
    var members: [(String, JSON)] = [("kind", JSON(provenance.kind.rawValue)), ("on", JSON(provenance.on))]
    if let from = provenance.from { members.append(("from", JSON(from))) }
    if let note = provenance.note { members.append(("note", JSON(note))) }
    return .object(members)
  }

  private static func request(_ request: Request, caller: Recording.Caller) -> JSON {
    var members: [(String, JSON)] = [("method", JSON(request.method.rawValue)), ("path", JSON(request.path))]
    let query = grouped(request.queryItems.filter { !$0.name.isEmpty })
    if !query.isEmpty { members.append(("query", .object(query))) }
    let bytes = request.body.bytes ?? []
    let keepsBytes = ContentDigests.field(in: request.headers) != nil && isRewritten(bytes, request.headers)
    members += message(headers: request.headers, body: bytes, keepsBytes: keepsBytes)
    switch caller {
    case .anyone: break
    case .persona(let name): members.append(("persona", JSON(name)))
    case .nobody: members.append(("persona", .null))
    }
    return .object(members)
  }

  private static func response(_ recording: Recording) -> JSON {
    let response = recording.response
    let bytes = response.body.bytes ?? []
    let stream = response.mediaType.flatMap { StreamForm($0) }?.parts(of: bytes, recording.timing)
    return .object(
      [("status", JSON(response.status))]
        + message(
          headers: response.headers, body: bytes, asStream: stream, keepsBytes: reasonForBytes(in: recording) != nil))
  }

  /// Returns the reason why a recorded response's JSON is written as its original text, or `nil` if it is written as
  /// JSON. The reason is the location of the digest that clients compare the bytes with.
  package static func reasonForBytes(in recording: Recording) -> String? {
    let response = recording.response
    guard isRewritten(response.body.bytes ?? [], response.headers) else { return nil }
    return ContentDigests.proof(of: response, to: recording.request)
  }

  /// Returns a Boolean value that indicates whether a body is JSON whose bytes change when it is serialized again.
  private static func isRewritten(_ body: [UInt8], _ headers: HeaderFields) -> Bool {
    json(of: body, headers).map { $0.serialized() != body } ?? false
  }

  /// Returns a Boolean value that indicates whether a recorded response is JSON with a duplicate key. JSON in a
  /// recording must have unique keys, so such a response is written as its original text.
  package static func repeatsKey(_ response: Response) -> Bool {
    parsed(response.body.bytes ?? [], response.headers)?.document.hasDuplicateKeys ?? false
  }

  /// Returns a body as JSON, or `nil` if it isn't JSON that a recording can contain.
  private static func json(of body: [UInt8], _ headers: HeaderFields) -> JSON? {
    parsed(body, headers).flatMap { $0.document.hasDuplicateKeys ? Optional<JSON>.none : $0 }
  }

  private static func parsed(_ body: [UInt8], _ headers: HeaderFields) -> JSON? {
    guard headers.mediaType.map(MediaType.isJSON) ?? true else { return Optional<JSON>.none }
    return try? JSON.parse(body)
  }

  /// Returns the header fields and body of a message as members.
  ///
  /// - Parameters:
  ///   - stream: The parts of the body if it is a stream of events or lines.
  ///   - keepsBytes: A Boolean value that indicates whether to write JSON as a string.
  private static func message(
    headers: HeaderFields, body: [UInt8], asStream stream: JSON? = Optional<JSON>.none, keepsBytes: Bool = false
  ) -> [(String, JSON)] {
    let json = keepsBytes ? Optional<JSON>.none : Self.json(of: body, headers)
    let parts = MultipartWriter.parts(of: body, headers)
    let isTypedOnce = headers.values("content-type").count == 1
    let fields = headers.filter { name, value in
      let isDefault = json != nil && isTypedOnce && name.lowercased() == "content-type" && value == "application/json"
      // Omit the content type of a form. A new boundary is generated when the parts are read.
      if parts != nil, name.lowercased() == "content-type" { return false }
      return !isDefault && !KnownFields.isAny([.connection, .delivery], name.lowercased())
    }
    var members: [(String, JSON)] = []
    if !fields.isEmpty {
      members.append(("headers", .object(grouped(fields.map { ($0.name.lowercased(), $0.value) }))))
    }
    guard !body.isEmpty else { return members }
    if let json {
      members.append(("body", json))
    } else if let parts {
      members += [("body", .array(parts.map(part))), ("encoding", "multipart")]
    } else if let stream {
      members += [("body", stream), ("encoding", "events")]
    } else {
      members += encoded(body)
    }
    return members
  }

  /// Returns the part of a form. If its type is JSON, its body is written as JSON.
  private static func part(_ part: MultipartWriter.Part) -> JSON {
    var members: [(String, JSON)] = [("name", JSON(part.name))]
    if let filename = part.filename { members.append(("filename", JSON(filename))) }
    let fields = part.headers.map { ($0.name.lowercased(), $0.value) }
    if !fields.isEmpty { members.append(("headers", .object(grouped(fields)))) }
    if part.isJSON, let json = try? JSON.parse(part.body) {
      members.append(("body", json))
    } else {
      members += encoded(part.body)
    }
    return .object(members)
  }

  /// Returns bytes as text if possible, and otherwise in Base64.
  private static func encoded(_ bytes: [UInt8]) -> [(String, JSON)] {
    if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
      return [("body", JSON(text)), ("encoding", "text")]
    }
    return [("body", JSON(Base64.encode(bytes))), ("encoding", "base64")]
  }

  /// Returns the items grouped by name, in order of first occurrence. Several values become an array.
  private static func grouped(_ items: [(name: String, value: String)]) -> [(String, JSON)] {
    var order: [String] = []
    var values: [String: [String]] = [:]
    for (name, value) in items {
      if values[name] == nil { order.append(name) }
      values[name, default: []].append(value)
    }
    return order.map { name in
      let all = values[name] ?? []
      return (name, all.count == 1 ? JSON(all[0]) : .array(all.map { JSON($0) }))
    }
  }
}
