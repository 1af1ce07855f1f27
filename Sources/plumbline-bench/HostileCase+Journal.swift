import PlumblineHTTPMessages
import PlumblineMockEngine

/// Hostile requests in the journal of a mock that checks them.
extension HostileCase {
  static var journal: [HostileCase] {
    [
      HostileCase(
        "journal: a query full of secret names",
        make: { try directory(after: .get, "/api/v1/things0/7?" + String(repeating: "password=", count: $0)) },
        run: look),
      HostileCase(
        "journal: a query that repeats one name",
        make: { try directory(after: .get, "/api/v1/things0/7?" + String(repeating: "token=a:a&", count: $0)) },
        run: look),
    ]
  }

  /// Returns a mock that has received a request.
  private static func directory(after method: HTTPMethod, _ target: String) throws -> SessionDirectory {
    let directory = SessionDirectory(library: try GeneratedContract(endpoints: 10).library)
    _ = directory.answer(to: Request(method: method, target: target, headers: ["Host": "127.0.0.1:8080"]))
    return directory
  }

  private static func look(_ directory: SessionDirectory) throws {
    let request = Request(method: .get, target: "/__plumbline/journal/1", headers: ["Host": "127.0.0.1:8080"])
    let status = directory.answer(to: request).response.status
    guard status == 200 else { throw BenchmarkFailure("The journal answers with \(status).") }
  }
}
