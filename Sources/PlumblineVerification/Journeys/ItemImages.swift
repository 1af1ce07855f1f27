import PlumblineHTTPMessages
import PlumblineJSONTree
import Synchronization

/// What items were like right before requests that were to change them.
final class ItemImages: Sendable {
  /// What was seen of an item, and with whose credentials.
  struct Seen: Sendable {
    let sight: ItemClient.Sight
    let credentials: [String: String]
  }

  /// The items and lists as they were before a request.
  struct Before: Sendable {
    /// Of each item that it changes.
    var items: [ServerItem: Seen] = [:]
    /// Of the lists that show others.
    var rows: [Neighbours.Row] = []
  }

  /// One request, and what was seen before it was sent.
  private struct Image: Sendable {
    let request: Request
    let before: Before
  }

  private let images = Mutex<[Image]>([])

  /// A call begins: what an earlier one left is of no use to it.
  func clear() { images.withLock { $0 = [] } }

  func keep(_ before: Before, of request: Request) {
    images.withLock { $0.append(Image(request: request, before: before)) }
  }

  /// What was seen before a request; given once, as the same may be sent again.
  func take(_ request: Request) -> Before {
    images.withLock { images in
      let index = images.firstIndex {
        $0.request.method == request.method && $0.request.target == request.target
          && $0.request.body.bytes == request.body.bytes
      }
      return index.map { images.remove(at: $0).before } ?? Before()
    }
  }
}
