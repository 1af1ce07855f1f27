import Dispatch
import PlumblineWorkspace

/// Work that waits for a different program or the disk, kept off the threads of Swift's cooperative pool. There are
/// only as many of them as cores, and they must not block.
enum Blocking {
  static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    let folder = WorkingFolder.Inherited()
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Swift.Result { try folder.run(work) }) }
    }
  }
}
