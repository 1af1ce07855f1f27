import PlumblineContractModel
import PlumblineDriftDetection
import PlumblineHTTPMessages
import PlumblineJSONTree

/// Hostile bytes as queries, paths, cookies and bodies of every form. None may break a reader, and a list that is
/// parsed and serialized must parse to the same list again.
///
/// Length: 2048
package enum ParameterTarget {
  private static let styles = [
    (#""style": "form""#, "array"), (#""style": "form", "explode": false"#, "array"),
    (#""style": "form", "explode": false"#, "object"), (#""style": "form""#, "object"),
    (#""style": "spaceDelimited""#, "array"), (#""style": "pipeDelimited""#, "object"),
    (#""style": "deepObject""#, "object"), (#""contentType": "application/json""#, "object"),
  ]

  private static let bodies = [
    "application/x-www-form-urlencoded", "multipart/form-data", "application/x-ndjson", "text/plain",
    "application/x-amz-json-1.0",
  ]

  private static func schema(_ shape: String) -> String {
    shape == "array"
      ? #"{ "type": "array", "items": { "type": "string" } }"#
      : """
      { "type": "object", "properties": { "a": { "type": "integer" }, "b": { "type": "array", "items": { "type": "string" } },
        "c": { "anyOf": [{ "type": "boolean" }, { "type": "object", "properties": { "a": { "type": "number" } } }] } } }
      """
  }

  private static let contract: Contract = {
    var endpoints: [String] = []
    func add(_ request: String, _ more: String) {
      endpoints.append(
        """
        "e\(endpoints.count)": { "summary": "x", "request": "\(request)", "source": "x", "success": { "200": {} }, \(more) }
        """)
    }
    for (index, (style, shape)) in styles.enumerated() {
      add(
        "GET /q\(index)",
        #""query": { "p": \#(schema(shape)) }, "styles": { "query": { "p": { \#(style) } } }"#)
    }
    for (index, style) in ["simple", "label", "matrix"].enumerated() {
      add(
        "GET /p\(index)/{p}",
        #""path": { "p": \#(schema("array")) }, "styles": { "path": { "p": { "style": "\#(style)" } } }"#)
    }
    add("GET /c", #""cookies": { "p": \#(schema("array")), "o": \#(schema("object")) }"#)
    for (index, type) in bodies.enumerated() {
      add("POST /b\(index)", #""content": { "\#(type)": { "schema": \#(schema(index == 2 ? "array" : "object")) } }"#)
    }
    let text = """
      { "plumbline": 1, "service": "x", "title": "X", "envelope": null, "endpoints": { \(endpoints.joined(separator: ",")) } }
      """
    let result = ContractLoader.load(
      [ContractLoader.File(name: "contract.json", path: "contract.json", bytes: Array(text.utf8))])
    guard let contract = result.contract else { preconditionFailure("\(result.problems)") }
    return contract
  }()

  /// Checks one input. A broken promise stops the process.
  package static func run(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let endpoint = contract.endpoints[Int(choice) % contract.endpoints.count]
    let reading = RequestReading(request(to: endpoint, Array(input.dropFirst())), for: endpoint)
    let faults = RequestValidation(reading, in: contract).faults()
    precondition(faults.allSatisfy { !$0.message.isEmpty && !$0.text.isEmpty }, "a fault without a sentence")
    precondition(
      RequestValidation(reading, in: contract).isPassing == false || faults.allSatisfy(\.isTolerated),
      "what passes has a fault")
    if let parameter = endpoint.query.first { checkRoundTrip(reading.query("p"), parameter, endpoint) }
    if let value = reading.body, let content = endpoint.body?.content.first, content.schema?.isValid(value) == true {
      checkRoundTrip(value, content, endpoint)
    }
  }

  private static func request(to endpoint: Endpoint, _ bytes: [UInt8]) -> Request {
    // A target contains no spaces or control characters. Any other byte is allowed.
    let target = String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }, as: UTF8.self)
    let path = endpoint.request.template.text.replacing("{p}", with: "")
    if endpoint.body != nil {
      let type = endpoint.body?.content.first?.mediaType ?? ""
      let boundary = MediaType.isMultipart(type) ? "; boundary=b" : ""
      return Request(
        method: .post, target: path, headers: ["Content-Type": type + boundary], body: Body(bytes))
    }
    if !endpoint.cookies.isEmpty { return Request(method: .get, target: path, headers: ["Cookie": target]) }
    return Request(method: .get, target: endpoint.path.isEmpty ? "\(path)?\(target)" : path + target)
  }

  private static func checkRoundTrip(_ value: JSON?, _ parameter: Parameter, _ endpoint: Endpoint) {
    guard let value, value.kind == .array, parameter.schema.isValid(value), value.count > 0 else { return }
    let isAmbiguous = value.elements.contains { element in
      let text = element.string ?? ""
      // Other styles always encode the delimiter, and a form reads a single string with a comma as several values.
      return parameter.style.kind != .form || text.contains(",") && value.count == 1
    }
    guard !isAmbiguous else { return }
    let sent = parameter.style.queryItems(value, named: parameter.name).joined(separator: "&")
    let path = endpoint.request.template.text
    let again = RequestReading(Request(method: .get, target: "\(path)?\(sent)"), for: endpoint).query("p")
    precondition(again == value, "\(value) was written as \(sent) and read as \(again?.text ?? "nothing")")
  }

  private static func checkRoundTrip(_ value: JSON, _ content: MediaContent, _ endpoint: Endpoint) {
    guard let (bytes, type) = content.body(of: value), !bytes.isEmpty else { return }
    // A form can't express an empty list or null.
    if BodyForm(content.mediaType).hasFields, value.text.contains("[]") || value.text.contains("null") { return }
    let request = Request(method: .post, target: "/", headers: ["Content-Type": type], body: Body(bytes))
    let again = RequestReading(request, for: endpoint).body
    precondition(
      again == value, "\(value) was written as \(String(decoding: bytes, as: UTF8.self)), read as \(again?.text ?? "")")
  }
}
