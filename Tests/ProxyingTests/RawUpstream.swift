import PlumblineHTTPMessages
import TestSupport

/// Runs a server of bare connections for the time of a test: each is handed to a script, with its number from 1 on.
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
  // Who waits for a connection sees that it is over when one comes.
  serving.cancel()
  _ = try await RawConnection.connect(port: Int(port.number))
  try await serving.value
  return try result.get()
}
