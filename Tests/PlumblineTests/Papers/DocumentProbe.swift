import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineMockEngine
import PlumblineOpenAPI
import PlumblineRecordings

/// The results that Plumbline derives from a document about pets, so that two documents can be compared. They are the
/// contract, the document that is exported from it, the verdicts on a fixed set of exchanges, and the mock's responses
/// to fixed requests.
struct DocumentProbe {
  /// The contract's files, and the examples from which recordings are created.
  let read: [String]
  let remarks: Set<String>
  private let files: [ContractLoader.File]
  private let contract: Contract?
  private let recordings: [Recording]

  init(_ document: JSON) throws {
    let set = DocumentSet(try JSONDocument.parse(document.text, file: "api.json"), path: "api.json") { name in
      .unreadable("there is no file \(name)")
    }
    let made = OpenAPITranslator(service: "pets", path: "api.json", layout: .single).translate(set)
    files = made.files
    let contract = ContractLoader.load(made.files).contract
    self.contract = contract
    recordings =
      contract.map { ExampleRecordings(made.examples, of: $0, path: "api.json", today: "2026-02-03").recordings } ?? []
    read =
      made.files.map { String(decoding: $0.bytes, as: UTF8.self) }
      + made.examples.map { "\($0.endpoint) \($0.name) \($0.status) \($0.mediaType) \($0.value.text)" }
    remarks = Set((made.notes + made.errors).map(\.message))
  }

  /// The exported document, without the parts that only Plumbline reads. It contains the examples unchanged.
  var written: String {
    guard let contract else { return "" }
    let examples = recordings.map { recording in
      RecordingLoader.File(
        endpoint: recording.endpoint, name: recording.name, path: "\(recording.id).json",
        bytes: RecordingWriter.text(of: recording, schema: nil))
    }
    return Self.standard(OpenAPIExport(contract, files: files, recordings: examples).document).text
  }

  private static func standard(_ value: JSON) -> JSON {
    switch value.kind {
    case .array: .array(value.elements.map(standard))
    case .object:
      .object(value.members.filter { !$0.key.hasPrefix("x-plumbline") }.map { ($0.key, standard($0.value)) })
    default: value
    }
  }

  /// The findings in each exchange.
  var verdicts: [Set<String>] {
    guard let contract else { return [] }
    let inspector = Inspector(contract)
    return Self.exchanges.map { exchange in
      Set(inspector.inspect(exchange).map { "\($0.rule) \($0.pointer.map(\.description) ?? "")" })
    }
  }

  /// The mock's responses.
  var answers: [String] {
    guard let contract else { return [] }
    let session = MockSession(library: MockLibrary(contract: contract, recordings: recordings))
    return Self.requests.map { request in
      let response = session.answer(to: request).response
      let fields = response.headers.map { "\($0.name): \($0.value)" }.filter { !$0.lowercased().hasPrefix("date:") }
      let body = String(decoding: response.body.bytes ?? [], as: UTF8.self)
      return "\(response.status) \(fields.joined(separator: ", ")) \(body)"
    }
  }
}

// MARK: - Exchanges

extension DocumentProbe {
  /// Values of the member `name`, as JSON text.
  private static let values = [
    "null", "true", "0", "1", "2", "3", "3.5", "4", "-1", "3000000000", #""""#, #""a""#, #""b""#, #""ab""#, #""abcd""#,
    #""2026-01-01""#, #""YWI=""#, #""{}""#, "[]", #"["a"]"#, #"["a","a"]"#, "[1]", "[1,2,3,4]", #"["a",1]"#, "{}",
    #"{"a":1}"#, #"{"a":"x"}"#, #"{"a":1,"b":2}"#, #"{"b":1,"c":1,"d":1,"e":1}"#, #"{"kind":"Pet"}"#,
    #"{"kind":"Cat"}"#, #"{"name":{"name":1}}"#,
  ]

  private static let targets = [
    "/pets/7", "/pets/a", "/pets/7?q=a", "/pets/7?q=", "/pets/7?q", "/pets/7?q=a,b", "/pets/7?q=a%7Cb",
    "/pets/7?q=a&q=b",
    "/pets/7?q=1", "/pets/7?q=%5B%22a%22%5D", "/pets/7?other=a", "/v2/pets/7", "/pets/7?q=0", "/pets/7?q=3",
    "/pets/7?q=9", "/pets/7?q=a,a", "/pets/7?q=a,b,a,b", "/pets/7?q=9,9,9,9",
    "/pets/7?q=abcdefghij",
  ]

