import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONSchema
import PlumblineJSONTree

/// Reads the file of a recording, and collects its problems.
struct RecordingReader {
  private let file: RecordingLoader.File
  private(set) var problems: [Problem] = []

  init(_ file: RecordingLoader.File) {
    self.file = file
  }

  /// Returns the recording, or `nil` if there are problems.
  mutating func read() -> Recording? {
    guard let root = parse(), fits(root), let request = root["request"], let response = root["response"],
      let provenance = root["provenance"].map(Self.provenance) ?? (file.isLine ? .unknown : nil)
    else { return nil }
    let sent = self.request(request)
    let (answered, timing) = self.response(response)
    let responseBody = response["encoding"] == nil ? response["body"] : nil
    let bindings = self.bindings(root["bind"], body: responseBody, in: answered)
    let match = self.match(root["match"], in: root.document)
    guard problems.isEmpty else { return nil }
    var recording = Recording(
      endpoint: file.endpoint, name: file.name, provenance: provenance, caller: Self.caller(request["persona"]),
      exchange: Exchange(
        request: sent, outcome: .response(answered), recording: "\(file.endpoint)/\(file.name)", timing: timing),
      requestBody: request["encoding"] == nil ? request["body"] : nil, responseBody: responseBody, bindings: bindings,
      step: Self.step(root["sequence"]), match: match, location: root.location)
    recording.delay = root["delay"]?.int.map { .milliseconds(min($0, 86_400_000)) }
    recording.extras = root.members.filter { $0.key.hasPrefix("x-") }.map { ($0.key, $0.value) }
    return recording
  }

  private mutating func parse() -> JSON? {
    do {
      let document =
        if let provenance = file.provenance {
          try JSONDocument.parse(file.bytes, file: file.path, provenance: provenance)
        } else {
          try JSONDocument.parse(file.bytes, file: file.path)
        }
      for duplicate in document.duplicateKeys {
        report(
          duplicate.location,
          "The key \"\(duplicate.key)\" occurs twice (first at \(duplicate.earlier)); keep one of them.")
      }
      return document.root
    } catch {
      report(error.location, error.message)
      return nil
    }
  }

  private mutating func fits(_ root: JSON) -> Bool {
    let findings = FileSchemaCheck(file.isLine ? RecordingSchema.ofLines : RecordingSchema.schema).findings(in: root)
    for finding in findings {
      if let violation = finding.violations.first, violation.keyword == "pattern", let text = violation.value.string,
        violation.instance.tokens.count == 2, violation.instance.tokens[0] == "bind"
      {
        report(finding.location, Self.noAddress(text))
      } else {
        report(finding.location, finding.message)
      }
    }
    return findings.isEmpty
  }

  private mutating func report(_ location: SourceLocation, _ message: String) {
    problems.append(Problem(location, message))
  }
}

extension RecordingReader {
  private static func provenance(_ json: JSON) -> Provenance? {
    guard let kind = json["kind"]?.string.flatMap(Provenance.Kind.init(rawValue:)), let on = json["on"]?.string else {
      return nil
    }
    return Provenance(kind: kind, on: on, from: json["from"]?.string, note: json["note"]?.string)
  }

  private static func caller(_ json: JSON?) -> Recording.Caller {
    guard let json else { return .anyone }
    return json.string.map { .persona($0) } ?? .nobody
  }

  private static func step(_ json: JSON?) -> Recording.Step? {
    guard let name = json?["name"]?.string, let number = json?["step"]?.int else { return nil }
    return Recording.Step(
      sequence: name, number: number, cycles: json?["cycle"]?.bool ?? false, times: json?["times"]?.int ?? 1)
  }

  private mutating func request(_ json: JSON) -> Request {
    var target = json["path"]?.string ?? "/"
    if let query = json["query"], query.count > 0 {
      target += "?" + Self.items(query).map(Self.queryText).joined(separator: "&")
    }
    var headers = HeaderFields(json["headers"].map(Self.items) ?? [])
    let body = self.body(json, ofRequest: true, headers: &headers).body
    let method = json["method"]?.string.flatMap { HTTPMethod($0) } ?? .get
    return Request(method: method, target: target, headers: headers, body: body)
  }

  private static func queryText(_ item: (String, String)) -> String {
    "\(PercentEncoding.encode(item.0))=\(PercentEncoding.encode(item.1))"
  }

  private mutating func response(_ json: JSON) -> (response: Response, timing: BodyTiming?) {
    var headers = HeaderFields(json["headers"].map(Self.items) ?? [])
    let decoded = self.body(json, ofRequest: false, headers: &headers)
    return (Response(status: json["status"]?.int ?? 200, headers: headers, body: decoded.body), decoded.timing)
  }

