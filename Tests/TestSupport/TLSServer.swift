import Foundation

/// An HTTPS server whose certificate no machine trusts, which runs as a separate process. It's `nil` if no Python can
/// run it.
package struct TLSServer {
  private static let folder = repositoryRoot.appendingPathComponent("Tests/Scripts/tls")

  /// The server's certificate, which is its own authority.
  package static var certificate: String { folder.appendingPathComponent("certificate.pem").path }

  package let port: Int
  package var url: String { "https://127.0.0.1:\(port)" }
  private let process: ChildProcess

  /// Starts the server, and waits until it listens.
  private init?() async {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let started = try? await offPool { () -> (ChildProcess, Int)? in
      let process = try ChildProcess(
        URL(fileURLWithPath: "/usr/bin/env"), ["python3", Self.folder.appendingPathComponent("server.py").path],
        environment: ["PATH": path], folder: repositoryRoot.path)
      var line: [UInt8] = []
      while line.last != 0x0A, let byte = try process.output.read(upToCount: 1)?.first { line.append(byte) }
      guard let port = Int(String(decoding: line.dropLast(), as: UTF8.self)) else {
        try? process.input.close()
        _ = process.wait()
        return nil
      }
      return (process, port)
    }
    guard let (process, port) = started ?? nil else { return nil }
    (self.process, self.port) = (process, port)
  }

  /// Runs a closure while a server is running, and then stops the server. Returns `nil` if there is no Python.
  package static func run<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ work: (TLSServer) async throws -> Value
  ) async throws -> Value? {
    guard let server = await TLSServer() else { return nil }
    let result: Result<Value, any Error>
    do { result = .success(try await work(server)) } catch { result = .failure(error) }
    try? server.process.input.close()
    let process = server.process
    _ = try await offPool { process.wait() }
    return try result.get()
  }
}
