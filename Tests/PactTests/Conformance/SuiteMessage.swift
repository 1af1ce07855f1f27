import Foundation
import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree
import PlumblineOpenAPI

@testable import PlumblinePact

/// A request or a response of the compatibility suite, as a table row specifies it.
struct SuiteMessage {
  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  /// The content of a body, with its type if the suite specifies or implies one.
  struct Content {
    var bytes: [UInt8] = []
    var type: String?
    /// A Boolean value that indicates whether the body is explicitly empty, as opposed to unspecified.
    var isEmpty = false
  }

  let suite: URL
  var method = "GET"
  var path = "/path"
  var query = ""
  var headers: [(name: String, value: String)] = []
  var body: Content?
  var status: Int?
  var rules = JSON.emptyObject
  var generators = JSON.emptyObject

  init(_ suite: URL) { self.suite = suite }

  /// Applies the values of a row. Values that the row doesn't contain are kept.
  mutating func apply(_ row: [String: String]) throws {
    for (name, cell) in row where !cell.isEmpty {
      switch name {
      case "method": method = cell
      case "path": path = cell
      case "query": query = cell
      case "headers", "raw headers": headers = Self.fields(cell)
      case "body":
        var content = try Self.content(cell, in: suite)
        content.type = content.type ?? body?.type
        body = content
      case "status": status = Int(cell)
      case "matching rules": rules = try Self.json(cell, in: suite)
      case "generators": generators = try Self.json(cell, in: suite)
      case "No", "desc", "content type", "response", "response content", "response body": break
      default: throw Unknown(description: "no column \(name)")
      }
    }
    // The content type belongs to the body, whichever column comes first.
    if let type = row["content type"], !type.isEmpty { body?.type = type }
  }

  /// Returns the header fields of a cell such as `'X-A: 1', 'X-B: 2'`.
  private static func fields(_ cell: String) -> [(name: String, value: String)] {
    cell.components(separatedBy: "', '").map { part in
      let text = part.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
      let pair = text.components(separatedBy: ": ")
      return (name: pair[0], value: pair.dropFirst().joined(separator: ": "))
    }
  }

  private static func data(_ name: String, in suite: URL) throws -> [UInt8] {
    Array(try Data(contentsOf: suite.appendingPathComponent("fixtures/\(name)")))
  }

  static func json(_ cell: String, in suite: URL) throws -> JSON {
    cell.hasPrefix("JSON: ") ? try JSON.parse(String(cell.dropFirst(6))) : try JSON.parse(try data(cell, in: suite))
  }

  /// Returns the content of a cell, which is `JSON: {…}`, `XML: <…>`, `file: rat.jpg`, `EMPTY`, or plain text.
  static func content(_ cell: String, in suite: URL) throws -> Content {
    if cell == "EMPTY" { return Content(isEmpty: true) }
    if cell.hasPrefix("JSON: ") { return Content(bytes: Array(cell.dropFirst(6).utf8), type: "application/json") }
    if cell.hasPrefix("XML: ") { return Content(bytes: Array(cell.dropFirst(5).utf8), type: "application/xml") }
    guard cell.hasPrefix("file: ") else { return Content(bytes: Array(cell.utf8)) }
    let name = String(cell.dropFirst(6))
    let bytes = try data(name, in: suite)
    if name.hasSuffix("-body.xml") { return try described(String(decoding: bytes, as: UTF8.self)) }
    let types = ["json": "application/json", "jpg": "image/jpeg", "pdf": "application/pdf", "xml": "application/xml"]
    return Content(bytes: bytes, type: types[(name as NSString).pathExtension])
  }

  /// Returns the content that an XML document describes by its type and text.
  private static func described(_ text: String) throws -> Content {
    guard let type = between("<contentType>", "</contentType>", text),
      let outer = text.components(separatedBy: "<contents").dropFirst().first,
      let element = between(">", "</contents>", outer)
    else { throw Unknown(description: "a body without a type or contents") }
    var contents = between("<![CDATA[", "]]>", outer) ?? element
    if outer.hasPrefix(" eol=\"CRLF\"") { contents = contents.replacingOccurrences(of: "\n", with: "\r\n") }
    return Content(bytes: Array(contents.utf8), type: type)
  }

  private static func between(_ start: String, _ end: String, _ text: String) -> String? {
    guard let from = text.range(of: start), let to = text.range(of: end, range: from.upperBound..<text.endIndex) else {
      return nil
    }
    return String(text[from.upperBound..<to.lowerBound])
  }
}

extension SuiteMessage {
  /// Returns the message as it's written in a pact of a version.
  private func expected(_ version: Pact.Version) throws -> JSON {
    var fields = headers
    if let type = body?.type, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      fields.append((name: "Content-Type", value: type))
    }
    let isList = version.major > 3
    var members: [(String, JSON)] = [
      ("headers", .object(fields.map { ($0.name, isList ? [JSON($0.value)] : JSON($0.value)) }))
    ]
    if !query.isEmpty { members.append(("query", written(version))) }
    if let body, !body.isEmpty { members.append(("body", written(body, version))) }
    if rules.count > 0 { members.append(("matchingRules", rules)) }
    if generators.count > 0 { members.append(("generators", generators)) }
    return .object(members)
  }

  private func written(_ version: Pact.Version) -> JSON {
    guard version.major > 2 else { return JSON(query) }
    return .object(PactQuery.items(of: query).map { ($0.name, JSON.array($0.values.map { JSON($0) })) })
  }

  private func written(_ body: Content, _ version: Pact.Version) -> JSON {
    let json = body.type.map(MediaType.isJSON) == true ? try? JSON.parse(body.bytes) : nil
    let text = String(validating: body.bytes, as: UTF8.self)
    let content = json ?? text.map { JSON($0) } ?? JSON(Base64.encode(body.bytes))
    guard version.major > 3 else { return content }
    let isEncoded = json == nil && text == nil
    return ["content": content, "contentType": JSON(body.type ?? ""), "encoded": isEncoded ? "base64" : false]
  }

  func request(_ version: Pact.Version) throws -> PactRequest {
    PactReader(path: "suite.json", log: NoteLog()).request(try expected(version), method, path, version)
  }

  func response(_ version: Pact.Version) throws -> PactResponse {
    PactReader(path: "suite.json", log: NoteLog()).response(try expected(version), status, version)
  }

  /// The message as a received request.
  var received: Request {
    var fields = HeaderFields()
    for header in headers { fields.append(name: header.name, value: header.value) }
    if let type = body?.type, fields["content-type"] == nil { fields.append(name: "Content-Type", value: type) }
    return Request(
      method: HTTPMethod(method) ?? .get, target: query.isEmpty ? path : "\(path)?\(query)", headers: fields,
      body: Body(body?.bytes ?? []))
  }
}
