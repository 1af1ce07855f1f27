import PlumblineHTTPMessages
import Synchronization

/// A reader that collects a streamed body.
final class WholeBody: Sendable {
  private let limit: Int
  private let bytes = Mutex<[UInt8]>([])

  /// - Parameter limit: The maximum size of the body in bytes.
  init(limit: Int) { self.limit = limit }

  /// Calls a closure once, on any thread, with the body, or with `nil` if it is too large or incomplete.
  func read(_ stream: any BodyStream, _ completion: @escaping @Sendable (Body?) -> Void) {
    stream.next { [self] chunk in
      switch chunk {
      case .bytes(let more):
        let isTooLarge = bytes.withLock { bytes in
          guard bytes.count + more.count <= limit else { return true }
          bytes += more
          return false
        }
        guard isTooLarge else { return read(stream, completion) }
        stream.cancel()
        completion(nil)
      case .end: completion(Body(bytes.withLock { $0 }))
      case .failed: completion(nil)
      }
    }
  }
}
