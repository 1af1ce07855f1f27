import PlumblineHTTPMessages
import PlumblineJSONTree

/// The parts of a response that determine whether two recorded responses are considered equal: the links and the
/// content.
struct ResponseIdentity: Hashable {
  private enum Contents: Hashable {
    case empty
    case json(JSON)
    case bytes([UInt8])
  }

  /// The fields that refer to another resource.
  private static let telling = ["location", "content-location"]
  /// The fields that identify the content of a response without a body, such as the response to a HEAD request or an
  /// upload.
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
