import PlumblineHTTPMessages
import PlumblineMockEngine
import PlumblineVerification
import Synchronization

/// A store whose reads lag behind its writes. A change becomes visible only after a while, according to the store's own
/// clock.
final class LaggingStore: Sendable {
  private struct View {
    /// The response for each path before a write.
    let answers: [String: OutgoingResponse]
    let until: Int
  }

  static let paths =
    ["/boxes", "/rooms"] + (4...9).map { "/boxes/\($0)" } + [70, 71].map { "/rooms/\($0)" } + [
      "/me", "/songs/7", "/songs/8",
    ]

  let time = ManualClock()
  private let lag: Int
  private let paths: [String]
  private let views = Mutex<[View]>([])

  /// - Parameters:
  ///   - lag: The delay in milliseconds.
  ///   - paths: The paths whose reads are delayed.
  init(lag: Int, paths: [String] = LaggingStore.paths) {
    self.lag = lag
    self.paths = paths
  }

  /// Returns the behavior of a store with delayed reads.
  func mischief(of answering: @escaping @Sendable (Request) -> OutgoingResponse) -> StoreServer.Mischief {
    { request, answer in
      let now = self.time.now
      guard request.method.isSafe else {
        let answers = self.paths.map { path in
          (path, answering(Request(method: .get, target: path, headers: ["X-Key": "owner-key"])))
        }
        self.views.withLock {
          $0.append(View(answers: Dictionary(uniqueKeysWithValues: answers), until: now + self.lag))
        }
        return answer()
      }
      // The oldest write that isn't visible yet hides those after it.
      let stale = self.views.withLock { views in views.first { $0.until > now } }
      return stale?.answers[request.path]
    }
  }
}