  private static let key: HeaderFields = ["X-Key": "k"]

  private static func get(_ target: String, _ fields: HeaderFields = key) -> Request {
    Request(method: .get, target: target, headers: fields)
  }

  private static func sent(_ method: HTTPMethod, _ target: String, _ type: String, _ body: String) -> Request {
    var fields = key
    if !type.isEmpty { fields["Content-Type"] = type }
    return Request(method: method, target: target, headers: fields, body: Body(body))
  }

  private static func answer(
    _ body: String?, _ status: Int = 200, type: String = "application/json", fields: HeaderFields = [:]
  ) -> Response {
    var fields = fields
    if body != nil { fields["Content-Type"] = type }
    return Response(status: status, headers: fields, body: Body(body ?? ""))
  }

  private static let form = "application/x-www-form-urlencoded"
  private static let bodies = [
    sent(.put, "/pets/7", form, "tags=a"), sent(.put, "/pets/7", form, "tags=a&tags=b"),
    sent(.put, "/pets/7", form, "tags=a%7Cb"), sent(.put, "/pets/7", form, "tags=a,b"),
    sent(.put, "/pets/7", form, "tags=%5B%22a%22%5D"), sent(.put, "/pets/7", "", ""),
    sent(.put, "/pets/7", "application/json", "{}"), sent(.put, "/pets/7", "application/json", "1"),
    sent(.put, "/made", "application/json", "{}"), sent(.put, "/made", "", ""),
    sent(.put, "/made", "text/plain", "a"),
  ]
  private static let others = ["DELETE", "POST", "PATCH", "TRACE", "OPTIONS", "HEAD", "QUERY", "COPY"].compactMap {
    HTTPMethod($0).map { Request(method: $0, target: "/pets/7", headers: key) }
  }

  static let exchanges: [Exchange] = {
    var exchanges = values.flatMap { value in
      let body = #"{"name":\#(value)}"#
      return [
        Exchange(request: get("/pets/7"), response: answer(body)),
        Exchange(request: sent(.put, "/made", "application/json", body), response: answer(nil, 204)),
      ]
    }
    for target in targets { exchanges.append(Exchange(request: get(target), response: answer("{}"))) }
    for request in [
      get("/made", [:]), get("/pets/7", [:]), get("/pets/7", ["X-Other": "k"]), get("/pets/7?key=k", [:]),
    ] {
      exchanges.append(Exchange(request: request, response: answer("{}")))
    }
    exchanges.append(Exchange(request: get("/pets/7", ["X-Key": "k", "q": "a", "other": "a"]), response: answer("{}")))
    for left in ["", "a", "0", "1", "3", "9", "abcdefghij", "a,b", "a,a", "1,2,3,4", "k=v", #"{"a":1}"#, #"["a"]"#] {
      exchanges.append(Exchange(request: get("/made"), response: answer(#"{"name":"a"}"#, fields: ["X-Left": left])))
    }
    for response in [
      answer("[]"), answer("1"), answer(#"{"name":"a","kind":"Cat"}"#), answer(nil), answer(nil, 204),
      answer("{}", 201), answer("{}", 404),
      answer("a", type: "text/plain"), answer(#"{"name":1}"# + "\n", type: "application/x-ndjson"),
    ] { exchanges.append(Exchange(request: get("/pets/7"), response: response)) }
    for request in bodies + others { exchanges.append(Exchange(request: request, response: answer(nil, 204))) }
    return exchanges
  }()

  static let requests =
    targets.map { get($0) } + bodies + others
    + [
      get("/made"), get("/pets/7", [:]), get("/pets/7", ["X-Key": "k", "Prefer": "example=two"]),
      get("/pets/7", ["X-Key": "k", "Prefer": "example=one"]), get("/pets/7", ["X-Key": "k", "Prefer": "code=404"]),
      get("/pets/7", ["X-Key": "k", "Accept": "text/plain"]), get("/pets/7?key=k", [:]),
      get("/pets/7", ["X-Key": "k", "q": "a"]),
    ] + ["1", #""a""#, "{}", "[]"].map { sent(.put, "/made", "application/json", #"{"name":\#($0)}"#) }
}
