import PlumblineHTTPMessages
import TestSupport

/// Runs a server that handles raw connections for the duration of a test. Each connection is passed to a script with
/// its number, which starts at 1.
func withRawUpstream<Value: Sendable>(
  _ script: @escaping @Sendable (_ number: Int, _ connection: RawConnection) async throws -> Void,
  _ body: @Sendable (_ base: BaseURL) async throws -> Value
) async throws -> Value {
  let port = try LoopbackPort.bound()
  defer { port.close() }
  try port.listen()
  let base = try BaseURL(parsing: port.url)
  let serving = Task {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var number = 0
      while true {
        let connection = try await RawConnection.accept(on: port)
        if Task.isCancelled { break }
        number += 1
        group.addTask { [number] in try await script(number, connection) }
      }
      try await group.waitForAll()
    }
  }
  let result: Result<Value, any Error>
  do { result = .success(try await body(base)) } catch { result = .failure(error) }
  // A task that waits for a connection notices the cancellation when a connection arrives.
  serving.cancel()
  _ = try await RawConnection.connect(port: Int(port.number))
  try await serving.value
  return try result.get()
}
