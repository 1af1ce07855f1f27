import PlumblineContractModel
import PlumblineHTTPMessages
import PlumblineJSONTree

/// A HAR 1.2 file with recordings, which browsers and proxies can open
/// (http://www.softwareishard.com/blog/har-12-spec).
///
/// Anything that HAR has no field for is stored in the entry's `_plumbline` member: the caller, the origin of the
/// recording, bindings, conditions, and sequences. ``HARRecording`` recreates the recording from it. Recordings have no
/// credentials, so entries don't either.
package struct HARExport {
  /// The server in the entries if the contract doesn't name one.
  private static let noServer = "http://localhost"

  private let server: String
  private let entries: [JSON]

  /// - Parameter server: The base URL for the paths, or `nil` to use the contract's first server.
  package init(_ recordings: [Recording], of contract: Contract, server: String? = nil) {
    let url = server ?? contract.servers.first?.url ?? Self.noServer
    self.server = url
    entries = recordings.map { Self.entry($0, url) }
  }

  /// The text of the file.
  package var text: [UInt8] {
    let creator = JSON.object([("name", "Plumbline"), ("version", JSON(Toolkit.version))])
    let log = JSON.object([
      ("version", "1.2"),
      ("creator", creator), ("pages", []), ("entries", .array(entries)),
    ])
    return JSON.object([("log", log)]).serialized(.pretty) + [UInt8(ascii: "\n")]
  }

  private static func entry(_ recording: Recording, _ server: String) -> JSON {
    let milliseconds = recording.delay.map {
      $0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000
    }
    let time = JSON(Int(milliseconds ?? 0))
    return .object([
      ("startedDateTime", JSON(moment(recording.provenance.on))), ("time", time),
      ("request", request(recording.request, server)), ("response", response(recording.response)), ("cache", [:]),
      ("timings", .object([("send", 0), ("wait", time), ("receive", 0)])), (HAREntry.ownKey, own(recording)),
    ])
  }

  /// Returns a date or time in the form that HAR requires. If there is no time, it is midnight.
  private static func moment(_ text: String) -> String { text.contains("T") ? text : "\(text)T00:00:00.000Z" }

  /// Returns the data that HAR has no field for.
  private static func own(_ recording: Recording) -> JSON {
    let file = (try? JSON.parse(RecordingWriter.text(of: recording, schema: nil))) ?? .emptyObject
    let rest = file.members.filter { !["request", "response"].contains($0.key) }.map { ($0.key, $0.value) }
    var members: [(String, JSON)] = [("endpoint", JSON(recording.endpoint)), ("name", JSON(recording.name))]
    if let persona = file["request"]?["persona"] { members.append(("persona", persona)) }
    // The entry contains a stream's text as usual, so store the times of its parts separately.
    if recording.timing != nil, let parts = file["response"]?["body"], file["response"]?["encoding"] == "events" {
      members.append((HARRecording.times, .array(parts.elements.compactMap { $0["at"] })))
    }
    return .object(members + rest)
  }

  private static func request(_ request: Request, _ server: String) -> JSON {
    var members: [(String, JSON)] = [
      ("method", JSON(request.method.rawValue)), ("url", JSON(server + request.target)), ("httpVersion", "HTTP/1.1"),
      (
        "cookies",
        .array(Cookies.sent(in: request).map { .object([("name", JSON($0.name)), ("value", JSON($0.value))]) })
      ),
      ("headers", headers(request.headers)),
      (
        "queryString",
        .array(request.queryItems.map { .object([("name", JSON($0.name)), ("value", JSON($0.value))]) })
      ),
    ]
    let bytes = request.body.bytes ?? []
    if !bytes.isEmpty { members.append(("postData", postData(bytes, request))) }
    return .object(members + sizes(bytes.count))
  }

  /// Returns a request's body as a string, along with its fields if it is a form.
  private static func postData(_ bytes: [UInt8], _ request: Request) -> JSON {
    var members: [(String, JSON)] = [("mimeType", JSON(request.contentType ?? "application/octet-stream"))]
    if request.mediaType == MediaType.form {
      let fields = FormReading.fields(of: bytes)
      members.append(("params", .array(fields.map { .object([("name", JSON($0.name)), ("value", JSON($0.value))]) })))
    }
    if let text = String(validating: bytes, as: UTF8.self) {
      members.append(("text", JSON(text)))
    } else {
      members += [("text", JSON(Base64.encode(bytes))), ("encoding", "base64")]
    }
    return .object(members)
  }

  private static func response(_ response: Response) -> JSON {
    let bytes = response.body.bytes ?? []
    var content: [(String, JSON)] = [
      ("size", JSON(bytes.count)), ("mimeType", JSON(response.contentType ?? "x-unknown")),
    ]
    if let text = String(validating: bytes, as: UTF8.self) {
      content.append(("text", JSON(text)))
    } else {
      content += [("text", JSON(Base64.encode(bytes))), ("encoding", "base64")]
    }
    return .object(
      [
        ("status", JSON(response.status)), ("statusText", JSON(response.reasonPhrase)), ("httpVersion", "HTTP/1.1"),
        ("cookies", .array(response.headers.values("set-cookie").compactMap(cookie))),
        ("headers", headers(response.headers)),
        ("content", .object(content)), ("redirectURL", JSON(response.headers["location"] ?? "")),
      ] + sizes(bytes.count))
  }

  private static func headers(_ fields: HeaderFields) -> JSON {
    .array(fields.map { .object([("name", JSON($0.name)), ("value", JSON($0.value))]) })
  }

  private static func sizes(_ body: Int) -> [(String, JSON)] { [("headersSize", -1), ("bodySize", JSON(body))] }

  /// Returns a cookie that a response sets, including its attributes (RFC 6265 section 5.2).
  private static func cookie(_ field: String) -> JSON? {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false).map {
      part -> (name: String, value: String) in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      func trimmed(_ text: Substring?) -> String {
        let open = (text ?? "").drop { $0 == " " || $0 == "\t" }
        return String(open.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
      }
      return (trimmed(pair.first), trimmed(pair.count > 1 ? pair[1] : nil))
    }
    guard let first = parts.first, !first.name.isEmpty else { return nil }
    var members: [(String, JSON)] = [("name", JSON(first.name)), ("value", JSON(first.value))]
    for (name, value) in parts.dropFirst() {
      switch name.lowercased() {
      case "path" where !members.contains { $0.0 == "path" }: members.append(("path", JSON(value)))
      case "domain" where !members.contains { $0.0 == "domain" }: members.append(("domain", JSON(value)))
      case "httponly" where !members.contains { $0.0 == "httpOnly" }: members.append(("httpOnly", true))
      case "secure" where !members.contains { $0.0 == "secure" }: members.append(("secure", true))
      default: break
      }
    }
    return .object(members)
  }
}
