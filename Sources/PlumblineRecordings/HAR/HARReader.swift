import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A reader for HAR files as written by browsers, Proxyman, Charles, and mitmproxy.
///
/// Only the parts that all of them have in common are read: the request line, headers, post data, the status, and the
/// content, optionally in Base64. Members that a tool adds are kept. An entry without a response is a transport
/// failure. Invalid entries are omitted, with a warning at their location. A file without a valid entry is rejected,
/// with all reasons at once.
package struct HARReader {
  /// The result of reading a file.
  package struct Result: Sendable {
    /// The file, or `nil` if there are errors.
    package let file: HARFile?
    /// All problems, sorted by location.
    package let problems: [Problem]
  }

  private var problems: [Problem] = []
  /// The maximum number of header fields in a message. They are compared with each other, and clients and servers
  /// accept far fewer.
  private static let mostFields = 2_000

  /// Returns a Boolean value that indicates whether a value looks like a HAR file: an object with a `log`.
  package static func isHAR(_ root: JSON) -> Bool { root["log"] != nil }

  /// Returns a file's bytes without the byte order mark that some tools write.
  package static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Reads a file.
  ///
  /// - Parameter path: The path to show in problems.
  package static func read(_ bytes: [UInt8], path: String) -> Result {
    do {
      return read(try JSON.parse(withoutMark(bytes), file: path))
    } catch {
      return Result(file: nil, problems: [Problem(error.location, error.message)])
    }
  }

  /// Reads a parsed file.
  package static func read(_ root: JSON) -> Result {
    var reader = HARReader()
    let file = reader.file(root)
    let isWrong = reader.problems.contains { $0.level == .error }
    return Result(file: isWrong ? nil : file, problems: reader.problems.sorted())
  }

  /// Reads one entry of a file.
  ///
  /// - Parameter number: The number of preceding entries.
  package static func entry(_ json: JSON, number: Int) -> (entry: HAREntry?, problems: [Problem]) {
    var reader = HARReader()
    let entry = reader.entry(json, number: number)
    return (reader.problems.isEmpty ? entry : nil, reader.problems)
  }

  private mutating func report(_ json: JSON, _ message: String) {
    problems.append(Problem(json.location, message))
  }

  private mutating func file(_ root: JSON) -> HARFile? {
    guard let log = root["log"] else {
      report(root, "This isn't a HAR file: it has no \"log\".")
      return nil
    }
    guard log.kind == .object, let list = log["entries"] else {
      report(log, "\"log\" must be an object with \"entries\".")
      return nil
    }
    guard list.kind == .array else {
      report(list, "\"entries\" must be an array, not \(list.kind.name).")
      return nil
    }
    var entries: [HAREntry] = []
    var faulty: [Problem] = []
    for (number, json) in list.elements.enumerated() {
      let (entry, wrong) = Self.entry(json, number: number)
      if let entry { entries.append(entry) } else { faulty += wrong }
    }
    problems += entries.isEmpty ? faulty : faulty.map(Self.omission)
    return HARFile(entries: entries)
  }

  private static func omission(_ problem: Problem) -> Problem {
    Problem(problem.location, "\(problem.message) The entry is left out.", level: .warning)
  }

  private mutating func entry(_ json: JSON, number: Int) -> HAREntry? {
    let name = "Entry \(number + 1)"
    guard let request = json["request"], request.kind == .object else {
      report(json, "\(name) has no \"request\" object.")
      return nil
    }
    guard let method = request["method"]?.string.flatMap(HTTPMethod.init) else {
      report(request["method"] ?? request, "\(name) has no valid \"method\", such as GET.")
      return nil
    }
    guard let url = request["url"]?.string, !url.isEmpty else {
      report(request["url"] ?? request, "\(name) has no \"url\".")
      return nil
    }
    let headers = headers(of: request, "\(name)'s request")
    let sent = Request(method: method, target: Self.target(of: url), headers: headers, body: postData(request, headers))
    let outcome = outcome(json, "\(name)'s response")
    return HAREntry(
      url: url, exchange: Exchange(request: sent, outcome: outcome, timing: EventTimes.timing(of: json, outcome)),
      source: json)
  }

  private mutating func outcome(_ entry: JSON, _ name: String) -> Exchange.Outcome {
    guard let response = entry["response"], response.kind == .object else {
      return .failure(TransportFailure(kind: .other, message: "The capture has no response."))
    }
    let status = response["status"]
    guard let code = status?.int ?? status?.string.flatMap({ Int($0) }) else {
      report(status ?? response, "The \"status\" of \(name) isn't a number.")
      return .failure(TransportFailure(kind: .other, message: "The capture has no status."))
    }
    guard (100...999).contains(code) else {
      let reason = [response["_error"], entry["_error"], entry["error"]].compactMap { $0?.string }.first
      return .failure(
        TransportFailure(kind: .other, message: "No response was captured" + (reason.map { ": \($0)." } ?? ".")))
    }
    // For these responses, browsers write the content of their cache (RFC 9110 sections 15.3.5 and 15.4.5).
    let isBodiless = code < 200 || code == 204 || code == 304 || entry["request"]?["method"]?.string == "HEAD"
    let headers = headers(of: response, name)
    var body = isBodiless ? .empty : content(response, headers, name)
    // If a stream is read as events, browsers keep the events but not the text.
    if !isBodiless, body.length == 0, entry[EventTimes.key]?.count ?? 0 > 0 {
      body = .stream(UncapturedBody(length: nil))
    }
    return .response(Response(status: code, headers: headers, body: body))
  }

  /// Returns the header fields. HTTP/2 pseudo-header fields, which begin with a colon, aren't included (RFC 9113
  /// section 8.3).
  private mutating func headers(of message: JSON, _ name: String) -> HeaderFields {
    var fields = HeaderFields()
    guard let list = message["headers"] else { return fields }
    guard list.kind == .array else {
      report(list, "The \"headers\" of \(name) must be an array of names and values, not \(list.kind.name).")
      return fields
    }
    guard list.count <= Self.mostFields else {
      report(
        list, "\(name) has \(list.count) header fields; a message may have at most \(Self.mostFields).")
      return fields
    }
    for field in list.elements {
      guard let key = field["name"], key.kind == .string, let value = field["value"] else {
        report(field, "A header of \(name) lacks its \"name\" or its \"value\".")
        continue
      }
      if Self.append(key, value, to: &fields) { continue }
      guard let header = key.string, !header.hasPrefix(":") else { continue }
      let text = value.string ?? value.text
      if fields.append(checked: header, value: text) { continue }
      // Charles joins several values with line breaks. Fields that can't occur on the wire can't be checked.
      for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        fields.append(checked: header, value: Self.trimmed(line))
      }
    }
    return fields
  }

  /// Adds a field if its name and value can be sent as they are. Returns `false` if they can't.
  private static func append(_ name: JSON, _ value: JSON, to fields: inout HeaderFields) -> Bool {
    guard value.kind == .string else { return false }
    return name.document.withReader { reader in
      reader.withText(name.node) { name in
        reader.withText(value.node) { value in fields.append(checked: name, value: value) }
      }
    }
  }

  /// Returns a value without surrounding white space.
  private static func trimmed(_ line: Substring.UTF8View) -> String {
    guard let first = line.firstIndex(where: { !$0.isBlank }), let last = line.lastIndex(where: { !$0.isBlank })
    else {
      return ""
    }
    return String(Substring(line[first...last]))
  }

  private func postData(_ request: JSON, _ headers: HeaderFields) -> Body {
    guard let data = request["postData"], !data.isNull else {
      if let length = Self.length(of: request, headers) { return .stream(UncapturedBody(length: length)) }
      return Self.mayHaveBody(request, headers) ? .stream(UncapturedBody(length: nil)) : .empty
    }
    if let text = data["text"]?.utf8, !text.isEmpty {
      if data["encoding"]?.string == "base64", let bytes = Base64.decode(String(decoding: text, as: UTF8.self)) {
        return Body(bytes)
      }
      return Body(text)
    }
    if data["params"]?.count ?? 0 == 0 {
      if let length = Self.length(of: request, headers) { return .stream(UncapturedBody(length: length)) }
      if data["_file"] != nil || Self.mayHaveBody(request, headers) { return .stream(UncapturedBody(length: nil)) }
    }
    let pairs = data["params"]?.elements.compactMap { parameter -> String? in
      guard let name = parameter["name"]?.string else { return nil }
      // Form parameters are stored decoded, so encode them.
      return "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(parameter["value"]?.string ?? ""))"
    }
    return Body((pairs ?? []).joined(separator: "&"))
  }

  /// Returns a Boolean value that indicates whether a request may have had a body that wasn't captured. It may if the
  /// size isn't known (HAR 1.2, `bodySize`), and either its method usually has a body or its header fields imply one.
  private static func mayHaveBody(_ request: JSON, _ headers: HeaderFields) -> Bool {
    guard request["bodySize"]?.int == -1 else { return false }
    if ["POST", "PUT", "PATCH"].contains(request["method"]?.string?.uppercased()) { return true }
    return headers.contains("content-type") || headers.contains("transfer-encoding")
  }

  /// Returns the length of a message's body on the wire, or `nil` if the capture doesn't show that there was one.
  private static func length(of message: JSON, _ headers: HeaderFields) -> Int? {
    if let size = message["bodySize"]?.int, size > 0 { return size }
    return headers["content-length"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the body of a response. When browsers run out of space, they drop bodies, and write either no text, or an
  /// empty text along with a size. Such a body wasn't captured, which isn't the same as being empty.
  private mutating func content(_ response: JSON, _ headers: HeaderFields, _ name: String) -> Body {
    let content = response["content"]
    guard let content, content.kind == .object, let text = content["text"]?.utf8, !text.isEmpty else {
      let size = content?["size"]?.int
      if size == -1 || content?["_file"] != nil {
        return .stream(UncapturedBody(length: Self.length(of: response, headers)))
      }
      if let size, size > 0 { return .stream(UncapturedBody(length: size)) }
      if let length = Self.length(of: response, headers) { return .stream(UncapturedBody(length: length)) }
      return size == nil && content?["text"]?.string == nil ? .stream(UncapturedBody(length: nil)) : .empty
    }
    guard content["encoding"]?.string?.lowercased() == "base64" else {
      return Self.isCut(text, content) ? .stream(UncapturedBody(length: content["size"]?.int)) : Body(text)
    }
    let packed = String(decoding: text.filter { !$0.isBlank }, as: UTF8.self)
    guard let bytes = Base64.decode(packed) else {
      report(content["text"] ?? content, "\(name) says that its content is Base64, but it isn't.")
      return .empty
    }
    guard Self.isPacked(bytes, headers) else { return Body(bytes) }
    // The content of a body that can't be decompressed is unknown. It isn't empty.
    let limit = min(Self.largestUnpacked, Self.packedRoom + bytes.count * Self.mostTimes)
    let unpacked = try? ContentCoding.decoded(bytes, codings: ["gzip"], limit: limit)
    return unpacked.map { Body($0) } ?? .stream(UncapturedBody(length: bytes.count))
  }

  /// Returns a Boolean value that indicates whether JSON text is only the beginning of a body, because it is shorter
  /// than its stated size and incomplete.
  private static func isCut(_ text: [UInt8], _ content: JSON) -> Bool {
    guard let size = content["size"]?.int, text.count < size, let type = content["mimeType"]?.string,
      MediaType.isJSON(MediaType.essence(of: type))
    else { return false }
    return (try? JSON.parse(text)) == nil
  }

  /// The limits for decompression. Larger bodies stay compressed. Except for small bodies, the size must be
  /// proportional to the compressed size, because thousands of them may be in memory at the same time.
  private static let largestUnpacked = 64 << 20
  private static let packedRoom = 16 << 10
  private static let mostTimes = 64

  /// Returns a Boolean value that indicates whether a proxy stored content as it was sent, compressed with gzip (RFC
  /// 1952 section 2.3.1).
  private static func isPacked(_ bytes: [UInt8], _ headers: HeaderFields) -> Bool {
    GzipStream.begins(bytes) && headers.values("content-encoding").contains { $0.lowercased().contains("gzip") }
  }

  /// Returns the path and query of a URL.
  package static func target(of url: String) -> String {
    let bytes = url.utf8
    if bytes.first == UInt8(ascii: "/") { return url }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      return "/" + url
    }
    let rest = bytes[colon...].dropFirst(3).prefix { $0 != UInt8(ascii: "#") }
    guard let start = rest.firstIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }) else { return "/" }
    let target = String(Substring(rest[start...]))
    return rest[start] == UInt8(ascii: "/") ? target : "/" + target
  }
}
