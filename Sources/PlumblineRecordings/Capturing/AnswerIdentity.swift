import PlumblineHTTPMessages
import PlumblineJSONTree

/// The identity of a recorded response: its targets and its content.
struct AnswerIdentity: Hashable {
  private enum Body: Hashable {
    case empty
    case json(JSON)
    case bytes([UInt8])
  }

  /// Fields that lead elsewhere, or say which part it is.
  private static let telling = ["location", "content-location"]
  /// Fields that describe the subject of a response without a body: a HEAD's, or that of an upload.
  private static let tellingAlone = ["etag", "link", "range", "content-range"] + ContentDigests.names

  let status: Int
  private let fields: [[String]]
  private let body: Body

  init(_ response: Response) {
    let bytes = response.body.bytes ?? []
    status = response.status
    fields = (bytes.isEmpty ? Self.telling + Self.tellingAlone : Self.telling).map { response.headers.values($0) }
    body = bytes.isEmpty ? .empty : (try? JSON.parse(bytes)).map { .json($0) } ?? .bytes(bytes)
  }
}
