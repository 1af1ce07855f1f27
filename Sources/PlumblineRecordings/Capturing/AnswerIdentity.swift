import PlumblineHTTPMessages
import PlumblineJSONTree

/// The parts of a response that decide whether two recorded responses are considered equal, which are their links and
/// their contents.
struct AnswerIdentity: Hashable {
  private enum Contents: Hashable {
    case empty
    case json(JSON)
    case bytes([UInt8])
  }

  /// Fields that refer to another resource or identify the part of one.
  private static let telling = ["location", "content-location"]
  /// Fields that identify the content of a response without a body, such as that of a HEAD request or an upload.
  private static let tellingAlone = telling + ["etag", "link", "range", "content-range"] + ContentDigests.names

  private let status: Int
  private let fields: [[String]]
  private let contents: Contents

  init(_ response: Response) {
    let bytes = response.body.bytes ?? []
    status = response.status
    fields = (bytes.isEmpty ? Self.tellingAlone : Self.telling).map { response.headers.values($0) }
    contents = bytes.isEmpty ? .empty : (try? JSON.parse(bytes)).map { .json($0) } ?? .bytes(bytes)
  }
}
