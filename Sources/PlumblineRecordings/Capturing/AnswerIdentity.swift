import PlumblineHTTPMessages
import PlumblineJSONTree

/// The parts of a response that make two recorded answers the same: what they lead to and what they hold.
struct AnswerIdentity: Hashable {
  private enum Contents: Hashable {
    case empty
    case json(JSON)
    case bytes([UInt8])
  }

  /// Fields that lead on to something, or say which part there is.
  private static let telling = ["location", "content-location"]
  /// Fields that say what an answer without a body is about: a HEAD's, or that of an upload.
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