  private mutating func body(
    _ message: JSON, ofRequest isRequest: Bool, headers: inout HeaderFields
  ) -> BodyEncoding.Decoded {
    guard let json = message["body"] else { return BodyEncoding.Decoded(body: .empty) }
    let encoding = message["encoding"]?.string
    if encoding == nil, let mediaType = headers.mediaType, !MediaType.isJSON(mediaType) {
      let fitting = StreamForm(mediaType) == nil ? "\"text\", \"base64\" or \"multipart\"" : "\"events\" or \"text\""
      report(
        json.location, "A body of \(mediaType) isn't JSON; set \"encoding\" to how it is written here: \(fitting).")
      return BodyEncoding.Decoded(body: .empty)
    }
    do throws(Problem) {
      return try BodyEncoding.decode(json, encoding: encoding, ofRequest: isRequest, headers: &headers)
    } catch {
      problems.append(error)
      return BodyEncoding.Decoded(body: .empty)
    }
  }

  /// Returns the names and values of an object. If a value is an array, there is one item for each of its elements.
  private static func items(_ json: JSON) -> [(String, String)] {
    json.members.flatMap { name, value in
      (value.kind == .array ? Array(value.elements) : [value]).map { (name, $0.string ?? $0.text) }
    }
  }
}

extension RecordingReader {
  /// Reads a recording's `match`. Its schemas can only refer to other parts of the same file.
  private mutating func match(_ json: JSON?, in document: JSONDocument) -> Condition {
    guard let json else { return Condition() }
    let library = SchemaLibrary(documents: [file.path: document], formats: .assertion)
    var clauses: [Condition.Clause] = []
    for (text, schema) in json.members {
      guard let address = Address(text), !Self.isItem(address) else {
        report(json.keyLocation(of: text) ?? schema.location, Self.noAddress(text))
        continue
      }
      do throws(SchemaCompilationError) {
        clauses.append(Condition.Clause(address: address, schema: try library.compile(schema, base: file.path)))
      } catch {
        for problem in error.problems { report(problem.location, problem.message) }
      }
    }
    return Condition(clauses: clauses)
  }

  private mutating func bindings(_ json: JSON?, body: JSON?, in answered: Response) -> [Recording.Binding] {
    guard let json else { return [] }
    let stream = body == nil ? StreamJSON(answered) : nil
    var bindings: [Recording.Binding] = []
    for (key, value) in json.members {
      let place = json.keyLocation(of: key) ?? value.location
      guard let pointer = JSONPointer(key), pointer.tokens.count > 1 else {
        report(place, "\"\(key)\" isn't a pointer into the response: write /response/body/… or /response/headers/NAME.")
        continue
      }
      guard let text = value.string, let address = Address(text), !Self.isItem(address) else {
        report(value.location, Self.noAddress(value.string ?? value.text))
        continue
      }
      let rest = JSONPointer(tokens: Array(pointer.tokens.dropFirst(2)))
      if pointer.tokens[1] == "headers" {
        guard let name = rest.tokens.first, rest.tokens.count == 1, answered.headers.contains(name) else {
          report(place, "The recorded response has no value at \(key) that a binding could replace.")
          continue
        }
        bindings.append(Recording.Binding(header: name, address: address))
      } else if stream?.value(at: rest) != nil || body?.at(rest) != nil {
        bindings.append(Recording.Binding(target: rest, address: address))
      } else {
        report(place, stream == nil ? Self.missing(key, rest, in: body) : Self.missing(inStream: key))
      }
    }
    return bindings
  }

  private static func missing(inStream key: String) -> String {
    "The recorded stream has no single-line value at \(key) that a binding could replace; /response/body/0/data/id is the "
      + "\"id\" in the JSON of its first event or line."
  }

  private static func missing(_ key: String, _ pointer: JSONPointer, in body: JSON?) -> String {
    guard let body else {
      return "The recorded response has no JSON body, so nothing can be bound at \(key)."
    }
    var siblings: [String] = []
    if let parent = pointer.parent.flatMap({ body.at($0) }), parent.kind == .object { siblings = parent.members.keys }
    let nearest = pointer.tokens.last.flatMap { Spelling.nearest($0, among: siblings) }
    let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? "."
    return "The recorded response has no value at \(key) that a binding could replace\(hint)"
  }

  private static func noAddress(_ text: String) -> String {
    "\"\(text)\" isn't the address of a value in the request: write path.NAME, query.NAME, header.NAME, body#/POINTER, "
      + "persona.NAME or credential.NAME."
  }

  private static func isItem(_ address: Address) -> Bool {
    if case .item = address { true } else { false }
  }
}

/// The schema for recording files, `recording.schema.json`, which editors use as well.
package enum RecordingSchema {
  /// The text of the schema, as published.
  package static var text: [UInt8] { PackageResources.recording_schema_json }

  /// The compiled schema. It is a resource of this package, so it can't be missing or invalid at run time.
  static let schema = compiled(requiring: ["provenance", "request", "response"])

  /// The compiled schema for the lines of a file. They need no provenance.
  static let ofLines = compiled(requiring: ["request", "response"])

  private static func compiled(requiring members: [String]) -> Schema {
    let name = "recording.schema.json"
    do {
      let read = try JSON.parse(PackageResources.recording_schema_json, file: name)
      let names = JSON.array(members.map { JSON($0) })
      let document = read["required"] == names ? read.document : read.setting("required", to: names).document
      return try SchemaLibrary(documents: [name: document], formats: .assertion).compile(document.root, base: name)
    } catch {
      preconditionFailure("The embedded \(name) can't be used: \(error)")
    }
  }
}
