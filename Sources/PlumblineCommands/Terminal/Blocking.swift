import Dispatch
import PlumblineWorkspace

/// A namespace for work that waits for another program or the disk. The work runs outside the threads of Swift's
/// cooperative pool, which must not block because there are only as many of them as cores.
enum Blocking {
  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    let folder = WorkingFolder.Inherited()
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Swift.Result { try folder.run(work) }) }
    }
  }
}
